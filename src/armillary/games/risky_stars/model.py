"""What Risky Stars is made of: the chart, the config, the state, orders, views (events: `events.py`).

Places (regions and the mouths of lanes) and bodies are counted in chart order from 0 inside a state; orders name
them as people do, `Vega/Aurum/North`. `atlas.py` knows both.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Literal, TypeAlias

from armillary.core import values
from armillary.core.values import Seat, Value

NOBODY: Seat = 0

Stock: TypeAlias = tuple[int, int, int]
"""Population, metals, fuel."""

PRICE: Stock = (10, 3, 3)  # of one unit, RS-E7
RESOURCES = ("population", "metals", "fuel")


# -- the chart ---------------------------------------------------------------------------------------------


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
    """A star and its bodies; homes stand in seat order."""

    name: str
    kind: SystemKind
    bodies: tuple[Body, ...]


class Lane(Value, frozen=True):
    """A hyperspace lane between two systems: a mouth at either end."""

    one: str
    other: str


class Chart(Value, frozen=True):
    """The whole map (RS-M1, RS-M2)."""

    systems: tuple[System, ...]
    lanes: tuple[Lane, ...]


class Config(Value, frozen=True):
    """How a match is set up."""

    home_regions: int = 8
    """Regions of a home system: a multiple of 4 (RS-M1)."""
    start_units: int = 3
    """Units in each region of a home planet (RS-R3)."""
    moves: Literal["every", "one"] = "every"
    """Launches a turn: one from every location, or one in all (RS-V1)."""
    class_one_amount: int = 100
    """What a hero of class I adds (RS-E4)."""
    class_three_amount: int = 50
    """What a hero of class III adds (RS-E4)."""
    featured_heroes: bool = True
    """Does the first owner of a featured body draw a hero? (RS-E6)"""
    domination: tuple[int, int] | None = (2, 3)
    """The fraction of all regions beyond which a side wins; null: none (RS-X2)."""
    max_rounds: int = 40
    """The last round (RS-X2)."""
    chart: Chart | None = None
    """A map; null means one is made for this number of seats (RS-M4)."""


class Setup(values.Setup, frozen=True):
    """What never changes: the seats, the config (its chart taken out) and the chart."""

    config: Config
    chart: Chart


# -- the state ---------------------------------------------------------------------------------------------


class Army(Value, frozen=True):
    """Units of one player that stand with others, or fight; `origin` is the place they were launched from."""

    owner: Seat
    units: int
    origin: int


class Place(Value, frozen=True):
    """A region or a mouth: its possessor's first army, guests in order of arrival, and both sides of a combat.

    A combat is open where there are attackers; reinforcements are the defence's later groups (RS-C2).
    """

    possessor: Seat = NOBODY
    units: int = 0
    guests: tuple[Army, ...] = ()
    reinforcements: tuple[Army, ...] = ()
    attackers: tuple[Army, ...] = ()


EMPTY = Place()


class Hero(Value, frozen=True, order=True):
    """A hero: its class, the body it is posted to (-1: in reserve), and whether this turn has used it."""

    rank: int
    body: int = -1
    spent: bool = False


class Proposal(Value, frozen=True):
    """An alliance that is offered: it joins an unallied player and a side, once all have accepted (RS-D1)."""

    outsider: Seat
    members: tuple[Seat, ...]
    accepted: tuple[Seat, ...]


class Truce(Value, frozen=True, order=True):
    """Two players who cannot attack each other through round `until` (RS-D2)."""

    one: Seat
    other: Seat
    until: int


class Turn(Value, frozen=True):
    """Whose turn it is, and what of it is used up."""

    seat: Seat
    launched: tuple[int, ...] = ()
    """Places that have launched, sorted."""
    arrived: tuple[tuple[int, int], ...] = ()
    """Places where units of this seat have arrived, and how many: they stay this turn (RS-V1)."""
    proposed: tuple[Seat, ...] = ()
    """Players a proposal has been made to, sorted (RS-R2)."""


class EndReason(StrEnum):
    """Why it is over (RS-X1, RS-X2)."""

    CONQUEST = "conquest"
    DOMINATION = "domination"
    LAST_ROUND = "last_round"


class State(values.State, frozen=True):
    """What moves; tuples have one entry a place, a body or a seat, in their order."""

    setup: Setup
    round: int
    turn: Turn
    places: tuple[Place, ...]
    stocks: tuple[Stock, ...]
    levels: tuple[int, ...]
    """Upgrades of each body."""
    heroes: tuple[tuple[Hero, ...], ...]
    """Each seat's, sorted."""
    allotments: tuple[int | None, ...]
    """What a pooled seat may still buy this round; None: it pays for itself (RS-E8)."""
    alliances: tuple[tuple[Seat, ...], ...] = ()
    truces: tuple[Truce, ...] = ()
    proposals: tuple[Proposal, ...] = ()
    deck: tuple[int, ...] = ()
    """Classes of the heroes still to be drawn, the next one first: secret (RS-E6)."""
    claimed: tuple[int, ...] = ()
    """Featured bodies that have had their first owner, sorted."""
    out: tuple[Seat, ...] = ()
    """Seats without armies, the first to go first (RS-X1)."""
    end_reason: EndReason | None = None


# -- orders ------------------------------------------------------------------------------------------------


class Order(Value, frozen=True, tag_field="kind"):
    """The base of what a player may order; a turn is a series of orders (RS-R2)."""


class End(Order, frozen=True, tag="end"):
    """The turn is over."""


class Buy(Order, frozen=True, tag="buy"):
    """New units and where to place them (RS-E7)."""

    units: dict[str, int]


class Move(Order, frozen=True, tag="move"):
    """Launch units from a place to another (RS-V1)."""

    source: str
    target: str
    units: int


class Upgrade(Order, frozen=True, tag="upgrade"):
    """The next level of a body (RS-E3)."""

    body: str


class Post(Order, frozen=True, tag="post"):
    """A hero of this class from the reserve to a body (RS-E4)."""

    rank: int
    body: str


class Recall(Order, frozen=True, tag="recall"):
    """A hero of this class from a body back to the reserve (RS-E4)."""

    rank: int
    body: str


class Propose(Order, frozen=True, tag="propose"):
    """Offer an alliance with this player and its allies (RS-D1)."""

    player: Seat


class Accept(Order, frozen=True, tag="accept"):
    """Agree to the open proposal that joins one's side and this player's."""

    player: Seat


class Decline(Order, frozen=True, tag="decline"):
    """Turn that proposal down."""

    player: Seat


class Withdraw(Order, frozen=True, tag="withdraw"):
    """Take one's own agreement back: the proposal lapses."""

    player: Seat


class Leave(Order, frozen=True, tag="leave"):
    """Leave one's alliance (RS-D2, RS-D3)."""


AnyOrder: TypeAlias = End | Buy | Move | Upgrade | Post | Recall | Propose | Accept | Decline | Withdraw | Leave


# -- what players are shown --------------------------------------------------------------------------------


class View(values.View, frozen=True):
    """Everything but the order of the deck: seats see alike."""

    setup: Setup
    round: int
    turn: Turn
    places: tuple[Place, ...]
    stocks: tuple[Stock, ...]
    levels: tuple[int, ...]
    heroes: tuple[tuple[Hero, ...], ...]
    allotments: tuple[int | None, ...]
    alliances: tuple[tuple[Seat, ...], ...]
    truces: tuple[Truce, ...]
    proposals: tuple[Proposal, ...]
    cards: tuple[int, ...]
    """Classes of the heroes still to be drawn, sorted: never in their order."""
    claimed: tuple[int, ...]
    out: tuple[Seat, ...]
    end_reason: EndReason | None


class Odds(values.Value, frozen=True):
    """How an exchange would go, tried `tries` times with dice that are not the match's."""

    tries: int
    attacking: int
    defending: int
    taken: int
    """Tries after which no defender was left."""
    attack_lost: tuple[tuple[int, int], ...]
    """Units the attack lost, and how many tries it did."""
    defence_lost: tuple[tuple[int, int], ...]


class Preview(values.Preview, frozen=True):
    """What an order would change for its seat, fighting left out; `odds` where there would be fighting."""

    stock: tuple[Stock, Stock]
    """Before and after."""
    income: tuple[Stock, Stock]
    regions: tuple[int, int]
    units: tuple[int, int]
    affordable: tuple[int, int]
    """Units the seat may buy this turn."""
    odds: Odds | None = None
