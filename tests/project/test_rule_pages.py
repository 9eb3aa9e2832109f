"""Rule pages are for players: no code in them, and names of settings only where settings are listed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from armillary.core.contract import AnyGame
from armillary.core.registry import games
from armillary.terminal.configs import config_for

DOCS = Path(__file__).parents[2] / "docs"
PAGES = sorted((DOCS / "rules").glob("*.md"))
CODE = re.compile(
    r"```(?!text\n|\n)|>>>|\bnull\b|\btrue\b|\bfalse\b|\bJSON\b|\bAPI\b|\bPython\b|(?<!--)\bconfig\b|\bdicts?\b|[{}]"
)
PRESETS = {name for game in games() for name in game.presets}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_rule_page_has_no_code_in_it(page: Path) -> None:
    assert [found[0] for found in CODE.finditer(page.read_text("utf-8"))] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_setting_is_named_by_its_code_name_in_the_table_of_settings_only(page: Path) -> None:
    text = page.read_text("utf-8")
    rules = re.sub(r"^\| (?:setting|switch) \|.*\n(?:\|.*\n)+", "", text, flags=re.MULTILINE)
    names = {name for quoted in re.findall(r"`([^`\n]+)`", rules) for name in re.findall(r"\b[a-z]+_[a-z_]+\b", quoted)}
    slugs = {game.slug for game in games()}
    assert names - PRESETS - slugs <= {"max_rounds"}, "only the example of --config names one"


@pytest.mark.parametrize("game", games(), ids=lambda game: game.slug)
def test_every_setting_on_a_page_can_be_typed(game: AnyGame) -> None:
    pages = [DOCS / "notation" / f"{game.slug}.md", *(DOCS / "rules").glob(f"{game.slug}*.md")]
    typed = [each for page in pages for each in re.findall(r"--config ([^`\s]+=[^`\s]+)", page.read_text("utf-8"))]
    assert typed
    for setting in typed:
        config_for(game, game.seats[0], "standard", [setting])
