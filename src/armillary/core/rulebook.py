"""Rule pages: from the package data of an installed game, or from the docs folder of a source checkout."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from armillary.core.contract import AnyGame
from armillary.core.errors import BadInput

HOW_TO_PLAY = "How to play"

_HEADING = re.compile(r"^(#+) (.*)$", re.MULTILINE)
RULE_ID = re.compile(r"[A-Z]+-[A-Z]?[0-9]+(?:\.[0-9]+)*")


def rule_page(game: AnyGame) -> str:
    """The Markdown of a game's rules, followed by that of `<slug>-….md`; raises `BadInput` when there is none."""
    for folder in (each / "rules" for each in _folders(game)):
        main = folder / f"{game.slug}.md"
        if main.is_file():
            more = sorted(page.name for page in folder.iterdir() if page.name.startswith(f"{game.slug}-"))
            return "\n\n".join(page.read_text(encoding="utf-8") for page in (main, *(folder / name for name in more)))
    raise BadInput(f"{game.title} has no rule page.")


def short_rules(game: AnyGame) -> str:
    """One screen of them: what the game is about and how it is played, without pictures and examples."""
    (_, about), *rest = _sections(rule_page(game))
    how = next((text for heading, text in rest if heading == HOW_TO_PLAY), "")
    kept: list[str] = []
    for paragraph in re.split(r"\n\n+", how):
        if paragraph.startswith("###"):
            break
        if paragraph.startswith("```"):
            kept.pop()  # the sentence that introduces the example
            break
        kept.append(paragraph)
    return "\n\n".join(text for text in (*re.split(r"\n\n+", about), *kept) if not text.startswith(("![", "- [")))


def rules_by_id(games: Iterable[AnyGame]) -> dict[str, str]:
    """Every rule on the pages of these games; what several pages say of one stands together."""
    found: dict[str, str] = {}
    for game in games:
        with suppress(BadInput):
            for heading, text in _sections(rule_page(game)):
                if named := RULE_ID.match(heading):
                    found[named[0]] = f"{found[named[0]]}\n\n{text}" if named[0] in found else text
    return found


def _sections(page: str) -> Iterator[tuple[str, str]]:
    """Every heading with its text, up to the next heading of its level or above; headings inside code are none."""
    code = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
    hidden = code.sub(lambda found: found[0].replace("#", " "), page)
    headings = list(_HEADING.finditer(hidden))
    for at, heading in enumerate(headings):
        level = len(heading[1])
        ends = (after.start() for after in headings[at + 1 :] if len(after[1]) <= max(level, 2))
        yield heading[2], page[heading.start() : next(ends, len(page))].strip()


def picture(game: AnyGame, source: str) -> bytes | None:
    """A picture that a rule page shows, by how the page writes it: `../images/name.svg`; None for anything else."""
    named = re.fullmatch(r"\.\./images/([a-z0-9-]+\.svg)", source)
    pictures = [folder / "images" / named[1] for folder in _folders(game)] if named else []
    return next((found.read_bytes() for found in pictures if found.is_file()), None)


def _folders(game: AnyGame) -> Iterator[Traversable]:
    """Where a game's package keeps its documentation: inside the package, or in `docs` of a source checkout."""
    rules: object = game.rules  # a module, or an object made in one
    module = str(rules.__name__ if hasattr(rules, "__name__") else type(rules).__module__)
    package = module.partition(".")[0]
    yield files(package) / "docs"
    if location := sys.modules[package].__file__:
        yield Path(location).parent.parent.parent / "docs"
