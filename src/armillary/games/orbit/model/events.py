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
    """The player whose ship it is."""


class Allocated(ShipEvent, frozen=True):
    """Energy went from the reactor to subsystems."""

    energy: Energy
    """How much went to each subsystem."""


class Returned(ShipEvent, frozen=True):
    """Energy went back to the reactor."""

    energy: Energy
    """How much came back from each subsystem."""


class Vented(ShipEvent, frozen=True):
    """Heat was let out."""

    amount: int
    """How much heat was let out."""
    heat: int
    """What is left."""


class Rotated(ShipEvent, frozen=True):
    """The ship turned round."""

    facing: Facing
    """Where it faces now."""


class Moved(ShipEvent, frozen=True):
    """The ship drifted along its ring."""

    ring: int
    """The ring it is on, counted from the inside."""
    sector: int
    """The sector it is in now."""


class Scooped(ShipEvent, frozen=True):
    """The scoop gathered reaction mass."""

    gained: int
    """How much it gathered."""
    mass: int
    """How much reaction mass the ship has now."""


class Burned(ShipEvent, frozen=True):
    """The engines fired: the ship is on its way to another ring."""

    intensity: Intensity
    """How hard the burn was."""
    mass: int
    """How much reaction mass is left."""
    ring: int
    """The ring it will arrive on."""
    sector: int
    """The sector it will arrive in."""


class Fired(ShipEvent, frozen=True):
    """A weapon fired, with this damage to each target."""

    weapon: Weapon
    """The weapon."""
    targets: tuple[Seat, ...]
    """The seats it was fired at."""
    damage: int
    """The damage to each target, before shields."""


class Compensated(ShipEvent, frozen=True):
    """Reaction mass took up the railgun's recoil."""

    mass: int
    """How much reaction mass is left."""


class Recoiled(ShipEvent, frozen=True):
    """The railgun's recoil throws the ship to another ring."""

    ring: int
    """The ring it will arrive on."""
    sector: int
    """The sector it will arrive in."""


class Hit(ShipEvent, frozen=True):
    """All shots of the turn at one ship, added up."""

    damage: int
    """The damage of all shots together."""
    absorbed: int
    """What its shields took, and turned into heat."""
    hull: int
    """Hull points that are left."""


class Overheated(ShipEvent, frozen=True):
    """Heat that was there before this turn, and not vented, damaged the hull."""

    damage: int
    """The damage to the hull."""
    hull: int
    """Hull points that are left."""


class Heated(ShipEvent, frozen=True):
    """Overclocked subsystems made heat."""

    made: int
    """How much heat they made."""
    heat: int
    """How much heat is on board now."""


class Scorched(ShipEvent, frozen=True):
    """A ship on a closed ring took heat."""

    taken: int
    """How much heat it took."""
    heat: int
    """How much heat is on board now."""


class Destroyed(ShipEvent, frozen=True):
    """A ship left the board."""


class Arrived(ShipEvent, frozen=True):
    """A transfer was completed as its owner's turn began."""

    ring: int
    """The ring it arrived on."""
    sector: int
    """The sector it arrived in."""


class Closed(values.Event, frozen=True):
    """A ring closed as a round began."""

    ring: int
    """The ring, counted from the inside."""
    heat: int
    """What a turn there costs."""


class OrderDrawn(values.Event, frozen=True):
    """The order of turns in a round was drawn."""

    round: int
    """The number of the round."""
    order: tuple[Seat, ...]
    """The seats in the order of their turns."""


class Ended(values.Event, frozen=True):
    """The game is over."""

    reason: EndReason
    """Why it is over."""


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
