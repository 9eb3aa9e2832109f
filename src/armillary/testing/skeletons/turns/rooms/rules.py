"""The rules of Stone Pile, in the order of the rule page (docs/rules/stone_pile.md).

A turn is `TURN`: named stages, one after the other, on a working copy of the state.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from armillary.core.bounds import number_faults
from armillary.core.contract import Step
from armillary.core.dice import Dice
from armillary.core.values import Fate, Outcome, Phase, Seat, Violation, rank
from armillary.testing.skeletons.turns.rooms.model import (
    MAX_PER_TURN,
    MAX_STONES,
    Ended,
    EndReason,
    Event,
    Order,
    State,
    Take,
    Taken,
)
from armillary.testing.skeletons.turns.rooms.setup import (
    FEWEST_SEATS,
    MAX_SEATS,
    check_config,
    start,
)

__all__ = [
    "ahead",
    "check",
    "check_config",
    "check_position",
    "default_order",
    "outcome",
    "phase",
    "resolve",
    "start",
    "to_act",
]


# -- orders ------------------------------------------------------------------------------------------------


def phase(state: State) -> Phase:
    """A round is one turn of every player; a new key restarts the clock."""
    seats = state.setup.seats
    return Phase((state.turn - 1) // seats + 1, "round", str(state.turn), (1, seats))


def to_act(state: State) -> tuple[Seat, ...]:
    """One player after the other, in seat order; nobody once the pile is empty (SP-2, SP-4)."""
    return () if end_reason(state.stones) else (seat_of(state, state.turn),)


def seat_of(state: State, turn: int) -> Seat:
    """Whose turn this is (SP-2)."""
    return (turn - 1) % state.setup.seats + 1


def limit(state: State) -> int:
    """The most stones that may be taken now (SP-2)."""
    return min(state.setup.most, state.stones)


def check(state: State, seat: Seat, order: Order) -> tuple[Violation, ...]:
    """One stone at least, and no more than the limit (SP-2). Everything wrong, as values; never raises."""
    if 1 <= order.stones <= limit(state):
        return ()
    return (Violation("not_that_many", "SP-2", ("stones",), {"asked": order.stones, "most": limit(state)}),)


def default_order(state: State, seat: Seat) -> Order:
    """Whoever misses the deadline takes one stone (SP-3)."""
    return Take(1)


def ahead(state: State, seat: Seat) -> State:
    """The pile as it is, in this seat's turn: what somebody plans on who is not to act yet."""
    return state if to_act(state) == (seat,) else replace(state, turn=seat)


# -- a turn ------------------------------------------------------------------------------------------------


class Board:
    """The working copy a turn is played on. It never leaves this module."""

    __slots__ = ("events", "order", "seat", "stones")

    def __init__(self, state: State, seat: Seat, order: Order) -> None:
        self.seat = seat
        self.order = order
        self.stones = state.stones
        self.events: list[Event] = []


def take(board: Board) -> None:
    """The stones leave the pile (SP-2)."""
    board.stones -= board.order.stones
    board.events.append(Taken(seat=board.seat, stones=board.order.stones, left=board.stones, rule="SP-2"))


def end(board: Board) -> None:
    """Whoever takes the last stone wins (SP-4)."""
    if reason := end_reason(board.stones):
        board.events.append(Ended(winner=board.seat, reason=reason, rule="SP-4"))


TURN = (take, end)  # SP-2 … SP-4


def resolve(state: State, orders: Mapping[Seat, Order], dice: Dice) -> Step[State]:
    """The next position. Every order has passed `check`; chance would come from the dice and nowhere else."""
    ((seat, order),) = orders.items()
    board = Board(state, seat, order)
    for stage in TURN:
        stage(board)
    fate = Fate(seat, ("stones",), "taken", "SP-2", {"stones": order.stones})
    return Step(State(state.setup, state.turn + 1, board.stones), tuple(board.events), (fate,))


# -- the end -----------------------------------------------------------------------------------------------


def end_reason(stones: int) -> EndReason | None:
    """Why the match is over with this many stones left, or None (SP-4)."""
    return None if stones else EndReason.LAST_STONE_TAKEN


def outcome(state: State) -> Outcome | None:
    """The player of the last turn has won; everybody else shares second place (SP-4)."""
    reason = end_reason(state.stones)
    if reason is None:
        return None
    winner = seat_of(state, state.turn - 1)
    scores = tuple(int(seat == winner) for seat in range(1, state.setup.seats + 1))
    return Outcome((winner,), rank(scores), scores, reason.value)


# -- positions from outside --------------------------------------------------------------------------------


def check_position(state: State) -> tuple[Violation, ...]:
    """What makes a position from a file or a stranger impossible; `resolve` trusts what passes."""
    first = 1 if state.stones else 2  # an empty pile was emptied by somebody
    return (
        *number_faults(state.setup.seats, FEWEST_SEATS, MAX_SEATS, ("setup", "seats"), rule="SP-1"),
        *number_faults(state.setup.most, 1, MAX_PER_TURN, ("setup", "most"), rule="SP-1"),
        *number_faults(state.stones, 0, MAX_STONES, ("stones",), rule="SP-1"),
        *number_faults(state.turn, first, MAX_STONES + 1, ("turn",), rule="SP-2"),
    )
