"""Maps: systems of bodies, bodies of regions, and the lanes between systems (RS-M1 to RS-M4)."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

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

    name: Annotated[str, Meta(description="What the body is called.")]
    kind: Annotated[BodyKind, Meta(description="What the body is.")]
    regions: Annotated[tuple[str, ...], Meta(description="The names of its regions, if it has several.")] = ()


class System(Value, frozen=True):
    """A star and its bodies; homes come in seat order."""

    name: Annotated[str, Meta(description="What the system is called.")]
    kind: Annotated[SystemKind, Meta(description="What the system is for.")]
    bodies: Annotated[tuple[Body, ...], Meta(description="Its planets, planetoids and comets.")]


class Lane(Value, frozen=True):
    """A hyperspace lane between two systems: a mouth at either end."""

    one: Annotated[str, Meta(description="The system at one end.")]
    other: Annotated[str, Meta(description="The system at the other end.")]


class Map(Value, frozen=True):
    """The whole map (RS-M1, RS-M2)."""

    systems: Annotated[tuple[System, ...], Meta(description="All systems, homes in seat order.")]
    lanes: Annotated[tuple[Lane, ...], Meta(description="All lanes between them.")]
