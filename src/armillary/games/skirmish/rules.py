"""The rules of Stellar Skirmish, in the rule book's order (docs/rules/skirmish.md).

A battle runs through `BATTLE`, one stage after another, on a private working copy of the state.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

import msgspec

from armillary.core import values
from armillary.core.bounds import number_faults, setting_faults
from armillary.core.contract import Step
from armillary.core.dice import Dice
from armillary.core.values import Fate, Outcome, Path, Phase, Seat, Violation, rank
from armillary.games.skirmish.model import (
    MAX_CARDS,
    MAX_MULTIPLIER,
    MAX_VALUE,
    Awarded,
    Ended,
    EndReason,
    Planet,
    PlanetAbility,
    PlanetAbilityType,
    Play,
    Revealed,
    State,
    Tied,
    Won,
)
from armillary.games.skirmish.setup import FEWEST_SEATS, check_config, deck_faults, start

__all__ = [
    "check",
    "check_config",
    "check_position",
    "default_order",
    "end_reason",
    "outcome",
    "phase",
    "resolve",
    "score",
    "start",
    "to_act",
]

DOUBLE = PlanetAbilityType.DOUBLE_NEXT_PLANET_NO_COMBAT


# -- orders ------------------------------------------------------------------------------------------------


def phase(state: State) -> Phase:
    """Every battle is its own round."""
    return Phase(state.battle, "battle", str(state.battle))


def to_act(state: State) -> tuple[Seat, ...]:
    """Everybody plays a card in every battle (SS-5)."""
    return () if state.end_reason else everybody(state.setup.seats)


@cache
def everybody(seats: int) -> tuple[Seat, ...]:
    """All seats, in order."""
    return tuple(range(1, seats + 1))


def check(state: State, seat: Seat, order: Play) -> tuple[Violation, ...]:
    """Players play cards they hold (SS-5)."""
    hand = state.hands[seat - 1]
    if order.card in hand:
        return ()
    return (Violation("card_not_held", "SS-5", ("card",), {"card": order.card, "hand": sorted(set(hand))}),)


def default_order(state: State, seat: Seat) -> Play:
    """A missed deadline plays the lowest card (SS-17)."""
    return Play(min(state.hands[seat - 1]))


# -- a battle ----------------------------------------------------------------------------------------------


class Board:
    """The working copy on which a battle is fought."""

    __slots__ = (
        "cards",
        "claimed",
        "deck",
        "end_reason",
        "events",
        "hands",
        "highest",
        "index",
        "pot",
        "winner",
        "won",
    )

    def __init__(self, state: State, cards: list[int]) -> None:
        self.cards = cards
        self.highest = highest = max(cards)
        self.winner: Seat | None = cards.index(highest) + 1 if cards.count(highest) == 1 else None
        self.deck = state.setup.planet_deck
        self.index = state.current_planet_index
        self.pot = state.planet_pot
        self.hands = state.hands
        self.claimed = state.claimed_planets
        self.end_reason: EndReason | None = None
        self.won: list[Planet] = []
        self.events: list[values.Event] = []

    def next_planet(self) -> Planet | None:
        """The top of the deck, taken off it."""
        if self.index == len(self.deck):
            return None
        self.index += 1
        return self.deck[self.index - 1]


def at_stake(pot: tuple[Planet, ...], deck: tuple[Planet, ...], index: int) -> tuple[Planet, ...]:
    """What a battle is for: the pot or, if it is empty, the face-up planet on the deck (SS-4)."""
    return pot or deck[index : index + 1]


def put_at_stake(board: Board) -> None:
    """The face-up planet moves from the deck to the pot (SS-4)."""
    if not board.pot:
        board.pot = at_stake(board.pot, board.deck, board.index)
        board.index += len(board.pot)


def reveal(board: Board) -> None:
    """All cards are turned over together (SS-5)."""
    board.events.append(Revealed(cards=tuple(board.cards), rule="SS-5"))


def discard(board: Board) -> None:
    """Cards are spent, win or lose; of equal cards in a hand the first goes (SS-8, SS-1)."""
    hands = []
    for hand, card in zip(board.hands, board.cards):  # noqa: B905 (one card per hand: `check` makes sure)
        at = hand.index(card)
        hands.append(hand[:at] + hand[at + 1 :])
    board.hands = tuple(hands)


def award(board: Board) -> None:
    """A single highest card claims the whole pot, in pot order (SS-6); an empty pot yields nothing (SS-8)."""
    winner = board.winner
    if winner is None:
        return
    planets = tuple([planet.id for planet in board.pot])
    rule = "SS-6" if planets else "SS-8"
    board.events.append(Won(winner=winner, card=board.highest, planets=planets, rule=rule))
    for planet in board.pot:
        claim(board, winner, planet)
    claimed = list(board.claimed)
    claimed[winner - 1] += tuple(board.won)
    board.claimed = tuple(claimed)
    board.pot = ()


def claim(board: Board, winner: Seat, planet: Planet) -> None:
    """One planet is claimed, and its abilities take effect before the next one is claimed (SS-11)."""
    board.won.append(planet)
    for ability in planet.abilities:
        if ability.type is DOUBLE and (following := board.next_planet()):
            multiplied = multiply(following, ability)
            board.events.append(
                Awarded(
                    winner=winner,
                    planet=following.id,
                    victory_points=multiplied.victory_points,
                    through=planet.id,
                    rule="SS-11",
                )
            )
            claim(board, winner, multiplied)


def multiply(planet: Planet, ability: PlanetAbility) -> Planet:
    """The planet with its points multiplied for good (SS-11)."""
    points = planet.victory_points * ability.params.get("multiplier", 1)
    return Planet(planet.id, points, planet.name, planet.planet_class, planet.abilities)


def escalate(board: Board) -> None:
    """A tie for highest: nobody scores and the deck's next planet joins the pot (SS-6), if there is one (SS-7)."""
    if board.winner is not None:
        return
    added = board.next_planet()
    if added:
        board.pot = (*board.pot, added)
    board.events.append(
        Tied(
            seats=tuple(seat for seat, card in enumerate(board.cards, start=1) if card == board.highest),
            card=board.highest,
            added=added.id if added else None,
            rule="SS-6" if added else "SS-7",
        )
    )


def close(board: Board) -> None:
    """The game may be over now (SS-8, SS-10)."""
    board.end_reason = end_reason(board.hands, bool(board.pot) or board.index < len(board.deck))
    if board.end_reason:
        board.events.append(Ended(reason=board.end_reason, rule="SS-10"))


BATTLE = (put_at_stake, reveal, discard, award, escalate, close)  # SS-4 … SS-10


def resolve(state: State, orders: Mapping[Seat, Play], dice: Dice) -> Step[State]:
    """One battle, from everybody's cards."""
    board = Board(state, [orders[seat].card for seat in everybody(state.setup.seats)])
    for stage in BATTLE:
        stage(board)
    following = State(
        state.setup,
        state.battle + 1,
        board.hands,
        board.index,
        board.pot,
        board.claimed,
        board.end_reason,
    )
    return Step(following, tuple(board.events), fates(board))


def fates(board: Board) -> tuple[Fate, ...]:
    """What became of every card (SS-6)."""
    at_the_top = "tied" if board.winner is None else "won"
    found = []
    for seat, card in enumerate(board.cards, start=1):
        verdict = at_the_top if card == board.highest else "lost"
        found.append(Fate(seat, ("card",), verdict, "SS-6", {"card": card}))
    return tuple(found)


# -- the end -----------------------------------------------------------------------------------------------


def end_reason(hands: tuple[tuple[int, ...], ...], planets_left: bool) -> EndReason | None:
    """Why the game is over with these hands, or None (SS-10)."""
    if all(hands):
        return None
    if any(hands):
        return EndReason.PLAYER_OUT_OF_CARDS_EARLY
    return EndReason.SHIPS_EXHAUSTED_PLANETS_REMAINING if planets_left else EndReason.NORMAL


def score(claimed: tuple[Planet, ...]) -> int:
    """Victory points of the claimed planets and the bonuses of their sets (SS-9, SS-12)."""
    printed = sum([planet.victory_points for planet in claimed])
    abilities = [ability for planet in claimed if planet.abilities for ability in planet.abilities]
    return printed + sum([set_bonus(ability, claimed) for ability in abilities])


def set_bonus(ability: PlanetAbility, claimed: tuple[Planet, ...]) -> int:
    """The bonus for every full set of the ability's class; nothing if a parameter is missing (SS-12)."""
    if ability.type is not PlanetAbilityType.CLASS_SET_BONUS:
        return 0
    params = ability.params
    if not {"class", "size", "bonus"} <= params.keys():
        return 0
    members = sum(planet.planet_class == params["class"] for planet in claimed)
    full_sets: int = members // params["size"]
    bonus: int = params["bonus"]
    return full_sets * bonus


def outcome(state: State) -> Outcome | None:
    """The most victory points win; players who share the most share the win (SS-9)."""
    if state.end_reason is None:
        return None
    scores = tuple(score(claimed) for claimed in state.claimed_planets)
    ranking = rank(scores)
    return Outcome(ranking[0], ranking, scores, state.end_reason.value)


# -- positions from outside --------------------------------------------------------------------------------


def check_position(state: State) -> tuple[Violation, ...]:
    """What makes a given position impossible."""
    return tuple(_position_faults(state))


def _position_faults(state: State) -> Iterator[Violation]:
    seats, deck, index = state.setup.seats, state.setup.planet_deck, state.current_planet_index
    yield from number_faults(seats, FEWEST_SEATS, None, ("setup", "seats"), rule="SS-1")
    for name, given in (("hands", len(state.hands)), ("claimed_planets", len(state.claimed_planets))):
        if given != seats:
            yield Violation("one_per_seat", "SS-14", (name,), {"asked": given, "seats": seats})
    yield from number_faults(state.battle, 1, None, ("battle",), rule="SS-14")
    yield from number_faults(index, 0, len(deck), ("current_planet_index",), rule="SS-14")
    yield from setting_faults(state.setup, ("setup",))
    yield from deck_faults(deck, ("setup", "planet_deck"))
    for i, hand in enumerate(state.hands):
        yield from number_faults(len(hand), None, MAX_CARDS, ("hands", i), rule="SS-1", unit="cards")
        for j, card in enumerate(hand):
            yield from number_faults(card, -MAX_VALUE, MAX_VALUE, ("hands", i, j), rule="SS-1")
    yield from _claim_faults(state)
    if state.end_reason != end_reason(state.hands, bool(state.planet_pot) or index < len(deck)):
        yield Violation("end_reason_does_not_fit", "SS-10", ("end_reason",), {"asked": state.end_reason})


def _claim_faults(state: State) -> Iterator[Violation]:
    """Every planet that has left the deck is in the pot or with one player, and no other planet is."""
    places: list[tuple[Path, Planet]] = [(("planet_pot", j), planet) for j, planet in enumerate(state.planet_pot)]
    for i, claimed in enumerate(state.claimed_planets):
        places += [(("claimed_planets", i, j), planet) for j, planet in enumerate(claimed)]
    dealt = {planet.id: planet for planet in state.setup.planet_deck[: max(0, state.current_planet_index)]}
    seen: set[str] = set()
    for path, planet in places:
        if planet.id in seen or planet.id not in dealt:
            yield Violation("not_dealt_once", "SS-14", path, {"id": planet.id})
        elif planet != (printed := dealt[planet.id]) and (path[0] == "planet_pot" or not _multiplied(planet, printed)):
            yield Violation("not_as_printed", "SS-14", path, {"id": planet.id})
        seen.add(planet.id)
        most = MAX_VALUE * MAX_MULTIPLIER
        yield from number_faults(planet.victory_points, -most, most, (*path, "victory_points"), rule="SS-11")
    if missing := sorted(dealt.keys() - seen):
        yield Violation("dealt_and_gone", "SS-14", ("current_planet_index",), {"ids": missing})


def _multiplied(planet: Planet, printed: Planet) -> bool:
    """A claimed planet may differ from the printed one in its victory points alone (SS-11)."""
    return msgspec.structs.replace(planet, victory_points=printed.victory_points) == printed
