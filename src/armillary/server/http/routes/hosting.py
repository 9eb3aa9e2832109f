"""Setting a table anew before the start, and looking at an invitation before it is used."""

# The annotations of some handlers are made at run time, from the game: they must not be postponed.

from typing import Annotated, Any

from litestar import Router, patch, post, put
from litestar.params import JSONBody, PathParameter

from armillary.api.matches import Invitation, Invite, MatchInfo, SeatSet, Swap
from armillary.api.terms import MAX_SEATS, NewTerms, SeatPlan
from armillary.core.contract import AnyGame
from armillary.server.door.identity import TheProcess, player_of, require_player, room_of_game
from armillary.server.door.input import UNDECODED, Undecoded
from armillary.server.http.requests import AnyRequest, MatchId

SeatOfPath = Annotated[int, PathParameter(ge=1, le=MAX_SEATS, description="The number of the seat.")]


@put("/api/matches/{match_id:str}/seats/{seat:int}", operation_id="set_seat")
async def set_seat(
    request: AnyRequest, process: TheProcess, match_id: MatchId, seat: SeatOfPath, data: JSONBody[SeatPlan]
) -> SeatSet:
    """Fill a seat of a match you made differently, before the start.

    A player who sat there loses the seat. `invite` on an invited seat makes a new secret and voids the old one;
    `open` withdraws the invitation.
    """
    player = await require_player(request, process)
    made = await process.lobby.set_seat(match_id, player, seat, data)
    return SeatSet(process.views.info(made.row, player), made.invites.get(str(seat)))


@post("/api/matches/{match_id:str}/seats/swap", operation_id="swap_seats", status_code=200)
async def swap_seats(request: AnyRequest, process: TheProcess, match_id: MatchId, data: JSONBody[Swap]) -> MatchInfo:
    """Swap two seats of a match you made, before the start."""
    player = await require_player(request, process)
    return process.views.info((await process.lobby.swap(match_id, player, *data.seats)).row, player)


@post("/api/matches/{match_id:str}/invitation", operation_id="look_at_invitation", status_code=200)
async def look_at_invitation(
    request: AnyRequest, process: TheProcess, match_id: MatchId, data: JSONBody[Invite]
) -> Invitation:
    """What an invitation is for. Changes nothing. The secret is in the body, so that it appears in no log."""
    found = await process.lobby.invited(match_id, data.invite)
    usable = found.row.status == "open" and found.row.seats[found.seat - 1].kind == "invite"
    host = await process.guests.name_of(found.row.created_by)
    return Invitation(host, found.seat, usable, process.views.info(found.row, await player_of(request, process)))


def routes_for(game: AnyGame) -> Router:
    """The route that carries a game's own config."""
    config: Any = game.config

    @patch("/matches/{match_id:str}", operation_id=f"{game.slug}_set_terms", opt={UNDECODED: True})
    async def set_terms(
        request: AnyRequest, process: TheProcess, match_id: MatchId, data: JSONBody[Undecoded[NewTerms[config]]]
    ) -> MatchInfo:
        """Change the terms of a match you made, before the start. All players see the change at once."""
        player = await require_player(request, process)
        await room_of_game(process, game, match_id)
        new = data.decode_as(config)
        room = await process.lobby.set_terms(
            match_id,
            player,
            game.version,
            new.config,
            new.preset,
            new.pace,
            new.spectators,
            new.autostart,
            new.absent,
            new.talk,
        )
        return process.views.info(room.row, player)

    return Router(f"/api/{game.slug}", route_handlers=[set_terms], tags=[game.title])


ROUTES = (set_seat, swap_seats, look_at_invitation)
