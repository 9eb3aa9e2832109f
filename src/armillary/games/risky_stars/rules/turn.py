"""Rounds and turns: how they begin, what an order does, whose turn is next, what closes a round (RS-R1, RS-R2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from msgspec.structs import replace

from armillary.core.contract import Step
from armillary.core.dice import Dice
from armillary.core.values import Fate, Seat
from armillary.games.risky_stars.model import (
    Accept,
    Buy,
    Config,
    CurrentTurn,
    Decline,
    End,
    Hero,
    Leave,
    Move,
    Order,
    Post,
    Propose,
    Recall,
    RoundBegan,
    State,
    TurnBegan,
    Upgrade,
    Withdraw,
)
from armillary.games.risky_stars.rules import diplomacy, economy, navigation
from armillary.games.risky_stars.rules.board import Board
from armillary.games.risky_stars.rules.combat import close_combats
from armillary.games.risky_stars.rules.ends import drop_out, judge
from armillary.games.risky_stars.setup import opening


def start(config: Config, seats: int, dice: Dice) -> Step[State]:
    """Everybody possesses their home planet, and the first round begins (RS-R3, RS-R1)."""
    board = Board(opening(config, seats, dice), dice)
    begin_round(board)
    return Step(board.state(), tuple(board.events))


def begin_round(board: Board) -> None:
    """Production, and the first turn in an order that is drawn: moving first in a war is an advantage (RS-R1)."""
    board.turn_order = board.dice.shuffle(range(1, board.setup.seats + 1))
    order = tuple(seat for seat in board.turn_order if seat not in board.out)
    board.tell(RoundBegan(round=board.round, order=order, rule="RS-R1"))
    economy.produce(board)
    begin_turn(board, order[0])


def begin_turn(board: Board, seat: Seat) -> None:
    """It is this seat's turn from now on (RS-R1)."""
    board.seat = seat
    board.tell(TurnBegan(seat=seat, rule="RS-R1"))


def end(board: Board, seat: Seat, order: End) -> tuple[Fate, ...]:
    """The next player's turn, or the end of the round (RS-R2)."""
    pass_on(board)
    return (Fate(seat, (), "ended", "RS-R2"),)


Resolution: TypeAlias = Callable[[Board, Seat, Any], tuple[Fate, ...]]

RESOLUTIONS: Mapping[type[Order], Resolution] = {
    Buy: economy.buy,
    Upgrade: economy.upgrade,
    Post: economy.post,
    Recall: economy.recall,
    Propose: diplomacy.propose,
    Accept: diplomacy.accept,
    Decline: diplomacy.decline,
    Withdraw: diplomacy.withdraw,
    Leave: diplomacy.leave,
    Move: navigation.move,
    End: end,
}


def resolve(state: State, orders: Mapping[Seat, Order], dice: Dice) -> Step[State]:
    """One order of the player whose turn it is (RS-R2); players without armies are out at once (RS-X1)."""
    board = Board(state, dice)
    seat = board.seat
    order = orders[seat]
    fates = RESOLUTIONS[type(order)](board, seat, order)
    if board.losses:
        drop_out(board)
        if seat in board.out:
            pass_on(board)
    return Step(board.state(), tuple(board.events), fates)


def pass_on(board: Board) -> None:
    """The turn goes to the next seat of this round that is not out; after the last, the round closes (RS-R1)."""
    board.launched = board.proposed = ()
    board.arrived = {}
    board.heroes[board.seat - 1] = _rested(board.heroes[board.seat - 1])
    later = board.turn_order[board.turn_order.index(board.seat) + 1 :]
    waiting = [seat for seat in later if seat not in board.out]
    if waiting:
        begin_turn(board, waiting[0])
    else:
        for stage in ROUND_END:
            stage(board)


def _rested(heroes: tuple[Hero, ...]) -> tuple[Hero, ...]:
    """Heroes that can be sent again: each once per turn (RS-R2)."""
    if not any(hero.spent for hero in heroes):
        return heroes
    return tuple(sorted(Hero(hero.rank, hero.body) for hero in heroes))


def next_round(board: Board) -> None:
    """Unless the game is over, truces run out and the next round begins (RS-R1)."""
    if board.end_reason:
        return
    board.round += 1
    board.truces = tuple(truce for truce in board.truces if truce.until >= board.round)
    begin_round(board)


ROUND_END: tuple[Callable[[Board], None], ...] = (close_combats, drop_out, judge, next_round)  # RS-R1


def ahead(state: State, seat: Seat) -> State:
    """The position as if this seat's turn began now.

    Everything is taken to stay as it is until then: nobody else moves, and there is no income, even if a new round
    comes before. Whose turn it is and who has no turn to come, plans on the position as it is.
    """
    if seat == state.turn.seat or seat in state.out or state.end_reason:
        return state
    return replace(state, turn=CurrentTurn(seat), heroes=tuple(_rested(heroes) for heroes in state.heroes))
