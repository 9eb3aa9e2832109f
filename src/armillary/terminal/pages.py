"""Rule pages: package data of an installed game, or the docs folder of a source checkout."""

from __future__ import annotations

import sys
from importlib.resources import files
from pathlib import Path

from rich.console import Console

from armillary.core.contract import AnyGame
from armillary.core.errors import BadInput
from armillary.terminal.text import safe


def rule_page(game: AnyGame) -> str:
    """The Markdown of a game's rules; raises `BadInput` when its package brings none."""
    package = _module(game.rules).partition(".")[0]
    name = f"{game.slug}.md"
    installed = files(package) / "docs" / "rules" / name
    if installed.is_file():
        return installed.read_text(encoding="utf-8")
    if location := sys.modules[package].__file__:
        checkout = Path(location).parent.parent.parent / "docs" / "rules" / name
        if checkout.is_file():
            return checkout.read_text(encoding="utf-8")
    raise BadInput(f"{game.slug} has no rule page")


def show_rules(out: Console, game: AnyGame) -> None:
    """Rendered for a terminal, as it is written for a pipe."""
    page = safe(rule_page(game))
    if out.is_terminal:
        from rich.markdown import Markdown  # noqa: PLC0415 (slow to import, and seldom needed)

        out.print(Markdown(page))
    else:
        out.print(page, soft_wrap=True)


def _module(part: object) -> str:
    """A part of a game is a module, or an object made in one."""
    name = part.__name__ if hasattr(part, "__name__") else type(part).__module__
    return str(name)
