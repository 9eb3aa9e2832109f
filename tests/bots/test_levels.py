"""Each level beats the one below it: short forms of the tables in docs/bots.md, from fixed seeds."""

from __future__ import annotations

import pytest

from armillary.bots import find
from armillary.bots.deciding import Player
from armillary.core.match import AnyMatch, Match
from armillary.core.registry import game
from armillary.core.seeds import seed_from


def share(slug: str, seats: int, games: int, better: str, worse: str) -> float:
    """The part of the games that one bot wins against a table of others; shared wins count as shares."""
    won = 0.0
    for number in range(games):
        seat = number % seats + 1
        seed = seed_from(f"levels/{number // seats}")
        rules = game(slug)
        preset = "standard" if slug == "skirmish" else "lesson"  # a lesson of Skirmish is mostly luck
        match: AnyMatch = Match.begin(rules, seats=seats, config=rules.presets[preset](seats), seed=seed)
        one, others = Player(find(match.game, better)), Player(find(match.game, worse))
        while match.waiting_for:
            acting = match.waiting_for[0]
            match = match.submit(acting, (one if acting == seat else others).order_in(match, acting))
        assert match.outcome is not None
        first = match.outcome.winners or match.outcome.ranking[0]
        won += (seat in first) / len(first)
    return won / games


@pytest.mark.parametrize(("slug", "seats"), [("kepler", 2), ("orbit", 2), ("skirmish", 2), ("territory", 3)])
@pytest.mark.parametrize(("better", "worse"), [("medium", "random"), ("hard", "easy")])
def test_a_level_beats_those_below(slug: str, seats: int, better: str, worse: str) -> None:
    games = 6 * seats
    assert share(slug, seats, games, better, worse) >= 0.6


def test_in_risky_stars_too() -> None:
    assert share("risky_stars", 2, 6, "medium", "random") >= 0.8
    assert share("risky_stars", 2, 6, "hard", "medium") >= 0.6
