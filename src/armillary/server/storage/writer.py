"""The writer: changes that wait together share one transaction (group commit), and none fails for its neighbours.

One task, one connection. Where a batch fails, it is retried in halves until the failing change is alone. A change is
acknowledged after the commit, never before.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator, Iterator, Sequence
from functools import partial
from typing import Any

from sqlalchemy import Connection, insert, select
from sqlalchemy.exc import IntegrityError

from armillary.core import codec
from armillary.server.errors import Closed, Duplicate, NotReady, Stale
from armillary.server.matches.rows import CHAT, Append
from armillary.server.metrics import CHANGES, COMMIT_SECONDS
from armillary.server.storage import columns, tables
from armillary.server.storage.columns import (
    changing_columns,
    journal_columns,
    journal_row,
    said_columns,
    seat_columns,
    snapshot_columns,
    terms_columns,
)
from armillary.server.storage.counts import Claims
from armillary.server.storage.database import Database, Work
from armillary.server.storage.statements import Statements

MAX_CHANGES_PER_COMMIT = 256
TURNS = 6
"""How often the event loop goes round before a batch is closed: what has arrived by then comes along. Microseconds when
there is little to do, and fewer commits when there is much."""

MADE, NOT_MADE = CHANGES.labels("yes"), CHANGES.labels("no")

WhenDone = Callable[[Exception | None], None]


class Write:
    """Something to write. Its result goes to the waiting callers, if any, and to a callback."""

    def __init__(self, work: Work[Any] | None = None, when_done: WhenDone | None = None) -> None:
        self.work = work
        self.is_made = False
        """Is it durable?"""
        self._when_done = when_done
        self._result: Any = None
        self._is_done = False
        self._waiting: list[asyncio.Future[None]] = []

    def __await__(self) -> Generator[Any, None, Any]:
        """Its result; a caller who gives up waiting does not take the job back."""
        yield from self.wait().__await__()
        if isinstance(self._result, Exception):
            raise self._result
        return self._result

    async def wait(self) -> None:
        """Until it is made, or is known not to be."""
        if not self._is_done:
            self._waiting.append(asyncio.get_running_loop().create_future())
            await self._waiting[-1]

    def finish(self, result: Any) -> None:
        """It is durable, or an exception says why it is not."""
        self._result, self._is_done = result, True
        self.is_made = not isinstance(result, Exception)
        try:
            if self._when_done:
                self._when_done(None if self.is_made else result)
        except Exception as accident:  # noqa: BLE001 (belongs to whoever asked; the writer goes on)
            self._result = accident
        for waiting in self._waiting:
            if not waiting.done():
                waiting.set_result(None)


class Appending(Write):
    """A change to a match on its way to the database."""

    def __init__(self, append: Append, when_done: WhenDone | None, after: Appending | None) -> None:
        super().__init__(None, when_done)
        self.append = append
        self.after = after
        """The change this one was computed on; unless that one is made, this one is not either."""

    def finish(self, result: Any) -> None:
        """As any job; the changes before it need not be remembered any more."""
        self.after = None
        super().finish(result)


class Writer:
    """Everything that waits to be written to one database."""

    def __init__(self, database: Database, words: Statements) -> None:
        self._database = database
        self._words = words
        self._waiting: asyncio.Queue[Write] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None
        self._is_closed = False

    def open(self) -> None:
        """Begin to write."""
        self._task = asyncio.create_task(self._write(), name="armillary writer")

    async def close(self) -> None:
        """Finish what is waiting, and accept no more."""
        self._is_closed = True
        if self._task:
            await self._waiting.join()
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def queue(self, job: Write) -> None:
        """Have this written soon."""
        if self._is_closed:
            raise Closed("The server is stopping.")
        self._waiting.put_nowait(job)

    async def _write(self) -> None:
        while True:
            batch = [await self._waiting.get()]
            for _ in range(TURNS):
                await asyncio.sleep(0)
            while len(batch) < MAX_CHANGES_PER_COMMIT and not self._waiting.empty():
                batch.append(self._waiting.get_nowait())
            await self._write_batch(batch)
            for _ in batch:
                self._waiting.task_done()

    async def _write_batch(self, batch: Sequence[Write], *, again: bool = True) -> None:
        """All in one transaction; where that fails, in halves, until the failing change is alone.

        What is tried again because a connection was lost (`again` no longer) may have been made the first time.
        """
        try:
            with COMMIT_SECONDS.time():
                results = await self._database.write(partial(self._commit, batch, perhaps_made=not again))
        except Exception as error:  # noqa: BLE001 (whatever it is belongs to whoever asked)
            await self._retry(batch, error, again)
            return
        _finish_each(batch, results)

    async def _retry(self, batch: Sequence[Write], error: Exception, again: bool) -> None:
        lost = isinstance(error, NotReady)
        if lost and again:  # nobody's fault; perhaps the database is back at once
            await self._write_batch(batch, again=False)
        elif lost or len(batch) == 1:
            jobs = (*batch, *(self._take_all() if lost else ()))
            _finish_each(jobs, [error] * len(jobs))
        else:
            middle = len(batch) // 2
            await self._write_batch(batch[:middle], again=again)
            await self._write_batch(batch[middle:], again=again)

    def _take_all(self) -> Iterator[Write]:
        """Everybody who came meanwhile: nobody waits for one failure after the other."""
        while not self._waiting.empty():
            yield self._waiting.get_nowait()
            self._waiting.task_done()

    # -- one transaction -----------------------------------------------------------------------------------

    def _commit(self, batch: Sequence[Write], connection: Connection, *, perhaps_made: bool = False) -> list[Any]:
        """The result of each job: nothing, what its work returns, or that it is stale."""
        try:
            appending = [job for job in batch if isinstance(job, Appending)]
            claims = Claims(connection) if any(job.append.claim for job in appending) else None
            made = self._append_all(connection, appending, claims)
            if perhaps_made:
                made |= {job for job in appending if _find_made(connection, job.append)}
            stale, refused = Stale("The match has changed."), claims.refused if claims else {}
            not_made = {job: refused.get(job, stale) for job in batch if job not in made}
            return [job.work(connection) if job.work else not_made.get(job) for job in batch]
        except IntegrityError as error:
            if _breaks_idempotency(error):
                raise Duplicate("This idempotency key was used before.") from error
            raise Stale("The match has changed.") from error

    def _append_all(self, connection: Connection, jobs: Sequence[Appending], claims: Claims | None) -> set[Write]:
        """Make every change that is not stale, and for which nobody has too much; returns those."""
        if not jobs:
            return set()
        made = in_turn(jobs, self._hold_seqs(connection, {job.append.row.id for job in jobs}), claims)
        appends = [job.append for job in jobs if job in made]
        if not appends:
            return made
        moved = {each.row.id: changing_columns(each.row) for each in appends}
        journal = [journal_columns(each.row.id, row) for each in appends for row in each.rows]
        kept = {(each.row.id, each.snapshot[0]): snapshot_columns(each) for each in appends if each.snapshot}
        seats = {(each.row.id, seat): seat_columns(each.row, seat) for each in appends for seat in each.seats}
        connection.execute(self._words.update_matches, columns.rows(moved.values()))
        if terms := {each.row.id: terms_columns(each.row) for each in appends if each.terms}:
            connection.execute(self._words.update_terms, columns.rows(terms.values()))
        connection.execute(self._words.append_journal, columns.rows(journal))
        if said := [said_columns(each.row, row) for each in appends for row in each.rows if row.kind in CHAT]:
            connection.execute(insert(tables.said), said)
        if kept:
            connection.execute(self._words.keep_snapshots, columns.rows(kept.values()))
        if seats:
            connection.execute(self._words.keep_seats, columns.rows(seats.values()))
        if self._words.notify is not None:
            connection.execute(self._words.notify, columns.rows(moved.values()))
        return made

    def _hold_seqs(self, connection: Connection, matches: set[str]) -> dict[str, int]:
        asked = columns.rows([{"id": each} for each in matches])
        return codec.decode(connection.execute(self._words.hold_seqs, asked).scalar_one() or "{}", dict[str, int])


def _finish_each(jobs: Sequence[Write], results: Sequence[Any]) -> None:
    failed = sum(isinstance(result, Exception) for result in results)
    MADE.inc(len(jobs) - failed)
    NOT_MADE.inc(failed)
    for job, result in zip(jobs, results, strict=True):
        job.finish(result)


def in_turn(jobs: Sequence[Appending], seqs: dict[str, int], claims: Claims | None) -> set[Write]:
    """The jobs whose match is where they expect it: as it was found, or as the jobs before them leave it.

    What they claim besides, they must get.

    Equal seqs are not enough: where the change that a job was computed on was not made, another one may have raised the
    seq just as far.
    """
    made: set[Write] = set()
    for job in jobs:
        append, after = job.append, job.after
        follows = after is None or after in made or after.is_made
        if not follows or seqs.get(append.row.id) != append.expected:
            continue
        if append.claim is None or claims is None or claims.grant(job, append.claim):
            seqs[append.row.id] = append.row.seq
            made.add(job)
    return made


def _find_made(connection: Connection, append: Append) -> bool:
    """Is a change there already? A connection lost in mid-commit does not say how it ended; the journal does."""
    table = tables.journal
    after = select(table).where(
        table.c.match == append.row.id, table.c.seq > append.expected, table.c.seq <= append.row.seq
    )
    return tuple(journal_row(row) for row in connection.execute(after.order_by(table.c.seq))) == append.rows


def _breaks_idempotency(error: IntegrityError) -> bool:
    """By the driver's own words: the whole message has the values in it, and those are anybody's."""
    said = str(error.orig)
    return '"journal_idempotency"' in said or "journal.match, journal.seat, journal.key" in said
