"""What each weapon does, and whom it reaches from where (OS-14 to OS-17)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from armillary.core.values import Seat
from armillary.games.orbit.model import Aim, Arc, Config, Facing, Reach, Ship, Weapon
from armillary.games.orbit.rules.space import same_angle

Span: TypeAlias = tuple[int, int]
"""Neighbouring sectors of a ring: the first, and how many."""
NOTHING: Span = (0, 0)

RULE_OF = {Weapon.LASER: "OS-14", Weapon.RAILGUN: "OS-15", Weapon.MISSILES: "OS-16"}


def power(config: Config, weapon: Weapon) -> int:
    """The damage a weapon does (OS-14 to OS-16)."""
    weapons = config.weapons
    if weapon is Weapon.RAILGUN:
        return weapons.railgun.damage
    return weapons.laser.damage if weapon is Weapon.LASER else weapons.missiles.damage


# -- reach -------------------------------------------------------------------------------------------------


def laser_span(config: Config, ring: int, sector: int, facing: Facing, to: int) -> Span:
    """A neighbouring ring, and sectors that overlap in angle (OS-14)."""
    if not 1 <= abs(to - ring) <= config.weapons.laser.rings:
        return NOTHING
    here, there = config.rings[ring - 1].sectors, config.rings[to - 1].sectors
    first = same_angle(sector, here, there)
    return first, ((sector + 1) * there - 1) // here - first + 1


def railgun_span(config: Config, ring: int, sector: int, facing: Facing, to: int) -> Span:
    """Ahead on the same ring, further out on outer rings, never all the way round to the ship itself (OS-15)."""
    if to != ring:
        return NOTHING
    around = config.rings[ring - 1].sectors
    count = min(config.weapons.railgun.sectors_per_ring * ring, around - 1)
    return (sector + (1 if facing is Facing.PROGRADE else -count)) % around, count


def missiles_span(config: Config, ring: int, sector: int, facing: Facing, to: int) -> Span:
    """A few rings and a few sectors away, the shorter way round; whatever the sector mapping (OS-16)."""
    missiles = config.weapons.missiles
    if abs(to - ring) > missiles.rings:
        return NOTHING
    around = config.rings[to - 1].sectors
    middle = same_angle(sector, config.rings[ring - 1].sectors, around)
    return (middle - missiles.sectors) % around, min(2 * missiles.sectors + 1, around)


SPANS: Mapping[Weapon, Callable[[Config, int, int, Facing, int], Span]] = {
    Weapon.LASER: laser_span,
    Weapon.RAILGUN: railgun_span,
    Weapon.MISSILES: missiles_span,
}


def reaches(config: Config, weapon: Weapon, ring: int, sector: int, facing: Facing, target: Ship) -> bool:
    """Would a weapon of a ship standing here reach this one?"""
    first, count = SPANS[weapon](config, ring, sector, facing, target.ring)
    return count > 0 and (target.sector - first) % config.rings[target.ring - 1].sectors < count


def in_range(config: Config, seat: Seat, ring: int, sector: int, facing: Facing, ships: tuple[Ship | None, ...]) -> Aim:
    """Whom each weapon of a ship standing here would reach."""
    others = [(other, ship) for other, ship in enumerate(ships, start=1) if ship is not None and other != seat]
    return {
        weapon: tuple(other for other, ship in others if reaches(config, weapon, ring, sector, facing, ship))
        for weapon in SPANS
    }


def reach(config: Config, ring: int, sector: int, facing: Facing) -> Reach:
    """Everything that each weapon of a ship standing here would reach, ring by ring."""
    found: Reach = {}
    for weapon, span in SPANS.items():
        spans = [(to, *span(config, ring, sector, facing, to)) for to in range(1, len(config.rings) + 1)]
        found[weapon] = tuple([Arc(to, first, count) for to, first, count in spans if count])
    return found
