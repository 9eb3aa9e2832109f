"""What Kepler's Horizon is made of: maps, config, state, orders, events, views."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta
from msgspec.structs import force_setattr

from armillary.core import values
from armillary.core.bounds import EXACT, LONGEST, LongText, within
from armillary.core.values import Seat, Value

LAST_TURN = 12
"""The last turn, unless a match is set up with another limit (KH-9.3)."""

MAX_SEATS = 100
MAX_REGIONS = 1000
MAX_LINKS = 5000
MAX_FLEETS = 1000  # of one seat
MAX_TURNS = 1000
MAX_COST = 100
MAX_DELAY = 100
MAX_CHANGES = 1000
MAX_TEXT = 40
MAX_COORDINATE = 1_000_000


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


RegionId: TypeAlias = Annotated[str, Meta(extra_json_schema={"pattern": "^[A-Za-z0-9_]{1,40}$"})]
"""What a region is called in data; the rules of maps refuse any other."""

Link: TypeAlias = tuple[RegionId, RegionId]
"""Two regions a fleet can move between, in either direction (KH-2.2)."""

Part: TypeAlias = Annotated[int, within(-EXACT, EXACT, "Of a fraction.", rule="KH-9.1")]
Share: TypeAlias = tuple[Part, Part]
"""A fraction in whole numbers: two fifths are (2, 5)."""

Changes: TypeAlias = Annotated[
    tuple[Link, ...], within(None, MAX_LINKS, "Of one turn.", rule="KH-11.5", unit="entries")
]
Coordinate: TypeAlias = Annotated[int, within(-MAX_COORDINATE, MAX_COORDINATE, "For drawing.", rule="KH-2.2")]
Turns: TypeAlias = Annotated[int, within(1, MAX_TURNS, "After this many turns the most regions win.", rule="KH-9.3")]


class Region(Value, frozen=True):
    """A place for fleets; `x` and `y` are for drawing."""

    id: Annotated[RegionId, Meta(description="Letters, digits and underscores, its own among all regions.")]
    name: Annotated[str, within(1, MAX_TEXT, "What players call it.", rule="KH-2.2", unit="characters")]
    x: Annotated[Coordinate, Meta(description="Where it is drawn, from left to right.")]
    y: Annotated[Coordinate, Meta(description="Where it is drawn, from top to bottom.")]


class Change(Value, frozen=True, omit_defaults=True):
    """Links that open and close from this turn's Planning Phase on (KH-11.5)."""

    turn: Annotated[int, within(1, MAX_TURNS, "The turn from which on this holds.", rule="KH-11.5")]
    opens: Annotated[Changes, Meta(description="Links that open.")] = ()
    closes: Annotated[Changes, Meta(description="Links that close.")] = ()


class Map(Value, frozen=True, omit_defaults=True):
    """Regions, links and where everybody begins (KH-2.2)."""

    name: Annotated[str, within(0, MAX_TEXT, "What the map is called.", rule="KH-2.2", unit="characters")]
    regions: Annotated[tuple[Region, ...], within(1, MAX_REGIONS, "Places for fleets.", rule="KH-2.2", unit="entries")]
    links: Annotated[
        tuple[Link, ...], within(0, MAX_LINKS, "Between which regions fleets move.", rule="KH-2.2", unit="entries")
    ]
    homes: Annotated[
        tuple[
            Annotated[tuple[RegionId, ...], within(None, MAX_REGIONS, "Of one seat.", rule="KH-2.1", unit="entries")],
            ...,
        ],
        within(2, MAX_SEATS, "The home regions of every seat, seat 1 first.", rule="KH-2.1", unit="entries"),
    ]
    fleets_per_home: Annotated[int, within(1, MAX_FLEETS, "Fleets that begin in every home.", rule="KH-2.2")]
    dominance: Annotated[
        Share | None, Meta(description="Whoever controls more than this share of all regions wins; null for nobody.")
    ] = None
    costs: Annotated[
        tuple[tuple[RegionId, RegionId, Annotated[int, within(1, MAX_COST, "How many turns.", rule="KH-11.1")]], ...],
        within(0, MAX_LINKS, "Links that take another number of turns than 1.", rule="KH-2.2", unit="entries"),
    ] = ()
    schedule: Annotated[
        tuple[Change, ...],
        within(0, MAX_CHANGES, "When links open and close.", rule="KH-2.2", unit="entries"),
    ] = ()


# -- config and state --------------------------------------------------------------------------------------


class Home(Value, frozen=True):
    """A home region and how many fleets begin there (KH-11.3)."""

    region: Annotated[RegionId, Meta(description="The id of the region.")]
    fleets: Annotated[int, within(1, MAX_FLEETS, "How many fleets begin there.", rule="KH-11.3")]


class Extensions(Value, frozen=True, omit_defaults=True):
    """What goes beyond the base rules (KH-11); everything off by default."""

    transit_costs: Annotated[bool, Meta(description="Do links take as many turns as the map says?")] = False
    delay: Annotated[int, within(0, MAX_DELAY, "Moves take effect this many turns later.", rule="KH-11.2")] = 0
    starts: Annotated[
        tuple[
            Annotated[tuple[Home, ...], within(None, MAX_REGIONS, "Of one seat.", rule="KH-11.3", unit="entries")], ...
        ],
        within(None, MAX_SEATS, "Homes and fleets seat by seat; empty for the map's.", rule="KH-11.3", unit="entries"),
    ] = ()
    conflict: Annotated[ConflictRule, Meta(description="What happens to fleets that meet.")] = ConflictRule.LETHAL
    dynamic_topology: Annotated[bool, Meta(description="Do links open and close as the map says?")] = False


BASE = Extensions()
"""The base game. Defaults are left out of JSON by identity, so whatever equals this is replaced by it."""


class Config(Value, frozen=True):
    """How a match is set up: a map, and what differs from it."""

    map: Annotated[Map, Meta(description="Regions, links and where everybody begins.")]
    fleets_per_home: Annotated[
        int | None, within(1, MAX_FLEETS, "Fleets that begin in every home; null for the map's number.", rule="KH-3")
    ] = None
    dominance: Annotated[
        Share | Literal["map"] | None,
        Meta(description="Whoever controls more than this share of all regions wins; null for nobody."),
    ] = "map"
    """A share, "map" for the map's, None for off."""
    max_turns: Turns = LAST_TURN
    extensions: Annotated[Extensions, Meta(description="What goes beyond the base rules.")] = BASE


class Setup(values.Setup, frozen=True, omit_defaults=True):
    """What never changes: the seats, the map and the conditions to win."""

    map: Map
    """Regions, links and where everybody begins."""
    max_turns: Turns
    """After this many turns the most regions win."""
    dominance: Share | None = None
    """Whoever controls more than this share of all regions wins; None for nobody."""
    extensions: Extensions = BASE
    """What goes beyond the base rules."""

    def __post_init__(self) -> None:
        if self.extensions == BASE:
            force_setattr(self, "extensions", BASE)


class Journey(Value, frozen=True):
    """A move that takes effect in the Movement Phase of a later turn (KH-11.1, KH-11.2)."""

    to: str
    """The id of the region it goes to."""
    turn: int
    """The turn in whose Movement Phase it gets there."""


class Fleet(Value, frozen=True, omit_defaults=True):
    """A fleet and the region it is in."""

    id: str
    """What orders call it: the seat's number and letters, `2b`."""
    region: str
    """The id of the region it is in."""
    journey: Journey | None = None
    """The move it has begun and not finished; None where it is not under way."""


Fleets: TypeAlias = tuple[tuple[Fleet, ...], ...]
"""The living fleets of every seat, seat 1 first, each in the order of their ids."""


class State(values.State, frozen=True):
    """What changes: the turn, the fleets, when each seat lost its last one (0: it has some), why it is over."""

    setup: Setup
    """What never changes."""
    turn: int
    """The number of the turn, from 1 on."""
    fleets: Fleets
    """The living fleets of every seat, seat 1 first."""
    lost: tuple[int, ...]
    """The turn in which each seat lost its last fleet; 0 while it has one."""
    end_reason: EndReason | None = None
    """Why it is over; None while it goes on."""


# -- orders ------------------------------------------------------------------------------------------------


class FleetOrder(Value, frozen=True):
    """Move to a region, or hold (KH-5.1)."""

    fleet: LongText
    """The id of the fleet."""
    to: LongText | None = None
    """None: hold."""


class Orders(Value, frozen=True):
    """One order per fleet; a fleet that is not named holds (KH-5.1)."""

    orders: Annotated[tuple[FleetOrder, ...], Meta(max_length=LONGEST)]
    """One for each fleet that moves; the others hold."""


Order: TypeAlias = Orders


# -- events ------------------------------------------------------------------------------------------------


class Moved(values.Event, frozen=True):
    """Fleets of one player went from one region to another."""

    seat: Seat
    """The player."""
    fleets: tuple[str, ...]
    """The ids of the fleets."""
    origin: str
    """The id of the region they left."""
    to: str
    """The id of the region they reached."""


class Stayed(values.Event, frozen=True):
    """A move that was not valid became a hold."""

    seat: Seat
    """The player."""
    fleet: str
    """The id of the fleet."""
    region: str
    """The id of the region it held in."""
    to: str
    """Where it was ordered to go."""
    why: str
    """Why the move was not valid, as a code."""


class Departed(values.Event, frozen=True):
    """A move was given that takes effect in a later turn."""

    seat: Seat
    """The player."""
    fleet: str
    """The id of the fleet."""
    origin: str
    """The id of the region it leaves."""
    to: str
    """The id of the region it goes to."""
    turn: int
    """The turn in whose Movement Phase it moves."""


class Bounced(values.Event, frozen=True):
    """A fleet went back from a contested region to where it came from."""

    seat: Seat
    """The player."""
    fleet: str
    """The id of the fleet."""
    contested: str
    """The id of the region where it met others."""
    region: str
    """The id of the region it went back to."""


class Conflict(values.Event, frozen=True):
    """Fleets of several players met in a region; those listed were removed."""

    region: str
    """The id of the region."""
    seats: tuple[Seat, ...]
    """The players who met."""
    removed: tuple[str, ...]
    """The ids of the fleets that were removed."""


class Eliminated(values.Event, frozen=True):
    """A player lost their last fleet."""

    seat: Seat
    """The player."""


class Shifted(values.Event, frozen=True):
    """Links that open or close with this turn."""

    turn: int
    """The number of the turn."""
    opened: tuple[Link, ...]
    """Links that open."""
    closed: tuple[Link, ...]
    """Links that close."""


class Ended(values.Event, frozen=True):
    """The game is over; where `winners` is empty, it is a draw between those in `drawn`."""

    reason: EndReason
    """Why it is over."""
    winners: tuple[Seat, ...]
    """The players who won."""
    drawn: tuple[Seat, ...]
    """The players who drew, where nobody won."""


Event: TypeAlias = Moved | Stayed | Departed | Bounced | Conflict | Eliminated | Shifted | Ended


# -- what a seat is shown ----------------------------------------------------------------------------------


class Extent(Value, frozen=True):
    """The rectangle in which all regions lie, in the map's own units."""

    left: int
    """The smallest x of any region."""
    top: int
    """The smallest y of any region."""
    right: int
    """The largest x of any region."""
    bottom: int
    """The largest y of any region."""


class PublicSetup(Value, frozen=True):
    """What never changes, with what a board needs to draw any map at the same size."""

    match: Setup
    """The seats, the map and the conditions to win."""
    needed: int | None
    """How many regions win; None where nobody can win this way (KH-9.1)."""
    extent: Extent
    """Where the map's regions lie."""
    spacing: int
    """The median length of the map's links, in the same units as the extent; at least 1."""


class View(values.View, frozen=True):
    """Everything: only orders that have not been revealed are hidden (KH-5.2)."""

    setup: PublicSetup
    turn: int
    """The number of the turn, from 1 on."""
    fleets: Fleets
    """Those under way say where they go, and in which turn they get there (KH-11.1)."""
    lost: tuple[int, ...]
    """The turn in which each seat lost its last fleet; 0 while it has one."""
    end_reason: EndReason | None
    """Why it is over; None while it goes on."""
    opened: tuple[Link, ...]
    """Links that are open now and not on the map (KH-11.5)."""
    closed: tuple[Link, ...]
    """Links of the map that are closed now (KH-11.5)."""
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
    """How many regions each seat would control."""
