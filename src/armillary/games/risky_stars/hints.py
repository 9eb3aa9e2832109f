"""What thinking players need to know of Risky Stars."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from armillary.core.contract import Bot
from armillary.core.dice import Dice
from armillary.core.options import Options
from armillary.core.values import Seat
from armillary.games.risky_stars import rules
from armillary.games.risky_stars.atlas import NO_BODY, NO_LANE, atlas_of
from armillary.games.risky_stars.model import (
    Accept,
    AnyOrder,
    Buy,
    Decline,
    End,
    Leave,
    Move,
    Place,
    Post,
    Propose,
    Recall,
    State,
    Upgrade,
    View,
    Withdraw,
)
from armillary.games.risky_stars.rules.board import defence, owned_bodies, side
from armillary.games.risky_stars.rules.economy import YIELD, affordable, income, room, upgrade_price
from armillary.games.risky_stars.rules.navigation import arrival, launchable
from armillary.games.risky_stars.rules.rounds import strengths
from armillary.games.risky_stars.sight import launch_places, open_to, sample_world, targets

BEST = 10_000
REGION_WORTH = 8  # in units
FAR = 99
MOST_SPOTS, MOST_SPOTS_A_SYSTEM = 8, 5


# -- random play -------------------------------------------------------------------------------------------


def random_order(state: State, seat: Seat, dice: Dice) -> AnyOrder:
    """Anything legal, a move more often than not; one time in four the turn ends."""
    makers = (_random_move, _random_move, _random_buy, _random_body_order, _random_diplomacy)
    if dice.below(4):
        order = dice.choice(makers)(state, seat, dice)
        if order is not None:
            return order
    return End()


def _random_move(state: State, seat: Seat, dice: Dice) -> AnyOrder | None:
    atlas = atlas_of(state.setup.chart)
    sources = launch_places(state, seat)
    if not sources:
        return None
    source = dice.choice(sources)
    found = targets(state, seat, source)
    if not found:
        return None
    low, high = launchable(state, seat, source)
    return Move(atlas.places[source], atlas.places[dice.choice(found)], low + dice.below(high - low + 1))


def _random_buy(state: State, seat: Seat, dice: Dice) -> AnyOrder | None:
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
    names = atlas_of(state.setup.chart).places
    return [names[number] for number, place in enumerate(state.places) if place.possessor == seat]


def _random_body_order(state: State, seat: Seat, dice: Dice) -> AnyOrder | None:
    atlas = atlas_of(state.setup.chart)
    bodies = [atlas.bodies[body] for body in owned_bodies(state.places, atlas, seat)]
    if not bodies:
        return None
    body = dice.choice(bodies)
    wanted = (Upgrade(body), *(kind(rank, body) for rank in (1, 2, 3) for kind in (Post, Recall)))
    return _any_legal(state, seat, wanted, dice)


def _random_diplomacy(state: State, seat: Seat, dice: Dice) -> AnyOrder | None:
    player = 1 + dice.below(state.setup.seats)
    wanted = (Propose(player), Accept(player), Decline(player), Withdraw(player), Leave())
    return _any_legal(state, seat, wanted, dice)


def _any_legal(state: State, seat: Seat, wanted: tuple[AnyOrder, ...], dice: Dice) -> AnyOrder | None:
    legal = [order for order in wanted if not rules.check(state, seat, order)]
    return dice.choice(legal) if legal else None


# -- judging -----------------------------------------------------------------------------------------------


def evaluate(state: State, seat: Seat) -> int:
    """One's side's lead over the strongest other, regions and units counted together."""
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


# -- greedy ------------------------------------------------------------------------------------------------


def candidates(state: State, seat: Seat, dice: Dice, k: int) -> tuple[AnyOrder, ...]:  # noqa: ARG001 (no chance needed)
    """What greedy would do, best first, then ending the turn."""
    found: list[AnyOrder] = []
    for order in _ideas(state, seat):
        if len(found) == k:
            break
        if order not in found and not rules.check(state, seat, order):
            found.append(order)
    return tuple(found)


def _ideas(state: State, seat: Seat) -> Iterator[AnyOrder]:
    """Heroes to work, upgrades that pay, units to the front, armies forward, the end of the turn."""
    plan = Plan(state, seat)
    yield from plan.postings()
    yield from plan.upgrades()
    yield from plan.purchases()
    yield from plan.moves()
    yield End()


class Plan:
    """What a greedy player sees in a position: how far every place is from what it could still take."""

    def __init__(self, state: State, seat: Seat) -> None:
        self.state = state
        self.seat = seat
        self.atlas = atlas_of(state.setup.chart)
        self.allies = side(state, seat)
        self.prey = [self._is_prey(place) for place in range(len(state.places))]
        self.distance = self._distances()
        self.gained = income(state)[seat - 1]

    def _is_prey(self, place: int) -> bool:
        """A place worth taking: a region nobody or an enemy holds, or an enemy's mouth."""
        here = self.state.places[place]
        if here.possessor in self.allies or not open_to(self.state, self.seat, place):
            return False
        return bool(here.possessor) or self.atlas.body_of[place] != NO_BODY

    def _distances(self) -> list[int]:
        """Moves from each place to the nearest prey, by systems and lanes."""
        atlas = self.atlas
        systems = [FAR] * len(atlas.in_system)
        for place, prey in enumerate(self.prey):
            if prey:
                systems[atlas.system_of[place]] = 1
        for _ in systems:
            for place, beyond in enumerate(atlas.across):
                if beyond != NO_LANE:
                    near = systems[atlas.system_of[beyond]] + 2
                    if near < systems[atlas.system_of[place]]:
                        systems[atlas.system_of[place]] = near
        return [self._from(place, systems) for place in range(len(atlas.places))]

    def _from(self, place: int, systems: list[int]) -> int:
        here, beyond = systems[self.atlas.system_of[place]], self.atlas.across[place]
        return here if beyond == NO_LANE else min(here, systems[self.atlas.system_of[beyond]] + 1)

    # -- building ----------------------------------------------------------------------------------------

    def postings(self) -> Iterator[AnyOrder]:
        """Heroes in reserve to the largest bodies with room."""
        atlas, state = self.atlas, self.state
        bodies = [body for body in owned_bodies(state.places, atlas, self.seat) if room(state, body) > 0]
        bodies.sort(key=lambda body: (-len(atlas.regions[body]), body))
        for hero in state.heroes[self.seat - 1]:
            if hero.body == NO_BODY and not hero.spent:
                for body in bodies[:1]:
                    yield Post(hero.rank, atlas.bodies[body])

    def upgrades(self) -> Iterator[AnyOrder]:
        """Where the rounds left bring back what it costs, from what armies leave over."""
        state, atlas = self.state, self.atlas
        left = state.setup.config.max_rounds - state.round
        stock = state.stocks[self.seat - 1]
        for body in owned_bodies(state.places, atlas, self.seat):
            level = state.levels[body]
            if level < len(YIELD) - 1:
                gain = (YIELD[level + 1] - YIELD[level]) * len(atlas.regions[body])
                price = upgrade_price(atlas, body, level)
                spare = all(have >= 2 * cost for have, cost in zip(stock, price, strict=True))
                if spare and gain * left >= sum(price):
                    yield Upgrade(atlas.bodies[body])

    def purchases(self) -> Iterator[AnyOrder]:
        """Everything one can pay for, spread over the places nearest to prey: each can launch once a turn."""
        most = 0 if self.state.turn.launched else affordable(self.state, self.seat)
        spots = self._spots()[:most]
        if spots:
            shares = [most // len(spots) + (i < most % len(spots)) for i in range(len(spots))]
            names = self.atlas.places
            yield Buy({names[spot]: units for spot, units in zip(spots, shares, strict=True)})
            yield Buy({names[spots[0]]: most})

    def _spots(self) -> list[int]:
        """Where new units are needed most, a few in each system."""
        own = [place for place, here in enumerate(self.state.places) if here.possessor == self.seat]
        chosen: list[int] = []
        here: Counter[int] = Counter()
        for place in sorted(own, key=self._need):
            if here[self.atlas.system_of[place]] < MOST_SPOTS_A_SYSTEM and len(chosen) < MOST_SPOTS:
                here[self.atlas.system_of[place]] += 1
                chosen.append(place)
        return chosen

    def _need(self, place: int) -> tuple[int, int, int, int]:
        """Places under attack first, then those near prey, the weakest of them first."""
        here = self.state.places[place]
        return (0 if here.attackers else 1, self.distance[place], here.units, place)

    # -- moving ------------------------------------------------------------------------------------------

    def moves(self) -> Iterator[AnyOrder]:
        """The best move of every army that has one, best first."""
        found: list[tuple[int, AnyOrder]] = []
        for place in launch_places(self.state, self.seat):
            found += self._best_move(place, *launchable(self.state, self.seat, place))
        for _, order in sorted(found, key=lambda pair: -pair[0]):
            yield order

    def _best_move(self, source: int, low: int, high: int) -> Iterator[tuple[int, AnyOrder]]:
        """Take what is free, attack what is weak, else go nearer."""
        names = self.atlas.places
        best, chosen = 0, None
        empty = 0
        for target in self.atlas.reach(source):
            worth = self._worth(source, target, high)
            empty += self.state.places[target].possessor == 0 and self.prey[target]
            if worth > best:
                best, chosen = worth, target
        if chosen is None:
            return
        units = high
        if self.prey[chosen]:
            against = defence(self.state.places[chosen])
            enough = 4 * against + 4 if against else (high + empty - 1) // max(1, empty)
            units = max(low, min(high, enough))
        yield best, Move(names[source], names[chosen], units)

    def _worth(self, source: int, target: int, units: int) -> int:
        state, here = self.state, self.state.places[target]
        if not open_to(state, self.seat, target):
            return 0
        received = arrival(state, self.seat, here)
        if received == "defends":
            return 40
        if received in ("attacks", "reinforces"):
            return self._attack_worth(here, target, units)
        if self.prey[target]:
            return 200 + self._body_worth(target)
        nearer = self.distance[source] - self.distance[target]
        return 10 * nearer if nearer > 0 and self.distance[target] < FAR else 0

    def _attack_worth(self, here: Place, target: int, units: int) -> int:
        """An attack needs half as many again as the defence, and two to spare."""
        against = defence(here)
        if 2 * units < 3 * against + 2:
            return 0
        return 100 + (50 if self.atlas.body_of[target] != NO_BODY else 0) + min(40, units - against)

    def _body_worth(self, place: int) -> int:
        """What is scarce is worth more: metals and fuel are as good as the armies they hold up."""
        resource = self.atlas.resource[self.atlas.body_of[place]]
        return 30 if self.gained[resource] == min(self.gained) else 10


class Greedy:
    """Claims what is free, builds all it can pay for, attacks with an advantage, never treats with anybody."""

    def decide(self, view: View, options: Options[AnyOrder], dice: Dice, budget: int) -> AnyOrder:  # noqa: ARG002
        """The first of its ideas."""
        assert view.seat is not None
        return candidates(sample_world(view, dice), view.seat, dice, 1)[0]


bots: Mapping[str, Callable[[Any], Bot[AnyOrder, View]]] = {"greedy": lambda game: Greedy()}  # noqa: ARG005
