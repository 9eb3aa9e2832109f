"""Seats: who sits where or may, what they are called there, and what becomes of seats as a match goes on. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from armillary import bots
from armillary.api.people import Player
from armillary.api.terms import Result, SeatPlan
from armillary.core import codec, registry
from armillary.core.contract import AnyGame
from armillary.core.errors import BadInput
from armillary.core.match import AnyMatch, Turn
from armillary.core.values import Outcome, Seat
from armillary.server.matches.rows import MatchRow, SeatRow
from armillary.server.matches.text import clean_name, told_apart

OPEN = SeatRow("open", "open")

NAMED = ("person", "local", "kept", "recorded")
"""Kinds of seats that have a player's name."""


# -- how a seat is to be filled --------------------------------------------------------------------------------


def seat_row(plan: SeatPlan, seat: Seat, player: Player, invite: str | None = None) -> SeatRow:
    """The seat as this player plans it; `invite` is the digest of the secret that an invitation to it has."""
    if plan.kind == "me":
        return person_row(player)
    if plan.kind == "local":
        name = f"Player {seat}" if plan.name is None else clean_name(plan.name)
        return replace(person_row(player), kind="local", name=name)
    if plan.kind == "bot":
        return bot_row(plan.level)
    if plan.kind == "invite":
        return SeatRow("invite", "invited", invite=invite)
    return OPEN


def person_row(player: Player) -> SeatRow:
    """A seat with this player on it."""
    return SeatRow("person", player.name, player=player.id, program=1 if player.program else 0)


def bot_row(level: str | None) -> SeatRow:
    """A seat with a bot on it."""
    return SeatRow("bot", f"bot:{level}", bot=level)


def require_seats(game: AnyGame, plans: Sequence[SeatPlan]) -> None:
    """Raise `BadInput` unless a match can have these seats."""
    require_seat_count(game, len(plans))
    if sum(plan.kind == "me" for plan in plans) > 1:
        raise BadInput("You can take only one seat for yourself. The other seats at your device are `local`.")
    for plan in plans:
        require_plan(game, plan)


def require_seat_count(game: AnyGame, seats: int) -> None:
    """Raise `BadInput` unless the catalogue offers the game for this many."""
    low, high = game.seats
    if not low <= seats <= high:
        raise BadInput(f"{game.title} has {low} to {high} seats, not {seats}.")


def require_plan(game: AnyGame, plan: SeatPlan) -> None:
    """Raise `BadInput` unless a seat can be filled like this."""
    if (plan.kind == "bot") != (plan.level in bots.names(game)):
        raise BadInput(f"Only bot seats have a `level`: one of {', '.join(bots.names(game))}.")
    if plan.name is not None and plan.kind != "local":
        raise BadInput("Only local seats have a `name`.")


def require_bots(row: MatchRow) -> None:
    """Raise `BadInput` where a bot sits, or may come, that cannot play this match here."""
    game = registry.game(row.game, row.rules_version)
    named = {*(seat.bot for seat in row.seats), row.absent.bot}
    choosy = [info for name, info in bots.known(game).items() if name in named and info.ready is not None]
    if choosy:
        config: Any = codec.decode(row.config, game.config)
        for info in choosy:
            bots.require_ready(info, config, len(row.seats))


def left(seat: SeatRow) -> SeatRow:
    """A seat once nobody sits there any more: one that somebody was invited to never becomes anybody's."""
    return OPEN if seat.invite is None else SeatRow("invite", "invited", invite=seat.invite)


def result_for(row: MatchRow, own: Sequence[Seat]) -> Result | None:
    """How a match ended for whoever holds these seats; None while it goes on, or unless they hold just one."""
    if row.outcome is None or len(own) != 1:
        return None
    winners = row.outcome.winners
    if winners == tuple(own):
        return "won"
    return "lost" if winners and own[0] not in winners else "drawn"


# -- names -----------------------------------------------------------------------------------------------------


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


# -- seats of a match that is played ---------------------------------------------------------------------------


def sits(row: MatchRow, player: str) -> bool:
    """Does this player sit here in person?"""
    return any(each.kind == "person" and each.player == player for each in row.seats)


def seat_kept_for(row: MatchRow, player: str) -> Seat | None:
    """The seat that is kept for this player."""
    seats = enumerate(row.seats, start=1)
    return next((seat for seat, each in seats if each.kind == "kept" and each.player == player), None)


def is_full(row: MatchRow) -> bool:
    """Does somebody sit on every seat?"""
    return all(seat.is_taken for seat in row.seats)


def is_practice(row: MatchRow) -> bool:
    """Does one person play against bots only, and has nobody else played since it began?"""
    people = [seat.kind for seat in row.seats if seat.kind != "bot"]
    began = zip(row.seats, row.players or row.names, strict=True)
    return people == ["person"] and all(seat.name == name for seat, name in began if seat.kind == "bot")


def people_playing(row: MatchRow, match: AnyMatch) -> tuple[Seat, ...]:
    """The seats that still play and have a person on them."""
    return tuple(seat for seat in match.standing if row.seats[seat - 1].is_held)


def with_seats(row: MatchRow, changed: Mapping[Seat, SeatRow]) -> MatchRow:
    """The row with some of its seats changed."""
    return replace(row, seats=tuple(changed.get(seat, each) for seat, each in enumerate(row.seats, start=1)))


def handed_over(row: MatchRow, seat: Seat, after: SeatRow) -> MatchRow:
    """The row after a seat has changed hands; its former player no longer asks for a pause."""
    asked = tuple(other for other in row.pause.asked if other != seat)
    return replace(with_seats(row, {seat: after}), pause=replace(row.pause, asked=asked))


def with_misses(seats: tuple[SeatRow, ...], before: AnyMatch | None, after: AnyMatch) -> tuple[SeatRow, ...]:
    """The seats with how many deadlines in a row their players have missed by now."""
    found = list(seats)
    for turn in after.log[0 if before is None else len(before.log) :]:
        if isinstance(turn, Turn):
            for seat, _ in turn.orders:
                row = found[seat - 1]
                if row.is_held and seat not in after.resigned and (seat in turn.missed or row.missed):
                    found[seat - 1] = replace(row, missed=row.missed + 1 if seat in turn.missed else 0)
    return tuple(found) if found != list(seats) else seats


def with_results(seats: tuple[SeatRow, ...], outcome: Outcome) -> tuple[SeatRow, ...]:
    """The seats with the place of each: one more than the number of seats that did better."""
    places: dict[Seat, int] = {}
    for group in outcome.ranking:
        places |= dict.fromkeys(group, len(places) + 1)
    return tuple(replace(row, result=places.get(seat)) for seat, row in enumerate(seats, start=1))


def cancelled(row: MatchRow) -> MatchRow:
    """The row of a match that will not begin. Its seats have a result: nobody looks at them for what is unfinished."""
    return replace(
        row, status="cancelled", address=None, turn=0, seats=tuple(replace(seat, result=0) for seat in row.seats)
    )
