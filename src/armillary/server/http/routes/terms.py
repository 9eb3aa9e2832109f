"""Routes about whole matches that carry a game's own name: its terms before the start, playing on after the end."""

# The annotations of these handlers are made at run time, from the game: they must not be postponed.

from typing import Any

from litestar import Router, patch, post
from litestar.params import JSONBody
from litestar.types import ControllerRouterHandler

from armillary.api.matches import MatchInfo
from armillary.api.terms import Fork, NewTerms
from armillary.core.contract import AnyGame
from armillary.server.door.asking import AnyRequest, MatchId, TheProcess, require_player, room_of_game
from armillary.server.door.bodies import UNDECODED, Undecoded


def routes_for(game: AnyGame) -> Router:
    """Those routes, for one game."""
    config: Any = game.config

    @patch("/matches/{match_id:str}", operation_id=f"{game.slug}_set_terms", opt={UNDECODED: True})
    async def set_terms(
        request: AnyRequest, process: TheProcess, match_id: MatchId, data: JSONBody[Undecoded[NewTerms[config]]]
    ) -> MatchInfo:
        """Change the terms of a match you made, before the start. Everybody at the table sees it at once."""
        player = await require_player(request, process)
        await room_of_game(process, game, match_id)
        new = data.decode_as(config)
        room = await process.hosting.set_terms(
            match_id,
            player,
            game.version,
            new.config,
            new.preset,
            new.pace,
            new.spectators,
            new.autostart,
            new.absent,
        )
        return process.views.info(room.row, player)

    @post("/matches/{match_id:str}/fork", operation_id=f"{game.slug}_fork")
    async def fork(request: AnyRequest, process: TheProcess, match_id: MatchId, data: JSONBody[Fork]) -> MatchInfo:
        """Play on, at a private table, from a position of a match that is over. What was hidden is drawn anew."""
        player = await require_player(request, process)
        await room_of_game(process, game, match_id)
        return process.views.info(await process.again.fork(match_id, player, data.step, data.seats), player)

    handlers: list[ControllerRouterHandler] = [set_terms, fork]
    return Router(f"/api/{game.slug}", route_handlers=handlers, tags=[game.title])
