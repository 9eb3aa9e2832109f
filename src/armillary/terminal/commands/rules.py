"""`armillary rules`: a game's rule page, in full or in short, or a single rule."""

from __future__ import annotations

import rich_click as click

from armillary.core import registry, rulebook
from armillary.core.prose import find
from armillary.terminal import pages, show
from armillary.terminal.arguments import GAME_OR_RULE
from armillary.terminal.screen import Screen, keyboard


@click.command("rules")
@click.argument("what", type=GAME_OR_RULE, metavar="GAME|RULE")
@click.option("--short", is_flag=True, help="Only how to play, on one screen.")
def command(what: str, short: bool) -> None:
    """Read the rules of GAME, or one RULE by its id, for example SS-6.

    On a terminal they come one screen at a time.
    """
    slugs = registry.slugs()
    rules = {} if what in slugs else rulebook.rules_by_id(registry.games())
    name = find(what, (*slugs, *rules), "game or rule")
    if name in rules:
        page = rules[name]
    else:
        page = rulebook.short_rules(registry.game(name)) if short else rulebook.rule_page(registry.game(name))
    out = show.console()
    Screen(out, keyboard()).page(lambda: pages.show_markdown(out, page))
