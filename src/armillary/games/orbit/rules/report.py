"""What a turn leaves to tell: its events in the order they happened, and the fate of every part of the plan."""

from __future__ import annotations

from armillary.core import values
from armillary.core.values import Fate, Path
from armillary.games.orbit.config import Weapon
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
    in_table_order,
)
from armillary.games.orbit.rules.plan import RULE_OF
from armillary.games.orbit.rules.turn import RAILGUN, Turn, power

# -- events ------------------------------------------------------------------------------------------------


def events(turn: Turn) -> list[values.Event]:
    """What everybody saw of the turn."""
    seat, plan = turn.seat, turn.plan
    told: list[values.Event] = []
    if turn.allocated:
        told.append(Allocated(seat=seat, energy=turn.allocated, rule="OS-3"))
    if turn.returned:
        told.append(Returned(seat=seat, energy=turn.returned, rule="OS-4"))
    if plan.vent:
        told.append(Vented(seat=seat, amount=plan.vent, heat=turn.before.heat - plan.vent, rule="OS-4"))
    if plan.rotate:
        told.append(Rotated(seat=seat, facing=turn.facing, rule="OS-12"))
    told.append(Moved(seat=seat, ring=turn.ring, sector=turn.sector, rule="OS-9"))
    if turn.scooped:
        told.append(Scooped(seat=seat, gained=turn.scooped, mass=turn.before.mass + turn.scooped, rule="OS-13"))
    if type(plan.move) is Burn and turn.transfer:
        to = turn.transfer
        told.append(
            Burned(
                seat=seat,
                intensity=plan.move.intensity,
                mass=turn.mass,
                ring=to.ring,
                sector=to.sector,
                rule="OS-10",
            )
        )
    if plan.shots:
        _tell_shots(turn, told)
    _tell_heat(turn, told)
    return told


def _tell_shots(turn: Turn, told: list[values.Event]) -> None:
    seat = turn.seat
    for shot in turn.plan.shots:
        damage = power(turn.config, shot.weapon)
        told.append(
            Fired(seat=seat, weapon=shot.weapon, targets=shot.targets, damage=damage, rule=RULE_OF[shot.weapon])
        )
        if shot.compensate:
            told.append(Compensated(seat=seat, mass=turn.mass, rule="OS-15"))
        elif shot.weapon is RAILGUN and type(turn.plan.move) is Coast and turn.transfer:
            told.append(Recoiled(seat=seat, ring=turn.transfer.ring, sector=turn.transfer.sector, rule="OS-15"))
    for strike in turn.strikes:
        rule = "OS-18" if strike.absorbed else "OS-17"
        told.append(Hit(seat=strike.seat, damage=strike.damage, absorbed=strike.absorbed, hull=strike.hull, rule=rule))
        if not strike.hull:
            told.append(Destroyed(seat=strike.seat, rule="OS-8"))


def _tell_heat(turn: Turn, told: list[values.Event]) -> None:
    if turn.heat_damage:
        told.append(Overheated(seat=turn.seat, damage=turn.heat_damage, hull=turn.hull, rule="OS-8"))
        if not turn.hull:
            told.append(Destroyed(seat=turn.seat, rule="OS-8"))
            return
    if turn.heat_made:
        told.append(Heated(seat=turn.seat, made=turn.heat_made, heat=turn.heat, rule="OS-7"))


# -- fates -------------------------------------------------------------------------------------------------


def fates(turn: Turn) -> tuple[Fate, ...]:
    """The plan as a whole was carried out; what each part of it came to."""
    seat, plan = turn.seat, turn.plan
    told = [Fate(seat, (), "carried_out", "OS-3")]
    if turn.allocated or turn.returned or plan.targets is not None:
        told += _energy_fates(turn)
    if plan.vent:
        told.append(Fate(seat, ("vent",), "vented", "OS-4", {"amount": plan.vent}))
    if plan.rotate:
        told.append(Fate(seat, ("rotate",), "rotated", "OS-12", {"facing": turn.facing}))
    told.append(_movement_fate(turn))
    for i, shot in enumerate(plan.shots):
        params = {"weapon": shot.weapon, "damage": power(turn.config, shot.weapon)}
        told += [
            Fate(seat, ("shots", i, "targets", j), "hit", RULE_OF[shot.weapon], {"target": target, **params})
            for j, target in enumerate(shot.targets)
        ]
        if shot.weapon is Weapon.RAILGUN:
            told.append(_recoil_fate(turn, i))
    return tuple(told)


def _energy_fates(turn: Turn) -> list[Fate]:
    seat, energy, targets = turn.seat, turn.energy, turn.plan.targets
    more, less = ("allocate", "deallocate") if targets is None else ("targets", "targets")
    told = []
    for name, amount in in_table_order(turn.allocated).items():
        params = {"subsystem": name, "amount": amount, "energy": energy.get(name, 0)}
        told.append(Fate(seat, (more, name), "allocated", "OS-3", params))
    for name, amount in in_table_order(turn.returned).items():
        params = {"subsystem": name, "amount": amount, "energy": energy.get(name, 0)}
        told.append(Fate(seat, (less, name), "returned", "OS-4", params))
    for name in in_table_order(targets or {}):
        if name not in turn.allocated and name not in turn.returned:
            kept = {"subsystem": name, "energy": energy.get(name, 0)}
            told.append(Fate(seat, ("targets", name), "kept", "OS-2", kept))
    return told


def _movement_fate(turn: Turn) -> Fate:
    at = {"ring": turn.ring, "sector": turn.sector}
    if type(turn.plan.move) is Burn and turn.transfer:
        to = turn.transfer
        params = {**at, "mass": turn.before.mass - turn.mass, "to_ring": to.ring, "to_sector": to.sector}
        return Fate(turn.seat, ("move",), "burned", "OS-10", params)
    if turn.scooped:
        return Fate(turn.seat, ("move",), "scooped", "OS-13", {**at, "gained": turn.scooped})
    return Fate(turn.seat, ("move",), "coasted", "OS-9", at)


def _recoil_fate(turn: Turn, i: int) -> Fate:
    path: Path = ("shots", i, "compensate")
    if type(turn.plan.move) is Burn:
        return Fate(turn.seat, path, "no_recoil", "OS-15")
    if turn.transfer:
        to = turn.transfer
        return Fate(turn.seat, path, "recoiled", "OS-15", {"ring": to.ring, "sector": to.sector})
    return Fate(turn.seat, path, "compensated", "OS-15", {"mass": turn.config.weapons.railgun.compensation})
