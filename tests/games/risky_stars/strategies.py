"""What the tests of Risky Stars share: positions, matches that have come some way, and the turned table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st
from msgspec.structs import replace

from armillary.core.dice import Dice, FastDice
from armillary.core.match import AnyMatch, Match
from armillary.core.seeds import seed_from
from armillary.games.risky_stars import rules, words
from armillary.games.risky_stars.game import GAME
from armillary.games.risky_stars.map.tables import tables_of
from armillary.games.risky_stars.model import (
    Accept,
    Army,
    Buy,
    CurrentTurn,
    End,
    Hero,
    Leave,
    Move,
    Order,
    Place,
    Proposal,
    Propose,
    State,
    Truce,
)
from armillary.games.risky_stars.rules.board import side


def position(text: str) -> State:
    return words.parse_state(text)


@st.composite
def played_matches(draw: st.DrawFn, most_orders: int = 120) -> AnyMatch:
    """A match of random orders on a map that comes with the game."""
    seats = draw(st.integers(2, 6))
    config = GAME.presets["fixed_map"](seats)
    match: AnyMatch = Match.begin(GAME, seats=seats, config=config, seed=seed_from(draw(st.integers(0, 10_000))))
    dice = FastDice(draw(st.integers(0, 10_000)))
    for _ in range(draw(st.integers(0, most_orders))):
        for seat in match.to_act:
            match = match.submit(seat, GAME.hints.random_order(match.state, seat, dice))
    return match


def diplomatic_course(dice: Dice, orders: int = 200) -> Iterator[State]:
    """The positions of a match of six players who do nothing but make alliances, of any size, and leave them."""
    config = replace(GAME.presets["fixed_map"](6), alliance_limit="none")
    state = rules.start(config, 6, dice).state
    for _ in range(orders):
        yield state
        state = rules.resolve(state, {state.turn.seat: _diplomatic_order(state, dice)}, dice).state


def _diplomatic_order(state: State, dice: Dice) -> Order:
    """Agree if possible, else leave a large alliance, propose one, or end the turn."""
    seat = state.turn.seat
    others = [other for other in range(1, state.setup.seats + 1) if other != seat]
    answers: list[Order] = [Accept(other) for other in others]
    moves: list[Order] = [*map(Propose, others), End()]
    if len(side(state, seat)) > 2:
        moves.append(Leave())
    for wanted in (answers, moves):
        legal = [order for order in wanted if not rules.check(state, seat, order)]
        if legal:
            return dice.choice(legal)
    return End()


@st.composite
def crowded_matches(draw: st.DrawFn, most_orders: int = 40) -> AnyMatch:
    """A match from a position in which everybody is next to everybody, and allies are each other's guests."""
    seats = draw(st.integers(3, 6))
    dice = FastDice(draw(st.integers(0, 10_000)))
    match: AnyMatch = Match.from_position(GAME, crowded(seats, dice), seed=seed_from(draw(st.integers(0, 10_000))))
    for _ in range(draw(st.integers(0, most_orders))):
        for seat in match.to_act:
            match = match.submit(seat, GAME.hints.random_order(match.state, seat, dice))
    return match


def crowded(seats: int, dice: Dice) -> State:
    """Everything is somebody's; some two or three are allied, and perhaps two others as well."""
    opening = rules.start(GAME.presets["fixed_map"](seats), seats, dice).state
    shuffled, first = dice.shuffle(range(1, seats + 1)), 2 + dice.below(2 if seats > 4 else 1)
    alliances = tuple(
        tuple(sorted(members))
        for members in (shuffled[:first], shuffled[first : first + 2])[: 1 + dice.below(2 if seats > 4 else 1)]
    )
    friends = {seat: [m for m in members if m != seat] for members in alliances for seat in members}
    places = [_camp(number, 1 + dice.below(seats), friends, dice) for number in range(len(opening.places))]
    return replace(
        opening,
        round=1 + dice.below(40),
        turn=CurrentTurn(1 + dice.below(seats)),
        places=tuple(places),
        stocks=tuple((dice.below(900), dice.below(900), dice.below(900)) for _ in range(seats)),
        alliances=alliances,
        deck=(),
        claimed=tuple(sorted(tables_of(opening.setup.map).featured)),
        heroes=((Hero(1), Hero(2)),) * seats,
    )


def _camp(number: int, possessor: int, friends: dict[int, list[int]], dice: Dice) -> Place:
    if dice.below(6) == 0:
        return Place()
    guests = tuple(Army(friend, 1 + dice.below(3), number) for friend in friends.get(possessor, ()) if dice.below(2))
    return Place(possessor, 1 + dice.below(4), guests)


class TurnedTable:
    """The same position one seat further round the table: seat 1's home is seat 2's, and so on."""

    def __init__(self, state: State) -> None:
        self.seats = state.setup.seats
        self.tables = tables_of(state.setup.map)
        systems = [system.name for system in state.setup.map.systems]
        homes, minors = systems[: self.seats], systems[self.seats : -1]
        self.system = dict(zip(systems, [*_turned(homes, 1), *_turned(minors, 2), systems[-1]], strict=True))
        self.featured = systems[-1]

    def seat(self, seat: int) -> int:
        return seat and seat % self.seats + 1

    def name(self, name: str) -> str:
        """A place's or body's name; the featured system's mouths turn with the homes they lead to."""
        system, _, rest = name.partition("/")
        if system == self.featured and rest.startswith("Mouth-"):
            return f"{system}/Mouth-{self.seat(int(rest.removeprefix('Mouth-')))}"
        return f"{self.system[system]}/{rest}"

    def place(self, place: int) -> int:
        return self.tables.place[self.name(self.tables.places[place])]

    def body(self, body: int) -> int:
        return body if body < 0 else self.tables.body[self.name(self.tables.bodies[body])]

    def order(self, order: Any) -> Any:
        changes: dict[str, Any] = {}
        match order:
            case Move():
                changes = {"source": self.name(order.source), "target": self.name(order.target)}
            case Buy():
                changes = {"units": {self.name(name): units for name, units in order.units.items()}}
            case _ if hasattr(order, "player"):
                changes = {"player": self.seat(order.player)}
            case _ if hasattr(order, "body"):
                changes = {"body": self.name(order.body)}
        return replace(order, **changes)

    def state(self, state: State) -> State:
        places = [Place()] * len(state.places)
        for number, here in enumerate(state.places):
            places[self.place(number)] = self._camp(here)
        levels = [0] * len(state.levels)
        for body, level in enumerate(state.levels):
            levels[self.body(body)] = level
        turn = state.turn
        return replace(
            state,
            turn_order=tuple(self.seat(seat) for seat in state.turn_order),
            turn=CurrentTurn(
                self.seat(turn.seat),
                tuple(sorted(self.place(place) for place in turn.launched)),
                tuple(sorted((self.place(place), units) for place, units in turn.arrived)),
                self._seats(turn.proposed),
            ),
            places=tuple(places),
            levels=tuple(levels),
            stocks=tuple(_turned(state.stocks, -1)),
            heroes=tuple(_turned([self._heroes(heroes) for heroes in state.heroes], -1)),
            allotments=tuple(_turned(state.allotments, -1)),
            alliances=tuple(sorted(self._seats(alliance) for alliance in state.alliances)),
            truces=tuple(sorted(self._truce(truce) for truce in state.truces)),
            proposals=tuple(
                Proposal(self.seat(p.outsider), self._seats(p.members), self._seats(p.accepted))
                for p in state.proposals
            ),
            claimed=tuple(sorted(self.body(body) for body in state.claimed)),
            out=tuple(self.seat(seat) for seat in state.out),
        )

    def _seats(self, seats: tuple[int, ...]) -> tuple[Any, ...]:
        return tuple(sorted(self.seat(seat) for seat in seats))

    def _truce(self, truce: Truce) -> Truce:
        one, other = self._seats((truce.one, truce.other))
        return Truce(one, other, truce.until)

    def _heroes(self, heroes: tuple[Hero, ...]) -> tuple[Hero, ...]:
        return tuple(sorted(Hero(hero.rank, self.body(hero.body), hero.spent) for hero in heroes))

    def _camp(self, here: Place) -> Place:
        groups = [
            tuple(Army(self.seat(army.owner), army.units, self.place(army.origin)) for army in armies)
            for armies in (here.guests, here.reinforcements, here.attackers)
        ]
        return Place(self.seat(here.possessor), here.units, *groups)


def _turned(items: Any, by: int) -> list[Any]:
    """The items, rotated."""
    return [*items[by:], *items[:by]]
