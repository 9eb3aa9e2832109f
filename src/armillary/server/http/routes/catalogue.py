"""The catalogue: which games there are, how they are set up, and their rules."""

from __future__ import annotations

import asyncio
from functools import lru_cache
from typing import Annotated

import msgspec
from litestar import get
from litestar.params import PathParameter, QueryParameter

from armillary import bots
from armillary.api.catalogue import BotListed, GameDetail, GameInfo, PresetInfo, RulePage, RuleText
from armillary.core import codec
from armillary.core.contract import AnyGame
from armillary.core.registry import games
from armillary.server.errors import NotFound
from armillary.server.http import rulepages
from armillary.server.matches.seats import require_seat_count

GameSlug = Annotated[str, PathParameter(max_length=80, description="The game's name in addresses.")]
RuleId = Annotated[str, PathParameter(max_length=40, description="The rule's id in the rule book.")]
Seats = Annotated[int | None, QueryParameter(ge=1, le=1000, description="The number of seats the presets are for.")]


MAX_DETAILS_KEPT = 64
"""Games and numbers of seats whose details are remembered."""


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
        turn=game.turn,
        talk=game.service.talk,
        presets=tuple(PresetInfo(name, preset.about) for name, preset in game.presets.items()),
        bots=tuple(
            BotListed(bot.name, bot.title, bot.strength, bot.about)
            for bot in bots.known(game).values()
            if bot.ready is None or bot.ready(game.presets["standard"](game.seats[0]), game.seats[0]).obstacle is None
        ),
        notation=game.words.notation(),
    )


@get("/api/games", operation_id="list_games", sync_to_thread=False)
def list_games() -> list[GameInfo]:
    """Every game there is."""
    return [game_info(game) for game in games()]


@get("/api/games/{slug:str}", operation_id="get_game", sync_to_thread=False)
def get_game(slug: GameSlug, seats: Seats = None) -> GameDetail:
    """One game, with the shape of its config and its presets for this many `seats` (the fewest, unless given)."""
    found = _game(slug)
    seats = found.seats[0] if seats is None else seats
    require_seat_count(found, seats)
    return _detail(slug, seats)


@lru_cache(MAX_DETAILS_KEPT)
def _detail(slug: str, seats: int) -> GameDetail:
    """It never changes, and large presets take long to make."""
    found = _game(slug)
    presets = {name: codec.tree(preset(seats)) for name, preset in found.presets.items()}
    return GameDetail(game_info(found), msgspec.json.schema(found.config), seats, presets)


@get("/api/games/{slug:str}/rules", operation_id="get_rules")
async def get_rules(slug: GameSlug) -> RulePage:
    """The rules of a game."""
    return await asyncio.to_thread(rulepages.rule_page, _game(slug))


@get("/api/games/{slug:str}/rules/{rule:str}", operation_id="get_rule")
async def get_rule(slug: GameSlug, rule: RuleId) -> RuleText:
    """One rule by its id, for example `SS-6`."""
    return await asyncio.to_thread(rulepages.rule, _game(slug), rule)


def _game(slug: str) -> AnyGame:
    found = next((game for game in games() if game.slug == slug), None)
    if found is None:
        raise NotFound(f"There is no game {slug[:40]!r}.")
    return found


ROUTES = (list_games, get_game, get_rules, get_rule)
