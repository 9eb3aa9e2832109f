"""Rooms: one for each match, kept in memory by what they take."""

from __future__ import annotations

from pathlib import Path

from armillary.api.people import Player
from armillary.games.skirmish.model import Play
from tests.server.halls import processes


async def test_a_room_somebody_holds_is_never_doubled(database: str) -> None:
    async with processes(database) as (only,):
        only.hall._rooms_bytes = 0
        held = await only.match("skirmish")
        others = [(await only.match("skirmish")).row.id for _ in range(3)]
        assert await only.hall.room(held.row.id) is held
        await only.moves.submit(held.row.id, 1, Play(1))
        assert held.playing.pending == {1: Play(1)}
        assert len(only.hall.rooms) == 1
        assert (await only.hall.room(others[0])).seq == 2


async def test_rooms_are_kept_by_what_they_take(tmp_path: Path) -> None:
    async with processes(f"sqlite:///{tmp_path}/test.db") as (only,):
        only.hall._rooms_bytes = 200_000
        for _ in range(30):
            await only.match("skirmish")
        small = len(only.hall.rooms)
        for _ in range(30):
            await only.match("kepler", seats=8)
        assert 0 < len(only.hall.rooms) < small < 30


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
                assert hall._kept_bytes == held.bytes_taken, kind
