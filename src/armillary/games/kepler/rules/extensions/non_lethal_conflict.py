"""Non-lethal conflict: movers bounce, or sides wear each other down (KH-11.4)."""

from __future__ import annotations

from armillary.games.kepler.model import Bounced
from armillary.games.kepler.rules.board import Board


def bounce(board: Board) -> None:
    """Fleets that moved into a contested region go back, in all regions together, until no mover is contested."""
    while back := _movers_in_conflict(board):
        for fleet in back:
            origin, contested = board.came_from.pop(fleet), board.at[fleet]
            board.at[fleet] = origin
            board.verdicts[fleet] = ("bounced", "KH-11.4")
            board.events.append(
                Bounced(seat=board.owner[fleet], fleet=fleet, contested=contested, region=origin, rule="KH-11.4")
            )


def _movers_in_conflict(board: Board) -> list[str]:
    contested = board.contested()
    return [fleet for fleet in board.came_from if board.at[fleet] in contested]


def wear_down(sides: list[list[str]]) -> list[str]:
    """Every side loses as many fleets as the second-largest has, highest ids first."""
    second = sorted(len(side) for side in sides)[-2]
    return [fleet for side in sides for fleet in side[max(0, len(side) - second) :]]
