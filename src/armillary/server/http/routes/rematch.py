"""After the end: another match with the same people, and uploaded records."""

# The annotations of some handlers are made at run time, from the game: they must not be postponed.

from litestar import Router, post
from litestar.params import JSONBody

from armillary.api.matches import MatchInfo
from armillary.api.terms import Fork
from armillary.core.contract import AnyGame
from armillary.core.record import Record
from armillary.server.door.identity import TheProcess, require_player, room_of_game
from armillary.server.door.input import UNDECODED, Undecoded
from armillary.server.http.requests import AnyRequest, MatchId

RECORD_BYTES = 1_000_000
"""The longest record: more than other requests may have."""


@post("/api/matches/{match_id:str}/rematch", operation_id="rematch", status_code=200)
async def rematch(request: AnyRequest, process: TheProcess, match_id: MatchId) -> MatchInfo:
    """A rematch with the same people, all one seat further on; the seats are reserved for them.

    The first request makes the match, and later requests return the same one.
    """
    player = await require_player(request, process)
    return process.views.info(await process.rematches.rematch(match_id, player), player)


@post("/api/replays", operation_id="upload_record", request_max_body_size=RECORD_BYTES, opt={UNDECODED: True})
async def upload_record(
    request: AnyRequest,
    process: TheProcess,
    data: JSONBody[Undecoded[Record]],  # noqa: ARG001 (its shape; what is verified, elsewhere, is every byte of it)
) -> MatchInfo:
    """Upload the record of a finished match: it is verified, and kept for you as a match to replay or to play on from.

    Only your own list shows it; people who know its id can view it too. Delete it with `DELETE /api/matches/ID`.
    """
    player = await require_player(request, process)
    return process.views.info(await process.uploads.upload(player, await request.body()), player)


def routes_for(game: AnyGame) -> Router:
    """Playing on from a position of this game."""

    @post("/matches/{match_id:str}/fork", operation_id=f"{game.slug}_fork")
    async def fork(request: AnyRequest, process: TheProcess, match_id: MatchId, data: JSONBody[Fork]) -> MatchInfo:
        """Play on from a position of a finished match, at a private table. Hidden information is drawn anew."""
        player = await require_player(request, process)
        await room_of_game(process, game, match_id)
        return process.views.info(await process.rematches.fork(match_id, player, data.step, data.seats), player)

    return Router(f"/api/{game.slug}", route_handlers=[fork], tags=[game.title])


ROUTES = (rematch, upload_record)
