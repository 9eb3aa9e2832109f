"""A process that was away for a while catches up with what the others did, however the rest of the journal goes."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path
from typing import Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from msgspec.structs import replace
from sqlalchemy import delete, update

from armillary.api.people import Player
from armillary.api.terms import Absent, Live, Spectators
from armillary.core import codec, seeds
from armillary.core.dice import FastDice
from armillary.core.errors import ArmillaryError, VerificationFailed
from armillary.core.registry import game
from armillary.games.skirmish.model import Play
from armillary.server.background.deadlines import Deadlines
from armillary.server.matches import journal
from armillary.server.matches.change import Change, Standing, change_to
from armillary.server.matches.giving_up import take_over
from armillary.server.matches.rows import JournalRow, MatchRow, SeatRow
from armillary.server.play.hall import Planner
from armillary.server.play.moves import Moves
from armillary.server.play.room import Room
from armillary.server.storage import tables
from tests.clock import HandClock
from tests.server.halls import Peer, orders_checked, processes
from tests.server.ways import all_ways, blocked

SIMPLE = ("withdraw", "offer_draw", "take_back_draw", "resign", "ask_for_pause", "take_back_pause", "resume")
"""What a seat does, by the names of the methods."""
DEEDS = (*SIMPLE, *4 * ("order",), "withdraw", "join", "expire", "chat")
SECONDS = 60


class OneMatch:
    """A hall of one match, without a database: every change is made."""

    def __init__(self, slug: str, seats: int, then: Literal["default", "open", "bot"]) -> None:
        rules = game(slug)
        self.clock = HandClock()
        self.journal: list[JournalRow] = []
        names = tuple(f"Player {seat}" for seat in range(1, seats + 1))
        row = MatchRow(
            id="one",
            game=slug,
            rules_version=rules.version,
            config=codec.encode(rules.presets["standard"](seats)).decode(),
            seed=seeds.seed_from("catching up"),
            pace=Live(SECONDS),
            spectators=Spectators(),
            autostart=True,
            created_by="1",
            created_at=self.clock.now(),
            status="playing",
            seats=tuple(SeatRow("person", name, player=str(seat)) for seat, name in enumerate(names, start=1)),
            deadline=None,
            outcome=None,
            changed_at=self.clock.now(),
            seq=0,
            absent=Absent(then, after=2, bot="random" if then == "bot" else None),
            players=names,
        )
        begun = change_to(
            Standing(row, None),
            self.clock.now(),
            ("start", 0, codec.encode(names).decode(), None),
            match=journal.begin(row),
        )
        self._make(begun)

    def _make(self, change: Change) -> None:
        self.journal += change.append.rows
        self.known = change.standing

    async def room(self, _: str) -> Room:
        """The match as it is now."""
        return Room(self.known)

    async def change(self, _: str, planner: Planner, key: object = None) -> tuple[Room, Change | None]:
        """Make a change at once."""
        change = planner(self.known)
        if change is not None:
            self._make(change)
        return Room(self.known), change

    async def do(self, deed: str, seat: int, number: int) -> None:
        """What somebody does, by the server's own plans; it may not be allowed now."""
        hall: Any = self
        nobody: Any = None
        moves, match = Moves(hall, nobody, nobody), self.known.playing
        if deed == "order":
            order = match.game.hints.random_order(match.state, seat, FastDice(number)) if seat in match.to_act else None
            await moves.submit("one", seat, order)
        elif deed == "join":
            stranger = SeatRow("person", f"Stranger {number}", player=f"stranger{number}")
            if self.known.row.seats[seat - 1].is_empty:
                await self.change("one", lambda on: take_over(on, seat, stranger, self.clock.now()))
        elif deed == "expire":
            self.clock.forward(SECONDS)
            await Deadlines(hall).expire("one")
        elif deed == "chat":
            player = self.known.row.seats[seat - 1].player or ""
            await moves.say("one", Player(player, "somebody"), f"line {number}")
        else:
            await getattr(moves, deed)("one", seat)


@pytest.mark.parametrize(("slug", "seats"), [("skirmish", 2), ("skirmish", 3), ("territory", 3), ("risky_stars", 2)])
@settings(max_examples=150)
@given(
    then=some.sampled_from(("default", "open", "bot")),
    deeds=some.lists(
        some.tuples(some.sampled_from(DEEDS), some.integers(1, 3), some.integers(0, 9)), min_size=5, max_size=24
    ),
)
def test_from_every_row_to_every_later_one_following_the_rest_is_replaying_it(
    slug: str, seats: int, then: Literal["default", "open", "bot"], deeds: list[tuple[str, int, int]]
) -> None:
    one = OneMatch(slug, seats, then)

    async def play() -> None:
        for deed, seat, number in deeds:
            with contextlib.suppress(ArmillaryError):
                await one.do(deed, 1 + seat % seats, number)

    asyncio.run(play())
    assert list(blocked(one.known.row, one.journal, all_ways(one.journal))) == []


async def test_an_order_that_was_known_and_is_withdrawn_elsewhere_does_not_count(tmp_path: Path) -> None:
    """Nobody tells the second process anything in between, as if it had been stopped."""
    async with processes(f"sqlite:///{tmp_path}/test.db", 2) as (here, there):
        match_id = (await here.match("skirmish")).row.id
        await here.moves.submit(match_id, 2, Play(15))
        room = await there.hall.room(match_id)
        assert room.playing.pending == {2: Play(15)}
        await here.moves.withdraw(match_id, 2)
        await here.moves.submit(match_id, 1, Play(7))
        await here.moves.submit(match_id, 2, Play(12))
        await there.hall.refresh(match_id)
        assert room.playing.hashes[-1] == (await here.hall.room(match_id)).playing.hashes[-1]
        assert await there.steps(room) == [1]


async def test_orders_and_withdrawals_in_turn_are_not_checked_one_by_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with processes(f"sqlite:///{tmp_path}/test.db", 2) as (here, there):
        match_id = (await here.match("skirmish")).row.id
        await here.moves.submit(match_id, 1, Play(1))
        room = await there.hall.room(match_id)
        for card in range(2, 12):
            await here.moves.withdraw(match_id, 1)
            await here.moves.submit(match_id, 1, Play(card))
        checked = orders_checked(monkeypatch)
        await there.hall.refresh(match_id)
        assert room.playing.pending == {1: Play(11)}
        assert checked == [Play(11)]


def _mislead(room: Room) -> None:
    """The room believes something that was never ordered."""
    room.known = replace(room.known, match=replace(room.playing, pending={2: Play(15)}))


async def test_a_room_that_cannot_catch_up_is_loaded_again_with_everybody_in_it(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with processes(f"sqlite:///{tmp_path}/test.db", 2) as (here, there):
        match_id = (await here.match("skirmish")).row.id
        room, changed = await there.hall.room(match_id), asyncio.Event()
        room.waiting.add(changed)
        _mislead(room)
        await here.moves.submit(match_id, 1, Play(7), "first")
        await here.moves.submit(match_id, 2, Play(12))
        await there.hall.refresh(match_id)
        assert changed.is_set()
        assert await there.hall.room(match_id) is room
        there_now, here_now = room.playing, (await here.hall.room(match_id)).playing
        assert (there_now.step, there_now.hashes[-1]) == (1, here_now.hashes[-1])
        assert (1, "first") in room.answers
        assert await there.steps(room) == [1]
        await there.moves.submit(match_id, 1, Play(8))
        assert [entry.levelname for entry in caplog.records if "loaded again" in entry.message] == ["ERROR"]


async def test_a_match_that_cannot_be_loaded_either_says_so(tmp_path: Path) -> None:
    async with processes(f"sqlite:///{tmp_path}/test.db", 2) as (here, there):
        match_id = (await here.match("skirmish")).row.id
        room = await there.hall.room(match_id)
        await here.moves.submit(match_id, 1, Play(7))
        await here.moves.submit(match_id, 2, Play(12))
        await _damage(here, match_id)
        with pytest.raises(VerificationFailed):
            await there.hall.refresh(match_id)
        assert room.playing.step == 0


async def _damage(process: Peer, match_id: str) -> None:
    """The journal says that another card was played, and there is no snapshot of what came of it."""
    orders, snapshots = tables.journal, tables.snapshots
    another = update(orders).where(orders.c.match == match_id, orders.c.kind == "order", orders.c.seat == 1)
    await process.store.write(lambda connection: connection.execute(another.values(body='{"card":8}')))
    await process.store.write(lambda connection: connection.execute(delete(snapshots)))
