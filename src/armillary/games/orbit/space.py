"""Where things are: sectors from ring to ring, and who is in range of what."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from armillary.core.values import Seat
from armillary.games.orbit.config import Config, Facing, SectorMapping, Weapon
from armillary.games.orbit.model import Aim, Place, Ship


def same_angle(sector: int, sectors: int, other_sectors: int) -> int:
    """The sector of another ring in which this sector begins."""
    return sector * other_sectors // sectors


def mapped(config: Config, ring: int, sector: int, to: int) -> int:
    """The sector a ship has on another ring (OS-11)."""
    here, there = config.rings[ring - 1].sectors, config.rings[to - 1].sectors
    if config.sector_mapping is SectorMapping.PROGRADE_EDGE:
        return -(-(sector + 1) * there // here) - 1
    return same_angle(sector, here, there)


def destination(config: Config, ring: int, sector: int, rings: int, adjust: int = 0) -> Place | None:
    """Where a transfer over so many rings ends (outward is positive); None where there is no such ring (OS-10)."""
    to = ring + rings
    if not 1 <= to <= len(config.rings):
        return None
    return Place(to, (mapped(config, ring, sector, to) + adjust) % config.rings[to - 1].sectors)


def outward(facing: Facing) -> int:
    """1 for a ship that burns outward, -1 for one that burns inward (OS-10)."""
    return 1 if facing is Facing.PROGRADE else -1


# -- ranges ------------------------------------------------------------------------------------------------


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
    return 1 <= ahead <= config.weapons.railgun.sectors_a_ring * ring


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
