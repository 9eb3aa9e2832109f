"""How a table is set: who is to sit where, and on what terms. Checked here, before anything is stored. Pure."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

import msgspec

from armillary import bots
from armillary.api.people import Player
from armillary.api.terms import (
    MOST_DELAY,
    MOST_HOURS,
    MOST_MISSED,
    MOST_SECONDS,
    Absent,
    Correspondence,
    Live,
    Pace,
    SeatPlan,
    Spectators,
)
from armillary.core.contract import AnyGame, Preset
from armillary.core.errors import BadInput
from armillary.core.values import Seat
from armillary.server.people.guests import clean_name, digest
from armillary.server.storage.rows import MatchRow, SeatRow

OPEN = SeatRow("open", "open")


def left(seat: SeatRow) -> SeatRow:
    """A seat once nobody sits there any more: one that somebody was invited to never becomes anybody's."""
    return OPEN if seat.invite is None else SeatRow("invite", "invited", invite=seat.invite)


class Terms(msgspec.Struct, frozen=True):
    """What a match is played on; its config as it is stored, and in a journal only where it has changed."""

    config: str | None
    pace: Pace
    spectators: Spectators
    autostart: bool
    absent: Absent


def terms_of(row: MatchRow) -> Terms:
    """The terms of a match."""
    return Terms(row.config, row.pace, row.spectators, row.autostart, row.absent)


def seat_row(plan: SeatPlan, seat: Seat, player: Player) -> tuple[SeatRow, str | None]:
    """The seat as this player plans it, and the secret of its invitation."""
    if plan.kind == "me":
        return SeatRow("person", player.name, player=player.id), None
    if plan.kind == "local":
        name = f"Player {seat}" if plan.name is None else clean_name(plan.name)
        return SeatRow("local", name, player=player.id), None
    if plan.kind == "bot":
        return bot_row(plan.level), None
    if plan.kind == "invite":
        secret = secrets.token_hex(16)  # never begins with a dash
        return SeatRow("invite", "invited", invite=digest(secret)), secret
    return OPEN, None


def bot_row(level: str | None) -> SeatRow:
    """A seat with a bot on it."""
    return SeatRow("bot", f"bot:{level}", bot=level)


def check_seats(game: AnyGame, plans: Sequence[SeatPlan]) -> None:
    """Raise `BadInput` unless a match can have these seats."""
    check_seat_count(game, len(plans))
    if sum(plan.kind == "me" for plan in plans) > 1:
        raise BadInput("you can take only one seat for yourself; the others at your device are `local`")
    for plan in plans:
        check_plan(game, plan)


def check_seat_count(game: AnyGame, seats: int) -> None:
    """Raise `BadInput` unless the catalogue offers the game for this many."""
    low, high = game.seats
    if not low <= seats <= high:
        raise BadInput(f"{game.title} has {low} to {high} seats, not {seats}")


def check_plan(game: AnyGame, plan: SeatPlan) -> None:
    """Raise `BadInput` unless a seat can be filled like this."""
    if (plan.kind == "bot") != (plan.level in bots.names(game)):
        raise BadInput(f"the level of a bot's seat, and of no other, is one of: {', '.join(bots.names(game))}")
    if plan.name is not None and plan.kind != "local":
        raise BadInput("only a local seat is given a name")


def preset_of(game: AnyGame, name: str) -> Preset[Any]:
    """A preset by its name; raises `BadInput` with the names there are."""
    if name not in game.presets:
        raise BadInput(f"{game.title} has no preset {name[:40]!r}; its presets: {', '.join(game.presets)}")
    return game.presets[name]


def pace_from(pace: Pace, game: AnyGame, config: Any) -> Pace:
    """The pace asked for; a round of correspondence without hours takes those of the config."""
    if isinstance(pace, Live) and not 1 <= pace.seconds <= MOST_SECONDS:
        raise BadInput(f"a live pace allows 1 to {MOST_SECONDS} seconds per phase")
    if not isinstance(pace, Correspondence):
        return pace
    hours = game.service.hours(config) if pace.hours is None else pace.hours
    if hours is None:
        raise BadInput(f"{game.title} does not say how many hours a round takes; correspondence needs its own `hours`")
    if not 1 <= hours <= MOST_HOURS:
        raise BadInput(f"correspondence allows 1 to {MOST_HOURS} hours per round")
    return Correspondence(hours)


def check_policies(game: AnyGame, spectators: Spectators, absent: Absent) -> None:
    """Raise `BadInput` unless spectators and absent players can be treated like this."""
    if not 0 <= spectators.steps <= MOST_DELAY:
        raise BadInput(f"spectators can be delayed by at most {MOST_DELAY} steps")
    if not 1 <= absent.after <= MOST_MISSED:
        raise BadInput(f"a seat can be given away after 1 to {MOST_MISSED} missed deadlines")
    if (absent.then == "bot") != (absent.bot in bots.names(game)):
        raise BadInput(f"the bot that takes over, where one does, is one of: {', '.join(bots.names(game))}")
