"""A bot tried out: every way of misbehaving is found and named, and our own bots do nothing wrong."""

from __future__ import annotations

import random
from itertools import count
from typing import Any

import pytest

from armillary.bots import try_out, trying
from armillary.core.contract import AnyGame
from armillary.core.dice import FastDice
from armillary.core.registry import game, slugs
from armillary.games.skirmish.model import Play
from tests.bots.test_outside import NODE
from tests.project.tree import ROOT

SKIRMISH = game("skirmish")


class Good:
    """Orders what is offered first."""

    def __init__(self, game: AnyGame) -> None:
        self.asked = 0

    def decide(self, view: Any, options: Any, dice: Any, budget: int) -> Any:
        return options.templates[0].order


class Fails(Good):
    def decide(self, view: Any, options: Any, dice: Any, budget: int) -> Any:
        return {}[view.seat]


class Cheats(Good):
    def decide(self, view: Any, options: Any, dice: Any, budget: int) -> Any:
        return Play(99)


class Babbles(Good):
    def decide(self, view: Any, options: Any, dice: Any, budget: int) -> Any:
        return object()


class Remembers(Good):
    """Orders something else when it is asked again."""

    def decide(self, view: Any, options: Any, dice: Any, budget: int) -> Any:
        self.asked += 1
        hand = view.hands[view.seat - 1]
        return Play(hand[self.asked % len(hand)])


class Unique(Good):
    """Is another one each time it is made."""

    made = count()

    def __init__(self, game: AnyGame) -> None:
        self.number = next(Unique.made)

    def decide(self, view: Any, options: Any, dice: Any, budget: int) -> Any:
        hand = view.hands[view.seat - 1]
        return Play(hand[self.number % len(hand)])


class Gambles(Good):
    def decide(self, view: Any, options: Any, dice: Any, budget: int) -> Any:
        random.random()
        return super().decide(view, options, dice, budget)


class Talks(Good):
    def decide(self, view: Any, options: Any, dice: Any, budget: int) -> Any:
        print("hello")
        return super().decide(view, options, dice, budget)


class Works(Good):
    def decide(self, view: Any, options: Any, dice: Any, budget: int) -> Any:
        while True:
            dice.below(2)


class Unmakable(Good):
    def __init__(self, game: AnyGame) -> None:
        raise OSError("no data")


@pytest.mark.parametrize(
    ("bot", "said"),
    [
        (Fails, "It fails: KeyError: 1 (tests/bots/test_trying.py:"),
        (Cheats, "It gave an order that is not allowed: You do not hold the card 99"),
        (Babbles, "It gave something that is not an order: "),
        (Remembers, "It is not repeatable: asked again, it orders something else."),
        (Unique, "It is not repeatable: made anew, it orders something else."),
        (Gambles, "It draws from `random`; its only source of chance is the dice it is given."),
        (Talks, "It prints to standard output; use standard error."),
        (Works, "It is much slower than its budget of 200 allows."),
        (Unmakable, "It cannot be made: OSError: no data (tests/bots/test_trying.py:"),
        ("run:false", "It fails: The program 'false' failed: It has ended with exit code 1."),
    ],
)
def test_what_a_bot_does_wrong_is_found(bot: Any, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(trying, "MAX_CALLS", 10_000)
    monkeypatch.setattr(trying, "CALLS_PER_BUDGET", 10)
    found = try_out(SKIRMISH, bot).sentences()
    assert any(sentence.startswith(said) for sentence in found), found
    assert all("\n  Seen " in sentence for sentence in found)


def test_what_is_given_must_not_be_changed() -> None:
    kepler = game("kepler")
    changeable = [name for name in slugs() if _dicts(game(name))]

    class Scribbles(Good):
        def decide(self, view: Any, options: Any, dice: Any, budget: int) -> Any:
            for value in _found(view):
                value.clear()
            return super().decide(view, options, dice, budget)

    assert changeable
    found = try_out(game(changeable[0]), Scribbles).sentences()
    assert any(sentence.startswith("It changes the view or the options") for sentence in found)
    assert try_out(kepler, Good).faults == {}


def _dicts(played: AnyGame) -> bool:
    state = played.rules.start(played.presets["standard"](played.seats[0]), played.seats[0], FastDice(1)).state
    return any(_found(played.sight.view(state, 1)))


def _found(view: Any) -> list[dict[Any, Any]]:
    values = [getattr(view, name) for name in view.__struct_fields__]
    return [value for value in values if isinstance(value, dict) and value]


@pytest.mark.parametrize("slug", slugs())
@pytest.mark.parametrize("bot", ["random", "easy", "medium", "example"])
def test_our_own_bots_do_nothing_wrong(slug: str, bot: str) -> None:
    report = try_out(game(slug), f"{ROOT}/examples/bot.py:Bot" if bot == "example" else bot)
    assert report.sentences() == []
    assert report.decisions > 15


def test_a_program_in_another_language_is_tried_out_too() -> None:
    assert try_out(SKIRMISH, f"run:{NODE} {ROOT}/examples/bot.mjs").sentences() == []


def test_the_same_bot_always_gets_the_same_answer() -> None:
    assert try_out(SKIRMISH, Fails) == try_out(SKIRMISH, Fails)
