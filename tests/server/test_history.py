"""Past steps and first answers: worked out from the newest snapshot before them, and the same as without any."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import delete

from armillary.core import codec
from armillary.core.dice import FastDice
from armillary.core.registry import game as registered
from armillary.core.registry import slugs
from armillary.games.territory.model import Command, Commands, Config
from armillary.server.matches import journal
from armillary.server.matches.journal import Given
from armillary.server.play.hall import Hall
from armillary.server.play.room import MAX_PAST_STEPS_KEPT, Room
from armillary.server.storage import tables
from tests.server.halls import Peer, processes

STEPS = 12


async def _play(process: Peer, room: Room, steps: int = STEPS) -> None:
    """Some steps of random orders; somebody gives up on the way where there are enough to go on."""
    dice = FastDice(7)
    while not room.playing.outcome and room.playing.step < steps:
        match = room.playing
        if match.step == steps // 2 and len(match.standing) > 2:
            await process.moves.resign(room.row.id, match.standing[0])
            continue
        for seat in match.waiting_for:
            await process.moves.submit(room.row.id, seat, match.game.hints.random_order(match.state, seat, dice))


async def _shown(process: Peer, match_id: str) -> list[bytes]:
    """Every step as everybody sees it, in a process that knows nothing yet."""
    room = await Hall(process.store, process.hall.clock).room(match_id)
    shown = []
    for step in range(room.playing.step + 1):
        match, _ = await process.past.at_step(room, step)
        shown.append(codec.encode([match.table(seat) for seat in (None, *match.seats)]))
    return shown


@pytest.mark.parametrize("slug", slugs())
async def test_past_steps_are_the_same_with_and_without_snapshots(slug: str, database: str) -> None:
    async with processes(database) as (only,):
        fewest, most = registered(slug).seats
        room = await only.match(slug, seats=max(fewest, min(3, most)))
        await _play(only, room)
        match_id, rows = room.row.id, await only.store.journal(room.row.id)
        expected = _replayed(room, rows)
        assert len(expected) > 3
        assert await _shown(only, match_id) == expected
        gone = delete(tables.snapshots).where(tables.snapshots.c.match == match_id)
        assert (await only.store.write(lambda connection: connection.execute(gone))).rowcount
        assert await _shown(only, match_id) == expected


def _replayed(room: Room, rows: list[Any]) -> list[bytes]:
    """The same from the whole journal: at every step, what was there before the next was resolved."""
    match, last = journal.begin(room.row), {}
    for entry in rows:
        last[match.step] = match
        match = journal.apply(match, entry)
    last[match.step] = match
    found, shown = [], last[0]
    for step in range(match.step + 1):
        shown = last.get(step, shown)
        found.append(codec.encode([shown.table(seat) for seat in (None, *shown.seats)]))
    return found


async def test_a_late_step_is_not_replayed_from_the_beginning(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with processes(database) as (only,):
        room = await only.match("skirmish")
        await _play(only, room)
        applied: list[int] = []
        apply = journal.apply

        def counted(match: Any, row: Any) -> Any:
            applied.append(row.seq)
            return apply(match, row)

        monkeypatch.setattr(journal, "apply", counted)
        await only.past.at_step(room, STEPS - 2)
        first = len(applied)
        assert first <= 2
        for step in (*range(STEPS - 5, STEPS - 1), *range(STEPS - 5, STEPS - 1)):
            await only.past.at_step(room, step)
        others = applied[first:]
        assert len(others) == len(set(others)), "a step asked for again is remembered"


async def test_only_a_few_past_steps_are_kept_and_those_in_use_stay(database: str) -> None:
    async with processes(database) as (only,):
        room = await only.match("skirmish")
        await _play(only, room)
        for step in range(STEPS):
            await only.past.at_step(room, 0)
            await only.past.at_step(room, step)
        kept = set(room.earlier)
    assert len(kept) == MAX_PAST_STEPS_KEPT
    assert {0, STEPS - 1} <= kept


def _greedy(room: Room, seat: int) -> Commands:
    """More units than there are, and one from nowhere."""
    state = room.playing.state
    x, y = next((n % 4, n // 4) for n, owner in enumerate(state.owners) if owner == seat)
    return Commands((Command(x, y, "R" if x < 3 else "L", 99), Command(-1, 0, "R", 1)))


async def test_an_order_sent_again_learns_again_what_of_it_is_cut_or_ignored(database: str) -> None:
    async with processes(database, 2) as (here, there):
        config = Config(map_size=4, declaration_count=0)
        room = await here.match("territory", config=config)
        orders = {seat: _greedy(room, seat) for seat in (1, 2, 3)}
        first: dict[int, Given] = {}
        for seat, order in orders.items():
            first[seat] = await here.moves.submit(room.row.id, seat, order, f"key {seat}")
        await here.default(room.row.id, *room.playing.to_act)
        assert [each.resolved for each in first.values()] == [False, False, True]
        for seat, order in orders.items():
            weights = {violation.weight for violation in first[seat].violations}
            assert weights == {"altered", "void"}
            for moves in (here.moves, there.moves):
                assert await moves.first_answer(room.row.id, seat, f"key {seat}", order) == first[seat]
                assert await moves.first_answer(room.row.id, seat, f"key {seat}", None) == first[seat]


async def test_history_read_before_a_room_has_caught_up_has_nothing_twice(shared_database: str) -> None:
    async with processes(shared_database, 2) as (here, there):
        await there.relay.close()
        match_id = (await here.match("skirmish")).row.id
        await here.default(match_id, 1, 2)
        room = await there.hall.room(match_id)
        await here.default(match_id, 1, 2)
        early = await there.steps(room)
        await there.hall.refresh(match_id)
        assert [early, await there.steps(room)] == [[1], [1, 2]]
