"""What Territory is made of: the grid, declarations, commands, events, views.

A square is its index `y * map_size + x`: x to the right, y down, (0, 0) top left (TR-1).
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, ClassVar, Literal, TypeAlias

from msgspec import Meta

from armillary.core import values
from armillary.core.bounds import LONGEST, LongText, within
from armillary.core.values import AnyNumber, Params, Seat, Value

Direction: TypeAlias = Literal["U", "D", "L", "R"]
Homes: TypeAlias = Literal["random", "apart"]

FEWEST_PLAYERS = 3
NO_PLAN = "no plan"  # TR-4
NEUTRAL = 0
STEPS: dict[Direction, tuple[int, int]] = {"U": (0, -1), "D": (0, 1), "L": (-1, 0), "R": (1, 0)}  # TR-1


class EndReason(StrEnum):
    """Which condition ended the game (TR-11)."""

    DOMINATION = "domination"
    ANNIHILATION = "annihilation"
    TIMEOUT = "timeout"


class FirstConfig(Value, frozen=True):
    """The parameters of version 1, under the names of the rule book (TR-0), and what it played by without asking."""

    min_players: Annotated[int, within(FEWEST_PLAYERS, 20, "The fewest players.", rule="TR-0")] = 3
    max_players: Annotated[int, within(FEWEST_PLAYERS, 20, "The most players.", rule="TR-0")] = 20
    map_size: Annotated[int, within(4, 26, "Squares along each side of the map.", rule="TR-0")] = 10
    max_rounds: Annotated[int, within(1, 1000, "After this many rounds the most units win.", rule="TR-0")] = 15
    starting_units: Annotated[int, within(1, 10_000, "Units everybody starts with.", rule="TR-0")] = 5
    max_plan_length: Annotated[int, within(1, 2000, "Characters per declaration.", rule="TR-0")] = 200
    declaration_count: Annotated[int, within(0, 5, "Declarations per round.", rule="TR-0")] = 2
    max_commands_per_round: Annotated[int, within(0, 50, "Commands per player and round that count.", rule="TR-0")] = 3
    resource_square_pct: Annotated[
        int, within(0, 100, "Resource squares, as a percentage of all squares.", rule="TR-0")
    ] = 5
    base_production: Annotated[int, within(0, 1000, "New units per round in an ordinary square.", rule="TR-0")] = 1
    resource_production: Annotated[int, within(0, 1000, "New units per round in a resource square.", rule="TR-0")] = 2
    production_cap: Annotated[
        int, within(0, 1_000_000, "A square with this many units or more produces none.", rule="TR-0")
    ] = 21
    round_duration_hours: Annotated[
        int, within(1, 720, "Hours for a whole round, in a match with a clock.", rule="TR-0")
    ] = 24
    homes: ClassVar[Homes] = "random"


class Config(FirstConfig, frozen=True):
    """The parameters of the game (TR-0)."""

    homes: Annotated[  # type: ignore[misc]  # version 1 had no choice
        Homes, Meta(description="Where players begin: anywhere on the edge, or as far apart as it allows.")
    ] = "random"


class Setup(values.Setup, frozen=True):
    """What never changes: the parameters and where the resources are."""

    config: Config
    """How the match is set up."""
    resources: tuple[int, ...]
    """The resource squares, ascending."""


class State(values.State, frozen=True):
    """The round, the phase in it, and the grid: an owner and a number of units for every square."""

    setup: Setup
    """What never changes."""
    round: int
    """The number of the round, from 1 on."""
    phase: int
    """How many declarations of this round have been revealed; once all have, commands are next."""
    owners: tuple[Seat, ...]
    """0 where nobody stands."""
    units: tuple[int, ...]
    """How many stand in every square."""
    plans: tuple[tuple[str | None, ...], ...] = ()
    """This round's revealed declarations: one tuple per phase, one text per seat (None: the seat was out)."""
    ended: EndReason | None = None
    """Why it is over; None while it goes on."""


class Declare(Value, frozen=True, tag_field="kind", tag="declare"):
    """A plan in words, true or not; blank means no plan (TR-4)."""

    text: LongText = ""
    """What to tell everybody."""


class Command(Value, frozen=True):
    """Send a number of units from a square to its neighbour (TR-5)."""

    x: AnyNumber
    """The column of the square, from 0 on the left."""
    y: AnyNumber
    """The row of the square, from 0 at the top."""
    direction: Literal["U", "D", "L", "R", "u", "d", "l", "r"]
    """Up, down, left or right."""
    units: AnyNumber
    """How many units to send."""


class Commands(Value, frozen=True, tag_field="kind", tag="commands"):
    """The round's commands, as data or as lines in the rule book's format: the same thing to the rules."""

    commands: Annotated[tuple[Command | LongText, ...], Meta(max_length=LONGEST)] = ()
    """What to do, in this order."""


Order: TypeAlias = Declare | Commands


class Declared(values.Event, frozen=True):
    """The declarations of one phase, revealed together (None: the seat was out)."""

    round: int
    """The number of the round."""
    number: int
    """Which declaration of the round it was, from 1 on."""
    texts: tuple[str | None, ...]
    """The text of every seat."""


class Cut(values.Event, frozen=True):
    """A declaration was too long and was cut."""

    seat: Seat
    """The player."""
    most: int
    """How many characters are allowed."""


class Marched(values.Event, frozen=True):
    """Units left a square for its neighbour."""

    seat: Seat
    """The player."""
    x: int
    """The column of the square they left."""
    y: int
    """The row of the square they left."""
    direction: Direction
    """Where they went."""
    units: int
    """How many went."""
    asked: str | None = None
    """How many the command asked for, if there were not that many."""


class Ignored(values.Event, frozen=True):
    """A command that did nothing; `params` are those of its fate: the line as it was written, the reason and more."""

    seat: Seat
    """The player."""
    params: Params
    """The line as it was written, the reason, and what a sentence about it needs."""


class Fought(values.Event, frozen=True):
    """Several players met in a square: their forces, and what the largest has left (winner 0: nobody)."""

    x: int
    """The column of the square."""
    y: int
    """The row of the square."""
    forces: tuple[tuple[Seat, int], ...]
    """Who met there, with how many units each."""
    winner: Seat
    """The player who keeps the square; 0 for nobody."""
    left: int
    """How many units are left."""


class Produced(values.Event, frozen=True):
    """New units by seat."""

    units: tuple[int, ...]
    """How many each seat got."""


class Counted(values.Event, frozen=True):
    """The end of a round: squares and units by seat."""

    round: int
    """The number of the round."""
    squares: tuple[int, ...]
    """How many squares each seat holds."""
    units: tuple[int, ...]
    """How many units each seat has."""


class Ended(values.Event, frozen=True):
    """The game is over."""

    reason: EndReason
    """Why it is over."""


Event: TypeAlias = Declared | Cut | Marched | Ignored | Fought | Produced | Counted | Ended


class View(values.View, frozen=True):
    """Everything: only unrevealed submissions are secret, and they are not part of the state (TR-13)."""

    setup: Setup
    round: int
    """The number of the round, from 1 on."""
    phase: int
    """How many declarations of this round have been revealed; once all have, commands are next."""
    owners: tuple[Seat, ...]
    """Whose every square is; 0 where nobody stands."""
    units: tuple[int, ...]
    """How many stand in every square."""
    production: tuple[int, ...]
    """What every square produces at the end of this round if nobody moves: nothing at the cap or above it (TR-10)."""
    squares: tuple[int, ...]
    """How many squares each seat holds."""
    armies: tuple[int, ...]
    """How many units each seat has."""
    plans: tuple[tuple[str | None, ...], ...]
    """This round's revealed declarations: one tuple per phase, one text per seat (None: the seat was out)."""
    ended: EndReason | None
    """Why it is over; None while it goes on."""

    @property
    def board(self) -> State:
        """The whole state: nothing of it is hidden."""
        return State(self.setup, self.round, self.phase, self.owners, self.units, self.plans, self.ended)


class Arrival(Value, frozen=True):
    """A square that would change: what would stand there if nobody else moved."""

    x: int
    """The column of the square."""
    y: int
    """The row of the square."""
    owner: Seat
    """The player who would hold it; 0 for nobody."""
    units: int
    """How many units would stand there."""


class Preview(values.Preview, frozen=True):
    """What an order would do if nobody else moved."""

    text: str | None
    """The declaration as it would be shown; None in the command phase."""
    marches: tuple[Command, ...]
    """What would really march."""
    arrivals: tuple[Arrival, ...]
    """The squares that would change, before production."""
