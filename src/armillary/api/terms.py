"""The terms of a match: its seats, its pace, who can watch, and what happens when a player is away."""

from __future__ import annotations

from typing import Annotated, Generic, Literal, TypeAlias

import msgspec

from armillary.api.problems import ViolationTold
from armillary.core.contract import C
from armillary.core.values import Phase, Seat

MILLISECONDS = 1000
HOUR = 3600 * MILLISECONDS
DAY = 24 * HOUR
MAX_SEATS = 1000
MAX_SEQ = 2**31 - 1
MAX_SECONDS = 24 * 3600
MAX_HOURS = 24 * 30
MAX_DELAY = 1000
MAX_MISSED = 100


def _from(low: int, high: int) -> msgspec.Meta:
    """Bounds that the server checks itself, to answer with a sentence of its own."""
    return msgspec.Meta(extra_json_schema={"minimum": low, "maximum": high})


Called = Annotated[str, msgspec.Meta(max_length=60)]
"""The name of a preset or a bot."""

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
    """None, in a request only: the config's hours, in games that have them."""

    def allowance(self, phase: Phase) -> int | None:
        """The phase's share of the round."""
        assert self.hours is not None
        part, whole = phase.part
        return self.hours * HOUR * part // whole


Pace: TypeAlias = NoClock | Live | Correspondence


class Spectators(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who can watch: no spectators, all, or all with a delay of `steps`."""

    policy: Literal["none", "public", "delayed"] = "public"
    steps: Annotated[int, _from(0, MAX_DELAY)] = 0


class Absent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What happens to a seat that resigned, or whose owner missed `after` deadlines in a row.

    By default it plays default orders. Otherwise a bot takes it over, or it is open to other players.
    """

    then: Literal["default", "bot", "open"] = "default"
    after: Annotated[int, _from(1, MAX_MISSED)] = 3
    bot: Called | None = None
    """The bot's name, where one takes over."""


class Pause(msgspec.Struct, frozen=True):
    """The seats that ask for a pause and, once all have, the milliseconds left on the clock."""

    asked: tuple[Seat, ...] = ()
    left: int | None = None


class SeatPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How to fill a seat: with me, another person at my device (`local`, with a `name`), a bot (its name is the
    `level`), any player who joins (`open`), or a guest with an invitation (`invite`)."""

    kind: Literal["me", "local", "bot", "open", "invite"]
    level: Called | None = None
    name: Annotated[str, msgspec.Meta(max_length=200)] | None = None


class NewMatch(msgspec.Struct, Generic[C], frozen=True, forbid_unknown_fields=True):
    """A new match: its seats in order, a preset or a config, a pace, and who can watch."""

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
    """Changes to the terms of a match; fields that are left out or null stay as they are."""

    preset: Called | None = None
    config: C | None = None
    pace: Pace | None = None
    spectators: Spectators | None = None
    autostart: bool | None = None
    absent: Absent | None = None


class Fork(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The step to play on from, by default the last, and who plays: `me`, `local` or `bot` on every seat."""

    seats: Annotated[tuple[SeatPlan, ...], msgspec.Meta(min_length=1, max_length=100)]
    step: Annotated[int, msgspec.Meta(ge=0, le=MAX_SEQ)] | None = None
