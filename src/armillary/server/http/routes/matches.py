"""Matches without their tables: seats, the start, resigning, draws and records."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Response, delete, get, post
from litestar.params import JSONBody, QueryParameter

from armillary.api.matches import DrawOffered, Join, MatchInfo, PauseAsked
from armillary.api.tables import ChatLine, Say
from armillary.api.terms import MAX_SEQ
from armillary.core.record import Record
from armillary.server.door.identity import TheProcess, player_of, require_player, require_seat
from armillary.server.http.requests import AnyRequest, AsSeat, MatchId, Since
from armillary.server.http.responses import Answer
from armillary.server.play.room import Room

Before = Annotated[
    int | None, QueryParameter(ge=1, le=MAX_SEQ, description="Only lines before this `seq`, the last ones.")
]
ChatLimit = Annotated[int, QueryParameter(ge=1, le=200, description="The maximum number of lines in the answer.")]


@get("/api/matches/{match_id:str}", operation_id="get_match")
async def get_match(request: AnyRequest, process: TheProcess, match_id: MatchId) -> MatchInfo:
    """A match without its table: its seats, terms and status."""
    room = await process.hall.room(match_id)
    return process.views.info(room.row, await player_of(request, process))


@delete("/api/matches/{match_id:str}", operation_id="cancel_match", status_code=200)
async def cancel_match(request: AnyRequest, process: TheProcess, match_id: MatchId) -> MatchInfo:
    """Cancel a match that you made and that has not begun, or delete a record that you uploaded."""
    player = await require_player(request, process)
    row = (await process.hall.room(match_id)).row
    if row.origin == "upload":
        await process.uploads.delete(row, player)
        return process.views.info(row, player)
    return process.views.info((await process.lobby.cancel(match_id, player)).row, player)


@post("/api/matches/{match_id:str}/join", operation_id="join_match", status_code=200)
async def join_match(request: AnyRequest, process: TheProcess, match_id: MatchId, data: JSONBody[Join]) -> MatchInfo:
    """Take a seat."""
    player = await require_player(request, process)
    room = await process.lobby.join(match_id, player, data.seat, data.invite)
    return process.views.info(room.row, player)


@post("/api/matches/{match_id:str}/leave", operation_id="leave_match", status_code=200)
async def leave_match(request: AnyRequest, process: TheProcess, match_id: MatchId, seat: AsSeat = None) -> MatchInfo:
    """Give your seat back before the start."""
    player = await require_player(request, process)
    return process.views.info((await process.lobby.leave(match_id, player, seat)).row, player)


@post("/api/matches/{match_id:str}/start", operation_id="start_match", status_code=200)
async def start_match(request: AnyRequest, process: TheProcess, match_id: MatchId) -> MatchInfo:
    """Begin a match you made, once all seats are taken."""
    player = await require_player(request, process)
    return process.views.info((await process.lobby.start(match_id, player)).row, player)


@post("/api/matches/{match_id:str}/resign", operation_id="resign_match", status_code=200)
async def resign_match(request: AnyRequest, process: TheProcess, match_id: MatchId, seat: AsSeat = None) -> MatchInfo:
    """Resign."""
    player, own = await require_seat(request, process, match_id, seat)
    return process.views.info((await process.moves.resign(match_id, own)).row, player)


@post("/api/matches/{match_id:str}/draw", operation_id="offer_draw", status_code=200)
async def offer_draw(request: AnyRequest, process: TheProcess, match_id: MatchId, seat: AsSeat = None) -> DrawOffered:
    """Offer a draw until the next step, or agree to one: once all who still play have, the match is drawn."""
    _, own = await require_seat(request, process, match_id, seat)
    return _offered(await process.moves.offer_draw(match_id, own))


@delete("/api/matches/{match_id:str}/draw", operation_id="take_back_draw", status_code=200)
async def take_back_draw(
    request: AnyRequest, process: TheProcess, match_id: MatchId, seat: AsSeat = None
) -> DrawOffered:
    """Withdraw your offer of a draw."""
    _, own = await require_seat(request, process, match_id, seat)
    return _offered(await process.moves.take_back_draw(match_id, own))


def _offered(room: Room) -> DrawOffered:
    return DrawOffered(room.row.heard, room.playing.offers, room.playing.outcome)


@post("/api/matches/{match_id:str}/share", operation_id="share_match", status_code=200)
async def share_match(request: AnyRequest, process: TheProcess, match_id: MatchId) -> MatchInfo:
    """Let everybody watch a match that you play, or played, alone against bots."""
    player = await require_player(request, process)
    return process.views.info((await process.lobby.share(match_id, player)).row, player)


@get("/api/matches/{match_id:str}/record", operation_id="get_record")
async def get_record(
    request: AnyRequest, process: TheProcess, match_id: MatchId, seat: AsSeat = None
) -> Response[Record]:
    """The record as a file; it includes the seed once the match is over."""
    room = await process.hall.room(match_id)
    data = await process.views.record(room, await player_of(request, process), seat)
    as_file = {"content-disposition": f'attachment; filename="{room.row.game}-{room.row.id}.json"'}
    written: Any = msgspec.Raw(data)
    return Answer(written, headers=as_file)


# -- pauses and chat ---------------------------------------------------------------------------------------


@post("/api/matches/{match_id:str}/pause", operation_id="ask_for_pause", status_code=200)
async def ask_for_pause(request: AnyRequest, process: TheProcess, match_id: MatchId, seat: AsSeat = None) -> PauseAsked:
    """Ask for a pause. The clock stops once all people still playing have asked; orders can still be given."""
    _, own = await require_seat(request, process, match_id, seat)
    return _asked(await process.moves.ask_for_pause(match_id, own))


@delete("/api/matches/{match_id:str}/pause", operation_id="take_back_pause", status_code=200)
async def take_back_pause(
    request: AnyRequest, process: TheProcess, match_id: MatchId, seat: AsSeat = None
) -> PauseAsked:
    """Withdraw your request for a pause."""
    _, own = await require_seat(request, process, match_id, seat)
    return _asked(await process.moves.take_back_pause(match_id, own))


@post("/api/matches/{match_id:str}/resume", operation_id="resume", status_code=200)
async def resume(request: AnyRequest, process: TheProcess, match_id: MatchId, seat: AsSeat = None) -> PauseAsked:
    """Resume the clock with the time that was left."""
    _, own = await require_seat(request, process, match_id, seat)
    return _asked(await process.moves.resume(match_id, own))


def _asked(room: Room) -> PauseAsked:
    return PauseAsked(room.row.heard, room.row.deadline, room.row.pause)


@get("/api/matches/{match_id:str}/chat", operation_id="get_chat")
async def get_chat(
    request: AnyRequest,
    process: TheProcess,
    match_id: MatchId,
    since: Since = 0,
    before: Before = None,
    limit: ChatLimit = 100,
    seat: AsSeat = None,
) -> list[ChatLine]:
    """The first lines of chat after `since` that you can read; for the next ones, use the `seq` of the last line.

    With `before`, the last lines before that `seq`; for earlier ones, use the `seq` of the first line. Players read
    what is said to all, and to them. Spectators read it once the match is over, or earlier where its terms say so.
    """
    room = await process.hall.room(match_id)
    player, seq = await player_of(request, process), room.seq
    own = process.views.admit(room, player, seat)
    if room.match is not None:
        seq = (await process.views.show(room, player, seat)).seq
    until = seq if before is None else min(seq, before - 1)
    return await process.views.chat(room, own, until, since, limit, last=before is not None)


@post("/api/matches/{match_id:str}/chat", operation_id="say")
async def say(
    request: AnyRequest, process: TheProcess, match_id: MatchId, data: JSONBody[Say], seat: AsSeat = None
) -> MatchInfo:
    """Send a chat message at a table you sit at: to all or, with `to`, to one other player in private."""
    player = await require_player(request, process)
    return process.views.info((await process.moves.say(match_id, player, data.text, seat, data.to)).row, player)


ROUTES = (
    get_match,
    cancel_match,
    join_match,
    leave_match,
    start_match,
    resign_match,
    offer_draw,
    take_back_draw,
    share_match,
    get_record,
    ask_for_pause,
    take_back_pause,
    resume,
    get_chat,
    say,
)
