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


SeatNumber = Annotated[int, msgspec.Meta(ge=1, le=MAX_SEATS)]

Called = Annotated[str, msgspec.Meta(max_length=60)]
"""The name of a preset or a bot."""

Status: TypeAlias = Literal["open", "playing", "over", "cancelled"]


Origin: TypeAlias = Literal["table", "fork", "upload"]
"""How a match came here: made at a table, begun from a position of another, or read from a record."""

Result: TypeAlias = Literal["won", "lost", "drawn"]
"""How a match ended for one player."""


class NoClock(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="none"):
    """Take all the time you like."""

    def allowance(self, phase: Phase) -> int | None:  # noqa: ARG002
        """Milliseconds for this phase; None: no limit."""
        return None


class Live(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="live"):
    """The same number of seconds for every phase."""

    seconds: Annotated[int, _from(1, MAX_SECONDS)]
    """Seconds for every phase."""

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
    """Nobody, everybody, or everybody with a delay."""
    steps: Annotated[int, _from(0, MAX_DELAY)] = 0
    """How many steps later they see what happens, with `delayed`."""


class Absent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What happens to a seat that resigned, or whose owner missed `after` deadlines in a row.

    By default it plays default orders. Otherwise a bot takes it over, or it is open to other players.
    """

    then: Literal["default", "bot", "open"] = "default"
    """The seat plays default orders, a bot takes it over, or it is open to others."""
    after: Annotated[int, _from(1, MAX_MISSED)] = 3
    """After how many missed deadlines in a row."""
    bot: Called | None = None
    """The bot's name, where one takes over."""


class Talk(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How players talk. By sitting down under these terms, all of them agree."""

    kind: Literal["none", "public", "private"] = "public"
    """Nobody says anything; all read all; or any two players can also talk in private."""
    watched: bool = False
    """Do spectators read what the players say to all, while the match is being played? Once it is over, they do."""
    revealed: bool = False
    """Once the match is over, is what two players said in private shown to everybody who can see the match?"""


class Pause(msgspec.Struct, frozen=True):
    """The seats that ask for a pause and, once all have, the milliseconds left on the clock."""

    asked: tuple[Seat, ...] = ()
    """The seats that ask for a pause."""
    left: int | None = None
    """Milliseconds left on the clock while it stands still; null while it runs."""


class SeatPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How to fill a seat: with me, another person at my device (`local`, with a `name`), a bot (its name is the
    `level`), any player who joins (`open`), or a guest with an invitation (`invite`)."""

    kind: Literal["me", "local", "bot", "open", "invite"]
    """Who plays on it."""
    level: Called | None = None
    """The name of the bot, on a bot's seat."""
    name: Annotated[str, msgspec.Meta(max_length=200)] | None = None
    """The name of the player, on a local seat."""


class NewMatch(msgspec.Struct, Generic[C], frozen=True, forbid_unknown_fields=True):
    """A new match: its seats in order, a preset or a config, a pace, and who can watch."""

    seats: Annotated[tuple[SeatPlan, ...], msgspec.Meta(min_length=1, max_length=100)]
    """Who plays, seat 1 first."""
    preset: Called = "standard"
    """The name of a preset, where there is no config."""
    config: C | None = None
    """How it is set up; null for the preset."""
    pace: Pace = NoClock()
    """How much time there is for a turn."""
    spectators: Spectators | None = None
    """Who can watch; null for everybody, or for nobody where you play alone against bots."""
    autostart: bool = True
    """Does it begin by itself once every seat is taken?"""
    absent: Absent = Absent()
    """What happens when a player is away."""
    talk: Talk | None = None
    """How players talk; null for the game's own way."""


class Trial(msgspec.Struct, Generic[C], frozen=True, forbid_unknown_fields=True):
    """A number of seats, and a preset or a config: would a match begin with these?"""

    seats: Annotated[int, msgspec.Meta(ge=1, le=MAX_SEATS)]
    """How many seats."""
    preset: Called = "standard"
    """The name of a preset, where there is no config."""
    config: C | None = None
    """The config to try; null for the preset."""


class Verdict(msgspec.Struct, Generic[C], frozen=True):
    """The config that was meant, and everything that keeps a match from beginning with it."""

    config: C
    """The config, with every setting."""
    violations: tuple[ViolationTold, ...]
    """Everything wrong with it; empty: a match would begin."""


class NewTerms(msgspec.Struct, Generic[C], frozen=True, forbid_unknown_fields=True):
    """Changes to the terms of a match; fields that are left out or null stay as they are."""

    preset: Called | None = None
    """The name of a preset to set it up by."""
    config: C | None = None
    """How it is set up."""
    pace: Pace | None = None
    """How much time there is for a turn."""
    spectators: Spectators | None = None
    """Who can watch."""
    autostart: bool | None = None
    """Does it begin by itself once every seat is taken?"""
    absent: Absent | None = None
    """What happens when a player is away."""
    talk: Talk | None = None
    """How players talk."""


class Fork(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The step to play on from, by default the last, and who plays: `me`, `local` or `bot` on every seat."""

    seats: Annotated[tuple[SeatPlan, ...], msgspec.Meta(min_length=1, max_length=100)]
    """Who plays, seat 1 first."""
    step: Annotated[int, msgspec.Meta(ge=0, le=MAX_SEQ)] | None = None
    """The number of the step to play on from; null for the last."""
