"""What a match is played on: its seats, its pace, who may watch, and what becomes of those who stay away."""

from __future__ import annotations

from typing import Annotated, Generic, Literal, TypeAlias

import msgspec

from armillary.api.problems import ViolationTold
from armillary.core.contract import C
from armillary.core.values import Phase, Seat

MILLISECONDS = 1000
HOUR = 3600 * MILLISECONDS
MAX_SEATS = 1000
MAX_SEQ = 2**31 - 1
MAX_SECONDS = 24 * 3600
MAX_HOURS = 24 * 30
MAX_DELAY = 1000
MAX_MISSED = 100


def _from(low: int, high: int) -> msgspec.Meta:
    """Bounds that the server keeps, with a sentence of its own for whoever is beyond them."""
    return msgspec.Meta(extra_json_schema={"minimum": low, "maximum": high})


Called = Annotated[str, msgspec.Meta(max_length=60)]
"""What a preset or a bot is called."""

Status: TypeAlias = Literal["open", "playing", "over", "cancelled"]


Origin: TypeAlias = Literal["table", "fork", "upload"]
"""How a match came here: made at a table, begun from a position of another, or read from a record."""


class NoClock(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="none"):
    """Take all the time you like."""

    def allowance(self, phase: Phase) -> int | None:  # noqa: ARG002
        """Milliseconds for this phase; None: no limit."""
        return None


class Live(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="live"):
    """The same number of seconds for every phase."""

    seconds: Annotated[int, _from(1, MAX_SECONDS)]

    def allowance(self, phase: Phase) -> int | None:  # noqa: ARG002
        """Every phase gets the same."""
        return self.seconds * MILLISECONDS


class Correspondence(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="correspondence"):
    """A number of hours per round, divided among its phases as the game says."""

    hours: Annotated[int, _from(1, MAX_HOURS)] | None = None
    """None, in a request only: as many as the config says, in games whose rules say so."""

    def allowance(self, phase: Phase) -> int | None:
        """The phase's share of the round."""
        assert self.hours is not None
        part, whole = phase.part
        return self.hours * HOUR * part // whole


Pace: TypeAlias = NoClock | Live | Correspondence


class Spectators(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who may watch: nobody, everybody, or everybody with a delay of `steps`."""

    policy: Literal["none", "public", "delayed"] = "public"
    steps: Annotated[int, _from(0, MAX_DELAY)] = 0


class Absent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What becomes of a seat that was given up, or whose owner missed `after` deadlines in a row.

    By default it plays default orders. Otherwise a bot takes it over, or it is open to whoever comes.
    """

    then: Literal["default", "bot", "open"] = "default"
    after: Annotated[int, _from(1, MAX_MISSED)] = 3
    bot: Called | None = None
    """The bot's name, where one takes over."""


class Pause(msgspec.Struct, frozen=True):
    """Who asks for a pause, and, once all have, the milliseconds that were left on the clock."""

    asked: tuple[Seat, ...] = ()
    left: int | None = None


class SeatPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a seat is to be filled: by me, by somebody else at my own device (`local`, with a `name`), by a bot (its name
    is the `level`), by anybody, or by whoever is invited."""

    kind: Literal["me", "local", "bot", "open", "invite"]
    level: Called | None = None
    name: Annotated[str, msgspec.Meta(max_length=200)] | None = None


class NewMatch(msgspec.Struct, Generic[C], frozen=True, forbid_unknown_fields=True):
    """A match to be made: its seats in order, a preset or a config, a pace, who may watch."""

    seats: Annotated[tuple[SeatPlan, ...], msgspec.Meta(min_length=1, max_length=100)]
    preset: Called = "standard"
    config: C | None = None
    pace: Pace = NoClock()
    spectators: Spectators = Spectators()
    autostart: bool = True
    absent: Absent = Absent()


class Trial(msgspec.Struct, Generic[C], frozen=True, forbid_unknown_fields=True):
    """A number of seats, and a preset or a config: would a match begin with these?"""

    seats: Annotated[int, msgspec.Meta(ge=1, le=MAX_SEATS)]
    preset: Called = "standard"
    config: C | None = None


class Verdict(msgspec.Struct, Generic[C], frozen=True):
    """The config that was meant, and everything that keeps a match from beginning with it."""

    config: C
    violations: tuple[ViolationTold, ...]


class NewTerms(msgspec.Struct, Generic[C], frozen=True, forbid_unknown_fields=True):
    """What is to change in the terms of a match; what is left out, or null, stays."""

    preset: Called | None = None
    config: C | None = None
    pace: Pace | None = None
    spectators: Spectators | None = None
    autostart: bool | None = None
    absent: Absent | None = None


class Fork(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where to play on from, the last step unless one is given, and who plays: `me`, `local` or `bot` on every seat."""

    seats: Annotated[tuple[SeatPlan, ...], msgspec.Meta(min_length=1, max_length=100)]
    step: Annotated[int, msgspec.Meta(ge=0, le=MAX_SEQ)] | None = None
