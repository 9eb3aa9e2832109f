"""What everybody sees happen in a turn."""

from __future__ import annotations

from typing import TypeAlias

from armillary.core import values
from armillary.core.values import Seat
from armillary.games.orbit.model.config import Facing, Intensity, Weapon
from armillary.games.orbit.model.state import EndReason, Energy


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


class Scorched(ShipEvent, frozen=True):
    """A ship on a closed ring took heat."""

    taken: int
    heat: int


class Destroyed(ShipEvent, frozen=True):
    """A ship left the board."""


class Arrived(ShipEvent, frozen=True):
    """A transfer was completed as its owner's turn began."""

    ring: int
    sector: int


class Closed(values.Event, frozen=True):
    """A ring closed as a round began."""

    ring: int
    heat: int
    """What a turn there costs."""


class OrderDrawn(values.Event, frozen=True):
    """The order of turns in a round was drawn."""

    round: int
    order: tuple[Seat, ...]


class Ended(values.Event, frozen=True):
    """The game is over."""

    reason: EndReason


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
    | Scorched
    | Destroyed
    | Arrived
    | Closed
    | OrderDrawn
    | Ended
)
