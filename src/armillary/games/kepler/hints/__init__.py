"""What bots need to know about Kepler's Horizon."""

from __future__ import annotations

from collections.abc import Sequence
from math import tanh

from armillary.core.contract import BotInfo, Searching
from armillary.core.dice import Dice
from armillary.core.values import Seat
from armillary.games.kepler import rules
from armillary.games.kepler.hints.greedy import Greedy, plan
from armillary.games.kepler.map.tables import tables_of
from armillary.games.kepler.model import FleetOrder, Orders, State
from armillary.games.kepler.rules import ends

BEST = 10_000
REGIONS, FLEETS = 0.3, 6.0
"""How much the two leads say about who wins. Fitted to how matches end (scripts/fit_evaluation.py), a lead in fleets
counts for more than ten times one in regions; these won most matches of those tried, being less sure of themselves."""
TRIES = 8
"""Random orders tried per candidate that is asked for."""


def random_order(state: State, seat: Seat, dice: Dice) -> Orders:
    """Every fleet goes to any linked region, or holds."""
    moves = tables_of(state.setup).moves(state.turn)
    below = dice.below
    orders = []
    for fleet in state.fleets[seat - 1]:
        if fleet.journey is None:
            ways = moves[fleet.region]
            drawn = below(len(ways) + 1)
            orders.append(FleetOrder(fleet.id, ways[drawn - 1] if drawn else None))
    return Orders(tuple(orders))


def candidates(state: State, seat: Seat, dice: Dice, k: int) -> tuple[Orders, ...]:
    """Greedy plans that differ by chance, holding, and random orders."""
    found = dict.fromkeys([plan(state, seat, dice), rules.default_order(state, seat)])
    for _ in range(TRIES * k):
        if len(found) >= k:
            break
        found[plan(state, seat, dice)] = None
        found[random_order(state, seat, dice)] = None
    return tuple(found)[:k]


def evaluate(state: State, seat: Seat) -> int:
    """The leads in regions and in fleets, each as a share of what there is: it is the fleets that decide."""
    if outcome := rules.outcome(state):
        if outcome.winners:
            return BEST if seat in outcome.winners else -BEST
        return 0 if seat in outcome.ranking[0] else -BEST
    if not state.fleets[seat - 1]:
        return 1 - BEST
    regions = lead(ends.scores(state.fleets), seat)
    fleets = lead([len(own) for own in state.fleets], seat)
    return round((BEST - 1) * tanh(REGIONS * regions + FLEETS * fleets))


def lead(values: Sequence[int], seat: Seat) -> float:
    """How far a seat is ahead of the best other, as a share of what all have."""
    return (values[seat - 1] - max([*values[: seat - 1], *values[seat:]])) / max(1, sum(values))


bots: tuple[BotInfo, ...] = (
    BotInfo("medium", "Medium", 3, 1, "Spreads out, keeps what it has, and gives one fleet for several.", Greedy),
)
search: Searching | None = Searching(width=8, simulations=700)
