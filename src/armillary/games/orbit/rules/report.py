"""What everybody learns of a turn: its events in order, and the fate of every part of the plan."""

from __future__ import annotations

from armillary.core import values
from armillary.core.values import Fate, Path
from armillary.games.orbit.model import (
    Allocated,
    Burn,
    Burned,
    Coast,
    Compensated,
    Destroyed,
    Fired,
    Heated,
    Hit,
    Moved,
    Overheated,
    Recoiled,
    Returned,
    Rotated,
    Scooped,
    Scorched,
    Vented,
    Weapon,
    in_table_order,
)
from armillary.games.orbit.rules.board import Board
from armillary.games.orbit.rules.weapons import RULE_OF, power

# -- events ------------------------------------------------------------------------------------------------


def events(board: Board) -> list[values.Event]:
    """What everybody saw of the turn."""
    seat, plan = board.seat, board.plan
    happened: list[values.Event] = []
    if board.allocated:
        happened.append(Allocated(seat=seat, energy=board.allocated, rule="OS-3"))
    if board.returned:
        happened.append(Returned(seat=seat, energy=board.returned, rule="OS-4"))
    if plan.vent:
        happened.append(Vented(seat=seat, amount=plan.vent, heat=board.before.heat - plan.vent, rule="OS-4"))
    if plan.rotate:
        happened.append(Rotated(seat=seat, facing=board.facing, rule="OS-12"))
    happened.append(Moved(seat=seat, ring=board.ring, sector=board.sector, rule="OS-9"))
    if board.scooped:
        happened.append(Scooped(seat=seat, gained=board.scooped, mass=board.before.mass + board.scooped, rule="OS-13"))
    if type(plan.move) is Burn and board.transfer:
        to = board.transfer
        happened.append(
            Burned(
                seat=seat,
                intensity=plan.move.intensity,
                mass=board.mass,
                ring=to.ring,
                sector=to.sector,
                rule="OS-10",
            )
        )
    if plan.shots:
        _report_shots(board, happened)
    _report_heat(board, happened)
    return happened


def _report_shots(board: Board, happened: list[values.Event]) -> None:
    seat = board.seat
    for shot in board.plan.shots:
        damage = power(board.config, shot.weapon)
        happened.append(
            Fired(seat=seat, weapon=shot.weapon, targets=shot.targets, damage=damage, rule=RULE_OF[shot.weapon])
        )
        if shot.compensate:
            happened.append(Compensated(seat=seat, mass=board.mass, rule="OS-15"))
        elif shot.weapon is Weapon.RAILGUN and type(board.plan.move) is Coast and board.transfer:
            happened.append(Recoiled(seat=seat, ring=board.transfer.ring, sector=board.transfer.sector, rule="OS-15"))
    for strike in board.strikes:
        rule = "OS-18" if strike.absorbed else "OS-17"
        hit = Hit(seat=strike.seat, damage=strike.damage, absorbed=strike.absorbed, hull=strike.hull, rule=rule)
        happened.append(hit)
        if not strike.hull:
            happened.append(Destroyed(seat=strike.seat, rule="OS-8"))


def _report_heat(board: Board, happened: list[values.Event]) -> None:
    if board.heat_damage:
        happened.append(Overheated(seat=board.seat, damage=board.heat_damage, hull=board.hull, rule="OS-8"))
        if not board.hull:
            happened.append(Destroyed(seat=board.seat, rule="OS-8"))
            return
    if board.heat_made:
        happened.append(Heated(seat=board.seat, made=board.heat_made, heat=board.heat - board.heat_taken, rule="OS-7"))
    if board.heat_taken:
        happened.append(Scorched(seat=board.seat, taken=board.heat_taken, heat=board.heat, rule="OS-22"))


# -- fates -------------------------------------------------------------------------------------------------


def fates(board: Board) -> tuple[Fate, ...]:
    """The plan as a whole, and what became of each of its parts."""
    seat, plan = board.seat, board.plan
    found = [Fate(seat, (), "carried_out", "OS-3")]
    if board.allocated or board.returned or plan.targets is not None:
        found += _energy_fates(board)
    if plan.vent:
        found.append(Fate(seat, ("vent",), "vented", "OS-4", {"amount": plan.vent}))
    if plan.rotate:
        found.append(Fate(seat, ("rotate",), "rotated", "OS-12", {"facing": board.facing}))
    at = {"ring": board.ring, "sector": board.sector}
    if type(plan.move) is Burn and (to := board.transfer):
        params = {**at, "mass": board.before.mass - board.mass, "to_ring": to.ring, "to_sector": to.sector}
        found.append(Fate(seat, ("move",), "burned", "OS-10", params))
    elif board.scooped:
        found.append(Fate(seat, ("move",), "scooped", "OS-13", {**at, "gained": board.scooped}))
    else:
        found.append(Fate(seat, ("move",), "coasted", "OS-9", at))
    for i, shot in enumerate(plan.shots):
        shown = {"weapon": shot.weapon, "damage": power(board.config, shot.weapon)}
        found += [
            Fate(seat, ("shots", i, "targets", j), "hit", RULE_OF[shot.weapon], {"target": target, **shown})
            for j, target in enumerate(shot.targets)
        ]
        if shot.weapon is Weapon.RAILGUN:
            found.append(_recoil_fate(board, i))
    return tuple(found)


def _energy_fates(board: Board) -> list[Fate]:
    seat, energy, targets = board.seat, board.energy, board.plan.targets
    more, less = ("allocate", "deallocate") if targets is None else ("targets", "targets")
    found = []
    for name, amount in in_table_order(board.allocated).items():
        params = {"subsystem": name, "amount": amount, "energy": energy.get(name, 0)}
        found.append(Fate(seat, (more, name), "allocated", "OS-3", params))
    for name, amount in in_table_order(board.returned).items():
        params = {"subsystem": name, "amount": amount, "energy": energy.get(name, 0)}
        found.append(Fate(seat, (less, name), "returned", "OS-4", params))
    for name in in_table_order(targets or {}):
        if name not in board.allocated and name not in board.returned:
            kept = {"subsystem": name, "energy": energy.get(name, 0)}
            found.append(Fate(seat, ("targets", name), "kept", "OS-2", kept))
    return found


def _recoil_fate(board: Board, i: int) -> Fate:
    path: Path = ("shots", i, "compensate")
    if type(board.plan.move) is Burn:
        return Fate(board.seat, path, "no_recoil", "OS-15")
    if board.transfer:
        to = board.transfer
        return Fate(board.seat, path, "recoiled", "OS-15", {"ring": to.ring, "sector": to.sector})
    return Fate(board.seat, path, "compensated", "OS-15", {"mass": board.config.weapons.railgun.compensation})
