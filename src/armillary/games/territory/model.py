"""What Territory is made of: the grid, declarations, commands, events, views.

A square is its index `y * map_size + x`: x to the right, y down, (0, 0) top left (TR-1).
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from armillary.core import values
from armillary.core.values import Params, Seat, Value

Direction: TypeAlias = Literal["U", "D", "L", "R"]
EndReason: TypeAlias = Literal["domination", "annihilation", "timeout"]

NO_PLAN = "no plan"  # TR-4
NEUTRAL = 0
STEPS: dict[Direction, tuple[int, int]] = {"U": (0, -1), "D": (0, 1), "L": (-1, 0), "R": (1, 0)}  # TR-1


class Config(Value, frozen=True):
    """The parameters of the game, under the names of the rule book."""

    min_players: int = 3
    max_players: int = 20
    map_size: int = 10
    max_rounds: int = 15
    starting_units: int = 5
    max_plan_length: int = 200
    declaration_count: int = 2
    max_commands_per_round: int = 3
    resource_square_pct: int = 5
    base_production: int = 1
    resource_production: int = 2
    production_cap: int = 21
    round_duration_hours: int = 24


class Setup(values.Setup, frozen=True):
    """What never changes: the parameters and where the resources are."""

    config: Config
    resources: tuple[int, ...]
    """The resource squares, ascending."""


class State(values.State, frozen=True):
    """The round, the phase in it, and the grid: an owner and a number of units for every square."""

    setup: Setup
    round: int
    phase: int
    """How many declarations of this round have been revealed; once all have, commands are next."""
    owners: tuple[Seat, ...]
    """0 where nobody stands."""
    units: tuple[int, ...]
    plans: tuple[tuple[str | None, ...], ...] = ()
    """This round's revealed declarations: one tuple per phase, one text per seat (None: the seat was out)."""
    ended: EndReason | None = None


class Declare(Value, frozen=True, tag_field="kind", tag="declare"):
    """A plan in words, true or not; blank means no plan (TR-4)."""

    text: str = ""


class Command(Value, frozen=True):
    """Send a number of units from a square to its neighbour (TR-5)."""

    x: int
    y: int
    direction: Literal["U", "D", "L", "R", "u", "d", "l", "r"]
    units: int


class Commands(Value, frozen=True, tag_field="kind", tag="commands"):
    """The round's commands, as data or as lines in the rule book's format: the same thing to the rules."""

    commands: tuple[Command | str, ...] = ()


Order: TypeAlias = Declare | Commands


class Declared(values.Event, frozen=True):
    """The declarations of one phase, revealed together (None: the seat was out)."""

    round: int
    number: int
    texts: tuple[str | None, ...]


class Cut(values.Event, frozen=True):
    """A declaration was too long and was cut."""

    seat: Seat
    most: int


class Marched(values.Event, frozen=True):
    """Units left a square for its neighbour."""

    seat: Seat
    x: int
    y: int
    direction: Direction
    units: int
    asked: str | None = None
    """How many the command asked for, if there were not that many."""


class Ignored(values.Event, frozen=True):
    """A command that did nothing; `params` are those of its fate: the line as it was written, the reason and more."""

    seat: Seat
    params: Params


class Fought(values.Event, frozen=True):
    """Several players met in a square: their forces, and what the largest has left (winner 0: nobody)."""

    x: int
    y: int
    forces: tuple[tuple[Seat, int], ...]
    winner: Seat
    left: int


class Produced(values.Event, frozen=True):
    """New units by seat."""

    units: tuple[int, ...]


class Counted(values.Event, frozen=True):
    """The end of a round: squares and units by seat."""

    round: int
    squares: tuple[int, ...]
    units: tuple[int, ...]


class Ended(values.Event, frozen=True):
    """The game is over."""

    reason: EndReason


Event: TypeAlias = Declared | Cut | Marched | Ignored | Fought | Produced | Counted | Ended


class View(values.View, frozen=True):
    """Everything: only unrevealed submissions are secret, and they are not part of the state (TR-13)."""

    board: State


class Arrival(Value, frozen=True):
    """A square that would change: what would stand there if nobody else moved."""

    x: int
    y: int
    owner: Seat
    units: int


class Preview(values.Preview, frozen=True):
    """What an order would do if nobody else moved."""

    text: str | None
    """The declaration as it would be shown; None in the command phase."""
    marches: tuple[Command, ...]
    """What would really march."""
    arrivals: tuple[Arrival, ...]
    """The squares that would change, before production."""
