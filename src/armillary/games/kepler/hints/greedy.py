"""How the greedy player thinks: one pass over its fleets, the spare ones first, each to the best place left."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from armillary.core.dice import Dice
from armillary.core.options import Options
from armillary.core.values import Seat
from armillary.games.kepler import sight
from armillary.games.kepler.map.tables import Ways, tables_of
from armillary.games.kepler.model import Fleet, FleetOrder, Orders, State, View
from armillary.games.kepler.rules import ends

HESITATION = 10
"""One spare fleet in this many waits: otherwise two players who think alike would draw every game."""
HESITATION_AMONG_SEVERAL = 5
"""Where several players rush to the same region, it goes to the one who comes a turn later."""


class Greedy:
    """Spreads out, keeps what it has, and gives one fleet for several."""

    def decide(self, view: View, options: Options[Orders], dice: Dice, budget: int) -> Orders:
        """The plan with ties broken by the dice, so that nobody can read it."""
        assert view.seat is not None
        return plan(sight.sample_world(view, dice), view.seat, dice)


class Plan:
    """What the planner knows and what it has decided so far."""

    def __init__(self, state: State, seat: Seat, dice: Dice) -> None:
        moves = tables_of(state.setup).moves(state.turn)
        rank = {region: i for i, region in enumerate(dice.shuffle(sorted(moves)))}
        self.ways: Ways = {region: tuple(sorted(near, key=rank.__getitem__)) for region, near in moves.items()}
        """Where fleets can go, in an order drawn for this plan: the first of equals is a matter of chance."""
        self.own = state.fleets[seat - 1]
        self.enemies: dict[str, int] = {}
        for other, fleets in enumerate(state.fleets, start=1):
            for fleet in fleets:
                if other != seat:
                    self.enemies[fleet.region] = self.enemies.get(fleet.region, 0) + 1
        self.to: dict[str, str | None] = {}
        self.covered = {fleet.journey.to for fleet in self.own if fleet.journey}
        """Regions that one of ours holds or is on its way to."""
        needed = ends.needed(state.setup)
        self.endgame = needed is None or len(self.own) < needed
        """Is dominance out of reach? Then the most regions win, or the last fleet."""
        others = [len(fleets) for other, fleets in enumerate(state.fleets, start=1) if fleets and other != seat]
        self.hesitation = HESITATION if len(others) == 1 else HESITATION_AMONG_SEVERAL
        self.hunting = self.endgame and len(others) == 1 and len(self.own) > others[0]
        """Ahead of the only player left, every trade of one for one brings the end closer."""

    def threat(self, region: str) -> int:
        """How many fleets of others could be there after this turn."""
        return self.enemies.get(region, 0) + sum(self.enemies.get(near, 0) for near in self.ways[region])


def plan(state: State, seat: Seat, dice: Dice) -> Orders:
    """Orders for every fleet that is free."""
    plan = Plan(state, seat, dice)
    free = [fleet for fleet in plan.own if fleet.journey is None]
    spare = _keep_one_each(plan, free)
    keepers = [fleet for fleet in free if fleet not in spare]
    for fleet in dice.shuffle(spare):  # whoever chooses first takes what is near: no fleet always does
        if dice.below(plan.hesitation) and not (_raid(plan, fleet, 2) or _spread(plan, fleet)):
            _press(plan, fleet, ())
    for fleet in keepers:
        if not _raid(plan, fleet, 2 if plan.endgame else 3) and plan.hunting:
            _press(plan, fleet, plan.covered)
    return _by_stacks(plan, free)


def _keep_one_each(plan: Plan, free: list[Fleet]) -> list[Fleet]:
    """One fleet keeps every region that is ours; the others are spare."""
    spare = []
    for fleet in free:
        if fleet.region in plan.covered:
            spare.append(fleet)
        plan.covered.add(fleet.region)
    return spare


def _raid(plan: Plan, fleet: Fleet, worth: int) -> bool:
    """Trade one fleet for several where at least `worth` enemies are together; one raider per region is enough."""
    prey = [near for near in plan.ways[fleet.region] if plan.enemies.get(near, 0) >= worth]
    prey = [region for region in prey if region not in plan.to.values()]
    if not prey:
        return False
    plan.to[fleet.id] = max(prey, key=lambda region: plan.enemies[region])
    return True


def _spread(plan: Plan, fleet: Fleet) -> bool:
    """Go towards the nearest free region that none of ours is heading for, the safest one, avoiding enemies."""
    for ring in _rings(plan, fleet.region, plan.enemies.keys()):
        open_to_us = [region for region in ring if region not in plan.covered and region not in plan.enemies]
        if open_to_us:
            goal = min(open_to_us, key=plan.threat)
            plan.covered.add(goal)
            plan.to[fleet.id] = ring[goal]
            return True
    return False


def _press(plan: Plan, fleet: Fleet, closed: Collection[str]) -> None:
    """With nothing left to take in peace, go for the nearest enemy: idle fleets win nothing."""
    for ring in _rings(plan, fleet.region, closed):
        prey = [region for region in ring if region in plan.enemies and ring[region] not in plan.to.values()]
        if prey:
            plan.to[fleet.id] = ring[prey[0]]
            return


def _by_stacks(plan: Plan, free: list[Fleet]) -> Orders:
    """Fleets in a region are alike: those that move come first, by where they go, and make up stacks in notation."""
    wanted: dict[str, list[str | None]] = {}
    for fleet in free:
        wanted.setdefault(fleet.region, []).append(plan.to.get(fleet.id))
    given = {region: iter(sorted(all_, key=lambda to: (to is None, to or ""))) for region, all_ in wanted.items()}
    return Orders(tuple([FleetOrder(fleet.id, next(given[fleet.region])) for fleet in free]))


def _rings(plan: Plan, origin: str, closed: Collection[str]) -> Iterator[dict[str, str]]:
    """The regions one step away, then two steps, and so on, each with the first step of a way there."""
    seen = {origin}
    ring = {near: near for near in plan.ways[origin] if near not in closed}
    while ring:
        yield ring
        seen |= ring.keys()
        ring = {
            near: step
            for region, step in ring.items()
            for near in plan.ways[region]
            if near not in seen and near not in closed
        }
