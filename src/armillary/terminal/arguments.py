"""What commands take: games, bots, presets, seeds. The Tab key completes each of them."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import rich_click as click
from click.shell_completion import CompletionItem

from armillary import bots
from armillary.core import registry
from armillary.core.contract import AnyGame, Game
from armillary.core.errors import BadNotation, UnknownGame
from armillary.core.prose import find
from armillary.terminal.players import PERSON

F = TypeVar("F", bound=Callable[..., Any])

MAX_SEATS = 1000
MAX_GAMES = 1_000_000
MAX_WORKERS = 256


class GameType(click.ParamType):  # type: ignore[type-arg]  # generic in new clicks only
    """A game, named by its slug; only that game is loaded."""

    name = "game"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> AnyGame:
        """The game of this slug, in upper or lower case."""
        try:
            return value if isinstance(value, Game) else registry.game(find(value, registry.slugs(), "game"))
        except (BadNotation, UnknownGame) as error:
            self.fail(str(error), param, ctx)

    def shell_complete(
        self,
        ctx: click.Context,  # noqa: ARG002 (click's signature)
        param: click.Parameter,  # noqa: ARG002
        incomplete: str,
    ) -> list[CompletionItem]:
        """Every registered slug."""
        return _completions(registry.slugs(), incomplete)


class TextType(click.ParamType):  # type: ignore[type-arg]
    """Text that can be written to a file; bytes from a shell that are not text are refused."""

    name = "text"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The text itself."""
        text = str(value)
        try:
            text.encode()
        except UnicodeEncodeError:
            self.fail(f"{text!r} is not text.", param, ctx)
        return text


class GameOrRuleType(TextType):
    """A game by its slug, or a rule by its id."""

    name = "game or rule"

    def shell_complete(
        self,
        ctx: click.Context,  # noqa: ARG002 (click's signature)
        param: click.Parameter,  # noqa: ARG002
        incomplete: str,
    ) -> list[CompletionItem]:
        """Every registered slug; rule ids would need every page."""
        return _completions(registry.slugs(), incomplete)


class NameType(TextType):
    """The name of something the chosen game has."""

    def __init__(self, name: str, of: Callable[[AnyGame], Iterable[str]]) -> None:
        self.name = name
        self._of = of

    def shell_complete(
        self,
        ctx: click.Context,
        param: click.Parameter,  # noqa: ARG002 (click's signature)
        incomplete: str,
    ) -> list[CompletionItem]:
        """The names this game has, once the game is on the line."""
        game = _chosen_game(ctx)
        return _completions(self._of(game), incomplete) if game else []


GAME = GameType()
GAME_OR_RULE = GameOrRuleType()
SEED = TextType()
NAME = TextType()
CONFIG = TextType()
BOT = NameType("bot", bots.names)
PLAYER = NameType("player", lambda game: (PERSON, *bots.names(game)))
PRESET = NameType("preset", lambda game: game.presets)
SEATS = click.IntRange(1, MAX_SEATS)
GAMES = click.IntRange(1, MAX_GAMES)


def cores() -> int:
    """How many processes make sense here."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


workers_option = click.option(
    "--workers",
    type=click.IntRange(1, MAX_WORKERS),
    default=cores,
    metavar="NUMBER",
    help="Number of processes that play; the results are always the same.  [default: one per core]",
)


def match_options(command: F) -> F:
    """The options of every command that starts a match: seats, preset, config, seed."""
    for option in reversed(
        (
            click.option(
                "--seats", type=SEATS, metavar="NUMBER", help="Number of seats.  [default: the game's fewest]"
            ),
            click.option(
                "--preset", type=PRESET, default="standard", show_default=True, help="A named setup of the game."
            ),
            click.option(
                "--config",
                "changes",
                type=CONFIG,
                multiple=True,
                metavar="FILE|KEY=VALUE",
                help="Change the preset: a JSON or TOML file, or a single field. May be repeated.",
            ),
            click.option("--seed", type=SEED, help="Any text. The same seed gives the same match."),
        )
    ):
        command = option(command)
    return command


def _chosen_game(ctx: click.Context) -> AnyGame | None:
    """The game on an unfinished command line; an option still without its value leaves it among the rest."""
    game = ctx.params.get("game")
    if isinstance(game, Game):
        return game
    slug = next((word for word in ctx.args if word in registry.slugs()), None)
    try:
        return registry.game(slug) if slug else None
    except UnknownGame:
        return None


def _completions(names: Iterable[str], incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(name) for name in names if name.startswith(incomplete)]
