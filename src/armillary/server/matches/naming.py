"""What people are called at one table: no two seats there have names that look alike. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from armillary import bots
from armillary.core.contract import AnyGame
from armillary.core.values import Seat
from armillary.server.matches.rows import SeatRow
from armillary.server.matches.text import told_apart

NAMED = ("person", "local", "kept", "recorded")
"""Seats with somebody's name on them."""


def name_at(game: AnyGame, seats: Sequence[SeatRow], seat: Seat, name: str) -> str:
    """What somebody of this name is called on a seat: with a number where another at the table looks the same."""
    named = (each.name for number, each in enumerate(seats, start=1) if number != seat and each.kind in NAMED)
    return told_apart(name, (*named, *_names_of_bots(game, seats)))


def told_apart_at(game: AnyGame, seats: Sequence[SeatRow]) -> tuple[SeatRow, ...]:
    """The seats of a new table, the later ones with numbers where that is needed."""
    taken, found = list(_names_of_bots(game, seats)), list[SeatRow]()
    for seat in seats:
        if seat.kind in NAMED:
            taken.append(told_apart(seat.name, taken))
            found.append(replace(seat, name=taken[-1]))
        else:
            found.append(seat)
    return tuple(found)


def _names_of_bots(game: AnyGame, seats: Sequence[SeatRow]) -> Iterator[str]:
    """Their titles, whether they sit here or may come later; and what those who do are called in sentences."""
    yield from (bot.title for bot in bots.known(game).values())
    yield from (f"Player {number}" for number, each in enumerate(seats, start=1) if each.kind == "bot")
