"""Where things are: sectors from ring to ring (OS-10, OS-11)."""

from __future__ import annotations

from armillary.games.orbit.model import Config, Facing, Place, SectorMapping, Ship


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
    """Where a transfer over this many rings ends (outward is positive); None if there is no such ring (OS-10)."""
    to = ring + rings
    if not 1 <= to <= len(config.rings):
        return None
    return Place(to, (mapped(config, ring, sector, to) + adjust) % config.rings[to - 1].sectors)


def coasting(config: Config, ship: Ship) -> Place:
    """Where a ship is after the move of its next turn, if it coasts (OS-9): first it arrives, if it is under way."""
    here = ship.transfer or ship
    ring = config.rings[here.ring - 1]
    return Place(here.ring, (here.sector + ring.velocity) % ring.sectors)


def open_rings(config: Config, this_round: int) -> int:
    """How many rings are open in a round, from the innermost on: the others have closed one by one (OS-22)."""
    closing, rings = config.closing, len(config.rings)
    if not closing.heat or this_round < closing.begins:
        return rings
    closed = 1 + (this_round - closing.begins) // closing.every
    return max(rings - closed, min(rings, closing.stays))


def closing_round(config: Config, ring: int) -> int | None:
    """The round from which on a ring is closed; None if it never is (OS-22)."""
    closing = config.closing
    if not closing.heat or ring <= closing.stays:
        return None
    return closing.begins + (len(config.rings) - ring) * closing.every


def next_closing(config: Config, this_round: int) -> int | None:
    """The round in which the next ring closes; None if no more do in time to do damage (OS-22)."""
    following = closing_round(config, open_rings(config, this_round))
    return following if following is not None and following < config.max_rounds else None


def outward(facing: Facing) -> int:
    """1 for a ship that burns outward, -1 for one that burns inward (OS-10)."""
    return 1 if facing is Facing.PROGRADE else -1
