"""`armillary rules`: a game's rule page."""

from __future__ import annotations

import rich_click as click

from armillary.core.contract import AnyGame
from armillary.terminal import show
from armillary.terminal.arguments import GAME
from armillary.terminal.pages import show_rules


@click.command("rules")
@click.argument("game", type=GAME)
def command(game: AnyGame) -> None:
    """Read the rules of GAME."""
    show_rules(show.console(), game)
