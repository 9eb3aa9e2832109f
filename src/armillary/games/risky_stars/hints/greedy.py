"""How the greedy player thinks: what could still be taken, how far it is, and what it takes to get there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from armillary.core.dice import Dice
from armillary.core.options import Options
from armillary.core.values import Seat
from armillary.games.risky_stars import rules
from armillary.games.risky_stars.map.tables import NO_BODY, NO_LANE, tables_of
from armillary.games.risky_stars.model import (
    Buy,
    End,
    Move,
    Order,
    Place,
    Post,
    State,
    Upgrade,
    View,
)
from armillary.games.risky_stars.rules.board import defence, owned_bodies, side
from armillary.games.risky_stars.rules.economy import YIELD, affordable, income, room, upgrade_price
from armillary.games.risky_stars.rules.navigation import arrival, launchable
from armillary.games.risky_stars.sight import sample_world
from armillary.games.risky_stars.sight.options import launch_places, open_to

FAR = 99
MOST_SPOTS, MOST_SPOTS_IN_SYSTEM = 8, 5


class Greedy:
    """Claims what is free, buys all it can pay for, attacks with an advantage, and never negotiates."""

    def decide(self, view: View, options: Options[Order], dice: Dice, budget: int) -> Order:  # noqa: ARG002
        """The first of its ideas."""
        assert view.seat is not None
        state = sample_world(view, dice)
        return next(order for order in ideas(state, view.seat) if not rules.check(state, view.seat, order))


def ideas(state: State, seat: Seat) -> Iterator[Order]:
    """Post heroes, upgrade where it pays, buy units at the front, move armies forward, end the turn."""
    plan = Plan(state, seat)
    yield from plan.postings()
    yield from plan.upgrades()
    yield from plan.purchases()
    yield from plan.moves()
    yield End()


class Plan:
    """What the greedy player sees in a position: how far every place is from what it could still take."""

    def __init__(self, state: State, seat: Seat) -> None:
        self.state = state
        self.seat = seat
        self.tables = tables_of(state.setup.map)
        self.allies = side(state, seat)
        self.prey = [self._is_prey(place) for place in range(len(state.places))]
        self.distance = self._distances()
        self.gained = income(state)[seat - 1]

    def _is_prey(self, place: int) -> bool:
        """A place worth taking: a free region, an enemy's region, or an enemy's mouth."""
        here = self.state.places[place]
        if here.possessor in self.allies or not open_to(self.state, self.seat, place):
            return False
        return bool(here.possessor) or self.tables.body_of[place] != NO_BODY

    def _distances(self) -> list[int]:
        """Moves from each place to the nearest prey, by systems and lanes."""
        tables = self.tables
        systems = [FAR] * len(tables.in_system)
        for place, prey in enumerate(self.prey):
            if prey:
                systems[tables.system_of[place]] = 1
        for _ in systems:
            for place, beyond in enumerate(tables.across):
                if beyond != NO_LANE:
                    near = systems[tables.system_of[beyond]] + 2
                    if near < systems[tables.system_of[place]]:
                        systems[tables.system_of[place]] = near
        return [self._from(place, systems) for place in range(len(tables.places))]

    def _from(self, place: int, systems: list[int]) -> int:
        here, beyond = systems[self.tables.system_of[place]], self.tables.across[place]
        return here if beyond == NO_LANE else min(here, systems[self.tables.system_of[beyond]] + 1)

    # -- building ----------------------------------------------------------------------------------------

    def postings(self) -> Iterator[Order]:
        """Heroes in reserve to the largest bodies with room."""
        tables, state = self.tables, self.state
        bodies = [body for body in owned_bodies(state.places, tables, self.seat) if room(state, body) > 0]
        bodies.sort(key=lambda body: (-len(tables.regions[body]), body))
        for hero in state.heroes[self.seat - 1]:
            if hero.body == NO_BODY and not hero.spent:
                for body in bodies[:1]:
                    yield Post(hero.rank, tables.bodies[body])

    def upgrades(self) -> Iterator[Order]:
        """Where the remaining rounds bring back the price, paid from what armies leave over."""
        state, tables = self.state, self.tables
        left = state.setup.config.max_rounds - state.round
        stock = state.stocks[self.seat - 1]
        for body in owned_bodies(state.places, tables, self.seat):
            level = state.levels[body]
            if level < len(YIELD) - 1:
                gain = (YIELD[level + 1] - YIELD[level]) * len(tables.regions[body])
                price = upgrade_price(tables, body, level)
                spare = all(have >= 2 * cost for have, cost in zip(stock, price, strict=True))
                if spare and gain * left >= sum(price):
                    yield Upgrade(tables.bodies[body])

    def purchases(self) -> Iterator[Order]:
        """As many units as possible, spread over the places nearest to prey: each can launch once per turn."""
        most = 0 if self.state.turn.launched else affordable(self.state, self.seat)
        spots = self._spots()[:most]
        if spots:
            shares = [most // len(spots) + (i < most % len(spots)) for i in range(len(spots))]
            names = self.tables.places
            yield Buy({names[spot]: units for spot, units in zip(spots, shares, strict=True)})
            yield Buy({names[spots[0]]: most})

    def _spots(self) -> list[int]:
        """Where new units are needed most, a few in each system."""
        own = [place for place, here in enumerate(self.state.places) if here.possessor == self.seat]
        chosen: list[int] = []
        here: Counter[int] = Counter()
        for place in sorted(own, key=self._need):
            if here[self.tables.system_of[place]] < MOST_SPOTS_IN_SYSTEM and len(chosen) < MOST_SPOTS:
                here[self.tables.system_of[place]] += 1
                chosen.append(place)
        return chosen

    def _need(self, place: int) -> tuple[int, int, int, int]:
        """Places under attack first, then those near prey, the weakest of them first."""
        here = self.state.places[place]
        return (0 if here.attackers else 1, self.distance[place], here.units, place)

    # -- moving ------------------------------------------------------------------------------------------

    def moves(self) -> Iterator[Order]:
        """The best move of every army that has one, best first."""
        found: list[tuple[int, Order]] = []
        for place in launch_places(self.state, self.seat):
            found += self._best_move(place, *launchable(self.state, self.seat, place))
        for _, order in sorted(found, key=lambda pair: -pair[0]):
            yield order

    def _best_move(self, source: int, low: int, high: int) -> Iterator[tuple[int, Order]]:
        """Take what is free, attack what is weak, else go nearer."""
        names = self.tables.places
        best, chosen = 0, None
        empty = 0
        for target in self.tables.reach(source):
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
        return 100 + (50 if self.tables.body_of[target] != NO_BODY else 0) + min(40, units - against)

    def _body_worth(self, place: int) -> int:
        """What is scarce is worth more: a shortage of one resource holds up all armies."""
        resource = self.tables.resource[self.tables.body_of[place]]
        return 30 if self.gained[resource] == min(self.gained) else 10
