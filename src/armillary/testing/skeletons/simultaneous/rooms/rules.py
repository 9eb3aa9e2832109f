"""The rules of Sealed Bids, in the order of the rule page (docs/rules/sealed_bids.md).

A round is `ROUND`: named stages, one after the other, on a working copy of the state.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from armillary.core.bounds import number_faults
from armillary.core.contract import Step
from armillary.core.dice import Dice
from armillary.core.values import Fate, Outcome, Phase, Seat, Violation, rank
from armillary.testing.skeletons.simultaneous.rooms.model import (
    MAX_COINS,
    MAX_PRIZES,
    Bid,
    Ended,
    EndReason,
    Event,
    Order,
    Revealed,
    State,
    Tied,
    Won,
)
from armillary.testing.skeletons.simultaneous.rooms.setup import (
    FEWEST_SEATS,
    MAX_SEATS,
    check_config,
    start,
)

__all__ = [
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
    """One phase per round; a new key restarts the clock."""
    return Phase(state.round, "round", str(state.round))


def to_act(state: State) -> tuple[Seat, ...]:
    """Everybody bids in every round (SB-2); nobody once the prizes are gone (SB-5)."""
    return () if end_reason(prizes_left(state)) else tuple(range(1, state.setup.seats + 1))


def prizes_left(state: State) -> int:
    """How many prizes are still to be won, this round's included (SB-2)."""
    return len(state.setup.prizes) - state.round + 1


def check(state: State, seat: Seat, order: Order) -> tuple[Violation, ...]:
    """You bid what you have (SB-2). Everything wrong, as values; never raises."""
    most = state.coins[seat - 1]
    if 0 <= order.coins <= most:
        return ()
    return (Violation("not_that_many", "SB-2", ("coins",), {"asked": order.coins, "most": most}),)


def default_order(state: State, seat: Seat) -> Order:
    """Whoever misses the deadline bids nothing (SB-4)."""
    return Bid(0)


# -- a round -----------------------------------------------------------------------------------------------


class Board:
    """The working copy a round is played on. It never leaves this module."""

    __slots__ = ("bids", "coins", "events", "highest", "left", "points", "prize")

    def __init__(self, state: State, bids: list[int]) -> None:
        self.bids = bids
        self.highest = tuple(seat for seat, bid in enumerate(bids, start=1) if bid == max(bids))
        self.prize = state.setup.prizes[state.round - 1]
        self.left = prizes_left(state) - 1
        self.coins = state.coins
        self.points = list(state.points)
        self.events: list[Event] = []


def reveal(board: Board) -> None:
    """All bids are turned over together (SB-2)."""
    board.events.append(Revealed(bids=tuple(board.bids), rule="SB-2"))


def pay(board: Board) -> None:
    """Every bid is paid, won or lost (SB-3)."""
    board.coins = tuple(coins - bid for coins, bid in zip(board.coins, board.bids, strict=True))


def award(board: Board) -> None:
    """A single highest bid takes the prize; after a tie nobody gets it (SB-3)."""
    if len(board.highest) == 1:
        (winner,) = board.highest
        board.points[winner - 1] += board.prize
        board.events.append(Won(seat=winner, prize=board.prize, rule="SB-3"))
    else:
        board.events.append(Tied(seats=board.highest, prize=board.prize, rule="SB-3"))


def end(board: Board) -> None:
    """The last prize ends the match (SB-5)."""
    if reason := end_reason(board.left):
        board.events.append(Ended(reason=reason, rule="SB-5"))


ROUND = (reveal, pay, award, end)  # SB-2 … SB-5


def resolve(state: State, orders: Mapping[Seat, Order], dice: Dice) -> Step[State]:
    """The next position. Every order has passed `check`; chance would come from the dice and nowhere else."""
    board = Board(state, [orders[seat].coins for seat in to_act(state)])
    for stage in ROUND:
        stage(board)
    after = State(state.setup, state.round + 1, board.coins, tuple(board.points))
    return Step(after, tuple(board.events), tuple(fates(board)))


def fates(board: Board) -> Iterator[Fate]:
    """What became of every bid (SB-3)."""
    at_the_top = "won" if len(board.highest) == 1 else "tied"
    for seat, bid in enumerate(board.bids, start=1):
        verdict = at_the_top if seat in board.highest else "lost"
        yield Fate(seat, ("coins",), verdict, "SB-3", {"coins": bid, "prize": board.prize})


# -- the end -----------------------------------------------------------------------------------------------


def end_reason(prizes: int) -> EndReason | None:
    """Why the match is over with this many prizes left, or None (SB-5)."""
    return None if prizes > 0 else EndReason.NO_PRIZES_LEFT


def outcome(state: State) -> Outcome | None:
    """Most points win; equals share the win (SB-5)."""
    reason = end_reason(prizes_left(state))
    if reason is None:
        return None
    ranking = rank(state.points)
    return Outcome(ranking[0], ranking, state.points, reason.value)


# -- positions from outside --------------------------------------------------------------------------------


def check_position(state: State) -> tuple[Violation, ...]:
    """What makes a position from a file or a stranger impossible; `resolve` trusts what passes."""
    return tuple(_position_faults(state))


def _position_faults(state: State) -> Iterator[Violation]:
    seats, prizes = state.setup.seats, state.setup.prizes
    yield from number_faults(seats, FEWEST_SEATS, MAX_SEATS, ("setup", "seats"), rule="SB-1")
    yield from number_faults(len(prizes), 1, MAX_PRIZES, ("setup", "prizes"), rule="SB-1", unit="prizes")
    for i, prize in enumerate(prizes):
        yield from number_faults(prize, 1, MAX_PRIZES, ("setup", "prizes", i), rule="SB-1")
    yield from number_faults(state.round, 1, len(prizes) + 1, ("round",), rule="SB-2")
    for name, given in (("coins", state.coins), ("points", state.points)):
        yield from number_faults(len(given), seats, seats, (name,), rule="SB-1", unit="entries")
    for i, coins in enumerate(state.coins):
        yield from number_faults(coins, 0, MAX_COINS, ("coins", i), rule="SB-1")
    for i, points in enumerate(state.points):
        yield from number_faults(points, 0, MAX_PRIZES**2, ("points", i), rule="SB-3")
