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
    """From left to right."""
    y: int
    """From top to bottom."""


class Site(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place as orders name it: a region of a body, or a mouth with another `across` at the end of its lane."""

    name: str
    """What orders call it."""
    title: str
    """What players call it: no other place of the map is called so."""
    system: int
    """The index of its system."""
    body: int | None = None
    """The index of its body; left out for a mouth."""
    across: int | None = None
    """The index of the mouth at the other end of the lane; left out for a region."""


class Globe(msgspec.Struct, frozen=True):
    """A body, as orders name it, and which resource it yields: 0 population, 1 metals, 2 fuel."""

    name: str
    """What orders call it."""
    title: str
    """What players call it: no other place of the map is called so."""
    system: int
    """The index of its system."""
    kind: BodyKind
    """What the body is."""
    resource: int
    """What it yields: 0 population, 1 metals, 2 fuel."""


class Chart(Setup, frozen=True):
    """What never changes, with all that a board is drawn from; systems, bodies and places are counted from 0."""

    spots: tuple[Spot, ...]
    """One per system."""
    bodies: tuple[Globe, ...]
    """In the order of a view's `levels`."""
    sites: tuple[Site, ...]
    """In the order of a view's `places`."""
    unit_price: Stock
    """What one unit costs: population, metals, fuel."""
    yields: tuple[int, ...]
    """What a region yields per round, by the level of its body."""
    upgrade_prices: tuple[int, ...]
    """What each level costs of the two resources that the body does not yield."""


class Camp(Place, frozen=True, omit_defaults=True):
    """A place as it is sent: what is not there is left out, since most places are empty."""


class Prospect(msgspec.Struct, frozen=True):
    """What the next level of a body costs its owner, and what it brings (RS-E3)."""

    body: int
    """The index of the body."""
    level: int
    """The level it would have."""
    price: Stock
    """What the level costs: population, metals, fuel."""
    income: tuple[int, int]
    """What the body yields per round, heroes included: now, and at that level."""
    rounds: int
    """After this many rounds it has brought in as much as it cost, all resources counted alike."""


class View(values.View, frozen=True):
    """Everything but the order of the deck, the same for every seat but for its own `prospects`."""

    setup: Chart
    round: int
    """The number of the round, from 1 on."""
    turn_order: tuple[Seat, ...]
    """All seats in this round's order of turns; those that are out are skipped."""
    turn: CurrentTurn
    """Whose turn it is, and what of it is used up."""
    places: tuple[Camp, ...]
    """Every place, in the order of `sites` in the setup."""
    stocks: tuple[Stock, ...]
    """What each seat has: population, metals, fuel."""
    income: tuple[Stock, ...]
    """What a production would give each seat now."""
    affordable: tuple[int, ...]
    """How many units each seat's stock, or its share of a pool, pays for now."""
    regions: tuple[int, ...]
    """How many regions each seat has."""
    units: tuple[int, ...]
    """How many units each seat has."""
    prospects: tuple[Prospect, ...]
    """Every body of the reader that has a next level, whether or not the price can be paid now."""
    levels: tuple[int, ...]
    """Upgrades of each body, in the order of `bodies` in the setup."""
    heroes: tuple[tuple[Hero, ...], ...]
    """Each seat's heroes."""
    allotments: tuple[int | None, ...]
    """What a pooled seat may still buy this round; None: it pays for itself."""
    alliances: tuple[tuple[Seat, ...], ...]
    """The alliances, each in seat order."""
    truces: tuple[Truce, ...]
    """Who cannot attack whom, and until when."""
    proposals: tuple[Proposal, ...]
    """Alliances that are proposed."""
    cards: tuple[int, ...]
    """Classes of the heroes still to be drawn, sorted, so that their order stays secret."""
    claimed: tuple[int, ...]
    """The indexes of featured bodies that have had their first owner."""
    out: tuple[Seat, ...]
    """Seats without armies, the first to go first."""
    end_reason: EndReason | None
    """Why it is over; None while it goes on."""


class Odds(values.Value, frozen=True):
    """How a fight would go, tried `tries` times with dice that are not the match's."""

    tries: int
    """How often it was tried."""
    attacking: int
    """How many units attack."""
    defending: int
    """How many units defend."""
    taken: int
    """Tries in which the first exchange left no defender."""
    taken_later: int
    """Tries in which none was left when the combat was fought out, nobody else having joined (RS-C4)."""
    attack_lost: tuple[tuple[int, int], ...]
    """Numbers of units the attack lost in the first exchange, and in how many tries."""
    defence_lost: tuple[tuple[int, int], ...]
    """Numbers of units the defence lost in the first exchange, and in how many tries."""


class Preview(values.Preview, frozen=True):
    """What an order would change for its seat, fighting left out; `odds` where there would be fighting."""

    stock: tuple[Stock, Stock]
    """Before and after."""
    income: tuple[Stock, Stock]
    """What a production would give: before and after."""
    regions: tuple[int, int]
    """How many regions the seat has: before and after."""
    units: tuple[int, int]
    """How many units the seat has: before and after."""
    affordable: tuple[int, int]
    """Units the seat may buy this turn."""
    odds: Odds | None = None
    """How the fight would go; None where there would be none."""
