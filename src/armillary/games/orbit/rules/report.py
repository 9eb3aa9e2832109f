"""What a turn leaves to tell: its events in the order they happened, and the fate of every part of the plan."""

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
    told: list[values.Event] = []
    if board.allocated:
        told.append(Allocated(seat=seat, energy=board.allocated, rule="OS-3"))
    if board.returned:
        told.append(Returned(seat=seat, energy=board.returned, rule="OS-4"))
    if plan.vent:
        told.append(Vented(seat=seat, amount=plan.vent, heat=board.before.heat - plan.vent, rule="OS-4"))
    if plan.rotate:
        told.append(Rotated(seat=seat, facing=board.facing, rule="OS-12"))
    told.append(Moved(seat=seat, ring=board.ring, sector=board.sector, rule="OS-9"))
    if board.scooped:
        told.append(Scooped(seat=seat, gained=board.scooped, mass=board.before.mass + board.scooped, rule="OS-13"))
    if type(plan.move) is Burn and board.transfer:
        to = board.transfer
        told.append(
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
        _tell_shots(board, told)
    _tell_heat(board, told)
    return told


def _tell_shots(board: Board, told: list[values.Event]) -> None:
    seat = board.seat
    for shot in board.plan.shots:
        damage = power(board.config, shot.weapon)
        told.append(
            Fired(seat=seat, weapon=shot.weapon, targets=shot.targets, damage=damage, rule=RULE_OF[shot.weapon])
        )
        if shot.compensate:
            told.append(Compensated(seat=seat, mass=board.mass, rule="OS-15"))
        elif shot.weapon is Weapon.RAILGUN and type(board.plan.move) is Coast and board.transfer:
            told.append(Recoiled(seat=seat, ring=board.transfer.ring, sector=board.transfer.sector, rule="OS-15"))
    for strike in board.strikes:
        rule = "OS-18" if strike.absorbed else "OS-17"
        told.append(Hit(seat=strike.seat, damage=strike.damage, absorbed=strike.absorbed, hull=strike.hull, rule=rule))
        if not strike.hull:
            told.append(Destroyed(seat=strike.seat, rule="OS-8"))


def _tell_heat(board: Board, told: list[values.Event]) -> None:
    if board.heat_damage:
        told.append(Overheated(seat=board.seat, damage=board.heat_damage, hull=board.hull, rule="OS-8"))
        if not board.hull:
            told.append(Destroyed(seat=board.seat, rule="OS-8"))
            return
    if board.heat_made:
        told.append(Heated(seat=board.seat, made=board.heat_made, heat=board.heat, rule="OS-7"))


# -- fates -------------------------------------------------------------------------------------------------


def fates(board: Board) -> tuple[Fate, ...]:
    """The plan as a whole was carried out; what each part of it came to."""
    seat, plan = board.seat, board.plan
    told = [Fate(seat, (), "carried_out", "OS-3")]
    if board.allocated or board.returned or plan.targets is not None:
        told += _energy_fates(board)
    if plan.vent:
        told.append(Fate(seat, ("vent",), "vented", "OS-4", {"amount": plan.vent}))
    if plan.rotate:
        told.append(Fate(seat, ("rotate",), "rotated", "OS-12", {"facing": board.facing}))
    told.append(_movement_fate(board))
    for i, shot in enumerate(plan.shots):
        params = {"weapon": shot.weapon, "damage": power(board.config, shot.weapon)}
        told += [
            Fate(seat, ("shots", i, "targets", j), "hit", RULE_OF[shot.weapon], {"target": target, **params})
            for j, target in enumerate(shot.targets)
        ]
        if shot.weapon is Weapon.RAILGUN:
            told.append(_recoil_fate(board, i))
    return tuple(told)


def _energy_fates(board: Board) -> list[Fate]:
    seat, energy, targets = board.seat, board.energy, board.plan.targets
    more, less = ("allocate", "deallocate") if targets is None else ("targets", "targets")
    told = []
    for name, amount in in_table_order(board.allocated).items():
        params = {"subsystem": name, "amount": amount, "energy": energy.get(name, 0)}
        told.append(Fate(seat, (more, name), "allocated", "OS-3", params))
    for name, amount in in_table_order(board.returned).items():
        params = {"subsystem": name, "amount": amount, "energy": energy.get(name, 0)}
        told.append(Fate(seat, (less, name), "returned", "OS-4", params))
    for name in in_table_order(targets or {}):
        if name not in board.allocated and name not in board.returned:
            kept = {"subsystem": name, "energy": energy.get(name, 0)}
            told.append(Fate(seat, ("targets", name), "kept", "OS-2", kept))
    return told


def _movement_fate(board: Board) -> Fate:
    at = {"ring": board.ring, "sector": board.sector}
    if type(board.plan.move) is Burn and board.transfer:
        to = board.transfer
        params = {**at, "mass": board.before.mass - board.mass, "to_ring": to.ring, "to_sector": to.sector}
        return Fate(board.seat, ("move",), "burned", "OS-10", params)
    if board.scooped:
        return Fate(board.seat, ("move",), "scooped", "OS-13", {**at, "gained": board.scooped})
    return Fate(board.seat, ("move",), "coasted", "OS-9", at)


def _recoil_fate(board: Board, i: int) -> Fate:
    path: Path = ("shots", i, "compensate")
    if type(board.plan.move) is Burn:
        return Fate(board.seat, path, "no_recoil", "OS-15")
    if board.transfer:
        to = board.transfer
        return Fate(board.seat, path, "recoiled", "OS-15", {"ring": to.ring, "sector": to.sector})
    return Fate(board.seat, path, "compensated", "OS-15", {"mass": board.config.weapons.railgun.compensation})
