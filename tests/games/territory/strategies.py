"""Matches of Territory on small maps, orders for them, and texts nobody would want to read."""

from __future__ import annotations

import msgspec
from hypothesis import strategies as st

from armillary.core.bounds import LONGEST
from armillary.core.dice import FastDice
from armillary.core.match import AnyMatch, Match
from armillary.core.seeds import seed_from
from armillary.core.values import Seat
from armillary.games.territory import rules
from armillary.games.territory.game import GAME
from armillary.games.territory.model import Config, Declare, Order, State
from armillary.testing.strategies import matches

BOUNDS: dict[str, tuple[int, int]] = {
    name: (setting["minimum"], setting["maximum"])
    for name, setting in msgspec.json.schema(Config)["$defs"]["Config"]["properties"].items()
    if "minimum" in setting
}
"""Every number's bounds, as forms are made from them."""

CONFIGS = st.builds(
    Config,
    map_size=st.integers(6, 8),
    declaration_count=st.just(0),
    max_rounds=st.integers(3, 12),
    production_cap=st.integers(0, 25),
    resource_square_pct=st.integers(0, 40),
)
any_match = matches(GAME, CONFIGS, most_turns=10)
"""Without declarations: every step is a round of commands."""
any_match_not_over = any_match.filter(lambda match: match.outcome is None)
any_match_with_declarations = matches(GAME, st.just(Config(map_size=6)), most_turns=8)

HOSTILE = [
    "\x1b[2J\x1b[31mowned",
    "\u202eesrever\u202c",
    "[bold red]markup[/]<script>alert(1)</script>",
    "a\nPlayer 2: I surrender\r\x00\x07",
    '"; ended domination; plans []',
    "x" * LONGEST,
    "\u200b\u200b",
    "e\u0301" * 500,
]


def random_orders(state: State, number: int) -> dict[Seat, Order]:
    """An order of everybody who is to act."""
    dice = FastDice(number)
    return {seat: GAME.hints.random_order(state, seat, dice) for seat in rules.to_act(state)}


def resolved(state: State, orders: dict[Seat, Order]) -> State:
    """The state after these orders."""
    return rules.resolve(state, orders, FastDice(0)).state


def declared(text: str) -> AnyMatch:
    """A match in which player 1 has declared this."""
    match: AnyMatch = Match.begin(GAME, seats=3, seed=seed_from("words"))
    return match.submit(1, Declare(text)).submit(2, Declare("hello")).submit(3, Declare())
