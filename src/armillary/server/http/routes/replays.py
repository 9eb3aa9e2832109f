"""After the end: another match with the same people, and records that people bring."""

from __future__ import annotations

from litestar import post
from litestar.params import JSONBody

from armillary.api.matches import MatchInfo
from armillary.core.record import Record
from armillary.server.door.asking import AnyRequest, MatchId, TheProcess, require_player
from armillary.server.door.bodies import UNDECODED, Undecoded

RECORD_BYTES = 1_000_000
"""The longest record: more than other requests may have."""


@post("/api/matches/{match_id:str}/rematch", operation_id="rematch", status_code=200)
async def rematch(request: AnyRequest, process: TheProcess, match_id: MatchId) -> MatchInfo:
    """Meet the same people again, everybody one seat further on; their seats are kept for them.

    Whoever asks first makes the match, and everybody who asks later gets the same one.
    """
    player = await require_player(request, process)
    return process.views.info(await process.again.rematch(match_id, player), player)


@post("/api/replays", operation_id="upload_record", request_max_body_size=RECORD_BYTES, opt={UNDECODED: True})
async def upload_record(
    request: AnyRequest,
    process: TheProcess,
    data: JSONBody[Undecoded[Record]],  # noqa: ARG001 (its shape; what is verified, elsewhere, is every byte of it)
) -> MatchInfo:
    """Bring the record of a finished match: it is verified, and kept for you as a match to look at and to play on from.

    Only you find it in your list; whoever you give its id can look at it too. Delete it with `DELETE /api/matches/ID`.
    """
    player = await require_player(request, process)
    return process.views.info(await process.uploads.upload(player, await request.body()), player)


ROUTES = (rematch, upload_record)
