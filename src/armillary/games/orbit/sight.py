"""Who sees what in Orbit Simulator: everybody sees everything; and planning, which changes nothing (OS-20)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from armillary.core import codec
from armillary.core.dice import Dice
from armillary.core.options import Choice, Options, Slot, Template, change
from armillary.core.values import Path, Seat, refusals
from armillary.games.orbit import rules
from armillary.games.orbit.model import (
    Aim,
    Burn,
    Coast,
    Config,
    Intensity,
    Place,
    Plan,
    Preview,
    Setup,
    Ship,
    Shot,
    State,
    Subsystem,
    View,
    Weapon,
)
from armillary.games.orbit.rules.board import differences
from armillary.games.orbit.rules.turn import fire, make_heat, planned, suffer_heat
from armillary.games.orbit.rules.weapons import in_range


def view(state: State, seat: Seat | None) -> View:
    """The whole board, and what everybody reads from it."""
    config, ships = state.setup.config, state.ships
    return View(
        seat=seat,
        config=config,
        round=state.round,
        active=state.active,
        ships=ships,
        lost=state.lost,
        reactor=tuple(0 if ship is None else free_energy(config, ship) for ship in ships),
        in_range=tuple(
            {} if ship is None else aim_after_coasting(config, other, ship, ships)
            for other, ship in enumerate(ships, start=1)
        ),
        over=not rules.to_act(state),
    )


def sample_world(view: View, dice: Dice) -> State:  # noqa: ARG001 (there is nothing to guess)
    """The state itself: a view holds all of it."""
    return State(Setup(len(view.ships), view.config), view.round, view.active, view.ships, view.lost)


def free_energy(config: Config, ship: Ship) -> int:
    """What the reactor has left to allocate (OS-3)."""
    return config.reactor - sum(ship.energy.values())


def aim_after_coasting(config: Config, seat: Seat, ship: Ship, ships: tuple[Ship | None, ...]) -> Aim:
    """Whom a ship could fire at if its turn came now and it coasted as it faces."""
    here = ship.transfer or Place(ship.ring, ship.sector)
    ring = config.rings[here.ring - 1]
    sector = (here.sector + ring.velocity) % ring.sectors
    return in_range(config, seat, here.ring, sector, ship.facing, ships)


# -- planning ----------------------------------------------------------------------------------------------


def preview(state: State, seat: Seat, order: Plan) -> Preview:
    """The planning phase: what the plan would come to, and everything wrong with it (OS-20)."""
    violations = rules.check(state, seat, order)
    board = planned(state, seat, order)
    in_reach = in_range(board.config, seat, board.ring, board.sector, board.facing, state.ships)
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
        in_range=in_reach,
        strikes=board.strikes,
        mass=board.mass,
        heat_damage=board.heat_damage,
        heat_made=board.heat_made,
        hull=board.hull,
        heat=board.heat,
    )


def options(state: State, seat: Seat, draft: Plan | None = None) -> Options[Plan]:
    """The draft with everything that may be changed in it, and the same plan in the other form.

    Values are proposed freely, and those that pass `check` are kept: the two cannot disagree.
    """
    plan = rules.default_order(state, seat) if draft is None or rules.check(state, seat, draft) else draft
    slots: list[Slot] = []
    for path, proposed in _proposals(state, seat, plan):
        changed = [(value, change(plan, path, value)) for value in proposed]
        legal = [(value, other) for value, other in changed if not rules.check(state, seat, other)]
        if any(other != plan for _, other in legal):
            slots.append(Choice(path, tuple(value for value, _ in legal)))
    return Options((Template(plan, tuple(slots)), Template(other_form(state, seat, plan))))


def other_form(state: State, seat: Seat, plan: Plan) -> Plan:
    """Differences as targets, or targets as differences: the same plan (OS-2)."""
    ship = state.ships[seat - 1]
    assert ship is not None
    more, less = differences(ship.energy, plan)
    if plan.targets is not None:
        return msgspec.structs.replace(plan, allocate=more, deallocate=less, targets=None)
    targets = {name: ship.energy.get(name, 0) + more.get(name, 0) - less.get(name, 0) for name in (*more, *less)}
    return msgspec.structs.replace(plan, allocate={}, deallocate={}, targets=targets)


def _proposals(state: State, seat: Seat, plan: Plan) -> Iterator[tuple[Path, list[Any]]]:
    """Every slot of a plan, with all the values it could take."""
    config = state.setup.config
    fields = ("allocate", "deallocate") if plan.targets is None else ("targets",)
    for field in fields:
        for name in Subsystem:
            yield (field, str(name)), _energy_values(plan, field, name, config.subsystems[name].limit)
    yield ("vent",), list(range(config.return_limit + 1))
    yield ("rotate",), [False, True]
    yield ("move",), MOVES
    yield from _shot_proposals(state, seat, plan)


def _energy_values(plan: Plan, field: str, name: Subsystem, limit: int) -> list[Any]:
    """Amounts, and null to remove one that is there."""
    there = name in getattr(plan, field)
    amounts = range(0 if field == "targets" else 1, limit + 1)
    return [None, *amounts] if there else list(amounts)


MOVES: list[Any] = [
    codec.tree(movement)
    for movement in (
        Coast(),
        Coast(scoop=True),
        *(Burn(intensity, adjust) for intensity in Intensity for adjust in (-1, 0, 1)),
    )
]


def _shot_proposals(state: State, seat: Seat, plan: Plan) -> Iterator[tuple[Path, list[Any]]]:
    others = [other for other in range(1, state.setup.seats + 1) if other != seat]
    for i, shot in enumerate(plan.shots):
        yield ("shots", i), [None]
        yield ("shots", i, "compensate"), [False, True]
        for j in range(len(shot.targets)):
            yield ("shots", i, "targets", j), [None, *others]
        yield ("shots", i, "targets", len(shot.targets)), list(others)
    fired = {shot.weapon for shot in plan.shots}
    yield (
        ("shots", len(plan.shots)),
        [
            codec.tree(Shot(weapon, (other,), compensate))
            for weapon in Weapon
            if weapon not in fired
            for other in others
            for compensate in ((False, True) if weapon is Weapon.RAILGUN else (False,))
        ],
    )
