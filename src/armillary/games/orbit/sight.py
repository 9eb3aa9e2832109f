"""Who sees what in Orbit Simulator: everybody sees everything; and planning, which changes nothing (OS-20)."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Iterator
from functools import partial

from msgspec.structs import replace

from armillary.core import codec
from armillary.core.dice import Dice
from armillary.core.options import Choice, Options, Range, Remove, Slot, Template
from armillary.core.values import Seat, refusals
from armillary.games.orbit import rules
from armillary.games.orbit.model import (
    Burn,
    Coast,
    Config,
    Energy,
    Facing,
    Intensity,
    Place,
    Plan,
    Preview,
    Ship,
    Shot,
    State,
    Subsystem,
    View,
    Weapon,
)
from armillary.games.orbit.rules.board import differences
from armillary.games.orbit.rules.space import coasting, next_closing, open_rings
from armillary.games.orbit.rules.turn import fire, make_heat, planned, suffer_heat
from armillary.games.orbit.rules.weapons import in_range, reach


def view(state: State, seat: Seat | None) -> View:
    """The whole board, and what everybody reads from it."""
    config, ships = state.setup.config, state.ships
    return View(
        seat=seat,
        setup=state.setup,
        round=state.round,
        active=state.active,
        ships=ships,
        lost=state.lost,
        turn_orders=state.turn_orders,
        open_rings=open_rings(config, state.round),
        next_closing=next_closing(config, state.round),
        reactor=tuple(0 if ship is None else free_energy(config, ship) for ship in ships),
        coasting=tuple(None if ship is None else coasting(config, ship) for ship in ships),
        reach=tuple({} if ship is None else reach(config, *_after_coasting(config, ship)) for ship in ships),
        in_range=tuple(
            {} if ship is None else in_range(config, other, *_after_coasting(config, ship), ships)
            for other, ship in enumerate(ships, start=1)
        ),
        over=not rules.to_act(state),
    )


def _after_coasting(config: Config, ship: Ship) -> tuple[int, int, Facing]:
    """Where a ship would fire from, and which way it would face."""
    place = coasting(config, ship)
    return place.ring, place.sector, ship.facing


def sample_world(view: View, dice: Dice) -> State:
    """The state itself: a view holds all of it."""
    return State(view.setup, view.round, view.active, view.ships, view.lost, view.turn_orders)


def free_energy(config: Config, ship: Ship) -> int:
    """What the reactor has left to allocate (OS-3)."""
    return config.reactor - sum(ship.energy.values())


# -- planning ----------------------------------------------------------------------------------------------


def preview(state: State, seat: Seat, order: Plan) -> Preview:
    """The planning phase: what the plan would come to, and everything wrong with it (OS-20)."""
    violations = rules.check(state, seat, order)
    board = planned(state, seat, order)
    there = board.ring, board.sector, board.facing
    if not refusals(violations):
        fire(board)
    suffer_heat(board)
    make_heat(board)
    returned = sum(board.returned.values()) + order.vent
    return Preview(
        violations=violations,
        allocate=board.allocated,
        deallocate=board.returned,
        energy=board.energy,
        reactor=board.config.reactor - sum(board.energy.values()),
        powered=tuple(name for name in Subsystem if board.powered(name)),
        returns_left=max(0, board.config.return_limit - returned),
        facing=board.facing,
        now=Place(board.before.ring, board.before.sector),
        after_orbit=Place(board.ring, board.sector),
        arrival=board.transfer,
        reach=reach(board.config, *there),
        in_range=in_range(board.config, seat, *there, state.ships),
        strikes=board.strikes,
        mass=board.mass,
        heat_damage=board.heat_damage,
        heat_made=board.heat_made,
        heat_taken=board.heat_taken,
        hull=board.hull,
        heat=board.heat,
    )


def options(state: State, seat: Seat, draft: Plan | None = None) -> Options[Plan]:
    """The draft with everything that may be changed in it, and the same plan in the other form.

    Values are proposed freely, and those that pass `check` are offered: the two cannot disagree.
    """
    plan = rules.default_order(state, seat) if draft is None or rules.check(state, seat, draft) else draft
    slots = (slot for find in (_energy_slots, _course_slots, _shot_slots) for slot in find(state, seat, plan))
    return Options((Template(plan, tuple(slots)), Template(other_form(state, seat, plan))))


def other_form(state: State, seat: Seat, plan: Plan) -> Plan:
    """Differences as targets, or targets as differences: the same plan (OS-2)."""
    ship = state.ships[seat - 1]
    assert ship is not None
    more, less = differences(ship.energy, plan)
    if plan.targets is not None:
        return replace(plan, allocate=more, deallocate=less, targets=None)
    targets = {name: ship.energy.get(name, 0) + more.get(name, 0) - less.get(name, 0) for name in (*more, *less)}
    return replace(plan, allocate={}, deallocate={}, targets=targets)


def _energy_slots(state: State, seat: Seat, plan: Plan) -> Iterator[Slot]:
    """Amounts by subsystem, each of which can be removed again, and the heat to vent."""
    ship, config = state.ships[seat - 1], state.setup.config
    assert ship is not None
    for field in ("allocate", "deallocate") if plan.targets is None else ("targets",):
        changes: Energy = getattr(plan, field)
        for name in Subsystem:
            least, usual = (0, ship.energy.get(name, 0)) if field == "targets" else (1, 0)
            now, limit = changes.get(name, usual), config.subsystems[name].limit
            amounts = _passing(state, seat, partial(_with_amount, plan, field, name), now, least, limit)
            if len(amounts) > (name in changes):
                yield Range((field, str(name)), amounts[0], amounts[-1])
            without = {other: amount for other, amount in changes.items() if other != name}
            if name in changes and not rules.check(state, seat, replace(plan, **{field: without})):
                yield Remove((field, str(name)))
    vents = _passing(state, seat, lambda heat: replace(plan, vent=heat), plan.vent, 0, config.return_limit)
    if len(vents) > 1:
        yield Range(("vent",), vents[0], vents[-1])


def _with_amount(plan: Plan, field: str, name: Subsystem, amount: int) -> Plan:
    return replace(plan, **{field: {**getattr(plan, field), name: amount}})


def _passing(state: State, seat: Seat, make: Callable[[int], Plan], now: int, least: int, most: int) -> range:
    """The amounts with which a plan passes: they lie together round the present one."""

    def fails(amount: int) -> bool:
        return bool(rules.check(state, seat, make(amount)))

    less = bisect(range(now - 1, least - 1, -1), False, key=fails)
    more = bisect(range(now + 1, most + 1), False, key=fails)
    return range(max(least, now - less), now + more + 1)


def _course_slots(state: State, seat: Seat, plan: Plan) -> Iterator[Slot]:
    """Turning round, and the movement."""
    if not rules.check(state, seat, replace(plan, rotate=not plan.rotate)):
        yield Choice(("rotate",), (False, True))
    moves = [move for move in MOVES if move == plan.move or not rules.check(state, seat, replace(plan, move=move))]
    if len(moves) > 1:
        yield Choice(("move",), tuple(codec.tree(move) for move in moves))


MOVES: tuple[Coast | Burn, ...] = (
    Coast(),
    Coast(scoop=True),
    *(Burn(intensity, adjust) for intensity in Intensity for adjust in (-1, 0, 1)),
)


def _shot_slots(state: State, seat: Seat, plan: Plan) -> Iterator[Slot]:
    """Shots that can be changed or left out, and those that can be added."""
    others = [other for other in range(1, state.setup.seats + 1) if other != seat]

    def passes(*shots: Shot) -> bool:
        return not rules.check(state, seat, replace(plan, shots=shots))

    for i, shot in enumerate(plan.shots):
        before, after = plan.shots[:i], plan.shots[i + 1 :]
        if passes(*before, *after):
            yield Remove(("shots", i))
        if passes(*before, replace(shot, compensate=not shot.compensate), *after):
            yield Choice(("shots", i, "compensate"), (False, True))
        for j in range(len(shot.targets) + 1):
            kept, rest = shot.targets[:j], shot.targets[j + 1 :]
            found = [other for other in others if passes(*before, replace(shot, targets=(*kept, other, *rest)), *after)]
            if any(shot.targets[j : j + 1] != (other,) for other in found):
                yield Choice(("shots", i, "targets", j), tuple(found))
            if j < len(shot.targets) and passes(*before, replace(shot, targets=(*kept, *rest)), *after):
                yield Remove(("shots", i, "targets", j))
    fired = {shot.weapon for shot in plan.shots}
    more = [
        Shot(weapon, (other,), compensate)
        for weapon in Weapon
        if weapon not in fired
        for other in others
        for compensate in ((False, True) if weapon is Weapon.RAILGUN else (False,))
    ]
    if new := [shot for shot in more if passes(*plan.shots, shot)]:
        yield Choice(("shots", len(plan.shots)), tuple(codec.tree(shot) for shot in new))
