"""What a list costs does not depend on how many matches there are. SQLite's own instructions are counted, not time."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any, get_args

import pytest
from sqlalchemy import Connection, text

from armillary.api.terms import HOUR, Live, SeatPlan
from armillary.core.registry import game
from armillary.server.matches.list_line import PaceKind
from armillary.server.storage import tables
from armillary.server.storage.listings import (
    MAX_COUNTED,
    Filters,
    deleted_at_open_tables,
    due,
    open_before,
    page_of,
    practice_before,
    uploaded_before,
    with_bots,
)
from armillary.server.storage.store import Store
from tests.server.halls import Peer, processes

FEW, MANY = MAX_COUNTED + 200, 10 * MAX_COUNTED
FLAGS: tuple[dict[str, bool], ...] = (
    *({}, {"mine": True}, {"your_move": True}, {"to_join": True}, {"to_watch": True}),
    *({"mine": True, "to_join": True}, {"mine": True, "your_move": True}, {"to_join": True, "to_watch": True}),
)


def _all_filters() -> Iterator[Filters]:
    games, paces, statuses = (None, "skirmish", "orbit"), (None, *get_args(PaceKind)), (None, "open", "playing", "over")
    for slug, pace, status, flags in product(games, paces, statuses, FLAGS):
        yield Filters(slug, pace, status, **flags)  # type: ignore[arg-type]


class Counting:
    """A database whose instructions are counted while it reads."""

    def __init__(self, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
        self.instructions = 0
        read = store.database.read

        def counted(work: Any) -> Any:
            return read(lambda connection: self._count(connection, work))

        monkeypatch.setattr(store.database, "read", counted)

    def _count(self, connection: Connection, work: Any) -> Any:
        driver: Any = connection.connection.driver_connection
        driver.set_progress_handler(self._one_more, 1)
        try:
            return work(connection)
        finally:
            driver.set_progress_handler(None, 0)

    def _one_more(self) -> int:
        self.instructions += 1
        return 0


async def _copy(peer: Peer, match_id: str, numbers: range) -> None:
    """More matches just like this one, each changed a moment before the last."""
    counting = "WITH RECURSIVE n(n) AS (SELECT :first UNION ALL SELECT n + 1 FROM n WHERE n < :last) "
    own = {"id": "printf('%024x', n)", "match": "printf('%024x', n)"}
    own |= {"changed_at": "changed_at - n", "listed_at": "listed_at - n"}

    def work(connection: Connection) -> None:
        for table, key in ((tables.matches, "id"), (tables.seats, "match")):
            names = [f'"{name}"' for name in table.columns.keys()]  # noqa: SIM118
            values = [own.get(name.strip('"'), name) for name in names]
            copied = f'SELECT {", ".join(values)} FROM {table.name}, n WHERE "{key}" = :match'
            statement = text(f"INSERT INTO {table.name} ({', '.join(names)}) {counting} {copied}")
            connection.execute(statement, {"first": numbers[0], "last": numbers[-1], "match": match_id})

    await peer.store.write(work)


async def _work_of_lists(peer: Peer, player: str, counting: Counting) -> dict[Filters, int]:
    found = {}
    for asked in _all_filters():
        counting.instructions = 0
        await page_of(peer.store, asked, player, None, 20)
        found[asked] = counting.instructions
    return found


async def _work_of_looks(peer: Peer, counting: Counting) -> int:
    """What the server itself asks again and again: whose time is up, which bots may have been forgotten, what ends."""
    counting.instructions, now = 0, peer.hall.clock.now()
    assert len(await due(peer.store, now + HOUR, 40)) == 1
    assert await with_bots(peer.store, now - HOUR, now + HOUR) == []
    assert await open_before(peer.store, now + HOUR, "", 40) == []
    assert await practice_before(peer.store, now + HOUR, "", 40) == []
    assert await uploaded_before(peer.store, now + HOUR, "", 40) == []
    assert await deleted_at_open_tables(peer.store, "", 40) == []
    return counting.instructions


async def test_the_work_for_a_look_does_not_grow_with_the_finished_matches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with processes(f"sqlite:///{tmp_path}/test.db") as (only,):
        over, _ = await only.match("skirmish"), await only.match("skirmish", pace=Live(60))
        await only.moves.resign(over.row.id, 1)
        counting = Counting(only.store, monkeypatch)
        few = await _work_of_looks(only, counting)
        await _copy(only, over.row.id, range(1, 1_000))
        assert await _work_of_looks(only, counting) <= 1.1 * few


@pytest.mark.parametrize("is_somebody", [False, True])
async def test_the_work_for_a_page_hardly_grows_with_the_finished_matches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_somebody: bool
) -> None:
    async with processes(f"sqlite:///{tmp_path}/test.db") as (only,):
        guest, other = await only.guest(), await only.guest()
        over = await only.match("skirmish")
        mine, _ = [await only.match("skirmish", people=[guest, other]) for _ in range(2)]
        for room in (over, mine):
            await only.moves.resign(room.row.id, 1)
        player = guest.id if is_somebody else ""
        await _copy(only, over.row.id, range(1, FEW))
        counting = Counting(only.store, monkeypatch)
        before = await _work_of_lists(only, player, counting)
        await _copy(only, over.row.id, range(FEW, MANY))
        after = await _work_of_lists(only, player, counting)
        assert (await page_of(only.store, Filters(), player, None, 20)).total == MAX_COUNTED
        grown = {asked: (few, after[asked]) for asked, few in before.items() if after[asked] > 1.1 * few}
        assert grown == {}


async def test_the_work_for_a_page_hardly_grows_with_the_open_tables_nor_with_who_asks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with processes(f"sqlite:///{tmp_path}/test.db") as (only,):
        maker, stranger = await only.guest(), await only.guest()
        table = (await only.lobby.make(game("skirmish"), maker, (SeatPlan("me"), SeatPlan("open")))).row
        await _copy(only, table.id, range(1, FEW))
        counting = Counting(only.store, monkeypatch)
        before = await _work_of_lists(only, stranger.id, counting)
        await _copy(only, table.id, range(FEW, MANY))
        after = await _work_of_lists(only, stranger.id, counting)
        assert {asked: (few, after[asked]) for asked, few in before.items() if after[asked] > 1.1 * few} == {}
        of_nobody = await _work_of_lists(only, "", counting)
        asked = Filters(to_join=True)
        assert after[asked] < 2 * of_nobody[asked], "nobody looks for a player's seats in a thousand matches"
