"""What Orbit Simulator is made of: ships, state, plans, events, views, previews."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec

from armillary.core import values
from armillary.core.values import Seat, Value
from armillary.games.orbit.config import Config, Facing, Intensity, Subsystem, Weapon

Amount: TypeAlias = Annotated[int, msgspec.Meta(ge=-999_999_999, le=999_999_999)]
"""A number in a plan: whatever anybody might mean, and small enough to be added up."""

Energy: TypeAlias = dict[Subsystem, int]
"""Energy by subsystem; one that has none is left out."""


SUBSYSTEMS = tuple(Subsystem)


def in_table_order(energy: Energy) -> Energy:
    """Subsystems as the table lists them: equal energies are told alike, in whatever order they were sent."""
    return {name: energy[name] for name in SUBSYSTEMS if name in energy} if len(energy) > 1 else energy


class Place(Value, frozen=True):
    """A sector of a ring: rings count from 1, sectors from 0."""

    ring: int
    sector: int


class Ship(Value, frozen=True):
    """A ship between turns."""

    ring: int
    sector: int
    facing: Facing
    hull: int
    mass: int
    heat: int
    energy: Energy
    transfer: Place | None = None
    """Where it arrives when its owner's next turn begins (OS-10)."""


class Setup(values.Setup, frozen=True):
    """What never changes."""

    config: Config


class State(values.State, frozen=True):
    """What moves. One ship a seat, seat 1 first; None is a ship that has left the board."""

    setup: Setup
    round: int
    active: Seat
    ships: tuple[Ship | None, ...]
    lost: tuple[tuple[Seat, ...], ...] = ()
    """Seats whose ships are gone, in the order they went; those of one turn stand together (OS-19)."""


# -- plans -------------------------------------------------------------------------------------------------


class Coast(Value, frozen=True, tag_field="kind", tag="coast"):
    """Stay on the ring; the scoop may gather mass on the way (OS-13)."""

    scoop: bool = False


class Burn(Value, frozen=True, tag_field="kind", tag="burn"):
    """Leave for another ring; `adjust` shifts the sector of arrival by one (OS-10, OS-11)."""

    intensity: Intensity
    adjust: Amount = 0


class Shot(Value, frozen=True):
    """One weapon and whom it fires at; a railgun may compensate for its recoil (OS-14 to OS-17)."""

    weapon: Weapon
    targets: tuple[Seat, ...]
    compensate: bool = False


class Plan(Value, frozen=True):
    """The one order there is: everything a ship does in its turn (OS-2).

    Energy is changed either by differences (`allocate`, `deallocate`) or by naming what subsystems shall have
    (`targets`, those left out stay as they are): the rules take the difference.
    """

    allocate: dict[Subsystem, Amount] = {}
    deallocate: dict[Subsystem, Amount] = {}
    targets: dict[Subsystem, Amount] | None = None
    vent: Amount = 0
    rotate: bool = False
    move: Coast | Burn | None = None
    shots: tuple[Shot, ...] = ()


# -- events ------------------------------------------------------------------------------------------------


class ShipEvent(values.Event, frozen=True):
    """What happens to one seat's ship."""

    seat: Seat


class Allocated(ShipEvent, frozen=True):
    """Energy went from the reactor to subsystems."""

    energy: Energy


class Returned(ShipEvent, frozen=True):
    """Energy went back to the reactor."""

    energy: Energy


class Vented(ShipEvent, frozen=True):
    """Heat was let out."""

    amount: int
    heat: int
    """What is left."""


class Rotated(ShipEvent, frozen=True):
    """The ship turned round."""

    facing: Facing


class Moved(ShipEvent, frozen=True):
    """The ship drifted along its ring."""

    ring: int
    sector: int


class Scooped(ShipEvent, frozen=True):
    """The scoop gathered reaction mass."""

    gained: int
    mass: int


class Burned(ShipEvent, frozen=True):
    """The engines fired: the ship is on its way to another ring."""

    intensity: Intensity
    mass: int
    ring: int
    sector: int


class Fired(ShipEvent, frozen=True):
    """A weapon fired, with this damage to each target."""

    weapon: Weapon
    targets: tuple[Seat, ...]
    damage: int


class Compensated(ShipEvent, frozen=True):
    """Reaction mass took up the railgun's recoil."""

    mass: int


class Recoiled(ShipEvent, frozen=True):
    """The railgun's recoil throws the ship to another ring."""

    ring: int
    sector: int


class Hit(ShipEvent, frozen=True):
    """All shots of the turn at one ship, added up."""

    damage: int
    absorbed: int
    """What its shields took, and turned into heat."""
    hull: int


class Overheated(ShipEvent, frozen=True):
    """Heat that was there before this turn, and not vented, damaged the hull."""

    damage: int
    hull: int


class Heated(ShipEvent, frozen=True):
    """Overclocked subsystems made heat."""

    made: int
    heat: int


class Destroyed(ShipEvent, frozen=True):
    """A ship left the board."""


class Arrived(ShipEvent, frozen=True):
    """A transfer was completed as its owner's turn began."""

    ring: int
    sector: int


class Ended(values.Event, frozen=True):
    """The game is over."""

    reason: str


Event: TypeAlias = (
    Allocated
    | Returned
    | Vented
    | Rotated
    | Moved
    | Scooped
    | Burned
    | Fired
    | Compensated
    | Recoiled
    | Hit
    | Overheated
    | Heated
    | Destroyed
    | Arrived
    | Ended
)


# -- what is seen ------------------------------------------------------------------------------------------

Aim: TypeAlias = dict[Weapon, tuple[Seat, ...]]
"""For every weapon, who is in its range, powered or not."""


class View(values.View, frozen=True):
    """Everything: nothing is hidden. Seats see alike."""

    config: Config
    round: int
    active: Seat
    ships: tuple[Ship | None, ...]
    lost: tuple[tuple[Seat, ...], ...]
    reactor: tuple[int, ...]
    """Energy every ship has left to allocate; 0 for one that is gone."""
    in_range: tuple[Aim, ...]
    """Whom every ship could fire at if it coasted now as it faces; empty for one that is gone."""
    over: bool


class Strike(msgspec.Struct, frozen=True):
    """What the plan's shots would do to one ship."""

    seat: Seat
    damage: int
    absorbed: int
    hull: int
    """What would be left."""


class Preview(values.Preview, frozen=True):
    """What a plan would come to, if nobody else moved first (OS-20). An illegal plan is shown as far as it goes."""

    allocate: Energy
    """The differences the plan comes to."""
    deallocate: Energy
    energy: Energy
    """Allocations from now on."""
    reactor: int
    """Energy free for the next turn's allocations."""
    powered: tuple[Subsystem, ...]
    returns_left: int
    """How much more could be returned or vented this turn."""
    facing: Facing
    now: Place
    after_orbit: Place
    arrival: Place | None
    """Where the ship would arrive when its next turn begins; None: it stays on its ring."""
    in_range: Aim
    """Whom each weapon would reach after the move, powered or not."""
    strikes: tuple[Strike, ...]
    mass: int
    heat_damage: int
    heat_made: int
    hull: int
    heat: int
    """What the ship would carry into its next turn."""
