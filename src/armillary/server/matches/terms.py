"""The terms of a match: its config, pace and policies, checked before anything is stored. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from armillary import bots
from armillary.api.terms import (
    MAX_DELAY,
    MAX_HOURS,
    MAX_MISSED,
    MAX_SECONDS,
    Absent,
    Correspondence,
    Live,
    Pace,
    SeatPlan,
    Spectators,
    Talk,
)
from armillary.core.contract import AnyGame, Preset
from armillary.core.errors import BadInput
from armillary.server.matches.rows import MatchRow


class Terms(msgspec.Struct, frozen=True):
    """What a match is played on; its config as it is stored, and in a journal only where it has changed."""

    config: str | None
    pace: Pace
    spectators: Spectators
    autostart: bool
    absent: Absent
    talk: Talk | None = None
    """None in the journals of releases that did not ask."""


def spectators_by_default(seats: Sequence[SeatPlan]) -> Spectators:
    """Who watches where nobody has said so: all, but nobody where one person plays against bots."""
    is_alone = [plan.kind for plan in seats if plan.kind != "bot"] == ["me"]
    return Spectators("none" if is_alone else "public")


def terms_of(row: MatchRow) -> Terms:
    """The terms of a match."""
    return Terms(row.config, row.pace, row.spectators, row.autostart, row.absent, row.talk)


def preset_of(game: AnyGame, name: str) -> Preset[Any]:
    """A preset by its name; raises `BadInput` with the names there are."""
    if name not in game.presets:
        raise BadInput(f"{game.title} has no preset {name[:40]!r}; choose one of: {', '.join(game.presets)}.")
    return game.presets[name]


def pace_from(pace: Pace, game: AnyGame, config: Any) -> Pace:
    """The pace asked for; a round of correspondence without hours takes those of the config."""
    if isinstance(pace, Live) and not 1 <= pace.seconds <= MAX_SECONDS:
        raise BadInput(f"A live match allows 1 to {MAX_SECONDS} seconds per phase.")
    if not isinstance(pace, Correspondence):
        return pace
    hours = game.service.hours(config) if pace.hours is None else pace.hours
    if hours is None:
        raise BadInput(f"{game.title} has no default for the hours per round; a correspondence match needs `hours`.")
    if not 1 <= hours <= MAX_HOURS:
        raise BadInput(f"A correspondence match allows 1 to {MAX_HOURS} hours per round.")
    return Correspondence(hours)


def require_policies(game: AnyGame, spectators: Spectators, absent: Absent) -> None:
    """Raise `BadInput` unless spectators and absent players can be treated like this."""
    if not 0 <= spectators.steps <= MAX_DELAY:
        raise BadInput(f"Spectators can be delayed by at most {MAX_DELAY} steps.")
    if not 1 <= absent.after <= MAX_MISSED:
        raise BadInput(f"A seat can be given away after 1 to {MAX_MISSED} missed deadlines.")
    if (absent.then == "bot") != (absent.bot in bots.names(game)):
        raise BadInput(f"The bot that takes over must be one of: {', '.join(bots.names(game))}.")
