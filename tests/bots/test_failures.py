"""Why a bot failed: the innermost line of its own code, and never more than a line."""

from __future__ import annotations

from pathlib import Path

import pytest

from armillary.bots import find
from armillary.bots.deciding import Player
from armillary.bots.failures import MAX_LENGTH, Cause, cause_of, reason_of, what_is_wrong
from armillary.core.errors import BadInput
from armillary.core.match import AnyMatch, Match
from armillary.core.registry import game
from armillary.games.skirmish.model import Play

SKIRMISH = game("skirmish")

PACKAGE = {
    "own/__init__.py": "",
    "own/bots.py": (
        "from own.deep.helper import help_out\n"
        "class Bot:\n"
        "    def __init__(self, game): pass\n"
        "    def decide(self, view, options, dice, budget):\n"
        "        return help_out(dice)\n"
    ),
    "own/deep/__init__.py": "",
    "own/deep/helper.py": "def help_out(dice):\n    return dice.below(-1) + [].pop()\n",
}


def cause_in(place: str) -> Cause:
    match: AnyMatch = Match.begin(SKIRMISH)
    try:
        Player(find(SKIRMISH, place)).order_in(match, 1)
    except Exception as error:  # noqa: BLE001
        return cause_of(error)
    raise AssertionError("It did not fail.")


def test_the_place_is_in_the_bots_package_and_not_in_what_it_calls(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, text in PACKAGE.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    assert cause_in("own.bots:Bot").where == "own/deep/helper.py:2, in help_out"


def test_libraries_below_the_bots_folder_are_not_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    library = tmp_path / "venv" / "site-packages"
    library.mkdir(parents=True)
    (library / "some_library.py").write_text("def crash():\n    raise OSError('deep')\n", "utf-8")
    (tmp_path / "bot.py").write_text(
        "import some_library\n"
        "class Bot:\n"
        "    def __init__(self, game): pass\n"
        "    def decide(self, view, options, dice, budget): some_library.crash()\n",
        "utf-8",
    )
    monkeypatch.syspath_prepend(library)
    monkeypatch.chdir("/")
    assert cause_in(f"{tmp_path}/bot.py:Bot") == Cause(
        "OSError: deep", f"{tmp_path.relative_to('/') / 'bot.py'}:4, in decide"
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x = 1\nx.y\n", r"AttributeError: .* \(bad.py:2\)"),
        ("def Bot(:\n", r"SyntaxError: .*line 1"),
        ("class Bot:\n    def __init__(self, game): pass\n    def decide(self, game, view, options): pass\n", "budget"),
        ("class Bot:\n    def decide(self, *_): pass\n", "one argument, the game"),
    ],
)
def test_a_bot_that_cannot_be_used_is_refused_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, said: str
) -> None:
    (tmp_path / "bad.py").write_text(text, "utf-8")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BadInput, match=said):
        find(SKIRMISH, "./bad.py:Bot").make()


def test_a_reason_is_one_short_line() -> None:
    reason = reason_of(ValueError("a\nb" * 1000))
    assert "\n" not in reason
    assert len(reason) == MAX_LENGTH
    assert reason.startswith("ValueError: a b")


def test_an_order_that_is_not_allowed_is_told_by_the_rule() -> None:
    match: AnyMatch = Match.begin(SKIRMISH)
    refused = what_is_wrong(match, 1, Play(99))
    assert refused is not None
    assert refused.why == (
        "It gave an order that is not allowed: "
        "You do not hold the card 99; your cards are 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15. [SS-5]"
    )
    nonsense = what_is_wrong(match, 1, "fly")
    assert nonsense is not None
    assert nonsense.why.startswith("It gave something that is not an order: ")
    assert what_is_wrong(match, 1, Play(3)) is None
