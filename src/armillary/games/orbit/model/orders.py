"""Plans: everything a ship does in its turn."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec

from armillary.core.values import Value
from armillary.games.orbit.model.config import MOST, Intensity, Subsystem, Weapon

Amount: TypeAlias = Annotated[int, msgspec.Meta(ge=-999_999_999, le=999_999_999)]
"""A number in a plan: larger than anybody could mean, and small enough to be added up."""


class Coast(Value, frozen=True, tag_field="kind", tag="coast"):
    """Stay on the ring; the scoop may gather mass on the way (OS-13)."""

    scoop: bool = False
    """Does the scoop gather reaction mass? It must be powered."""


class Burn(Value, frozen=True, tag_field="kind", tag="burn"):
    """Leave for another ring; `adjust` shifts the sector of arrival by one (OS-10, OS-11)."""

    intensity: Intensity
    """How hard to burn: it decides what the burn costs and how far it carries."""
    adjust: Amount = 0
    """How many sectors to shift the arrival: -1, 0 or 1."""


class Shot(Value, frozen=True):
    """One weapon and whom it fires at; a railgun may compensate for its recoil (OS-14 to OS-17)."""

    weapon: Weapon
    """The weapon to fire."""
    targets: Annotated[tuple[Amount, ...], msgspec.Meta(max_length=MOST)]
    """Seats."""
    compensate: bool = False
    """Does reaction mass take up the railgun's recoil?"""


class Plan(Value, frozen=True):
    """The only kind of order: everything a ship does in its turn (OS-2).

    Energy is changed either by differences (`allocate`, `deallocate`) or by naming what subsystems should have
    (`targets`; those left out stay as they are): the rules work out the difference.
    """

    allocate: dict[Subsystem, Amount] = {}
    """Energy to send from the reactor, by subsystem."""
    deallocate: dict[Subsystem, Amount] = {}
    """Energy to return to the reactor, by subsystem."""
    targets: dict[Subsystem, Amount] | None = None
    """Energy that subsystems should have, instead of differences; None where differences are given."""
    vent: Amount = 0
    """How much heat to let out."""
    rotate: bool = False
    """Does the ship turn round first?"""
    move: Coast | Burn | None = None
    """Stay on the ring or leave for another; every plan needs one of the two."""
    shots: Annotated[tuple[Shot, ...], msgspec.Meta(max_length=MOST)] = ()
    """What to fire after the move, at most once per weapon."""


Order: TypeAlias = Plan
