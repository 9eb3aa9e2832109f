"""Maps: systems of bodies, bodies of regions, and the lanes between systems (RS-M1 to RS-M4)."""

from __future__ import annotations

from enum import StrEnum

from armillary.core.values import Value


class BodyKind(StrEnum):
    """What a system is made of (RS-M3)."""

    GAIA = "gaia"
    BARREN = "barren"
    OCEAN = "ocean"
    PLANETOID = "planetoid"
    GAS_GIANT = "gas_giant"
    COMET = "comet"


class SystemKind(StrEnum):
    """What a system is for (RS-M1)."""

    HOME = "home"
    MINOR = "minor"
    FEATURED = "featured"


class Body(Value, frozen=True):
    """A planet, planetoid or comet; `regions` is empty where the body is one region by itself."""

    name: str
    kind: BodyKind
    regions: tuple[str, ...] = ()


class System(Value, frozen=True):
    """A star and its bodies; homes come in seat order."""

    name: str
    kind: SystemKind
    bodies: tuple[Body, ...]


class Lane(Value, frozen=True):
    """A hyperspace lane between two systems: a mouth at either end."""

    one: str
    other: str


class Map(Value, frozen=True):
    """The whole map (RS-M1, RS-M2)."""

    systems: tuple[System, ...]
    lanes: tuple[Lane, ...]
