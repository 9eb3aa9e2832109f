"""What each weapon does, and whom it reaches from where (OS-14 to OS-17)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from armillary.core.values import Seat
from armillary.games.orbit.model import Aim, Config, Facing, Ship, Weapon
from armillary.games.orbit.rules.space import outward, same_angle

RULE_OF = {Weapon.LASER: "OS-14", Weapon.RAILGUN: "OS-15", Weapon.MISSILES: "OS-16"}


def power(config: Config, weapon: Weapon) -> int:
    """The damage a weapon does (OS-14 to OS-16)."""
    weapons = config.weapons
    if weapon is Weapon.RAILGUN:
        return weapons.railgun.damage
    return weapons.laser.damage if weapon is Weapon.LASER else weapons.missiles.damage


def laser_reaches(config: Config, ring: int, sector: int, facing: Facing, target: Ship) -> bool:  # noqa: ARG001
    """A neighbouring ring, and sectors that overlap in angle (OS-14)."""
    if not 1 <= abs(target.ring - ring) <= config.weapons.laser.rings:
        return False
    here, there = config.rings[ring - 1].sectors, config.rings[target.ring - 1].sectors
    return sector * there < (target.sector + 1) * here and target.sector * here < (sector + 1) * there


def railgun_reaches(config: Config, ring: int, sector: int, facing: Facing, target: Ship) -> bool:
    """Ahead on the same ring, further out on outer rings (OS-15)."""
    if target.ring != ring:
        return False
    ahead = (target.sector - sector) * outward(facing) % config.rings[ring - 1].sectors
    return 1 <= ahead <= config.weapons.railgun.sectors_per_ring * ring


def missiles_reach(config: Config, ring: int, sector: int, facing: Facing, target: Ship) -> bool:  # noqa: ARG001
    """A few rings and a few sectors away, the shorter way round; whatever the sector mapping (OS-16)."""
    missiles = config.weapons.missiles
    if abs(target.ring - ring) > missiles.rings:
        return False
    sectors = config.rings[target.ring - 1].sectors
    ahead = (target.sector - same_angle(sector, config.rings[ring - 1].sectors, sectors)) % sectors
    return min(ahead, sectors - ahead) <= missiles.sectors


Reach: TypeAlias = Callable[[Config, int, int, Facing, Ship], bool]

REACHES: Mapping[Weapon, Reach] = {
    Weapon.LASER: laser_reaches,
    Weapon.RAILGUN: railgun_reaches,
    Weapon.MISSILES: missiles_reach,
}


def in_range(config: Config, seat: Seat, ring: int, sector: int, facing: Facing, ships: tuple[Ship | None, ...]) -> Aim:
    """Whom each weapon of a ship standing here would reach."""
    others = [(other, ship) for other, ship in enumerate(ships, start=1) if ship is not None and other != seat]
    return {
        weapon: tuple(other for other, ship in others if reaches(config, ring, sector, facing, ship))
        for weapon, reaches in REACHES.items()
    }
