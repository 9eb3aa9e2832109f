"""Stopping the clock, when all who play agree."""

from __future__ import annotations

from litestar import delete, post

from armillary.api.matches import PauseAsked
from armillary.server.door.asking import AnyRequest, AsSeat, MatchId, TheProcess, require_seat
from armillary.server.play.room import Room


@post("/api/matches/{match_id:str}/pause", operation_id="ask_for_pause", status_code=200)
async def ask_for_pause(request: AnyRequest, process: TheProcess, match_id: MatchId, seat: AsSeat = None) -> PauseAsked:
    """Ask for a pause: once all people who still play have, the clock stops. Orders can still be given."""
    _, own = await require_seat(request, process, match_id, seat)
    return _asked(await process.pauses.ask(match_id, own))


@delete("/api/matches/{match_id:str}/pause", operation_id="take_back_pause", status_code=200)
async def take_back_pause(
    request: AnyRequest, process: TheProcess, match_id: MatchId, seat: AsSeat = None
) -> PauseAsked:
    """Ask no longer for a pause."""
    _, own = await require_seat(request, process, match_id, seat)
    return _asked(await process.pauses.take_back(match_id, own))


@post("/api/matches/{match_id:str}/resume", operation_id="resume", status_code=200)
async def resume(request: AnyRequest, process: TheProcess, match_id: MatchId, seat: AsSeat = None) -> PauseAsked:
    """Let the clock go on with the time that was left."""
    _, own = await require_seat(request, process, match_id, seat)
    return _asked(await process.pauses.resume(match_id, own))


def _asked(room: Room) -> PauseAsked:
    return PauseAsked(room.row.heard, room.row.deadline, room.row.pause)


ROUTES = (ask_for_pause, take_back_pause, resume)
