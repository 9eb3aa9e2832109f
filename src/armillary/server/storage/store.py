"""The store: one code path, two databases. Nothing acknowledged is lost."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from msgspec.structs import replace
from sqlalchemy import Connection, cast, func, insert, make_url, select, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.types import LargeBinary

from armillary.core.errors import BadInput
from armillary.core.values import Seat
from armillary.server.errors import NotFound, NotReady
from armillary.server.matches.journal import CHANGES, LONG, MAX_KEY_LENGTH, Key, Tally
from armillary.server.matches.list_line import turns_for
from armillary.server.matches.rows import CHAT, IDLE, Append, JournalRow, MatchRow, Most, News, SnapshotRow, Stored
from armillary.server.settings import DATABASE_SECONDS
from armillary.server.storage import columns, counts, tables
from armillary.server.storage.columns import journal_row, match_columns, match_row, seat_columns
from armillary.server.storage.counts import Counts
from armillary.server.storage.database import Database, Work
from armillary.server.storage.migrations import upgrade
from armillary.server.storage.postgresql import PostgresqlServer
from armillary.server.storage.sqlite import SqliteFile
from armillary.server.storage.statements import Statements
from armillary.server.storage.writer import Appending, WhenDone, Write, Writer

T = TypeVar("T")
Query: TypeAlias = Callable[[Mapping[str, int]], Awaitable[dict[str, News]]]

ROWS_PER_READ = 500
"""Rows of a journal that are read at once."""

PING_SECONDS = 2
"""How long a request to `/readyz` waits for the database."""


class Store:
    """Matches, seats, journals, snapshots, players and tokens in SQLite or PostgreSQL.

    A store that `notifies` sends other processes a note of every change, where the database can; otherwise a relay
    has to.
    """

    def __init__(self, url: str, *, notifies: bool = True, patience: float = DATABASE_SECONDS) -> None:
        self.url = url
        self.database: Database = SqliteFile(url) if url.startswith("sqlite") else PostgresqlServer(url, patience)
        self.words = Statements("postgresql" if self.is_shared else "sqlite", notifies=notifies)
        self._writer = Writer(self.database, self.words)
        self._news_reads = SharedReads(self._news)
        self._pinging: asyncio.Task[Any] | None = None

    @property
    def is_shared(self) -> bool:
        """May other processes write here too?"""
        return self.database.is_shared

    def claim(self) -> None:
        """Be a server of this database; raises `BadInput` when another is, and there may be only one."""
        self._require_folder()
        self.database.claim()

    def require_file(self) -> None:
        """Raise `BadInput` where opening this would make a new SQLite file."""
        file = make_url(self.url).database
        if not self.is_shared and not Path(file or "").is_file():
            raise BadInput(f"{file}: There is no such database.")

    async def open(self) -> None:
        """Bring the tables up to date and begin to write; raises `BadInput` when there is no database to open."""
        self._require_folder()
        try:
            await self.database.prepare(upgrade)
        except NotReady as error:
            raise BadInput(f"The database cannot be opened: {_reason(error.__cause__)}.") from error
        except DBAPIError as error:
            raise BadInput(f"The database cannot be opened: {_reason(error)}.") from error
        self._writer.open()

    def _require_folder(self) -> None:
        folder = Path(make_url(self.url).database or "").parent
        if not self.is_shared and not folder.is_dir():
            raise BadInput(f"The database cannot be opened: there is no folder {folder}.")

    async def close(self) -> None:
        """Finish what is waiting, then close the database."""
        await self._writer.close()
        await self.database.close()

    async def ping(self) -> None:
        """Raise `NotReady` when the database does not answer soon; it is asked once, however many ask us."""
        if self._pinging is None or self._pinging.done():
            self._pinging = asyncio.create_task(self.database.ping())
        await asyncio.wait([self._pinging], timeout=PING_SECONDS)
        if not self._pinging.done():
            raise NotReady(f"The database has not answered for {PING_SECONDS} seconds.")
        self._pinging.result()

    # -- writing -----------------------------------------------------------------------------------------

    def append(self, append: Append, when_done: WhenDone | None = None, after: Appending | None = None) -> Appending:
        """Have one change to one match made durable; waiting for it raises `Stale` or `Duplicate`."""
        job = Appending(append, when_done, after)
        self._writer.queue(job)
        return job

    async def write(self, work: Work[T]) -> T:
        """Do other work in the writer's transaction."""
        job = Write(work)
        self._writer.queue(job)
        result: T = await job
        return result

    async def create(self, row: MatchRow, most: Most) -> Counts | None:
        """Insert a match, unless its maker has as many as they may.

        Returns how many they have; None while another process makes a match for the same player, and nothing is
        inserted.
        """

        def work(connection: Connection) -> Counts | None:
            if not counts.hold(connection, row.created_by):
                return None
            others = Counts(*connection.execute(counts.counting(row.created_by, most)).one())
            if all(number < limit for number, limit in zip(others, most, strict=True)):
                connection.execute(insert(tables.matches), match_columns(_with_turn(connection, row)))
                seats = [seat_columns(row, seat) for seat in range(1, len(row.seats) + 1)]
                connection.execute(insert(tables.seats), seats)
                if self.words.notify is not None:
                    connection.execute(self.words.notify, columns.rows([{"id": row.id, "seq": row.seq}]))
            return others

        return await self.write(work)

    async def count_matches(self, player: str) -> Counts:
        """How many matches somebody has, by kind."""
        return Counts(*(await self.read(counts.counting(player)))[0])

    async def secret(self, name: str, fresh: bytes) -> bytes:
        """A secret of this installation: the one kept, or else the fresh one, kept from now on."""

        def keep(connection: Connection) -> bytes:
            table = tables.secrets
            connection.execute(self.words.insert(table).on_conflict_do_nothing(), {"name": name, "value": fresh})
            found = connection.execute(select(table.c.value).where(table.c.name == name))
            return bytes(found.scalar_one())

        return await self.write(keep)

    async def say(self, notes: Iterable[str]) -> None:
        """Send other processes notes that change nothing, where the database can; not in the writer's way."""
        said = columns.rows({"note": note} for note in notes)
        await self.database.write(lambda connection: connection.execute(self.words.say, said))

    # -- reading -----------------------------------------------------------------------------------------

    async def read(self, statement: Any) -> Sequence[Any]:
        """All rows of a query."""
        return await self.database.read(lambda connection: connection.execute(statement).all())

    async def match(self, match_id: str) -> MatchRow | None:
        """A match without its journal."""
        if not is_id(match_id):
            return None
        rows = await self.read(self.words.matches.where(tables.matches.c.id == match_id))
        return match_row(rows[0]) if rows else None

    async def news(self, match_id: str, since: int) -> News | None:
        """What anybody did to a match after `since`; None when nobody did anything."""
        return await self._news_reads.news(match_id, since)

    async def _news(self, known: Mapping[str, int]) -> dict[str, News]:
        """Those of some matches that are beyond what is known of each."""

        def work(connection: Connection) -> dict[str, News]:
            asked = columns.rows({"id": match_id, "seq": seq} for match_id, seq in known.items())
            found = {row.id: News(match_row(row), []) for row in connection.execute(self.words.moved, asked)}
            if found:
                asked = columns.rows({"id": match_id, "seq": known[match_id]} for match_id in found)
                for row in connection.execute(self.words.tails, asked):
                    if row.seq <= found[row.match].row.seq:
                        found[row.match].tail.append(journal_row(row))
            return found

        return await self.database.read(work)

    async def journal(self, match_id: str, since: int = 0, until: int | None = None) -> list[JournalRow]:
        """The rows of a match's journal after one seq and up to another, in order."""
        table = tables.journal
        query = select(table).where(table.c.match == match_id, table.c.seq > since).order_by(table.c.seq)
        if until is not None:
            query = query.where(table.c.seq <= until)
        return [journal_row(row) for row in await self.read(query)]

    async def moves(self, match_id: str, since: int, until: int) -> list[JournalRow]:
        """The same without what a replay need not read; many rows come in parts, and others are served in between."""
        table, found = tables.journal, list[JournalRow]()
        while True:
            last = found[-1].seq if found else since
            query = select(table).where(table.c.match == match_id, table.c.seq > last, table.c.seq <= until)
            query = query.where(table.c.kind.not_in(IDLE)).order_by(table.c.seq).limit(ROWS_PER_READ)
            part = [journal_row(row) for row in await self.read(query)]
            found += part
            if len(part) < ROWS_PER_READ:
                return found

    async def chat(self, match_id: str, since: int, until: int, limit: int, *, last: bool) -> list[JournalRow]:
        """The first lines, to all and in private, that were said after one seq and up to another; or the last ones,
        newest first."""
        table = tables.journal
        query = select(table).where(table.c.match == match_id, table.c.seq > since, table.c.seq <= until)
        query = query.where(table.c.kind.in_(CHAT)).order_by(table.c.seq.desc() if last else table.c.seq).limit(limit)
        return [journal_row(row) for row in await self.read(query)]

    async def step_seqs(self, match_id: str, since: int, until: int, limit: int) -> list[int]:
        """The seqs of the first rows after one seq and up to another that say a step was resolved."""
        table = tables.journal
        query = select(table.c.seq).where(table.c.match == match_id, table.c.kind == "step", table.c.seq > since)
        query = query.where(table.c.seq <= until).order_by(table.c.seq).limit(limit)
        return [row.seq for row in await self.read(query)]

    async def step_seq(self, match_id: str, step: int) -> int:
        """The seq of the row that says a step was resolved, alone or together with later ones."""
        table = tables.journal
        query = select(table.c.seq).where(table.c.match == match_id, table.c.kind == "step", table.c.step >= step)
        rows = await self.read(query.order_by(table.c.seq).limit(1))
        if not rows:  # somebody has deleted the match a moment ago
            raise NotFound("The match was deleted.")
        seq: int = rows[0].seq
        return seq

    async def find_key(self, match_id: str, seat: Seat, key: str) -> JournalRow | None:
        """The row that used an idempotency key, if any did."""
        table = tables.journal
        query = select(table).where(table.c.match == match_id, table.c.seat == seat, table.c.key == key)
        return next((journal_row(row) for row in await self.read(query)), None)

    async def tally(self, match_id: str) -> tuple[Tally, list[Key]]:
        """How much everybody has put into a match's journal so far, and every idempotency key that people have used."""
        table = tables.journal
        mine = table.c.match == match_id
        keys = select(table.c.seat, table.c.key).where(mine, func.length(table.c.key) <= MAX_KEY_LENGTH)
        last_step = select(func.coalesce(func.max(table.c.seq), 0)).where(mine, table.c.kind == "step")
        weight = func.sum(1 + func.length(table.c.body) // LONG)
        in_step = select(table.c.seat, weight.label("amount")).where(mine, table.c.seq > last_step.scalar_subquery())
        changes = in_step.where(table.c.kind.in_(CHANGES)).group_by(table.c.seat)
        keeping = in_step.where(table.c.kind == "keep").group_by(table.c.seat)
        size = func.octet_length(table.c.body) if self.is_shared else func.length(cast(table.c.body, LargeBinary))
        chat = select(table.c.seat, func.count().label("amount"), func.sum(size).label("size"))
        chat = chat.where(mine, table.c.kind.in_(CHAT)).group_by(table.c.seat)

        shown = select(table.c.step, table.c.body).where(mine, table.c.kind == "hint")

        def work(connection: Connection) -> tuple[Tally, list[Key]]:
            changed, kept = ({row.seat: row.amount for row in connection.execute(each)} for each in (changes, keeping))
            said = connection.execute(chat).all()
            lines, letters = ({row.seat: getattr(row, name) for row in said} for name in ("amount", "size"))
            hints = {row.step: row.body for row in connection.execute(shown)}
            used = [(row.seat, row.key) for row in connection.execute(keys)]
            return Tally(changed, kept, lines, letters, hints), used

        return await self.database.read(work)

    async def since_turn(self, match_id: str, until: int) -> list[JournalRow]:
        """The rows after the last turn that was resolved by an order or by the clock, up to a seq."""
        table, before = tables.journal, tables.journal.alias()
        turns = select(func.coalesce(func.max(table.c.seq), 0)).join(
            before, (before.c.match == table.c.match) & (before.c.seq == table.c.seq - 1)
        )
        turns = turns.where(table.c.match == match_id, table.c.kind == "step", before.c.kind.in_(("order", "expire")))
        return await self.journal(match_id, (await self.read(turns))[0][0], until)

    async def snapshot(self, match_id: str, at_most: int | None = None) -> tuple[int, str] | None:
        """Seq and body of the newest snapshot, or of the newest not beyond a seq."""
        table = tables.snapshots
        query = select(table.c.seq, table.c.body).where(table.c.match == match_id)
        if at_most is not None:
            query = query.where(table.c.seq <= at_most)
        rows = await self.read(query.order_by(table.c.seq.desc()).limit(1))
        return (rows[0].seq, rows[0].body) if rows else None

    async def read_all(self, match_id: str) -> Stored | None:
        """Everything of a match at one moment: it may be played while it is examined."""

        def work(connection: Connection) -> Stored | None:
            if self.is_shared:  # on SQLite a transaction that reads sees one moment in any case
                connection.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"))
            rows = connection.execute(self.words.matches.where(tables.matches.c.id == match_id)).all()
            journal, snapshots, seats = (
                connection.execute(select(table).where(table.c.match == match_id)).all()
                for table in (tables.journal, tables.snapshots, tables.seats)
            )
            if not rows:
                return None
            return Stored(
                match_row(rows[0]),
                sorted((journal_row(row) for row in journal), key=lambda row: row.seq),
                [SnapshotRow(each.round, each.seq, each.body) for each in snapshots],
                sorted(each.seat for each in seats),
            )

        return await self.database.read(work)


class SharedReads:
    """What was done to matches: callers who ask at the same time share one query.

    One query runs at a time; a caller who comes while one is under way shares the next, so nobody gets an old answer.
    """

    def __init__(self, query: Query) -> None:
        self._query = query
        self._busy = asyncio.Lock()
        self._known: dict[str, int] = {}
        self._next: asyncio.Task[dict[str, News]] | None = None

    async def news(self, match_id: str, since: int) -> News | None:
        """What was done to a match after `since`; None when nothing was."""
        self._known[match_id] = min(since, self._known.get(match_id, since))
        if self._next is None:
            self._next = asyncio.create_task(self._ask())
        found = (await asyncio.shield(self._next)).get(match_id)
        if found is None or found.row.seq <= since:
            return None
        return News(found.row, [row for row in found.tail if row.seq > since])

    async def _ask(self) -> dict[str, News]:
        async with self._busy:
            known, self._known, self._next = self._known, {}, None
            return await self._query(known)


def _with_turn(connection: Connection, row: MatchRow) -> MatchRow:
    """An open table with its turn among those of the same maker and of the same address."""
    if row.status != "open":
        return row
    table = tables.matches
    of_maker = select(table.c.turn).where(table.c.created_by == row.created_by, table.c.status == "open")
    *turns, last = turns_for(connection.execute(of_maker).scalars())
    of_address = select(table.c.turn).where(table.c.address == row.address, table.c.turn.between(turns[0], turns[-1]))
    taken = set(connection.execute(of_address).scalars())
    return replace(row, turn=next((turn for turn in turns if turn not in taken), last))


def is_id(text: str) -> bool:
    """Can this be an id? Whatever else people send never reaches the database."""
    return text.isascii() and text.isalnum()


def _reason(error: BaseException | None) -> str:
    """In the driver's own words, or by its name where it has none."""
    said = getattr(error, "orig", None) or error
    return str(said) or type(said).__name__
