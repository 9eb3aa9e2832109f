"""A turn, stage by stage in the rule book's order (docs/rules/kepler.md).

`TURN` is played one stage after the other on a `Board`; an extension puts another stage in the place of one of them
(`stages`). Nothing is drawn: equal orders give equal turns (KH-10).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from armillary.core.contract import Step
from armillary.core.dice import Dice
from armillary.core.values import Fate, Seat
from armillary.games.kepler.model import (
    Conflict,
    ConflictRule,
    Eliminated,
    Ended,
    Extensions,
    Fleet,
    Orders,
    State,
)
from armillary.games.kepler.rules import ends
from armillary.games.kepler.rules.board import Board
from armillary.games.kepler.rules.extensions.delayed_movement import go_on, set_out
from armillary.games.kepler.rules.extensions.non_lethal_conflict import bounce, wear_down

Stage: TypeAlias = Callable[[Board], None]
Losses: TypeAlias = Callable[[list[list[str]]], list[str]]
"""From the fleets of every side in a region, in the order of their ids, those that are removed."""


def move(board: Board) -> None:
    """All moves are made together, none before another; fleets that swap along a link pass (KH-6.2)."""
    moves, at, came_from = board.tables.moves(board.number), board.at, board.came_from
    at_once = board.tables.at_once
    for seat, given in board.orders:
        for order in given:
            to = order.to
            if to is None:
                continue
            fleet = order.fleet
            origin = at[fleet]
            if at_once and to in moves[origin]:
                came_from[fleet], at[fleet] = origin, to  # `board.go` without the call: most of a turn happens here
            else:
                set_out(board, seat, fleet, to)
    if not at_once:
        go_on(board)
    board.report_moves()


def everybody(sides: list[list[str]]) -> list[str]:
    """All fleets involved are removed, whatever the numbers (KH-7)."""
    return [fleet for side in sides for fleet in side]


def resolve_conflicts(board: Board, losses: Losses = everybody, rule: str = "KH-7") -> None:
    """Where several players' fleets are in one region, fleets are removed (KH-7)."""
    there: dict[str, dict[Seat, list[str]]] = {region: {} for region in board.contested()}
    if not there:
        return
    for fleet, region in board.at.items():
        if region in there:
            there[region].setdefault(board.owner[fleet], []).append(fleet)
    for region in sorted(there, key=board.tables.order.__getitem__):
        sides = there[region]
        removed = losses(list(sides.values()))
        board.removed.update(dict.fromkeys(removed, region))
        board.events.append(Conflict(region=region, seats=tuple(sides), removed=tuple(removed), rule=rule))


def attrition(board: Board) -> None:
    """Sides wear each other down instead of being removed whole (KH-11.4)."""
    resolve_conflicts(board, wear_down, "KH-11.4")


def remove_fleets(board: Board) -> None:
    """The End Phase begins with the fleets that are lost (KH-8)."""
    at, bound, removed = board.at, board.bound, board.removed
    board.fleets = tuple(
        [tuple([_placed(f, at[f.id], bound) for f in own if f.id not in removed]) for own in board.fleets]
    )
    gone = [seat for seat, given in board.orders if not board.fleets[seat - 1]]
    for seat in gone:
        board.events.append(Eliminated(seat=seat, rule="KH-8"))
    if gone:
        board.lost = tuple(board.number if seat in gone else when for seat, when in enumerate(board.lost, start=1))


def _placed(fleet: Fleet, region: str, bound: dict[str, Fleet]) -> Fleet:
    """The fleet where it is now; the same value where nothing has changed."""
    if bound and fleet.id in bound:
        return bound[fleet.id]
    return fleet if region == fleet.region and fleet.journey is None else Fleet(fleet.id, region)


def check_victory(board: Board) -> None:
    """End the game if somebody has won, or nobody can (KH-8, KH-9.4)."""
    board.end_reason = ends.end_reason(board.setup, board.fleets, ends.scores(board.fleets), board.number)


TURN: tuple[Stage, ...] = (move, resolve_conflicts, remove_fleets, check_victory)  # KH-6.1 … KH-9.4


def stages(extensions: Extensions) -> tuple[Stage, ...]:
    """The turn as it is played with these extensions (KH-11.4)."""
    if extensions.conflict is ConflictRule.BOUNCE:
        return (move, bounce, *TURN[1:])
    if extensions.conflict is ConflictRule.ATTRITION:
        return (move, attrition, *TURN[2:])
    return TURN


def resolve(state: State, orders: Mapping[Seat, Orders], dice: Dice) -> Step[State]:  # KH-10: no chance
    """One turn from everybody's orders, revealed together (KH-5.2); the counter increments last (KH-8)."""
    board = Board(state, orders)
    for stage in stages(state.setup.extensions):
        stage(board)
    after = State(state.setup, state.turn + 1, board.fleets, board.lost, board.end_reason)
    if after.end_reason:
        top = ends.first(after, ends.scores(after.fleets))
        winners, drawn = (top, ()) if len(top) == 1 else ((), top)
        board.events.append(Ended(reason=after.end_reason, winners=winners, drawn=drawn, rule="KH-9.4"))
    elif shifted := board.tables.shift(after.turn):
        board.events.append(shifted)
    return Step(after, tuple(board.events), tuple(_fates(board)))


def _fates(board: Board) -> list[Fate]:
    """What became of every fleet's order (KH-5.1)."""
    removed, moved, verdicts, at = board.removed, board.came_from, board.verdicts, board.at
    fates = []
    for seat, given in board.orders:
        if not given:
            fates.append(Fate(seat, ("orders",), "nothing_ordered", "KH-5.1"))
        for i, order in enumerate(given):
            fleet = order.fleet
            if fleet in removed:
                verdict, rule = "lost", "KH-7"
            elif fleet in moved:
                verdict, rule = "moved", "KH-6.2"
            else:
                verdict, rule = verdicts.get(fleet, ("held", "KH-5.1"))
            fates.append(Fate(seat, ("orders", i), verdict, rule, {"fleet": fleet, "region": at[fleet]}))
    return fates
