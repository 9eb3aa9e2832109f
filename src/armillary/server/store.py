"""The store: one code path, two databases. Nothing acknowledged is lost.

Writes that wait together share one transaction (group commit): one writer task, one connection. A change that fails
in a batch is tried again alone and never fails its neighbours. Acknowledge after the commit, never before.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, make_url, select, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError, IntegrityError

from armillary.core import codec
from armillary.core.errors import ArmillaryError, BadInput
from armillary.core.values import Seat
from armillary.server import bulk, schema
from armillary.server.columns import changing_columns, log_columns, log_row, match_row, snapshot_columns
from armillary.server.database import PATIENCE, NotReady, Work, database_at
from armillary.server.gathering import Gathering
from armillary.server.migrate import upgrade
from armillary.server.records import Append, LogRow, MatchRow, News

T = TypeVar("T")

MOST_BATCHED = 256
TURNS = 6
"""How often the event loop goes round before a batch is closed: what has arrived by then comes along. Microseconds when
there is little to do, and fewer commits when there is much."""

PING_SECONDS = 2
"""How long whoever asks whether the database is there will wait for it."""


class Stale(ArmillaryError):
    """Somebody else changed the match first: reload and try again."""


class Duplicate(ArmillaryError):
    """This idempotency key was used before: the change is there already."""


class Closed(ArmillaryError):
    """The store takes nothing more: the server is stopping."""


Settled = Callable[[Exception | None], None]


class Job:
    """Something to be written: who waits for it, and who is told how it went, waited for or not."""

    def __init__(self, work: Work[Any] | None = None, when_settled: Settled | None = None) -> None:
        self.work = work
        self.is_made = False
        """Is it durable?"""
        self._when_settled = when_settled
        self._result: Any = None
        self._is_settled = False
        self._waiting: list[asyncio.Future[None]] = []

    def __await__(self) -> Generator[Any, None, Any]:
        """What it gives; whoever gives up waiting does not take it back."""
        yield from self.settled().__await__()
        if isinstance(self._result, Exception):
            raise self._result
        return self._result

    async def settled(self) -> None:
        """Wait until it is made, or is known not to be."""
        if not self._is_settled:
            self._waiting.append(asyncio.get_running_loop().create_future())
            await self._waiting[-1]

    def settle(self, result: Any) -> None:
        """It is durable, or an exception says why it is not."""
        self._result, self._is_settled = result, True
        self.is_made = not isinstance(result, Exception)
        try:
            if self._when_settled:
                self._when_settled(None if self.is_made else result)
        except Exception as accident:  # noqa: BLE001 (belongs to whoever asked; the writer goes on)
            self._result = accident
        for waiting in self._waiting:
            if not waiting.done():
                waiting.set_result(None)


class Appending(Job):
    """A change to a match on its way."""

    def __init__(self, change: Append, when_settled: Settled | None, after: Appending | None) -> None:
        super().__init__(None, when_settled)
        self.change = change
        self.after = after
        """The change this one was worked out on; where that one is not made, neither is this."""

    def settle(self, result: Any) -> None:
        """As any job; what it stood on need not be remembered, nor what that stood on."""
        self.after = None
        super().settle(result)


class Store:
    """Matches, logs, snapshots, players and tokens in SQLite or PostgreSQL.

    One that `notifies` tells other processes of every change, where the database can; else somebody else has to.
    """

    def __init__(self, url: str, *, notifies: bool = True, patience: float = PATIENCE) -> None:
        self.url = url
        self.database = database_at(url, patience)
        self._bulk = bulk.Statements("postgresql" if self.is_shared else "sqlite", notifies=notifies)
        self._gathering = Gathering(self._news)
        self._waiting: asyncio.Queue[Job] = asyncio.Queue()
        self._writer: asyncio.Task[None] | None = None
        self._pinging: asyncio.Task[Any] | None = None
        self._closed = False

    @property
    def is_shared(self) -> bool:
        """May other processes write here too?"""
        return self.database.is_shared

    def claim(self) -> None:
        """Be a server of this database; raises `BadInput` when another is, and there may be only one."""
        self._look_for_folder()
        self.database.claim()

    async def open(self) -> None:
        """Bring the tables up to date and begin to write; raises `BadInput` when there is no database to open."""
        self._look_for_folder()
        try:
            await self.database.prepare(upgrade)
        except NotReady as error:
            raise BadInput(f"the database does not open: {_reason(error.__cause__)}") from error
        except DBAPIError as error:
            raise BadInput(f"the database does not open: {_reason(error)}") from error
        self._writer = asyncio.create_task(self._write(), name="armillary writer")

    def _look_for_folder(self) -> None:
        folder = Path(make_url(self.url).database or "").parent
        if not self.is_shared and not folder.is_dir():
            raise BadInput(f"the database does not open: there is no folder {folder}")

    async def close(self) -> None:
        """Finish what is waiting, then let go."""
        self._closed = True
        if self._writer:
            await self._waiting.join()
            self._writer.cancel()
            await asyncio.gather(self._writer, return_exceptions=True)
        await self.database.close()

    # -- writing -----------------------------------------------------------------------------------------

    def append(self, change: Append, when_settled: Settled | None = None, after: Appending | None = None) -> Appending:
        """Have one change to one match made durable; waiting for it raises `Stale` or `Duplicate`."""
        job = Appending(change, when_settled, after)
        self._queue(job)
        return job

    async def write(self, work: Work[T]) -> T:
        """Do other work in the writer's transaction."""
        job = Job(work)
        self._queue(job)
        result: T = await job
        return result

    def _queue(self, job: Job) -> None:
        if self._closed:
            raise Closed("the server is stopping")
        self._waiting.put_nowait(job)

    async def _write(self) -> None:
        while True:
            batch = [await self._waiting.get()]
            for _ in range(TURNS):
                await asyncio.sleep(0)
            while len(batch) < MOST_BATCHED and not self._waiting.empty():
                batch.append(self._waiting.get_nowait())
            await self._settle(batch)
            for _ in batch:
                self._waiting.task_done()

    async def _settle(self, batch: Sequence[Job], *, again: bool = True) -> None:
        """All in one transaction; where that fails, in halves, until whoever failed is alone.

        What is tried again because a connection was lost (`again` no longer) may have been made the first time.
        """
        try:
            results = await self.database.write(partial(self._commit, batch, perhaps_made=not again))
        except Exception as error:  # noqa: BLE001 (whatever it is belongs to whoever asked)
            await self._settle_less(batch, error, again)
            return
        for job, result in zip(batch, results, strict=True):
            job.settle(result)

    async def _settle_less(self, batch: Sequence[Job], error: Exception, again: bool) -> None:
        lost = isinstance(error, NotReady)
        if lost and again:  # nobody's fault; perhaps the database is back at once
            await self._settle(batch, again=False)
        elif lost or len(batch) == 1:
            for job in (*batch, *(self._all_waiting() if lost else ())):
                job.settle(error)
        else:
            middle = len(batch) // 2
            await self._settle(batch[:middle], again=again)
            await self._settle(batch[middle:], again=again)

    def _all_waiting(self) -> Iterator[Job]:
        """Everybody who came meanwhile: nobody waits for one failure after the other."""
        while not self._waiting.empty():
            yield self._waiting.get_nowait()
            self._waiting.task_done()

    def _commit(self, batch: Sequence[Job], connection: Connection, *, perhaps_made: bool = False) -> list[Any]:
        """What each job gives: nothing, what its work gives, or that it is stale."""
        try:
            made = self._append_all(connection, [job for job in batch if isinstance(job, Appending)])
            if perhaps_made:
                made |= {job for job in batch if isinstance(job, Appending) and _is_there(connection, job.change)}
            stale = Stale("the match has changed")
            return [job.work(connection) if job.work else None if job in made else stale for job in batch]
        except IntegrityError as error:
            if _breaks_idempotency(error):
                raise Duplicate("this key was used before") from error
            raise Stale("the match has changed") from error

    def _append_all(self, connection: Connection, jobs: Sequence[Appending]) -> set[Job]:
        """Make every change that is not stale; which ones those are."""
        if not jobs:
            return set()
        made = _in_turn(jobs, self._held_versions(connection, {job.change.row.id for job in jobs}))
        changes = [job.change for job in jobs if job in made]
        if changes:
            moved = {change.row.id: changing_columns(change.row) for change in changes}
            log = [log_columns(change.row.id, row) for change in changes for row in change.rows]
            kept = {(each.row.id, each.snapshot[0]): snapshot_columns(each) for each in changes if each.snapshot}
            connection.execute(self._bulk.raise_versions, bulk.rows(moved.values()))
            connection.execute(self._bulk.append_log, bulk.rows(log))
            connection.execute(self._bulk.keep_snapshots, bulk.rows(kept.values()))
            if self._bulk.tell_others is not None:
                connection.execute(self._bulk.tell_others, bulk.rows(moved.values()))
        for change in changes:
            self._seat(connection, change)
        return made

    def _held_versions(self, connection: Connection, matches: set[str]) -> dict[str, int]:
        found = connection.execute(self._bulk.held_versions, bulk.rows([{"id": each} for each in matches])).scalar_one()
        return codec.decode(found or "{}", dict[str, int])

    def _seat(self, connection: Connection, change: Append) -> None:
        if change.joined:
            sit_down = self._upsert(schema.sitting).on_conflict_do_nothing()
            connection.execute(sit_down, {"match": change.row.id, "player": change.joined})
        if change.left:
            gone = schema.sitting.delete().where(
                schema.sitting.c.match == change.row.id, schema.sitting.c.player == change.left
            )
            connection.execute(gone)

    def _upsert(self, table: Any) -> Any:
        return (postgresql if self.is_shared else sqlite).insert(table)

    # -- reading -----------------------------------------------------------------------------------------

    async def read(self, statement: Any) -> Sequence[Any]:
        """All rows of a query."""
        return await self.database.read(lambda connection: connection.execute(statement).all())

    async def read_together(self, *statements: Any) -> list[Sequence[Any]]:
        """All rows of several queries, as they were at one moment."""

        def work(connection: Connection) -> list[Sequence[Any]]:
            if self.is_shared:  # on SQLite a transaction that reads sees one moment in any case
                connection.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"))
            return [connection.execute(statement).all() for statement in statements]

        return await self.database.read(work)

    async def match(self, match_id: str) -> MatchRow | None:
        """A match without its log."""
        if not is_id(match_id):
            return None
        rows = await self.read(select(schema.matches).where(schema.matches.c.id == match_id))
        return match_row(rows[0]) if rows else None

    async def news(self, match_id: str, since: int) -> News | None:
        """What anybody did to a match behind a seq; None when that is the last."""
        return await self._gathering.news(match_id, since)

    async def _news(self, known: Mapping[str, int]) -> dict[str, News]:
        """Those of some matches that are beyond what is known of each."""

        def work(connection: Connection) -> dict[str, News]:
            asked = bulk.rows({"id": match_id, "version": seq} for match_id, seq in known.items())
            found = {row.id: News(match_row(row), []) for row in connection.execute(self._bulk.moved, asked)}
            if found:
                asked = bulk.rows({"id": match_id, "version": known[match_id]} for match_id in found)
                for row in connection.execute(self._bulk.tails, asked):
                    if row.seq <= found[row.match].row.version:
                        found[row.match].tail.append(log_row(row))
            return found

        return await self.database.read(work)

    async def log(self, match_id: str, since: int = 0, until: int | None = None) -> list[LogRow]:
        """The rows of a match's log behind one seq and up to another, in order."""
        table = schema.log
        query = select(table).where(table.c.match == match_id, table.c.seq > since).order_by(table.c.seq)
        if until is not None:
            query = query.where(table.c.seq <= until)
        return [log_row(row) for row in await self.read(query)]

    async def step_seq(self, match_id: str, step: int) -> int:
        """The seq of the row that says a step was resolved, or several together up to one behind it."""
        table = schema.log
        query = select(table.c.seq).where(table.c.match == match_id, table.c.kind == "step", table.c.step >= step)
        rows = await self.read(query.order_by(table.c.seq).limit(1))
        seq: int = rows[0].seq
        return seq

    async def keyed(self, match_id: str, seat: Seat, key: str) -> LogRow | None:
        """The row that used an idempotency key, if any did."""
        table = schema.log
        query = select(table).where(table.c.match == match_id, table.c.seat == seat, table.c.key == key)
        return next((log_row(row) for row in await self.read(query)), None)

    async def snapshot(self, match_id: str, at_most: int | None = None) -> tuple[int, str] | None:
        """Seq and body of the newest snapshot, or of the newest not beyond a seq."""
        table = schema.snapshots
        query = select(table.c.seq, table.c.body).where(table.c.match == match_id)
        if at_most is not None:
            query = query.where(table.c.seq <= at_most)
        rows = await self.read(query.order_by(table.c.seq.desc()).limit(1))
        return (rows[0].seq, rows[0].body) if rows else None

    async def ping(self) -> None:
        """Raise `NotReady` when the database does not answer soon; it is asked once, however many ask us."""
        if self._pinging is None or self._pinging.done():
            self._pinging = asyncio.create_task(self.read(text("SELECT 1")))
        await asyncio.wait([self._pinging], timeout=PING_SECONDS)
        if not self._pinging.done():
            raise NotReady(f"the database has not answered for {PING_SECONDS} seconds")
        self._pinging.result()

    async def secret(self, name: str, fresh: bytes) -> bytes:
        """A secret of this installation: the one kept, or else the one given, kept from now on."""

        def keep(connection: Connection) -> bytes:
            table = schema.secrets
            connection.execute(self._upsert(table).on_conflict_do_nothing(), {"name": name, "value": fresh})
            found = connection.execute(select(table.c.value).where(table.c.name == name))
            return bytes(found.scalar_one())

        return await self.write(keep)


def _in_turn(jobs: Sequence[Appending], versions: dict[str, int]) -> set[Job]:
    """The jobs whose match is where they expect it: as it was found, or as the jobs before them leave it.

    Equal versions are not enough: where the change that a job was worked out on was not made, somebody else's may have
    raised the version just as far.
    """
    made: set[Job] = set()
    for job in jobs:
        change, after = job.change, job.after
        follows = after is None or after in made or after.is_made
        if follows and versions.get(change.row.id) == change.expected:
            versions[change.row.id] = change.row.version
            made.add(job)
    return made


def _is_there(connection: Connection, change: Append) -> bool:
    """A connection lost in mid-commit leaves nobody to say that it went well: then the log says so."""
    table = schema.log
    behind = select(table).where(
        table.c.match == change.row.id, table.c.seq > change.expected, table.c.seq <= change.row.version
    )
    return tuple(log_row(row) for row in connection.execute(behind.order_by(table.c.seq))) == change.rows


def is_id(text: str) -> bool:
    """Can this be an id? Whatever else people send never reaches the database."""
    return text.isascii() and text.isalnum()


def _breaks_idempotency(error: IntegrityError) -> bool:
    """By the driver's own words: the whole message has the values in it, and those are anybody's."""
    said = str(error.orig)
    return '"log_idempotency"' in said or "log.match, log.seat, log.key" in said


def _reason(error: BaseException | None) -> str:
    """In the driver's own words, or by its name where it has none."""
    said = getattr(error, "orig", None) or error
    return str(said) or type(said).__name__
