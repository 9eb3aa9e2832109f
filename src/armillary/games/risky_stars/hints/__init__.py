"""What bots need to know about Risky Stars."""

from __future__ import annotations

from functools import partial

from armillary.core.contract import BotInfo, Searching
from armillary.core.dice import Dice
from armillary.core.values import Seat
from armillary.games.risky_stars import rules
from armillary.games.risky_stars.hints.greedy import RAIDER, SETTLER, Greedy, ideas
from armillary.games.risky_stars.map.tables import tables_of
from armillary.games.risky_stars.model import (
    Accept,
    Buy,
    Decline,
    End,
    Leave,
    Move,
    Order,
    Post,
    Propose,
    Recall,
    State,
    Upgrade,
    Withdraw,
)
from armillary.games.risky_stars.rules.board import owned_bodies, side
from armillary.games.risky_stars.rules.economy import affordable
from armillary.games.risky_stars.rules.ends import strengths
from armillary.games.risky_stars.rules.navigation import launchable
from armillary.games.risky_stars.sight.options import launch_places, targets

BEST = 10_000
REGION_WORTH = 8  # in units


def random_order(state: State, seat: Seat, dice: Dice) -> Order:
    """Anything legal, a move more often than not; one time in four the turn ends."""
    makers = (_random_move, _random_move, _random_buy, _random_body_order, _random_diplomacy)
    if dice.below(4):
        order = dice.choice(makers)(state, seat, dice)
        if order is not None:
            return order
    return End()


def _random_move(state: State, seat: Seat, dice: Dice) -> Order | None:
    tables = tables_of(state.setup.map)
    sources = launch_places(state, seat)
    if not sources:
        return None
    source = dice.choice(sources)
    found = targets(state, seat, source)
    if not found:
        return None
    low, high = launchable(state, seat, source)
    return Move(tables.places[source], tables.places[dice.choice(found)], low + dice.below(high - low + 1))


def _random_buy(state: State, seat: Seat, dice: Dice) -> Order | None:
    most = 0 if state.turn.launched else affordable(state, seat)
    names = _possessed(state, seat)
    if not most or not names:
        return None
    few = 1 + dice.below(1 + dice.below(min(most, len(names))))  # mostly few places, at times all
    units, spare = {}, most - few
    for name in dice.sample(names, few):
        units[name] = 1 + dice.below(spare + 1)
        spare -= units[name] - 1
    return Buy(units)


def _possessed(state: State, seat: Seat) -> list[str]:
    names = tables_of(state.setup.map).places
    return [names[number] for number, place in enumerate(state.places) if place.possessor == seat]


def _random_body_order(state: State, seat: Seat, dice: Dice) -> Order | None:
    tables = tables_of(state.setup.map)
    bodies = [tables.bodies[body] for body in owned_bodies(state.places, tables, seat)]
    if not bodies:
        return None
    body = dice.choice(bodies)
    wanted = (Upgrade(body), *(kind(rank, body) for rank in (1, 2, 3) for kind in (Post, Recall)))
    return _any_legal(state, seat, wanted, dice)


def _random_diplomacy(state: State, seat: Seat, dice: Dice) -> Order | None:
    player = 1 + dice.below(state.setup.seats)
    wanted = (Propose(player), Accept(player), Decline(player), Withdraw(player), Leave())
    return _any_legal(state, seat, wanted, dice)


def _any_legal(state: State, seat: Seat, wanted: tuple[Order, ...], dice: Dice) -> Order | None:
    legal = [order for order in wanted if not rules.check(state, seat, order)]
    return dice.choice(legal) if legal else None


def candidates(state: State, seat: Seat, dice: Dice, k: int) -> tuple[Order, ...]:
    """What the hard player would do, best first, then ending the turn."""
    found: list[Order] = []
    for order in ideas(state, seat, dice, RAIDER):
        if len(found) == k:
            break
        if order not in found and not rules.check(state, seat, order):
            found.append(order)
    return tuple(found)


def evaluate(state: State, seat: Seat) -> int:
    """The lead of the seat's side over the strongest other, regions and units counted together."""
    if outcome := rules.outcome(state):
        if seat not in outcome.winners:
            return -BEST
        return BEST if len(outcome.winners) < state.setup.seats else 0
    if seat in state.out:
        return -BEST
    worth = {members: REGION_WORTH * regions + units for members, (regions, units) in strengths(state).items()}
    own = worth[side(state, seat)]
    others = [other for members, other in worth.items() if seat not in members]
    lead = BEST * (own - max(others, default=0)) // max(1, sum(worth.values()))
    return max(1 - BEST, min(BEST - 1, lead))


bots: tuple[BotInfo, ...] = (
    BotInfo(
        "medium",
        "Medium",
        3,
        1,
        "Claims what is free, attacks with an advantage, and never negotiates.",
        partial(Greedy, SETTLER),
    ),
    BotInfo("hard", "Hard", 4, 1, "Strikes while it has the advantage, and settles later.", partial(Greedy, RAIDER)),
)
search: Searching | None = None
"""A turn is a long series of orders: a search over single ones does not see to its end."""
