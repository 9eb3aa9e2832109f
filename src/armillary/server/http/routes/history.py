"""The past of a match: what happened, and the table as it was seen then."""

# The annotations of some handlers are made at run time, from the game: they must not be postponed.

from typing import Annotated, Any

from litestar import Response, Router, get
from litestar.params import PathParameter, QueryParameter

from armillary.api.analysis import Analysis
from armillary.api.history import Description, History
from armillary.api.terms import MAX_SEATS, MAX_SEQ
from armillary.core.contract import AnyGame
from armillary.core.table import Table
from armillary.server.door.identity import TheProcess, player_of, room_of_game
from armillary.server.errors import NotAllowed
from armillary.server.http.requests import AnyRequest, AsSeat, Marks, MatchId, Since
from armillary.server.http.responses import Answer
from armillary.server.play.views import Shown

Limit = Annotated[int, QueryParameter(ge=1, le=200, description="The maximum number of steps in the answer.")]
FirstStep = Annotated[int, QueryParameter(name="from", ge=0, le=MAX_SEQ, description="The first step.")]
LastStep = Annotated[int, QueryParameter(name="to", ge=0, le=MAX_SEQ, description="The last step.")]
SeatAsked = Annotated[
    int | None,
    QueryParameter(
        name="seat",
        ge=0,
        le=MAX_SEATS,
        description="The seat you view from, or 0 for a spectator. With it, the answer can be cached.",
    ),
]
"""The seat from which the viewer expects to see; 0 for a spectator."""

StepOfPath = Annotated[int, PathParameter(ge=0, le=MAX_SEQ, description="After how many steps.")]
Step = Annotated[int | None, QueryParameter(ge=0, le=MAX_SEQ, description="After how many steps; by default, now.")]
Part = Annotated[str | None, QueryParameter(max_length=100, description="The name of one part, to get only that part.")]
Width = Annotated[
    int | None, QueryParameter(ge=60, le=200, description="Draw an overview, too, in at most this many columns.")
]

KEPT = "private, max-age=31536000, immutable"
"""What a seat saw after a past step never changes."""


@get("/api/matches/{match_id:str}/describe", operation_id="describe")
async def describe(
    request: AnyRequest,
    process: TheProcess,
    match_id: MatchId,
    step: Step = None,
    part: Part = None,
    seat: AsSeat = None,
    marks: Marks = False,
    width: Width = None,
) -> Description:
    """The position as you see it, in plain text: now or after a step, as a whole or one named part."""
    room = await process.hall.room(match_id)
    player = await player_of(request, process)
    shown = await process.views.show(room, player, seat, marks)
    found: Description = await process.views.describe(room, shown, step, part, width)
    return found


@get("/api/matches/{match_id:str}/analysis", operation_id="get_analysis")
async def get_analysis(request: AnyRequest, process: TheProcess, match_id: MatchId, marks: Marks = False) -> Analysis:
    """The analysis of a finished match: how each seat stood, where it turned, and which orders were better.

    The first request takes some seconds. Only one match at a time is analysed for you.
    """
    room = await process.hall.room(match_id)
    player = await player_of(request, process)
    return await process.views.analysis(room, await process.views.show(room, player, None, marks))


def routes_for(game: AnyGame) -> Router:
    """Past tables of this game. With a `seat` in its address, an answer can be cached forever."""
    order: Any = game.order
    view: Any = game.view
    event: Any = game.event

    @get("/matches/{match_id:str}/history", operation_id=f"{game.slug}_history")
    async def history(
        request: AnyRequest,
        process: TheProcess,
        match_id: MatchId,
        since: Since = 0,
        limit: Limit = 100,
        seat: AsSeat = None,
        marks: Marks = False,
    ) -> Response[History[event, order]]:
        """What happened after `since`, step by step, as far as you may see it."""
        room = await room_of_game(process, game, match_id)
        player = await player_of(request, process)
        shown = await process.views.show(room, player, seat, marks)
        told: Any = await process.views.history(room, shown, since, limit)
        return Answer(told)

    @get("/matches/{match_id:str}/steps", operation_id=f"{game.slug}_steps")
    async def steps(
        request: AnyRequest,
        process: TheProcess,
        match_id: MatchId,
        first: FirstStep,
        last: LastStep,
        seat: SeatAsked = None,
    ) -> Response[list[Table[view, order]]]:
        """The tables as you saw them after each of these steps, without their constant parts."""
        room = await room_of_game(process, game, match_id)
        player = await player_of(request, process)
        shown = await process.views.show(room, player, seat or None)
        headers = _headers(shown, seat)
        seen: Any = await process.views.step_views(room, shown, first, last)
        return Answer(seen, headers=headers)

    @get("/matches/{match_id:str}/steps/{step:int}", operation_id=f"{game.slug}_step")
    async def step(
        request: AnyRequest, process: TheProcess, match_id: MatchId, step: StepOfPath, seat: SeatAsked = None
    ) -> Response[Table[view, order]]:
        """The table as you saw it after this many steps."""
        room = await room_of_game(process, game, match_id)
        player = await player_of(request, process)
        shown = await process.views.show(room, player, seat or None)
        headers = _headers(shown, seat)
        return Answer(await process.views.step_view(room, shown, step), headers=headers)

    return Router(f"/api/{game.slug}", route_handlers=[history, steps, step], tags=[game.title])


def _headers(shown: Shown, seat: int | None) -> dict[str, str]:
    """How long an answer may be kept: without a seat in its address, the next viewer may see from another."""
    if seat is not None and seat != (shown.seat or 0):
        raise NotAllowed(
            f"You cannot view this match from seat {seat}."
            if seat
            else "You sit at this table, so you cannot view it as a spectator."
        )
    return {"cache-control": "private, no-cache" if seat is None else KEPT, "vary": "cookie, authorization"}


ROUTES = (describe, get_analysis)
