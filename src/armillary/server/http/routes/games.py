"""The catalogue: which games there are."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import get
from litestar.params import FromPath

from armillary import bots
from armillary.core import codec
from armillary.core.contract import AnyGame
from armillary.core.registry import games
from armillary.server.errors import NotFound


class GameInfo(msgspec.Struct, frozen=True):
    """A game in the catalogue."""

    slug: str
    title: str
    summary: str
    version: int
    seats: tuple[int, int]
    minutes: tuple[int, int]
    hidden: bool
    simultaneous: bool
    presets: tuple[str, ...]
    bots: tuple[str, ...]
    notation: str


class GameDetail(msgspec.Struct, frozen=True):
    """A game with the shape of its config, and its presets at the fewest seats."""

    game: GameInfo
    config_schema: dict[str, Any]
    presets: dict[str, msgspec.Raw]


def game_info(game: AnyGame) -> GameInfo:
    """What the catalogue says of a game."""
    return GameInfo(
        slug=game.slug,
        title=game.title,
        summary=game.summary,
        version=game.version,
        seats=game.seats,
        minutes=game.minutes,
        hidden=game.hidden,
        simultaneous=game.simultaneous,
        presets=tuple(game.presets),
        bots=bots.names(game),
        notation=game.words.notation(),
    )


@get("/api/games", operation_id="list_games", sync_to_thread=False)
def list_games() -> list[GameInfo]:
    """Every game there is."""
    return [game_info(game) for game in games()]


@get("/api/games/{slug:str}", operation_id="get_game", sync_to_thread=False)
def get_game(slug: FromPath[str]) -> GameDetail:
    """One game, with the shape of its config."""
    found = next((game for game in games() if game.slug == slug), None)
    if found is None:
        raise NotFound(f"There is no game {slug[:40]!r}.")
    presets = {name: msgspec.Raw(codec.encode(make(found.seats[0]))) for name, make in found.presets.items()}
    return GameDetail(game_info(found), msgspec.json.schema(found.config), presets)


ROUTES = (list_games, get_game)
