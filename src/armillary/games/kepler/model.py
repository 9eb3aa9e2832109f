"""What Kepler's Horizon is made of: maps, config, state, orders, events, views."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal, TypeAlias

from msgspec.structs import force_setattr

from armillary.core import values
from armillary.core.values import Seat, Value

Link: TypeAlias = tuple[str, str]
"""Two regions a fleet can move between, in either direction (KH-2.2)."""

Share: TypeAlias = tuple[int, int]
"""A fraction in whole numbers: two fifths are (2, 5)."""

MAX_TURNS = 12
"""The last turn, unless a match is set up with another limit (KH-9.3)."""


class EndReason(StrEnum):
    """Which condition ended the game (KH-9.4)."""

    DOMINANCE = "dominance"
    ELIMINATION = "elimination"
    TURN_LIMIT = "turn_limit"


class ConflictRule(StrEnum):
    """What happens to fleets that meet: as in the base game, or by an extension (KH-7, KH-11.4)."""

    LETHAL = "lethal"
    BOUNCE = "bounce"
    ATTRITION = "attrition"


# -- maps --------------------------------------------------------------------------------------------------


class Region(Value, frozen=True):
    """A place for fleets; `x` and `y` are for drawing."""

    id: str
    name: str
    x: int
    y: int


class Change(Value, frozen=True, omit_defaults=True):
    """Links that open and close from this turn's Planning Phase on (KH-11.5)."""

    turn: int
    opens: tuple[Link, ...] = ()
    closes: tuple[Link, ...] = ()


class Map(Value, frozen=True, omit_defaults=True):
    """Regions, links and where everybody begins (KH-2.2)."""

    name: str
    regions: tuple[Region, ...]
    links: tuple[Link, ...]
    homes: tuple[tuple[str, ...], ...]
    """The home regions of every seat, seat 1 first."""
    fleets_per_home: int
    dominance: Share | None = None
    """The share of all regions a player must exceed to win; None: nobody wins this way."""
    costs: tuple[tuple[str, str, int], ...] = ()
    """What links cost, where it is not 1 (KH-11.1)."""
    schedule: tuple[Change, ...] = ()
    """When links open and close (KH-11.5)."""


# -- config and state --------------------------------------------------------------------------------------


class Home(Value, frozen=True):
    """A home region and how many fleets begin there (KH-11.3)."""

    region: str
    fleets: int


class Extensions(Value, frozen=True, omit_defaults=True):
    """What goes beyond the base rules (KH-11); everything off by default."""

    transit_costs: bool = False
    delay: int = 0
    starts: tuple[tuple[Home, ...], ...] = ()
    conflict: ConflictRule = ConflictRule.LETHAL
    dynamic_topology: bool = False


BASE = Extensions()
"""The base game. Defaults are left out of JSON by identity, so whatever equals this is replaced by it."""


class Config(Value, frozen=True):
    """How a match is set up: a map, and what differs from it."""

    map: Map
    fleets_per_home: int | None = None
    """None: the map's number."""
    dominance: Share | Literal["map"] | None = "map"
    """A share, "map" for the map's, None for off."""
    max_turns: int = MAX_TURNS
    extensions: Extensions = BASE


class Setup(values.Setup, frozen=True, omit_defaults=True):
    """What never changes: the seats, the map and the conditions to win."""

    map: Map
    max_turns: int
    dominance: Share | None = None
    extensions: Extensions = BASE

    def __post_init__(self) -> None:
        if self.extensions == BASE:
            force_setattr(self, "extensions", BASE)


class Journey(Value, frozen=True):
    """A move that takes effect in the Movement Phase of a later turn (KH-11.1, KH-11.2)."""

    to: str
    turn: int


class Fleet(Value, frozen=True, omit_defaults=True):
    """A fleet and the region it is in."""

    id: str
    region: str
    journey: Journey | None = None


Fleets: TypeAlias = tuple[tuple[Fleet, ...], ...]
"""The living fleets of every seat, seat 1 first, each in the order of their ids."""


class State(values.State, frozen=True):
    """What changes: the turn, the fleets, when each seat lost its last one (0: it has some), why it is over."""

    setup: Setup
    turn: int
    fleets: Fleets
    lost: tuple[int, ...]
    end_reason: EndReason | None = None


# -- orders ------------------------------------------------------------------------------------------------


class FleetOrder(Value, frozen=True):
    """Move to a region, or hold (KH-5.1)."""

    fleet: str
    to: str | None = None
    """None: hold."""


class Orders(Value, frozen=True):
    """One order per fleet; a fleet that is not named holds (KH-5.1)."""

    orders: tuple[FleetOrder, ...]


Order: TypeAlias = Orders


# -- events ------------------------------------------------------------------------------------------------


class Moved(values.Event, frozen=True):
    """Fleets of one player went from one region to another."""

    seat: Seat
    fleets: tuple[str, ...]
    origin: str
    to: str


class Stayed(values.Event, frozen=True):
    """A move that was not valid became a hold."""

    seat: Seat
    fleet: str
    region: str
    to: str
    why: str


class Departed(values.Event, frozen=True):
    """A move was given that takes effect in a later turn."""

    seat: Seat
    fleet: str
    origin: str
    to: str
    turn: int


class Bounced(values.Event, frozen=True):
    """A fleet went back from a contested region to where it came from."""

    seat: Seat
    fleet: str
    contested: str
    region: str


class Conflict(values.Event, frozen=True):
    """Fleets of several players met in a region; those listed were removed."""

    region: str
    seats: tuple[Seat, ...]
    removed: tuple[str, ...]


class Eliminated(values.Event, frozen=True):
    """A player lost their last fleet."""

    seat: Seat


class Shifted(values.Event, frozen=True):
    """Links that open or close with this turn."""

    turn: int
    opened: tuple[Link, ...]
    closed: tuple[Link, ...]


class Ended(values.Event, frozen=True):
    """The game is over; where `winners` is empty, it is a draw between those in `drawn`."""

    reason: EndReason
    winners: tuple[Seat, ...]
    drawn: tuple[Seat, ...]


Event: TypeAlias = Moved | Stayed | Departed | Bounced | Conflict | Eliminated | Shifted | Ended


# -- what a seat is shown ----------------------------------------------------------------------------------


class View(values.View, frozen=True):
    """Everything: only orders that have not been revealed are hidden (KH-5.2)."""

    setup: Setup
    turn: int
    fleets: Fleets
    lost: tuple[int, ...]
    end_reason: EndReason | None
    links: tuple[Link, ...]
    """Those that are open now."""
    control: dict[str, Seat]
    """Who controls which region (KH-7.2)."""
    scores: tuple[int, ...]
    """How many regions each seat controls."""


class Preview(values.Preview, frozen=True):
    """Where everybody would be after these orders if all others held."""

    occupancy: dict[str, tuple[str, ...]]
    """The fleets in every region that is not empty."""
    conflicts: tuple[str, ...]
    """Regions in which fleets would be removed."""
    scores: tuple[int, ...]
