"""Budgets of bots that look ahead: what they are told at ordinary tables, and less at huge ones, by counts alone."""

from __future__ import annotations

from typing import Any

import pytest

from armillary.bots import find
from armillary.bots.deciding import Player
from armillary.bots.search import ORDINARY_BYTES
from armillary.bots.search.tree import Tree
from armillary.core import codec
from armillary.core.match import AnyMatch, Match
from armillary.core.registry import game, slugs
from armillary.core.seeds import seed_from
from tests.abuse.attacks.bots import huge_map

SEARCHED = [slug for slug in slugs() if game(slug).hints.search is not None]


def _size(match: AnyMatch) -> int:
    return len(codec.encode(match.game.sight.view(match.state, match.waiting_for[0])))


def _huge(fleets: int) -> AnyMatch:
    """A map of 900 regions with eight homes."""
    rules = game("kepler")
    asked = {"map": {**huge_map(), "fleets_per_home": fleets}, "dominance": None, "max_turns": 100}
    config: Any = codec.convert({**codec.tree(rules.presets["standard"](8)), **asked}, rules.config)
    return Match.begin(rules, config=config, seed=seed_from("huge"), seats=8)


@pytest.fixture
def simulations(monkeypatch: pytest.MonkeyPatch) -> list[Tree]:
    """One entry for each simulation."""
    grow, found = Tree.grow, list[Tree]()

    def counted(self: Tree) -> None:
        found.append(self)
        grow(self)

    monkeypatch.setattr(Tree, "grow", counted)
    return found


@pytest.mark.parametrize("slug", SEARCHED)
def test_every_preset_is_ordinary(slug: str) -> None:
    rules, medium = game(slug), Player(find(game(slug), "medium"))
    for seats in (rules.seats[0], rules.seats[-1]):
        for preset in rules.presets.values():
            match: AnyMatch = Match.begin(rules, config=preset(seats), seed=seed_from("preset"), seats=seats)
            assert _size(match) <= ORDINARY_BYTES
            for _ in range(3 * seats):
                if match.waiting_for:
                    seat = match.waiting_for[0]
                    match = match.submit(seat, medium.order_in(match, seat))
                    assert not match.waiting_for or _size(match) <= ORDINARY_BYTES


def test_an_ordinary_table_gets_the_whole_budget(simulations: list[Tree]) -> None:
    match: AnyMatch = Match.begin(game("kepler"), seats=2, seed=seed_from("ordinary"))
    hard = find(game("kepler"), "hard")
    Player(hard).order_in(match, 1)
    assert len(simulations) == hard.budget


def test_a_huge_table_gets_fewer_simulations_and_the_hugest_none(simulations: list[Tree]) -> None:
    hard = find(game("kepler"), "hard")
    large, hugest = _huge(20), _huge(1_000)
    first = Player(hard).order_in(large, 1)
    assert len(simulations) == hard.budget * ORDINARY_BYTES // _size(large) < hard.budget // 5
    assert Player(hard).order_in(large, 1) == first, "the same every time"
    simulations.clear()
    order = Player(hard).order_in(hugest, 1)
    assert not simulations
    assert not hugest.check(1, order)
    assert order != hugest.game.rules.default_order(hugest.state, 1)
