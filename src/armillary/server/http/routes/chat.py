"""What is said at a table."""

from __future__ import annotations

from typing import Annotated

from litestar import get, post
from litestar.params import JSONBody, QueryParameter

from armillary.api.matches import MatchInfo
from armillary.api.tables import ChatLine, Say
from armillary.server.door.asking import AnyRequest, AsSeat, MatchId, Since, TheProcess, player_of, require_player

Limit = Annotated[int, QueryParameter(ge=1, le=200, description="How many lines to answer with, at most.")]


@get("/api/matches/{match_id:str}/chat", operation_id="get_chat")
async def get_chat(
    request: AnyRequest,
    process: TheProcess,
    match_id: MatchId,
    since: Since = 0,
    limit: Limit = 100,
    seat: AsSeat = None,
) -> list[ChatLine]:
    """What was said after `since`, the first lines of it; the next part follows the `seq` of the last."""
    room = await process.hall.room(match_id)
    player, seq = await player_of(request, process), room.seq
    process.views.admit(room, player, seat)
    if room.match is not None:
        seq = (await process.views.show(room, player, seat)).seq
    return await process.views.chat(room, seq, since, limit)


@post("/api/matches/{match_id:str}/chat", operation_id="say")
async def say(
    request: AnyRequest, process: TheProcess, match_id: MatchId, data: JSONBody[Say], seat: AsSeat = None
) -> MatchInfo:
    """Say something at a table you sit at."""
    player = await require_player(request, process)
    return process.views.info((await process.moves.say(match_id, player, data.text, seat)).row, player)


ROUTES = (get_chat, say)
