"""Seats that are given up, or whose owners stay away: what becomes of them is agreed on in the match's terms. Pure."""

from __future__ import annotations

from armillary.core import codec
from armillary.core.match import AnyMatch
from armillary.core.values import Seat
from armillary.server.matches.change import Change, Standing, change_to
from armillary.server.matches.rows import InputKind, SeatRow
from armillary.server.matches.seats import bot_row, handed_over, left, people_playing


def give_up(on: Standing, seat: Seat, now: int) -> Change:
    """The change by which a seat is given up.

    Nothing is kept going for nobody: the last person resigns whatever the policy is, and before them, one with each
    change, the seats that nobody sits on. So whoever stayed longest is ahead of all who left before.
    """
    match, policy = on.playing, on.row.absent
    match.require_playing(seat)
    if policy.then == "default" or people_playing(on.row, match) == (seat,):
        empty = [other for other in match.standing if on.row.seats[other - 1].is_empty]
        first = empty[0] if empty else seat
        return change_to(on, now, ("resign", first, "null", None), match=match.resign(first))
    if policy.then == "bot":
        bot = bot_row(policy.bot)
        return _hand_over(on, seat, bot, now, "take_over", match.take_over(seat, bot.name))
    return _hand_over(on, seat, left(on.row.seats[seat - 1]), now, "vacate", match)


def take_over(on: Standing, seat: Seat, taken: SeatRow, now: int) -> Change:
    """The change by which somebody sits down on an open seat of a match that is being played."""
    return _hand_over(on, seat, taken, now, "take_over", on.playing.take_over(seat, taken.name))


def longest_away(on: Standing) -> Seat | None:
    """A seat whose owner has missed too many deadlines in a row, where the terms say what is to become of it."""
    if on.row.status != "playing" or on.row.absent.then == "default":
        return None
    away = [seat for seat in people_playing(on.row, on.playing) if on.row.seats[seat - 1].missed >= on.row.absent.after]
    return max(away, key=lambda seat: on.row.seats[seat - 1].missed, default=None)


def _hand_over(on: Standing, seat: Seat, after: SeatRow, now: int, kind: InputKind, match: AnyMatch) -> Change:
    body = codec.encode((on.row.seats[seat - 1], after)).decode()
    return change_to(on, now, (kind, seat, body, None), match=match, row=handed_over(on.row, seat, after))
