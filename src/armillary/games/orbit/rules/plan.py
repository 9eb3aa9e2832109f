"""What is wrong with a plan: everything at once, each fault with its rule, its place and what would be allowed.

The plan is walked through its first five stages, legal or not, and then looked at from all sides.
"""

from __future__ import annotations

from collections.abc import Iterator

from armillary.core.values import Path, Seat, Violation
from armillary.games.orbit import space
from armillary.games.orbit.config import Subsystem, Weapon
from armillary.games.orbit.model import Burn, Coast, Energy, Plan, Shot, State
from armillary.games.orbit.rules.turn import RAILGUN, Turn, planned, recoil_destination

ENGINES, THRUSTERS, SCOOP = Subsystem.ENGINES, Subsystem.THRUSTERS, Subsystem.SCOOP

RULE_OF = {Weapon.LASER: "OS-14", Weapon.RAILGUN: "OS-15", Weapon.MISSILES: "OS-16"}


def check(state: State, seat: Seat, plan: Plan) -> tuple[Violation, ...]:
    """Everything wrong with this plan (OS-2)."""
    turn = planned(state, seat, plan)
    found: list[Violation] = []
    if turn.allocated or turn.returned or plan.targets is not None:
        found += _energy_faults(turn)
    if turn.returned or plan.vent:
        found += _return_faults(turn)
    if plan.rotate and not turn.powered(THRUSTERS):
        found.append(_unpowered(turn, THRUSTERS, "OS-12", ("rotate",)))
    movement = plan.move
    if type(movement) is Burn:
        found += _burn_faults(turn, movement)
    elif type(movement) is not Coast:
        found.append(Violation("no_movement", "OS-2", ("move",)))
    elif movement.scoop:
        found += _scoop_faults(turn)
    if plan.shots:
        found += _shots_faults(turn)
    return tuple(found)


def _unpowered(turn: Turn, subsystem: Subsystem, rule: str, path: Path) -> Violation:
    """A subsystem below its minimum (OS-5)."""
    params = {
        "subsystem": str(subsystem),
        "energy": turn.energy.get(subsystem, 0),
        "minimum": turn.config.subsystems[subsystem].minimum,
    }
    return Violation("not_powered", rule, path, params)


# -- energy ------------------------------------------------------------------------------------------------


def _energy_faults(turn: Turn) -> Iterator[Violation]:
    """Differences or targets that can be (OS-2), within the limits (OS-5) and what the reactor has free (OS-3)."""
    targets = turn.plan.targets
    field = "allocate" if targets is None else "targets"
    yield from _difference_faults(turn) if targets is None else _target_faults(turn.plan, targets)
    before, subsystems = turn.before.energy, turn.config.subsystems
    for name, amount in turn.allocated.items():
        if (asked := before.get(name, 0) + amount) > (limit := subsystems[name].limit):
            params = {"subsystem": str(name), "asked": asked, "limit": limit, "more": limit - asked + amount}
            yield Violation("over_the_limit", "OS-5", (field, name), params)
    free = turn.config.reactor - sum(before.values())
    if (total := _total(turn.allocated)) > free:
        yield Violation("more_than_the_reactor_has", "OS-3", (field,), {"asked": total, "free": free})


def _total(changes: Energy) -> int:
    """What changes come to, leaving out amounts that are faults themselves."""
    return sum([amount for amount in changes.values() if amount > 0])


def _difference_faults(turn: Turn) -> Iterator[Violation]:
    """At least one point a subsystem, in one direction only, and no more than is there (OS-2)."""
    for name, amount in turn.allocated.items():
        if amount < 1:
            yield Violation("too_small", "OS-2", ("allocate", name), {"asked": amount, "fewest": 1})
    for name, amount in turn.returned.items():
        path: Path = ("deallocate", name)
        if amount < 1:
            yield Violation("too_small", "OS-2", path, {"asked": amount, "fewest": 1})
        if name in turn.allocated:
            yield Violation("both_ways", "OS-2", path, {"subsystem": str(name)})
        if amount > (there := turn.before.energy.get(name, 0)):
            params = {"subsystem": str(name), "asked": amount, "there": there}
            yield Violation("more_than_is_there", "OS-2", path, params)


def _target_faults(plan: Plan, targets: Energy) -> Iterator[Violation]:
    """Targets stand instead of differences, and none is below nothing (OS-2)."""
    if plan.allocate or plan.deallocate:
        yield Violation("differences_and_targets", "OS-2", ("targets",))
    for name, amount in targets.items():
        if amount < 0:
            yield Violation("too_small", "OS-2", ("targets", name), {"asked": amount, "fewest": 0})


def _return_faults(turn: Turn) -> Iterator[Violation]:
    """Energy returned and heat vented share one limit (OS-4)."""
    vent, heat, most = turn.plan.vent, turn.before.heat, turn.config.return_limit
    if vent < 0:
        yield Violation("too_small", "OS-4", ("vent",), {"asked": vent, "fewest": 0})
    if vent > heat:
        yield Violation("more_than_the_heat", "OS-4", ("vent",), {"asked": vent, "heat": heat})
    returned = _total(turn.returned)
    if returned + max(0, vent) > most:
        field = "vent" if not returned else "deallocate" if turn.plan.targets is None else "targets"
        params = {"asked": returned + max(0, vent), "most": most, "returned": returned, "vented": max(0, vent)}
        yield Violation("over_the_return_limit", "OS-4", (field,), params)


# -- movement ----------------------------------------------------------------------------------------------


def _burn_faults(turn: Turn, burn: Burn) -> Iterator[Violation]:
    """Energy in the engines, reaction mass, a ring to go to (OS-10), an adjustment of one sector (OS-11)."""
    path: Path = ("move", "intensity")
    cost = turn.config.burns[burn.intensity]
    energy, needed = turn.energy.get(ENGINES, 0), max(cost.energy, turn.config.subsystems[ENGINES].minimum)
    intensity = str(burn.intensity)
    if energy < needed:
        params = {"intensity": intensity, "needed": needed, "energy": energy}
        yield Violation("engines_too_weak", "OS-10", path, params)
    if cost.mass > turn.before.mass:
        params = {"intensity": intensity, "needed": cost.mass, "mass": turn.before.mass}
        yield Violation("too_little_mass", "OS-10", path, params)
    if turn.transfer is None:
        ring = turn.ring + cost.rings * space.outward(turn.facing)
        yield Violation("no_such_ring", "OS-10", path, {"asked": ring, "low": 1, "high": len(turn.config.rings)})
    if not -1 <= burn.adjust <= 1:
        yield Violation("out_of_bounds", "OS-11", ("move", "adjust"), {"asked": burn.adjust, "low": -1, "high": 1})


def _scoop_faults(turn: Turn) -> Iterator[Violation]:
    """A powered scoop (OS-13); where the tanks are full it gathers nothing."""
    if not turn.powered(SCOOP):
        yield _unpowered(turn, SCOOP, "OS-13", ("move", "scoop"))
    if not turn.scooped:
        params = {"mass": turn.before.mass, "most": turn.config.most_mass}
        yield Violation("nothing_to_scoop", "OS-13", ("move", "scoop"), params, "void")


# -- shots -------------------------------------------------------------------------------------------------


def _shots_faults(turn: Turn) -> Iterator[Violation]:
    """Every weapon once, powered, at targets in its range (OS-17)."""
    fired: set[Weapon] = set()
    for i, shot in enumerate(turn.plan.shots):
        path: Path = ("shots", i)
        if shot.weapon in fired:
            yield Violation("fired_twice", "OS-17", path, {"weapon": str(shot.weapon)})
        fired.add(shot.weapon)
        if not turn.powered(Subsystem(shot.weapon)):
            yield _unpowered(turn, Subsystem(shot.weapon), "OS-17", path)
        yield from _targets_faults(turn, shot, (*path, "targets"))
        yield from _recoil_faults(turn, shot, path)


def _targets_faults(turn: Turn, shot: Shot, path: Path) -> Iterator[Violation]:
    weapon, rule = shot.weapon, RULE_OF[shot.weapon]
    if not shot.targets:
        yield Violation("no_target", "OS-17", path, {"weapon": str(weapon)})
    if len(shot.targets) > 1 and weapon is not Weapon.LASER:
        yield Violation("one_target_only", rule, path, {"weapon": str(weapon), "asked": len(shot.targets)})
    seen: set[Seat] = set()
    for j, target in enumerate(shot.targets):
        if target in seen:
            yield Violation("target_twice", "OS-17", (*path, j), {"weapon": str(weapon), "target": target})
        else:
            yield from _target_fault(turn, weapon, target, (*path, j))
        seen.add(target)


def _target_fault(turn: Turn, weapon: Weapon, target: Seat, path: Path) -> Iterator[Violation]:
    """Another ship, still there, in range after the move (OS-17)."""
    if target == turn.seat:
        yield Violation("own_ship", "OS-17", path, {"target": target})
    elif not 1 <= target <= len(turn.ships):
        yield Violation("no_such_ship", "OS-17", path, {"target": target, "most": len(turn.ships)})
    elif (ship := turn.ships[target - 1]) is None:
        yield Violation("ship_is_gone", "OS-17", path, {"target": target})
    elif not space.REACHES[weapon](turn.config, turn.ring, turn.sector, turn.facing, ship):
        reached = space.in_range(turn.config, turn.seat, turn.ring, turn.sector, turn.facing, turn.ships)[weapon]
        params = {"weapon": str(weapon), "target": target, "in_range": list(reached)}
        yield Violation("out_of_range", RULE_OF[weapon], path, params)


def _recoil_faults(turn: Turn, shot: Shot, path: Path) -> Iterator[Violation]:
    """A coasting ship compensates for its railgun's recoil, or has a ring to be thrown to (OS-15)."""
    railgun, burning = shot.weapon is RAILGUN, type(turn.plan.move) is Burn
    if shot.compensate:
        yield from _compensation_faults(turn, railgun, burning, (*path, "compensate"))
    elif railgun and not burning and recoil_destination(turn) is None:
        ring = turn.ring - turn.config.weapons.railgun.recoil * space.outward(turn.facing)
        yield Violation("recoil_off_the_rings", "OS-15", path, {"ring": ring, "high": len(turn.config.rings)})


def _compensation_faults(turn: Turn, railgun: bool, burning: bool, path: Path) -> Iterator[Violation]:
    if not railgun:
        yield Violation("nothing_to_compensate", "OS-15", path)
    elif burning:
        yield Violation("compensating_while_burning", "OS-15", path)
    else:
        if not turn.powered(ENGINES):
            yield _unpowered(turn, ENGINES, "OS-15", path)
        if turn.mass < (needed := turn.config.weapons.railgun.compensation):
            yield Violation("too_little_mass_to_compensate", "OS-15", path, {"needed": needed, "mass": turn.mass})
