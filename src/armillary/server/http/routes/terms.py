"""Routes about whole matches that carry a game's own types: its terms before the start."""

# The annotations of these handlers are made at run time, from the game: they must not be postponed.

from typing import Any, Generic, TypeVar

import msgspec
from litestar import Router, patch
from litestar.params import FromPath, JSONBody
from litestar.types import ControllerRouterHandler

from armillary.core.contract import AnyGame
from armillary.server.http.door import AnyRequest, TheProcess, require_player, room_of_game
from armillary.server.matches.views import MatchInfo
from armillary.server.storage.rows import Absent, Pace, Spectators

C = TypeVar("C")


class NewTerms(msgspec.Struct, Generic[C], frozen=True, forbid_unknown_fields=True):
    """What is to change in the terms of a match; what is left out, or null, stays."""

    preset: str | None = None
    config: C | None = None
    pace: Pace | None = None
    spectators: Spectators | None = None
    autostart: bool | None = None
    absent: Absent | None = None


def routes_for(game: AnyGame) -> Router:
    """Those routes, for one game."""
    config: Any = game.config

    @patch("/matches/{match_id:str}", operation_id=f"{game.slug}_set_terms")
    async def set_terms(
        request: AnyRequest, process: TheProcess, match_id: FromPath[str], data: JSONBody[NewTerms[config]]
    ) -> MatchInfo:
        """Change the terms of a match you made, before the start. Everybody at the table sees it at once."""
        player = await require_player(request, process)
        await room_of_game(process, game, match_id)
        room = await process.hosting.set_terms(
            match_id,
            player,
            game.version,
            data.config,
            data.preset,
            data.pace,
            data.spectators,
            data.autostart,
            data.absent,
        )
        return process.views.info(room.row, player)

    handlers: list[ControllerRouterHandler] = [set_terms]
    return Router(f"/api/{game.slug}", route_handlers=handlers, tags=[game.title])
