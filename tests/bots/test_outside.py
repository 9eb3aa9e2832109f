"""Bots that are programs of their own: in another language, and such as misbehave."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from armillary.bots import find
from armillary.bots.deciding import Player
from armillary.bots.outside import Outside
from armillary.core.dice import FastDice
from armillary.core.errors import BotFailed
from armillary.core.match import AnyMatch, Match
from armillary.core.registry import game, slugs
from armillary.core.values import refusals
from armillary.games.skirmish.model import Play
from tests.project.tree import ROOT

NODE = Path(sys.prefix) / "bin" / "node"
SKIRMISH = game("skirmish")

ECHO = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    {answer}
"""


def program(folder: Path, answer: str) -> str:
    """The command that starts a program which answers like this."""
    path = folder / "program.py"
    path.write_text(ECHO.format(answer=answer), "utf-8")
    return f"{sys.executable} -u {path}"


def decide(player: Outside) -> object:
    match: AnyMatch = Match.begin(SKIRMISH)
    return player.decide(SKIRMISH.sight.view(match.state, 1), SKIRMISH.sight.options(match.state, 1), FastDice(1), 10)


@pytest.mark.parametrize("slug", slugs())
def test_a_program_in_another_language_plays_and_a_run_repeats(slug: str) -> None:
    match: AnyMatch = Match.begin(game(slug))
    name = f"run:{NODE} {ROOT / 'examples' / 'bot.mjs'}"
    one, other = Player(find(match.game, name)), Player(find(match.game, name))
    for _ in range(5):
        seat = match.waiting_for[0]
        order = one.order_in(match, seat)
        assert order == other.order_in(match, seat)
        assert not refusals(match.game.rules.check(match.state, seat, order))
        match = match.submit(seat, order)


def test_an_order_may_be_data_or_notation(tmp_path: Path) -> None:
    assert decide(Outside(SKIRMISH, program(tmp_path, 'print(\'{"order": {"card": 4}}\')'))) == Play(4)
    assert decide(Outside(SKIRMISH, program(tmp_path, 'print(\'{"notation": "play 5"}\')'))) == Play(5)


def test_a_program_is_told_what_its_seat_may_know(tmp_path: Path) -> None:
    told = "print(json.dumps({'order': {'card': asked['view']['hands'][asked['seat'] - 1][3]}}))"
    assert decide(Outside(SKIRMISH, program(tmp_path, told))) == Play(4)
    known = "print(json.dumps({'order': {'card': len(asked)}}))"
    assert decide(Outside(SKIRMISH, program(tmp_path, known))) == Play(7)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("print('nonsense')", "the answer"),
        ("print('[]')", "the answer"),
        ('print(\'{"order": {"card": "high"}}\')', "the order"),
        ('print(\'{"notation": "fly away"}\')', "fly"),
        ("print('{\"ordre\": 1}')", "ordre"),
        ("print('\\xff')", "the answer"),
        ("print()", "the answer"),
        ("sys.exit(3)", "It has ended."),
        ("raise ValueError", "It has ended."),
        ("print('x' * 9_000_000)", "too long"),
        ("import time; time.sleep(60)", "no answer within 0.5 seconds"),
    ],
)
def test_a_program_that_misbehaves_has_failed_and_is_started_anew(tmp_path: Path, answer: str, said: str) -> None:
    """It behaves from its second life on."""
    mark = tmp_path / "was here"
    once = f"""
    import os
    if os.path.exists({str(mark)!r}):
        print('{{"order": {{"card": 6}}}}')
    else:
        open({str(mark)!r}, 'w').close()
        {answer}
"""
    player = Outside(SKIRMISH, program(tmp_path, once.strip()), seconds=0.5 if "sleep" in answer else 20)
    with pytest.raises(BotFailed, match=said):
        decide(player)
    player._seconds = 20
    assert decide(player) == Play(6)


@pytest.mark.parametrize("command", ["/nowhere/at/all", "", "'unclosed"])
def test_a_program_that_cannot_be_started_is_a_clear_error(command: str) -> None:
    with pytest.raises(BotFailed, match="cannot be started"):
        decide(Outside(SKIRMISH, command))
