"""The small values every game speaks in: seats, paths, violations, fates, phases, outcomes.

Violations, fates and events carry a code and parameters, never a sentence: sentences are made from
them in one place per game (`words.py`), so that they can be translated and tested.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Annotated, Any, Literal, TypeAlias

import msgspec

Seat: TypeAlias = int
"""A place at the table; seats count from 1."""

MAX_DIGITS = 100
"""Of a number in a request: far more than any game needs, and far fewer than make Python fail, even where numbers are
added and multiplied."""

AnyNumber: TypeAlias = Annotated[
    int, msgspec.Meta(extra_json_schema={"minimum": 1 - 10**MAX_DIGITS, "maximum": 10**MAX_DIGITS - 1})
]
"""A number from outside that is taken, whatever it is. Servers read none of more digits; files may hold any."""

Path: TypeAlias = tuple[str | int, ...]
"""Where in an order or a config: field names and indexes from the root."""

Params: TypeAlias = dict[str, Any]
"""JSON values by name: what a sentence about a violation, a fate or an event needs."""


def _tag(name: str) -> str:
    """`BattleWon` is tagged `battle_won`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Value(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The base of everything a game reads from outside: immutable, and strict about what it is made from."""


class Setup(Value, frozen=True):
    """The base of what never changes during a match: the seats, the map, the config."""

    seats: int
    """How many seats there are."""


class State(Value, frozen=True):
    """The base of every game's state: `setup` stays, everything else moves."""

    setup: Setup


class View(msgspec.Struct, frozen=True):
    """The base of every game's views: what `seat` may know (None: a spectator)."""

    seat: Seat | None
    """The seat that sees this; None for a spectator."""
    setup: Any
    """What never changes during a match: it is sent only once."""


class Violation(msgspec.Struct, frozen=True):
    """What is wrong with an order or a config: a value, never an exception.

    `refused`: not allowed, nothing is stored. `void`: accepted, and will do nothing. `altered`: accepted,
    and will do something other than it says (a text cut to its limit, fewer units than asked).
    """

    code: str
    """What is wrong, for programs."""
    rule: str
    """The id of the rule it breaks."""
    path: Path = ()
    """Where in the order or the config: field names and indexes from the root."""
    params: Params = {}
    """What a sentence about it needs."""
    weight: Literal["refused", "void", "altered"] = "refused"
    """How bad it is: `refused`, `void` or `altered`."""

    def __str__(self) -> str:
        details = ", ".join(f"{name}={value!r}" for name, value in self.params.items())
        return f"{path_text(self.path)}: {self.code} [{self.rule}]" + (f" ({details})" if details else "")


class Fate(msgspec.Struct, frozen=True):
    """What became of one part of one resolved order."""

    seat: Seat
    """The seat that gave the order."""
    path: Path
    """Which part of the order: field names and indexes from the root."""
    verdict: str
    """What became of it, for programs."""
    rule: str
    """The id of the rule that decided it."""
    params: Params = {}
    """What a sentence about it needs."""
    seen_by: tuple[Seat, ...] | None = None
    """The seats that may know of it; None for everybody."""


class Preview(msgspec.Struct, frozen=True):
    """The base of every game's previews: what an order would do, and everything wrong with it."""

    violations: tuple[Violation, ...]
    """Everything wrong with the order; empty: it will do what it says."""


class Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag=_tag):
    """The base of every game's events; `seen_by` says who may know (None: everybody)."""

    rule: str
    """The id of the rule by which it happened."""
    seen_by: tuple[Seat, ...] | None = None
    """The seats that may know of it; None for everybody."""


class Phase(msgspec.Struct, frozen=True):
    """Where in the game we are. A new `key` restarts the clock; `part` is its share of the round's time."""

    round: int
    """The number of the round, from 1 on."""
    name: str
    """What the phase is called."""
    key: str
    """Changes whenever a new phase begins."""
    part: tuple[int, int] = (1, 1)
    """The phase's share of the time for a round: a fraction, numerator first."""


Seats: TypeAlias = Annotated[tuple[AnyNumber, ...], msgspec.Meta(max_length=10_000)]
"""Some seats: more than any game has."""


class Outcome(msgspec.Struct, frozen=True):
    """How it ended: nobody, one or several may win; `ranking` lists groups of equals, best first."""

    winners: Seats
    """The seats that won; several may, or none."""
    ranking: Annotated[tuple[Seats, ...], msgspec.Meta(max_length=10_000)]
    """All seats in groups of equals, best first."""
    scores: Annotated[tuple[AnyNumber, ...], msgspec.Meta(max_length=10_000)]
    """What each seat scored, seat 1 first."""
    reason: Annotated[str, msgspec.Meta(max_length=1000)]
    """A code, in every game a plain text: the same before and after a record was written."""


def path_text(path: Path) -> str:
    """A path as JSON paths are written: `$.shots[0].target`."""
    return "$" + "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)


def place_text(path: Path) -> str:
    """A path in words, items counted from 1: `Shots 1, target`."""
    words = [f" {part + 1}" if isinstance(part, int) else f", {part.replace('_', ' ')}" for part in path]
    text = "".join(words).removeprefix(", ").strip() or "this"
    return text[0].upper() + text[1:]


def refusals(violations: Iterable[Violation]) -> tuple[Violation, ...]:
    """Those that keep an order from being stored."""
    return tuple(violation for violation in violations if violation.weight == "refused")


def rank(scores: Iterable[int], seats: Iterable[Seat] | None = None) -> tuple[tuple[Seat, ...], ...]:
    """Seats grouped by score, best first; equal scores stand together in seat order."""
    scored = dict(enumerate(scores, start=1)) if seats is None else dict(zip(seats, scores, strict=True))
    levels = sorted(set(scored.values()), reverse=True)
    return tuple(tuple(seat for seat in scored if scored[seat] == level) for level in levels)
