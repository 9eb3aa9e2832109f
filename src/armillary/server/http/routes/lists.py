"""Lists of matches: those to join, to watch, to look at again, and one's own."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from litestar import get
from litestar.params import QueryParameter

from armillary.api.matches import MatchList
from armillary.core import registry
from armillary.core.errors import BadInput
from armillary.server.door.identity import TheProcess, address_of, player_of
from armillary.server.http.requests import AnyRequest, Marks
from armillary.server.matches.list_line import PaceKind
from armillary.server.storage import listings
from armillary.server.storage.listings import Filters, Place

Limit = Annotated[int, QueryParameter(ge=1, le=100, description="The maximum number of matches in the answer.")]
Cursor = Annotated[str | None, QueryParameter(max_length=80, description="The `next` of the previous page.")]
Slug = Annotated[str | None, QueryParameter(max_length=80, description="Only matches of this game.")]

Paced = Annotated[PaceKind | None, QueryParameter(description="Only matches of this pace.")]
StatusKind = Annotated[
    Literal["open", "playing", "over"] | None, QueryParameter(description="Only matches with this status.")
]
Mine = Annotated[bool, QueryParameter(description="Only matches that you made, sit at, or have a seat reserved in.")]
YourMove = Annotated[bool, QueryParameter(description="Only matches that are waiting for your order.")]
ToJoin = Annotated[bool, QueryParameter(description="Only matches with a seat you can take.")]
ToWatch = Annotated[bool, QueryParameter(description="Only other players' matches that you can watch.")]

_CURSOR = re.compile(r"(-?[0-9]{1,9})/([0-9]{1,15})/([0-9A-Za-z]{1,32})", re.ASCII)


@get("/api/matches", operation_id="list_matches")
async def list_matches(
    request: AnyRequest,
    process: TheProcess,
    game: Slug = None,
    pace: Paced = None,
    status: StatusKind = None,
    mine: Mine = False,
    your_move: YourMove = False,
    to_join: ToJoin = False,
    to_watch: ToWatch = False,
    cursor: Cursor = None,
    limit: Limit = 50,
    marks: Marks = False,
) -> MatchList:
    """Matches that you can join, watch or replay, and your own: those you sit at or made."""
    if game is not None and game not in registry.slugs():
        raise BadInput(f"game: There is no game {game!r}; choose one of: {', '.join(registry.slugs())}.")
    player = await player_of(request, process)
    asked = Filters(game, pace, status, mine, your_move, to_join, to_watch)
    after = None if cursor is None else _place(cursor)
    async with process.limits.lists_by_address.of(address_of(request.scope)):
        page = await listings.page_of(process.store, asked, player.id if player else "", after, limit)
    lines = [process.views.line(row, player, marks) for row in page.rows]
    following = None if page.next is None else "/".join(map(str, page.next))
    return MatchList(lines, following, page.total, page.your_move)


def _place(cursor: str) -> Place:
    found = _CURSOR.fullmatch(cursor)
    if found is None:
        raise BadInput("cursor: This is not a valid cursor. Use the `next` of the previous page.")
    return int(found[1]), int(found[2]), found[3]


ROUTES = (list_matches,)
