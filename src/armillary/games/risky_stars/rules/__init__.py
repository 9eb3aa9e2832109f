"""The rules of Risky Stars, a module a chapter of the rule book (docs/rules/risky_stars.md).

A turn is a series of orders (RS-R2); each is judged and resolved on its own, by the pair of functions that stands
for it in `ORDERS`, on a private working copy of the state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from armillary.core.contract import Step
from armillary.core.dice import Dice
from armillary.core.values import Fate, Phase, Seat, Violation
from armillary.games.risky_stars.model import (
    Accept,
    AnyOrder,
    Buy,
    Decline,
    End,
    Leave,
    Move,
    Post,
    Propose,
    Recall,
    State,
    Upgrade,
    Withdraw,
)
from armillary.games.risky_stars.rules import diplomacy, economy, navigation, rounds
from armillary.games.risky_stars.rules.board import Board
from armillary.games.risky_stars.rules.possible import check_position
from armillary.games.risky_stars.rules.rounds import outcome
from armillary.games.risky_stars.rules.setup import check_config, start

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


def _always(state: State, seat: Seat, order: End) -> Iterator[Violation]:  # noqa: ARG001 (a turn can always end)
    return iter(())


Check = Callable[[State, Seat, Any], Iterator[Violation]]
Resolve = Callable[[Board, Seat, Any], tuple[Fate, ...]]

ORDERS: Mapping[type[AnyOrder], tuple[Check, Resolve]] = {
    Buy: (economy.check_buy, economy.buy),
    Upgrade: (economy.check_upgrade, economy.upgrade),
    Post: (economy.check_post, economy.post),
    Recall: (economy.check_recall, economy.recall),
    Propose: (diplomacy.check_propose, diplomacy.propose),
    Accept: (diplomacy.check_accept, diplomacy.accept),
    Decline: (diplomacy.check_decline, diplomacy.decline),
    Withdraw: (diplomacy.check_withdraw, diplomacy.withdraw),
    Leave: (diplomacy.check_leave, diplomacy.leave),
    Move: (navigation.check_move, navigation.move),
    End: (_always, rounds.end),
}


def phase(state: State) -> Phase:
    """Every turn is a phase of its round."""
    return Phase(state.round, "turn", f"{state.round}.{state.turn.seat}", (1, state.setup.seats))


def to_act(state: State) -> tuple[Seat, ...]:
    """One player at a time (RS-R1)."""
    return () if state.end_reason else (state.turn.seat,)


def check(state: State, seat: Seat, order: AnyOrder) -> tuple[Violation, ...]:
    """Everything wrong with this order (RS-R2)."""
    return tuple(ORDERS[type(order)][0](state, seat, order))


def default_order(state: State, seat: Seat) -> End:  # noqa: ARG001 (the same for everybody)
    """A missed deadline ends the turn (RS-R2)."""
    return End()


def resolve(state: State, orders: Mapping[Seat, AnyOrder], dice: Dice) -> Step[State]:
    """One order of the player whose turn it is."""
    board = Board(state, dice)
    seat = board.seat
    order = orders[seat]
    fates = ORDERS[type(order)][1](board, seat, order)
    if board.losses:
        rounds.drop_out(board)
        if seat in board.out:
            rounds.pass_on(board)
    return Step(board.state(), tuple(board.events), fates)
