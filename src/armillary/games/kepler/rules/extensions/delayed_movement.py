"""Moves that take effect in a later turn, because of their link's cost or a delay of all moves (KH-11.1, KH-11.2).

Until then the fleet waits in its origin, fights and controls there, and takes no other order. Everybody knows of the
move; whether it is valid is judged when it takes effect.
"""

from __future__ import annotations

from armillary.core.values import Seat
from armillary.games.kepler.model import Departed, Fleet, Journey
from armillary.games.kepler.rules.board import Board
from armillary.games.kepler.rules.orders import why_invalid


def set_out(board: Board, seat: Seat, fleet: str, to: str) -> None:
    """A move is given: it takes effect now or later, or can never be valid and becomes a hold."""
    origin = board.at[fleet]
    why = why_invalid(board.tables, board.number, origin, to)
    effect = board.tables.takes_effect(board.number, origin, to)
    if why == "unknown_region" or why == "already_there" or (why and effect == board.number):
        board.stay(seat, fleet, to, why)
    elif effect == board.number:
        board.go(fleet, to)
    else:
        board.bound[fleet] = Fleet(fleet, origin, Journey(to, effect))
        board.verdicts[fleet] = ("departed", "KH-11.1")
        board.events.append(Departed(seat=seat, fleet=fleet, origin=origin, to=to, turn=effect, rule="KH-11.1"))


def go_on(board: Board) -> None:
    """Moves of earlier turns: those that are due are judged and made, the other fleets stay bound (KH-11.2)."""
    ways = board.tables.ways(board.number)
    for seat, own in enumerate(board.fleets, start=1):
        for fleet in own:
            if fleet.journey is None:
                continue
            if fleet.journey.turn > board.number:
                board.bound[fleet.id] = fleet
            elif fleet.journey.to in ways[fleet.region]:
                board.go(fleet.id, fleet.journey.to)
            else:
                board.stay(seat, fleet.id, fleet.journey.to, "no_link")
