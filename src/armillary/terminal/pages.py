"""Rule pages: from the package data of an installed game, or from the docs folder of a source checkout."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from rich.console import Console

from armillary.core.contract import AnyGame
from armillary.core.errors import BadInput
from armillary.terminal.text import safe


def rule_page(game: AnyGame) -> str:
    """The Markdown of a game's rules, followed by that of `<slug>-….md`; raises `BadInput` when there is none."""
    for folder in _folders(_module(game.rules).partition(".")[0]):
        main = folder / f"{game.slug}.md"
        if main.is_file():
            more = sorted(page.name for page in folder.iterdir() if page.name.startswith(f"{game.slug}-"))
            return "\n\n".join(page.read_text(encoding="utf-8") for page in (main, *(folder / name for name in more)))
    raise BadInput(f"{game.slug} has no rule page")


def _folders(package: str) -> Iterator[Traversable]:
    """Where a package keeps its rule pages: inside the package, or in `docs` of a source checkout."""
    yield files(package) / "docs" / "rules"
    if location := sys.modules[package].__file__:
        yield Path(location).parent.parent.parent / "docs" / "rules"


def show_rules(out: Console, game: AnyGame) -> None:
    """Rendered for a terminal, unchanged for a pipe."""
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
