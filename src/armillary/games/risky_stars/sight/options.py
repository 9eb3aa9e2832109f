"""What a seat may order: templates, and the slots in which they may be changed."""

from __future__ import annotations

from collections.abc import Iterator

from armillary.core.options import Choice, Options, Range, Remove, Slot, Template
from armillary.core.values import Seat
from armillary.games.risky_stars import rules
from armillary.games.risky_stars.map.tables import NO_BODY, tables_of
from armillary.games.risky_stars.model import (
    Accept,
    Buy,
    Decline,
    End,
    Leave,
    Move,
    Order,
    Post,
    Propose,
    Recall,
    State,
    Upgrade,
    Withdraw,
)
from armillary.games.risky_stars.rules.board import at_rest, owned_bodies
from armillary.games.risky_stars.rules.economy import affordable, room
from armillary.games.risky_stars.rules.navigation import arrival, launchable, untouchable

Offer = Template[Order]


def options(state: State, seat: Seat, draft: Order | None = None) -> Options[Order]:
    """The draft and how it may be changed, then everything else there is to order, kind by kind."""
    order: Order = End() if draft is None or rules.check(state, seat, draft) else draft
    first = Template(order, tuple(_slots(state, seat, order)))
    return Options((first, *(offer for offer in offers(state, seat) if offer.order != order)))


def offers(state: State, seat: Seat) -> Iterator[Offer]:
    """One template for every thing that can be done, each with the slots it has from the start."""
    yield Template(End())
    yield from _purchases(state, seat)
    yield from _moves(state, seat)
    yield from _bodies(state, seat)
    yield from _diplomacy(state, seat)


def _purchases(state: State, seat: Seat) -> Iterator[Offer]:
    most = 0 if state.turn.launched else affordable(state, seat)
    if most:
        for name in _possessed(state, seat):
            yield Template(Buy({name: 1}), (Range(("units", name), 1, most),))


def _possessed(state: State, seat: Seat) -> Iterator[str]:
    names = tables_of(state.setup.map).places
    return (names[number] for number, place in enumerate(state.places) if place.possessor == seat)


def launch_places(state: State, seat: Seat) -> list[int]:
    """The places from which the seat can launch something (RS-V1)."""
    standing = (number for number, place in enumerate(state.places) if at_rest(place, seat))
    return [number for number in standing if launchable(state, seat, number)[1]]


def targets(state: State, seat: Seat, source: int) -> list[int]:
    """Where an army from this place may go and will be received (RS-V2, RS-V4)."""
    return [place for place in tables_of(state.setup.map).reach(source) if open_to(state, seat, place)]


def open_to(state: State, seat: Seat, place: int) -> bool:
    """Is an army of this seat received here, as friend or foe?"""
    here = state.places[place]
    received = arrival(state, seat, here)
    if received in ("attacks", "reinforces"):
        return not untouchable(state, seat, here)
    return received != "returned"


def _moves(state: State, seat: Seat) -> Iterator[Offer]:
    names = tables_of(state.setup.map).places
    for source in launch_places(state, seat):
        low, high = launchable(state, seat, source)
        if found := targets(state, seat, source):
            order = Move(names[source], names[found[0]], low)
            yield Template(order, _move_slots(tuple(names[place] for place in found), low, high))


def _move_slots(targets: tuple[str, ...], low: int, high: int) -> tuple[Slot, ...]:
    return (Choice(("target",), targets), Range(("units",), low, high))


def _bodies(state: State, seat: Seat) -> Iterator[Offer]:
    """Upgrades, and heroes by class."""
    names = tables_of(state.setup.map).bodies
    for name in _upgradable(state, seat):
        yield Template(Upgrade(name))
    heroes = state.heroes[seat - 1]
    vacant = tuple(_vacant(state, seat))
    for rank in sorted({hero.rank for hero in heroes if hero.body == NO_BODY and not hero.spent}):
        if vacant:
            yield Template(Post(rank, vacant[0]), (Choice(("body",), vacant),))
    for rank, body in sorted({(hero.rank, hero.body) for hero in heroes if hero.body != NO_BODY and not hero.spent}):
        yield Template(Recall(rank, names[body]))


def _upgradable(state: State, seat: Seat) -> Iterator[str]:
    tables = tables_of(state.setup.map)
    for body in owned_bodies(state.places, tables, seat):
        if not rules.check(state, seat, Upgrade(tables.bodies[body])):
            yield tables.bodies[body]


def _vacant(state: State, seat: Seat) -> Iterator[str]:
    tables = tables_of(state.setup.map)
    return (tables.bodies[body] for body in owned_bodies(state.places, tables, seat) if room(state, body) > 0)


def _diplomacy(state: State, seat: Seat) -> Iterator[Offer]:
    for kind in (Propose, Accept, Decline, Withdraw):
        players = tuple(_players(state, seat, kind))
        if players:
            yield Template(kind(players[0]), (Choice(("player",), players),))
    if not rules.check(state, seat, Leave()):
        yield Template(Leave())


Addressed = type[Propose] | type[Accept] | type[Decline] | type[Withdraw]


def _players(state: State, seat: Seat, kind: Addressed) -> Iterator[Seat]:
    others = range(1, state.setup.seats + 1)
    return (player for player in others if not rules.check(state, seat, kind(player)))


# -- changing a draft --------------------------------------------------------------------------------------


def _slots(state: State, seat: Seat, order: Order) -> Iterator[Slot]:
    """How a legal draft may be changed."""
    match order:
        case Buy():
            yield from _buy_slots(state, seat, order)
        case Move():
            tables = tables_of(state.setup.map)
            source = tables.place[order.source]
            found = tuple(tables.places[place] for place in targets(state, seat, source))
            yield from _move_slots(found, *launchable(state, seat, source))
        case Upgrade():
            yield Choice(("body",), tuple(_upgradable(state, seat)))
        case Post() | Recall():
            yield from _hero_slots(state, seat, order)
        case Propose() | Accept() | Decline() | Withdraw():
            yield Choice(("player",), tuple(_players(state, seat, type(order))))
        case _:
            return


def _buy_slots(state: State, seat: Seat, order: Buy) -> Iterator[Slot]:
    """More or fewer at each place, units at new places, and places left out."""
    spare = affordable(state, seat) - sum(order.units.values())
    for name in _possessed(state, seat):
        here = order.units.get(name, 0)
        if here + spare:
            yield Range(("units", name), 1, here + spare)
        if here and len(order.units) > 1:
            yield Remove(("units", name))


def _hero_slots(state: State, seat: Seat, order: Post | Recall) -> Iterator[Slot]:
    """Other classes for the same body, other bodies for the same class."""
    kind, tables = type(order), tables_of(state.setup.map)
    bodies = tuple(body for body in tables.bodies if not rules.check(state, seat, kind(order.rank, body)))
    ranks = tuple(rank for rank in (1, 2, 3) if not rules.check(state, seat, kind(rank, order.body)))
    yield Choice(("body",), bodies)
    yield Choice(("rank",), ranks)
