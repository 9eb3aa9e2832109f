"""The working copy an order is resolved on, and the questions every chapter asks of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from armillary.core import values
from armillary.core.dice import Dice
from armillary.core.values import Seat
from armillary.games.risky_stars.map.tables import NO_BODY, Tables, tables_of
from armillary.games.risky_stars.model import NOBODY, Army, CurrentTurn, Place, Setup, State, Stock, Truce

MAX_TEXT = 80
"""At most this much of a name that means nothing is repeated in a refusal."""


class Position(Protocol):
    """What a state and a board have in common: what the questions below are asked of."""

    @property
    def setup(self) -> Setup: ...
    @property
    def round(self) -> int: ...
    @property
    def alliances(self) -> tuple[tuple[Seat, ...], ...]: ...
    @property
    def truces(self) -> tuple[Truce, ...]: ...


class Board:
    """A state taken apart; `state` puts it together again."""

    __slots__ = (
        "alliances",
        "allotments",
        "arrived",
        "claimed",
        "deck",
        "dice",
        "end_reason",
        "events",
        "heroes",
        "launched",
        "levels",
        "losses",
        "out",
        "places",
        "proposals",
        "proposed",
        "round",
        "seat",
        "setup",
        "stocks",
        "tables",
        "truces",
        "turn_order",
    )

    def __init__(self, state: State, dice: Dice) -> None:
        turn = state.turn
        self.setup = state.setup
        self.tables: Tables = tables_of(state.setup.map)
        self.dice = dice
        self.round = state.round
        self.turn_order = state.turn_order
        self.seat = turn.seat
        self.launched = turn.launched
        self.arrived = dict(turn.arrived)
        self.proposed = turn.proposed
        self.places = list(state.places)
        self.stocks = list(state.stocks)
        self.levels = state.levels
        self.heroes = list(state.heroes)
        self.allotments = list(state.allotments)
        self.alliances = state.alliances
        self.truces = state.truces
        self.proposals = state.proposals
        self.deck = state.deck
        self.claimed = state.claimed
        self.out = state.out
        self.end_reason = state.end_reason
        self.losses = False
        """Has anybody lost units? Then somebody may be out."""
        self.events: list[values.Event] = []

    def state(self) -> State:
        """The board as a state."""
        turn = CurrentTurn(self.seat, self.launched, tuple(sorted(self.arrived.items())), self.proposed)
        return State(
            self.setup,
            self.round,
            self.turn_order,
            turn,
            tuple(self.places),
            tuple(self.stocks),
            self.levels,
            tuple(self.heroes),
            tuple(self.allotments),
            self.alliances,
            self.truces,
            self.proposals,
            self.deck,
            self.claimed,
            self.out,
            self.end_reason,
        )

    def tell(self, event: values.Event) -> None:
        """Add an event to the report."""
        self.events.append(event)

    def arrive(self, place: int, units: int) -> None:
        """Units of the acting seat have arrived here, and stay until its next turn (RS-V1)."""
        self.arrived[place] = self.arrived.get(place, 0) + units


# -- questions ---------------------------------------------------------------------------------------------


def side(position: Position, seat: Seat) -> tuple[Seat, ...]:
    """The seat and its allies, in seat order."""
    for alliance in position.alliances:
        if seat in alliance:
            return alliance
    return (seat,)


def at_peace(position: Position, one: Seat, other: Seat) -> bool:
    """Are these two the same player, allies, or bound by a truce, so that neither may attack the other? (RS-D2)"""
    if other in side(position, one):
        return True
    low, high = min(one, other), max(one, other)
    return any(truce.one == low and truce.other == high and truce.until >= position.round for truce in position.truces)


def defenders(place: Place) -> tuple[Army, ...]:
    """All armies that would fight for the place, in the order they came; the first one's origin does not matter."""
    return (Army(place.possessor, place.units, -1), *place.guests, *place.reinforcements)


def defence(place: Place) -> int:
    """How many units would fight for the place."""
    return place.units + sum([army.units for army in place.guests + place.reinforcements])


def standing(place: Place, seat: Seat) -> int:
    """The seat's units at a place, whatever they do there."""
    own = place.units if place.possessor == seat else 0
    others = place.guests + place.reinforcements + place.attackers
    return own + (sum([army.units for army in others if army.owner == seat]) if others else 0)


def at_rest(place: Place, seat: Seat) -> int:
    """The seat's army at a place without a combat, as possessor or guest."""
    if place.possessor == seat:
        return place.units
    return next((army.units for army in place.guests if army.owner == seat), 0)


def living(places: list[Place] | tuple[Place, ...]) -> set[Seat]:
    """Everybody with an army (RS-X1)."""
    found: set[Seat] = set()
    for place in places:
        if place.possessor:
            found.add(place.possessor)
            for army in place.guests + place.reinforcements + place.attackers:
                found.add(army.owner)
    return found


def owner(places: list[Place] | tuple[Place, ...], tables: Tables, body: int) -> Seat:
    """The owner of a body: whoever possesses all of its regions (RS-E2)."""
    regions = tables.regions[body]
    first = places[regions.start].possessor
    return first if all(places[region].possessor == first for region in regions) else NOBODY


def owned_bodies(places: tuple[Place, ...], tables: Tables, seat: Seat) -> Iterator[int]:
    """The bodies a seat owns, in map order."""
    return (body for body in range(len(tables.bodies)) if owner(places, tables, body) == seat)


def regions_of(places: list[Place] | tuple[Place, ...], tables: Tables, seats: int) -> list[int]:
    """How many regions each seat possesses, without mouths; entry 0 counts the free ones."""
    counted = [0] * (seats + 1)
    for place, body in zip(places, tables.body_of, strict=True):
        if body != NO_BODY:
            counted[place.possessor] += 1
    return counted


def units_of(places: list[Place] | tuple[Place, ...], seats: int) -> list[int]:
    """How many units each seat has; entry 0 is always 0."""
    counted = [0] * (seats + 1)
    for place in places:
        counted[place.possessor] += place.units
        for army in place.guests + place.reinforcements + place.attackers:
            counted[army.owner] += army.units
    return counted


def plus(one: Stock, other: Stock) -> Stock:
    """The sum of two stocks."""
    return (one[0] + other[0], one[1] + other[1], one[2] + other[2])


def minus(one: Stock, other: Stock) -> Stock:
    """The difference of two stocks."""
    return (one[0] - other[0], one[1] - other[1], one[2] - other[2])


def shares(total: int, weights: Sequence[int], ranks: Sequence[tuple[int, ...]]) -> list[int]:
    """A total in proportion to weights, by largest remainder; equal remainders go by rank, lowest first."""
    whole = sum(weights)
    if whole == 0:
        return [0] * len(weights)
    given = [total * weight // whole for weight in weights]
    by_remainder = sorted(range(len(weights)), key=lambda i: (-(total * weights[i] % whole), ranks[i]))
    for i in by_remainder[: total - sum(given)]:
        given[i] += 1
    return given
