"""Maps: systems of bodies, bodies of regions, and the lanes between systems (RS-M1 to RS-M4)."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, TypeAlias

from msgspec import Meta

from armillary.core.bounds import within
from armillary.core.values import Value

MOST = 100
"""More systems, bodies, regions or lanes than any map needs."""

Name: TypeAlias = Annotated[str, Meta(extra_json_schema={"pattern": "^(?!Mouth-)[A-Za-z][A-Za-z0-9'-]{0,23}$"})]
"""What something on a map is called; the rules of maps refuse any other."""


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

    name: Annotated[Name, Meta(description="What the body is called.")]
    kind: Annotated[BodyKind, Meta(description="What the body is.")]
    regions: Annotated[
        tuple[Name, ...],
        within(None, MOST, "The names of its regions, if it has several.", rule="RS-M3", unit="entries"),
    ] = ()


class System(Value, frozen=True):
    """A star and its bodies; homes come in seat order."""

    name: Annotated[Name, Meta(description="What the system is called.")]
    kind: Annotated[SystemKind, Meta(description="What the system is for.")]
    bodies: Annotated[
        tuple[Body, ...], within(None, MOST, "Its planets, planetoids and comets.", rule="RS-M1", unit="entries")
    ]


class Lane(Value, frozen=True):
    """A hyperspace lane between two systems: a mouth at either end."""

    one: Annotated[Name, Meta(description="The system at one end.")]
    other: Annotated[Name, Meta(description="The system at the other end.")]


class Map(Value, frozen=True):
    """The whole map (RS-M1, RS-M2)."""

    systems: Annotated[
        tuple[System, ...], within(None, MOST, "All systems, homes in seat order.", rule="RS-M1", unit="entries")
    ]
    lanes: Annotated[tuple[Lane, ...], within(None, MOST, "All lanes between them.", rule="RS-M2", unit="entries")]
