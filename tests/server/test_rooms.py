"""Rooms: one for each match, kept in memory by what they take."""

from __future__ import annotations

from pathlib import Path

from armillary.api.people import Player
from armillary.games.skirmish.model import Play
from armillary.server.play.hall import Hall
from armillary.server.play.moves import Moves
from tests.server.halls import processes


async def test_a_room_somebody_holds_is_never_doubled(database: str) -> None:
    async with processes(database) as (only,):
        hall = Hall(only.store, only.clock, rooms_bytes=0)
        first, *others = [(await only.match("skirmish")).row.id for _ in range(4)]
        held = await hall.room(first)
        for each in others:
            await hall.room(each)
        assert await hall.room(first) is held
        await Moves(hall, only.past, only.trials).submit(first, 1, Play(1))
        assert held.playing.pending == {1: Play(1)}
        assert len(hall.rooms) == 1
        assert (await hall.room(others[0])).seq == 2


async def test_rooms_are_kept_by_what_they_take(tmp_path: Path) -> None:
    async with processes(f"sqlite:///{tmp_path}/test.db") as (only,):
        hall = Hall(only.store, only.clock, rooms_bytes=200_000)
        for _ in range(30):
            await hall.room((await only.match("skirmish")).row.id)
        small = len(hall.rooms)
        for _ in range(30):
            await hall.room((await only.match("kepler", seats=8)).row.id)
        assert 0 < len(hall.rooms) < small < 30


async def test_whatever_makes_a_room_larger_is_counted(shared_database: str) -> None:
    async with processes(shared_database, 2) as (here, there):
        room = await here.match("risky_stars")
        watched = await there.hall.room(room.row.id)
        for kind in ("begun", "ordered", "said", "caught up with"):
            if kind == "ordered":
                for _ in range(10):
                    await here.default(room.row.id, *room.playing.waiting_for)
            if kind == "said":
                await here.moves.say(room.row.id, Player(str(room.row.seats[0].player), "Ada"), "x" * 100)
            if kind == "caught up with":
                await there.hall.refresh(room.row.id)
                assert watched.seq == room.seq
            for hall, held in ((here.hall, room), (there.hall, watched)):
                assert hall.kept_bytes == held.bytes_taken, kind
