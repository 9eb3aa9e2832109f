"""How much people have put into a journal is known to every process, and after a restart."""

from __future__ import annotations

from tests.server.halls import processes


async def test_what_was_counted_is_counted_elsewhere_and_after_a_restart(database: str) -> None:
    async with processes(database, 2) as (here, there):
        room = await here.match("skirmish")
        elsewhere = await there.hall.room(room.row.id)
        people = [await here.guests.by_id(seat.player or "") for seat in room.row.seats]
        assert people[0] is not None
        await here.default(room.row.id, 1, 2, 1, 1)
        for text in ("x", "🚀" * 10):
            await here.moves.say(room.row.id, people[0], text)
        tally = room.known.tally
        assert (tally.changes, tally.lines) == ({1: 2}, {1: 2})
        await there.hall.refresh(room.row.id)
        assert elsewhere.known.tally == tally
    async with processes(database) as (after,):
        assert (await after.hall.room(room.row.id)).known.tally == tally
