"""What is wrong with a plan: everything at once, each fault with its rule, its place and what would be allowed.

The plan is run through the first five stages, legal or not, and then judged from all sides.
"""

from __future__ import annotations

from collections.abc import Iterator

from armillary.core.bounds import number_faults
from armillary.core.values import Path, Seat, Violation
from armillary.games.orbit.model import Burn, Coast, Energy, Plan, Shot, State, Subsystem, Weapon
from armillary.games.orbit.rules.board import Board
from armillary.games.orbit.rules.space import outward
from armillary.games.orbit.rules.turn import RAILGUN, planned, recoil_destination
from armillary.games.orbit.rules.weapons import RULE_OF, in_range, reaches

ENGINES, THRUSTERS, SCOOP = Subsystem.ENGINES, Subsystem.THRUSTERS, Subsystem.SCOOP


def default_order(state: State, seat: Seat) -> Plan:
    """A missed deadline: coast, vent what can be vented, change and shoot nothing (OS-21)."""
    ship = state.ships[seat - 1]
    assert ship is not None
    return Plan(vent=min(ship.heat, state.setup.config.return_limit), move=Coast())


def check(state: State, seat: Seat, plan: Plan) -> tuple[Violation, ...]:
    """Everything wrong with this plan (OS-2)."""
    board = planned(state, seat, plan)
    found: list[Violation] = []
    if board.allocated or board.returned or plan.targets is not None:
        found += _energy_faults(board)
    if board.returned or plan.vent:
        found += _return_faults(board)
    if plan.rotate and not board.powered(THRUSTERS):
        found.append(_unpowered(board, THRUSTERS, "OS-12", ("rotate",)))
    movement = plan.move
    if type(movement) is Burn:
        found += _burn_faults(board, movement)
    elif type(movement) is not Coast:
        found.append(Violation("no_movement", "OS-2", ("move",)))
    elif movement.scoop:
        found += _scoop_faults(board)
    if plan.shots:
        found += _shots_faults(board)
    return tuple(found)


def _unpowered(board: Board, subsystem: Subsystem, rule: str, path: Path) -> Violation:
    """A subsystem below its minimum (OS-5)."""
    params = {
        "subsystem": str(subsystem),
        "energy": board.energy.get(subsystem, 0),
        "minimum": board.config.subsystems[subsystem].minimum,
    }
    return Violation("not_powered", rule, path, params)


# -- energy ------------------------------------------------------------------------------------------------


def _energy_faults(board: Board) -> Iterator[Violation]:
    """Differences or targets that can be (OS-2), within the limits (OS-5) and what the reactor has free (OS-3)."""
    targets = board.plan.targets
    field = "allocate" if targets is None else "targets"
    if targets is None:
        yield from _difference_faults(board)
    else:
        if board.plan.allocate or board.plan.deallocate:
            yield Violation("differences_and_targets", "OS-2", ("targets",))
        for name, amount in targets.items():
            yield from number_faults(amount, 0, None, ("targets", name), rule="OS-2")
    before, subsystems = board.before.energy, board.config.subsystems
    for name, amount in board.allocated.items():
        if (asked := before.get(name, 0) + amount) > (limit := subsystems[name].limit):
            params = {"subsystem": str(name), "asked": asked, "limit": limit, "more": limit - asked + amount}
            yield Violation("over_the_limit", "OS-5", (field, name), params)
    free = board.config.reactor - sum(before.values())
    if (total := _total(board.allocated)) > free:
        yield Violation("more_than_the_reactor_has", "OS-3", (field,), {"asked": total, "free": free})


def _total(changes: Energy) -> int:
    """What changes come to, leaving out amounts that are faults themselves."""
    return sum([amount for amount in changes.values() if amount > 0])


def _difference_faults(board: Board) -> Iterator[Violation]:
    """At least one point per subsystem, in one direction only, and no more back than is there (OS-2)."""
    for name, amount in board.allocated.items():
        yield from number_faults(amount, 1, None, ("allocate", name), rule="OS-2")
    for name, amount in board.returned.items():
        path: Path = ("deallocate", name)
        yield from number_faults(amount, 1, None, path, rule="OS-2")
        if name in board.allocated:
            yield Violation("both_ways", "OS-2", path, {"subsystem": str(name)})
        if amount > (there := board.before.energy.get(name, 0)):
            params = {"subsystem": str(name), "asked": amount, "there": there}
            yield Violation("more_than_is_there", "OS-2", path, params)


def _return_faults(board: Board) -> Iterator[Violation]:
    """Energy returned and heat vented share one limit (OS-4)."""
    vent, heat, most = board.plan.vent, board.before.heat, board.config.return_limit
    yield from number_faults(vent, 0, None, ("vent",), rule="OS-4")
    if vent > heat:
        yield Violation("more_than_the_heat", "OS-4", ("vent",), {"asked": vent, "heat": heat})
    returned = _total(board.returned)
    if returned + max(0, vent) > most:
        field = "vent" if not returned else "deallocate" if board.plan.targets is None else "targets"
        params = {"asked": returned + max(0, vent), "most": most, "returned": returned, "vented": max(0, vent)}
        yield Violation("over_the_return_limit", "OS-4", (field,), params)


# -- movement ----------------------------------------------------------------------------------------------


def _burn_faults(board: Board, burn: Burn) -> Iterator[Violation]:
    """Energy in the engines, reaction mass, a ring to go to (OS-10), an adjustment of one sector (OS-11)."""
    path: Path = ("move", "intensity")
    cost = board.config.burns[burn.intensity]
    energy, needed = board.energy.get(ENGINES, 0), max(cost.energy, board.config.subsystems[ENGINES].minimum)
    intensity = str(burn.intensity)
    if energy < needed:
        params = {"intensity": intensity, "needed": needed, "energy": energy}
        yield Violation("engines_too_weak", "OS-10", path, params)
    if cost.mass > board.before.mass:
        params = {"intensity": intensity, "needed": cost.mass, "mass": board.before.mass}
        yield Violation("too_little_mass", "OS-10", path, params)
    if board.transfer is None:
        ring = board.ring + cost.rings * outward(board.facing)
        yield Violation("no_such_ring", "OS-10", path, {"asked": ring, "low": 1, "high": len(board.config.rings)})
    yield from number_faults(burn.adjust, -1, 1, ("move", "adjust"), rule="OS-11")


def _scoop_faults(board: Board) -> Iterator[Violation]:
    """A powered scoop (OS-13); when the tanks are full it gathers nothing."""
    if not board.powered(SCOOP):
        yield _unpowered(board, SCOOP, "OS-13", ("move", "scoop"))
    if not board.scooped:
        params = {"mass": board.before.mass, "most": board.config.most_mass}
        yield Violation("nothing_to_scoop", "OS-13", ("move", "scoop"), params, "void")


# -- shots -------------------------------------------------------------------------------------------------


def _shots_faults(board: Board) -> Iterator[Violation]:
    """Every weapon once, powered, at targets in its range (OS-17); too many shots are one fault (OS-2)."""
    if (asked := len(board.plan.shots)) > (most := len(Weapon)):
        yield Violation("too_many_shots", "OS-2", ("shots",), {"asked": asked, "most": most})
        return
    fired: set[Weapon] = set()
    for i, shot in enumerate(board.plan.shots):
        path: Path = ("shots", i)
        if shot.weapon in fired:
            yield Violation("fired_twice", "OS-17", path, {"weapon": str(shot.weapon)})
        fired.add(shot.weapon)
        if not board.powered(Subsystem(shot.weapon)):
            yield _unpowered(board, Subsystem(shot.weapon), "OS-17", path)
        yield from _targets_faults(board, shot, (*path, "targets"))
        yield from _recoil_faults(board, shot, path)


def _targets_faults(board: Board, shot: Shot, path: Path) -> Iterator[Violation]:
    """One target or, for the laser, several, each once (OS-14 to OS-17); too many are one fault (OS-2).

    A target is another ship, still there, in range after the move (OS-17).
    """
    weapon, rule = shot.weapon, RULE_OF[shot.weapon]
    if (asked := len(shot.targets)) > (most := len(board.ships)):
        yield Violation("too_many_targets", "OS-2", path, {"weapon": str(weapon), "asked": asked, "most": most})
        return
    if not shot.targets:
        yield Violation("no_target", "OS-17", path, {"weapon": str(weapon)})
    if len(shot.targets) > 1 and weapon is not Weapon.LASER:
        yield Violation("one_target_only", rule, path, {"weapon": str(weapon), "asked": len(shot.targets)})
    seen: set[Seat] = set()
    for j, target in enumerate(shot.targets):
        place = (*path, j)
        if target in seen:
            yield Violation("target_twice", "OS-17", place, {"weapon": str(weapon), "target": target})
        elif target == board.seat:
            yield Violation("own_ship", "OS-17", place, {"target": target})
        elif not 1 <= target <= most:
            yield Violation("no_such_ship", "OS-17", place, {"target": target, "most": most})
        elif (ship := board.ships[target - 1]) is None:
            yield Violation("ship_is_gone", "OS-17", place, {"target": target})
        elif not reaches(board.config, weapon, board.ring, board.sector, board.facing, ship):
            reached = in_range(board.config, board.seat, board.ring, board.sector, board.facing, board.ships)[weapon]
            params = {"weapon": str(weapon), "target": target, "in_range": list(reached)}
            yield Violation("out_of_range", rule, place, params)
        seen.add(target)


def _recoil_faults(board: Board, shot: Shot, path: Path) -> Iterator[Violation]:
    """A coasting ship compensates for its railgun's recoil, or has a ring to be thrown to (OS-15)."""
    railgun, burning = shot.weapon is RAILGUN, type(board.plan.move) is Burn
    place = (*path, "compensate")
    if not shot.compensate:
        if railgun and not burning and recoil_destination(board) is None:
            ring = board.ring - board.config.weapons.railgun.recoil * outward(board.facing)
            yield Violation("recoil_off_the_rings", "OS-15", path, {"ring": ring, "high": len(board.config.rings)})
    elif not railgun:
        yield Violation("nothing_to_compensate", "OS-15", place)
    elif burning:
        yield Violation("compensating_while_burning", "OS-15", place)
    else:
        if not board.powered(ENGINES):
            yield _unpowered(board, ENGINES, "OS-15", place)
        if board.mass < (needed := board.config.weapons.railgun.compensation):
            yield Violation("too_little_mass_to_compensate", "OS-15", place, {"needed": needed, "mass": board.mass})
