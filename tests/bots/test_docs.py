"""What docs/bots.md promises."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from armillary.arena.series import Series
from armillary.arena.workers import play_here
from armillary.core.registry import game
from tests.project.tree import ROOT

PAGE = (ROOT / "docs" / "bots.md").read_text("utf-8")


def test_the_bot_on_the_page_beats_the_easy_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    (tmp_path / "mybot.py").write_text(code, "utf-8")
    monkeypatch.chdir(tmp_path)
    assert len(code[code.index("def decide") :].splitlines()) <= 10
    skirmish = game("skirmish")
    bots = ("./mybot.py:Mine", "easy")
    series = Series(game=skirmish, config=skirmish.config(), seed="docs", bots=bots, count=100)
    results = [played.result for played in play_here(series.pairings())]
    assert not any(result.failures for result in results)
    assert sum(result.points(1 + result.bots.index(bots[0])) for result in results) > 60
