"""How the greedy player thinks: what could still be taken, how far it is, and what it takes to get there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

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
from armillary.games.risky_stars.rules.board import at_rest, defence, owned_bodies, side
from armillary.games.risky_stars.rules.economy import YIELD, affordable, income, room, upgrade_price
from armillary.games.risky_stars.rules.navigation import arrival, launchable
from armillary.games.risky_stars.sight import sample_world
from armillary.games.risky_stars.sight.options import launch_places, open_to

FAR = 99
NO_PLACE = -1


class Script(NamedTuple):
    """A way to play whole turns."""

    land: int
    """What a free region is worth; an attack is worth 100 to 190."""
    scarce: int
    """What a free region is worth on top of that if it yields the resource there is least of."""
    spots: int = 2
    """In how many places bought units are put: few, since one large army beats many."""
    margin: int = 120
    """Attackers, as a percentage of the defence, that are enough for an attack."""


SETTLER = Script(land=200, scarce=20)
"""Claims what is free before it fights."""
RAIDER = Script(land=90, scarce=0)
"""Fights while it has the advantage, and claims what is free with the armies that cannot.

By `scripts/tune_risky_stars.py`: with `scarce=20` it wins 40 % of 400 duels (35 to 45) against itself as it is; other
`land` and `margin` are no better. With `spots=1` it wins 62 % (55 to 68), but then only 82 % against a settler,
instead of 99.5 %.
"""


class Greedy:
    """Buys all it can pay for, attacks with an advantage, and never negotiates."""

    def __init__(self, script: Script) -> None:
        self._script = script

    def decide(self, view: View, options: Options[Order], dice: Dice, budget: int) -> Order:
        """The first of its ideas."""
        assert view.seat is not None
        state, seat = sample_world(view, dice), view.seat
        return next(order for order in ideas(state, seat, dice, self._script) if not rules.check(state, seat, order))


def ideas(state: State, seat: Seat, dice: Dice, script: Script) -> Iterator[Order]:
    """Post heroes, upgrade where it pays, buy units at the front, move armies forward, end the turn."""
    plan = Plan(state, seat, dice, script)
    yield from plan.postings()
    yield from plan.upgrades()
    yield from plan.purchases()
    yield from plan.moves()
    yield End()


class Plan:
    """What the greedy player sees in a position: how far every place is from what it could still take."""

    def __init__(self, state: State, seat: Seat, dice: Dice, script: Script) -> None:
        self.script = script
        self.state = state
        self.seat = seat
        self.tables = tables_of(state.setup.map)
        self.allies = side(state, seat)
        self.luck = dice.shuffle(range(len(state.places)))
        """Breaks ties between places: none is better for being listed first."""
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
        bodies.sort(key=lambda body: (-len(tables.regions[body]), self.luck[tables.regions[body].start]))
        for hero in state.heroes[self.seat - 1]:
            if hero.body == NO_BODY and not hero.spent:
                for body in bodies[:1]:
                    yield Post(hero.rank, tables.bodies[body])

    def upgrades(self) -> Iterator[Order]:
        """Where the remaining rounds bring back the price, paid from what armies leave over."""
        state, tables = self.state, self.tables
        left = state.setup.config.max_rounds - state.round
        stock = state.stocks[self.seat - 1]
        found: list[tuple[int, int, str]] = []
        for body in owned_bodies(state.places, tables, self.seat):
            level = state.levels[body]
            if level < len(YIELD) - 1:
                gain = (YIELD[level + 1] - YIELD[level]) * len(tables.regions[body])
                price = upgrade_price(tables, body, level)
                spare = all(have >= 2 * cost for have, cost in zip(stock, price, strict=True))
                if spare and gain * left >= sum(price):
                    found.append((gain, self.luck[tables.regions[body].start], tables.bodies[body]))
        for *_, name in sorted(found, reverse=True):
            yield Upgrade(name)

    def purchases(self) -> Iterator[Order]:
        """As many units as possible, in the places that need them most."""
        most = 0 if self.state.turn.launched else affordable(self.state, self.seat)
        own = [place for place, here in enumerate(self.state.places) if here.possessor == self.seat]
        spots = sorted(own, key=self._need)[: min(most, self.script.spots)]
        if spots:
            shares = [most // len(spots) + (i < most % len(spots)) for i in range(len(spots))]
            names = self.tables.places
            yield Buy({names[spot]: units for spot, units in zip(spots, shares, strict=True)})
            yield Buy({names[spots[0]]: most})

    def _need(self, place: int) -> tuple[int, int, int, int]:
        """Places under attack first, then those near prey, the weakest of them first."""
        here = self.state.places[place]
        return (0 if here.attackers else 1, self.distance[place], here.units, self.luck[place])

    # -- moving ------------------------------------------------------------------------------------------

    def moves(self) -> Iterator[Order]:
        """The best move of every army that has one, best first."""
        found: list[tuple[int, int, Order]] = []
        for place in launch_places(self.state, self.seat):
            found += self._best_move(place, *launchable(self.state, self.seat, place))
        for *_, order in sorted(found, key=lambda move: move[:2], reverse=True):
            yield order

    def _best_move(self, source: int, low: int, high: int) -> Iterator[tuple[int, int, Order]]:
        """Take what is free, attack what is weak, else go nearer, where fewest have gone; with its worth and luck."""
        names = self.tables.places
        best, chosen = (0, 0, 0), NO_PLACE
        empty = 0
        for target in self.tables.reach(source):
            worth = self._worth(source, target, high)
            empty += self.state.places[target].possessor == 0 and self.prey[target]
            if worth and worth >= best[0]:
                rank = (worth, -self._crowd(target), self.luck[target])
                if rank > best:
                    best, chosen = rank, target
        if chosen == NO_PLACE:
            return
        units = high
        if self.prey[chosen]:
            against = defence(self.state.places[chosen])
            enough = 4 * against + 4 if against else (high + empty - 1) // max(1, empty)
            units = max(low, min(high, enough))
        yield best[0], self.luck[source], Move(names[source], names[chosen], units)

    def _crowd(self, place: int) -> int:
        """Own units at a place and at the other end of its lane."""
        places, beyond = self.state.places, self.tables.across[place]
        return at_rest(places[place], self.seat) + (0 if beyond == NO_LANE else at_rest(places[beyond], self.seat))

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
            return self.script.land + self._body_worth(target)
        nearer = self.distance[source] - self.distance[target]
        return 10 * nearer if nearer > 0 and self.distance[target] < FAR else 0

    def _attack_worth(self, here: Place, target: int, units: int) -> int:
        """Attackers who are more than the defence fight on (RS-C4): a margin, and one to spare, will do."""
        against, earlier = defence(here), sum([army.units for army in here.attackers])
        if 100 * (units + earlier) < self.script.margin * against + 100:
            return 0
        return 100 + (50 if self.tables.body_of[target] != NO_BODY else 0) + min(40, units - against)

    def _body_worth(self, place: int) -> int:
        """What is scarce is worth more: a shortage of one resource holds up all armies."""
        resource = self.tables.resource[self.tables.body_of[place]]
        return 10 + (self.script.scarce if self.gained[resource] == min(self.gained) else 0)
