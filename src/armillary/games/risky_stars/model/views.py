"""What players are shown."""

from __future__ import annotations

import msgspec

from armillary.core import values
from armillary.core.values import Seat
from armillary.games.risky_stars.model.config import Setup
from armillary.games.risky_stars.model.map import BodyKind
from armillary.games.risky_stars.model.state import CurrentTurn, EndReason, Hero, Place, Proposal, Stock, Truce


class Spot(msgspec.Struct, frozen=True):
    """Where a system is drawn: the middle of the map is (0, 0), x grows to the right and y downward."""

    x: int
    y: int


class Site(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place as orders name it: a region of a body, or a mouth with another `across` at the end of its lane."""

    name: str
    system: int
    body: int | None = None
    across: int | None = None


class Globe(msgspec.Struct, frozen=True):
    """A body, as orders name it, and which resource it yields: 0 population, 1 metals, 2 fuel."""

    name: str
    system: int
    kind: BodyKind
    resource: int


class Chart(Setup, frozen=True):
    """What never changes, with all that a board is drawn from; systems, bodies and places are counted from 0."""

    spots: tuple[Spot, ...]
    """One per system."""
    bodies: tuple[Globe, ...]
    """In the order of a view's `levels`."""
    sites: tuple[Site, ...]
    """In the order of a view's `places`."""
    unit_price: Stock
    yields: tuple[int, ...]
    """What a region yields per round, by the level of its body."""
    upgrade_prices: tuple[int, ...]
    """What each level costs of the two resources that the body does not yield."""


class Camp(Place, frozen=True, omit_defaults=True):
    """A place as it is sent: what is not there is left out, since most places are empty."""


class Prospect(msgspec.Struct, frozen=True):
    """What the next level of a body costs its owner, and what it brings (RS-E3)."""

    body: int
    level: int
    """The level it would have."""
    price: Stock
    income: tuple[int, int]
    """What the body yields per round, heroes included: now, and at that level."""
    rounds: int
    """After this many rounds it has brought in as much as it cost, all resources counted alike."""


class View(values.View, frozen=True):
    """Everything but the order of the deck, the same for every seat but for its own `prospects`."""

    setup: Chart
    round: int
    turn_order: tuple[Seat, ...]
    turn: CurrentTurn
    places: tuple[Camp, ...]
    stocks: tuple[Stock, ...]
    income: tuple[Stock, ...]
    """What a production would give each seat now."""
    affordable: tuple[int, ...]
    """How many units each seat's stock, or its share of a pool, pays for now."""
    regions: tuple[int, ...]
    units: tuple[int, ...]
    prospects: tuple[Prospect, ...]
    """Every body of the reader that has a next level, whether or not the price can be paid now."""
    levels: tuple[int, ...]
    heroes: tuple[tuple[Hero, ...], ...]
    allotments: tuple[int | None, ...]
    alliances: tuple[tuple[Seat, ...], ...]
    truces: tuple[Truce, ...]
    proposals: tuple[Proposal, ...]
    cards: tuple[int, ...]
    """Classes of the heroes still to be drawn, sorted, so that their order stays secret."""
    claimed: tuple[int, ...]
    out: tuple[Seat, ...]
    end_reason: EndReason | None


class Odds(values.Value, frozen=True):
    """How a fight would go, tried `tries` times with dice that are not the match's."""

    tries: int
    attacking: int
    defending: int
    taken: int
    """Tries in which the first exchange left no defender."""
    taken_later: int
    """Tries in which none was left when the combat was fought out, nobody else having joined (RS-C4)."""
    attack_lost: tuple[tuple[int, int], ...]
    """Numbers of units the attack lost in the first exchange, and in how many tries."""
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
