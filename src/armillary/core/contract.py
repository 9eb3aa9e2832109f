"""The contract every game keeps: one `Game` value that binds four parts, and a fifth that may be left out.

Rules say what happens, sight who may know what, words how it is written and said, hints what players that think
need, service what only servers ask. Each part is a protocol, and in this package each is implemented by a plain module
of functions: a game folder's `rules.py`, `sight.py`, `words.py`, `hints.py` and `service.py`. Everything else (match,
record, terminal, server, bots, tests) is written once, against this page.

One question covers both kinds of turn: who owes an order now (`Rules.to_act`)? Nobody: the game is over. One
seat: players move in turn. Several: they choose at the same time and in secret, and all orders resolve together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pickle import PicklingError
from types import ModuleType, SimpleNamespace
from typing import Any, Generic, Literal, NamedTuple, Protocol, Self, TypeAlias, TypeVar

import msgspec

from armillary.core import codec
from armillary.core.dice import Dice
from armillary.core.options import Options
from armillary.core.values import Event, Fate, Outcome, Phase, Preview, Seat, State, View, Violation

C = TypeVar("C")  # a game's Config
S = TypeVar("S", bound=State)
O = TypeVar("O")  # its Order, often a tagged union
V = TypeVar("V", bound=View)
P = TypeVar("P", bound=Preview)

C_contra = TypeVar("C_contra", contravariant=True)
S_contra = TypeVar("S_contra", bound=State, contravariant=True)
V_contra = TypeVar("V_contra", bound=View, contravariant=True)
P_contra = TypeVar("P_contra", bound=Preview, contravariant=True)
O_co = TypeVar("O_co", covariant=True)
P_co = TypeVar("P_co", bound=Preview, covariant=True)

MAX_ORDER_BYTES = 65_536
"""The longest order of a game that does not say how long its orders are."""


class Step(msgspec.Struct, Generic[S], frozen=True):
    """What one resolution gives: the new state, what happened, and the fate of every part of every order."""

    state: S
    events: tuple[Event, ...] = ()
    fates: tuple[Fate, ...] = ()


class Rules(Protocol[C_contra, S, O]):
    """`rules.py`: what happens. Pure functions: no clock, no I/O, no floats, no chance but the dice given."""

    def check_config(self, config: C_contra, seats: int) -> tuple[Violation, ...]:
        """What is wrong with starting this config with this many seats."""
        ...

    def check_position(self, state: S) -> tuple[Violation, ...]:
        """What makes a state from outside impossible: `resolve` may trust a state that passes."""
        ...

    def start(self, config: C_contra, seats: int, dice: Dice) -> Step[S]:
        """The first state; what chance decides at the start is drawn from the dice."""
        ...

    def phase(self, state: S) -> Phase:
        """Where in the game this state is."""
        ...

    def to_act(self, state: S) -> tuple[Seat, ...]:
        """The seats that owe an order now, in seat order; () when the game is over."""
        ...

    def check(self, state: S, seat: Seat, order: O) -> tuple[Violation, ...]:
        """Everything wrong with this order: refused, void or altered. Empty: it will do what it says."""
        ...

    def default_order(self, state: S, seat: Seat) -> O:
        """What a missed deadline means. Always legal."""
        ...

    def resolve(self, state: S, orders: Mapping[Seat, O], dice: Dice) -> Step[S]:
        """The next state from one order of every seat that is to act; each has passed `check`."""
        ...

    def outcome(self, state: S) -> Outcome | None:
        """How it ended, or None while it goes on."""
        ...


class Sight(Protocol[S, O, V, P_co]):
    """`sight.py`: who may know what. Views are built up from what may be known, never stripped down."""

    def view(self, state: S, seat: Seat | None) -> V:
        """What this seat may know (None: a spectator)."""
        ...

    def options(self, state: S, seat: Seat, draft: O | None = None) -> Options[O]:
        """What this seat may order, from this draft on; see `armillary.core.options` for the laws."""
        ...

    def preview(self, state: S, seat: Seat, order: O) -> P_co:
        """What this order would do as far as its seat may know, with every violation. Changes nothing."""
        ...

    def sample_world(self, view: V, dice: Dice) -> S:
        """A full state that looks like this view; what the view does not show is drawn from the dice."""
        ...


class Words(Protocol[S, O, V_contra, P_contra]):
    """`words.py`: notation that round-trips, and sentences made from codes."""

    def parse_order(self, text: str, view: V_contra, draft: O | None = None) -> O:
        """An order from the game's notation; raises `BadNotation`.

        Given a draft, the text adds to it where orders of this game have parts; otherwise it takes its place.
        """
        ...

    def format_order(self, order: O, view: V_contra) -> str:
        """The order in notation: `parse_order` gives it back."""
        ...

    def tell_order(self, order: O, view: V_contra) -> str:
        """The order in a player's words, as they follow "to": places and numbers, never notation or ids."""
        ...

    def parse_state(self, text: str) -> S:
        """A position from the game's notation; raises `BadNotation`."""
        ...

    def format_state(self, state: S) -> str:
        """The position in notation: `parse_state` gives it back."""
        ...

    def tell(self, event: Event, view: V_contra) -> str:
        """What happened, as one sentence."""
        ...

    def explain(self, note: Violation | Fate, view: V_contra | None = None) -> str:
        """What is wrong with an order, or what became of it, as one sentence."""
        ...

    def forecast(self, preview: P_contra, view: V_contra) -> str:
        """What an order would do, in plain text; its violations are explained separately."""
        ...

    def ask(self, view: V_contra) -> str:
        """What `view.seat` is to do now and what wins, in a sentence or two."""
        ...

    def overview(self, view: V_contra, width: int) -> str:
        """The position at a glance, no line longer than `width`: what matters to `view.seat` comes first."""
        ...

    def describe(self, view: V_contra, part: str | None = None) -> str:
        """The whole position in plain text, for a screen reader or a language model; or one part of it by name.

        Raises `BadNotation` for a part that is none of `names`, with the nearest of them.
        """
        ...

    def names(self, view: V_contra) -> tuple[str, ...]:
        """What can be looked at: the names of places and things on this board, as players type them."""
        ...

    def conclude(self, outcome: Outcome, view: V_contra) -> str:
        """Who won and why, and what decided it, in a sentence or more."""
        ...

    def label(self, options: Options[O], view: V_contra) -> Options[O]:
        """The same options with a label on every template and slot, and on values that do not speak for themselves."""
        ...

    def notation(self) -> str:
        """How orders are typed: a few lines of help with examples."""
        ...


class Bot(Protocol[O, V_contra]):
    """A player that decides from what its seat may know.

    It is kept between decisions and may remember what it found out, but loses nothing when it is made anew: the same
    view, options, dice and budget give the same order.
    """

    def decide(self, view: V_contra, options: Options[O], dice: Dice, budget: int) -> O:
        """One order for `view.seat`. The budget is for this one order: a count, never seconds."""
        ...


class Ready(NamedTuple):
    """Whether a bot can play matches of a config here."""

    obstacle: str | None = None
    """What keeps it from playing them, as a sentence."""
    note: str = ""
    """What it plays them by, as a sentence, where that is worth telling."""


@dataclass(frozen=True)
class BotInfo:
    """A bot of one game, as people choose it."""

    name: str
    title: str
    strength: int
    """From 1 (anybody wins) to 5 (plays perfectly)."""
    budget: int
    """What it may spend on one order, in whatever it counts: simulations, positions; 1 where it does not count."""
    about: str
    """How it plays, in one sentence."""
    make: Callable[[], Bot[Any, Any]]
    ready: Callable[[Any, int], Ready] | None = None
    """Asked with a config and a number of seats whether it can play such matches; a bot without it plays all."""


@dataclass(frozen=True)
class Searching:
    """How a search that knows no game looks ahead in this one."""

    width: int
    """How many candidates of a seat it looks at."""
    simulations: int
    """How many it runs for one order."""
    patience: int = 2
    """Where several choose at the same time, a place is judged as it stands until it was reached so often. What comes
    after is played at random at first, and may say more about chance than about the place."""


class Hints(Protocol[S_contra, O_co]):
    """`hints.py`: what players that think need."""

    bots: tuple[BotInfo, ...]
    """The game's own players; the one called `medium` is also what the easy bot makes of it."""
    search: Searching | None
    """None: looking ahead order by order is of no use in this game."""

    def random_order(self, state: S_contra, seat: Seat, dice: Dice) -> O_co:
        """A legal order without violations, anything legal possible."""
        ...

    def candidates(self, state: S_contra, seat: Seat, dice: Dice, k: int) -> tuple[O_co, ...]:
        """At most k different orders worth looking at, most promising first."""
        ...

    def evaluate(self, state: S_contra, seat: Seat) -> int:
        """How good this is for the seat: -10,000 (lost) to 10,000 (won), 0 even."""
        ...


TalkKind: TypeAlias = Literal["public", "private"]
"""How players talk unless a table agrees on something else: all together, or any two in private, too."""


class Service(Protocol[C_contra, S_contra]):
    """`service.py`: what only servers ask. A game without it has `Plain`."""

    @property
    def talk(self) -> TalkKind:
        """How players talk in this game, unless they agree on something else."""
        ...

    def size(self, config: C_contra, seats: int) -> int:
        """Estimated size: places and pieces, times seats, times rounds. The config has passed `check_config`."""
        ...

    def longest_order(self, state: S_contra, seat: Seat) -> int:
        """The most bytes that an order of this seat can need now, written as JSON: servers store no longer ones."""
        ...

    def hours(self, config: C_contra) -> int | None:
        """How many hours a round of correspondence takes by this config; None where the rules do not say."""
        ...


class Plain:
    """The service of a game that has none of its own: estimates that fit any game."""

    talk: TalkKind = "public"

    def size(self, config: object, seats: int) -> int:
        """A longer config makes a bigger match."""
        return len(codec.encode(config)) * seats

    def longest_order(self, state: State, seat: Seat) -> int:  # noqa: ARG002 (it knows no game)
        """Enough for any order that a person or a bot would give."""
        return MAX_ORDER_BYTES

    def hours(self, config: object) -> int | None:  # noqa: ARG002 (it knows no game)
        """Who makes the match says how long a round takes."""
        return None


@dataclass(frozen=True)
class Preset(Generic[C]):
    """A config with a name, for any number of seats the catalogue offers."""

    make: Callable[[int], C]
    about: str
    """What is special about it, in one sentence."""

    def __call__(self, seats: int) -> C:
        return self.make(seats)


@dataclass(frozen=True, kw_only=True, repr=False)
class Game(Generic[C, S, O, V, P]):
    """A game: its name, its types and its parts. Found by its slug: `armillary.game("skirmish")`."""

    slug: str
    title: str
    summary: str
    version: int
    """The rules' version: a change that alters a stored replay raises it."""
    seats: tuple[int, int]
    """Fewest and most seats the catalogue offers."""
    minutes: tuple[int, int]
    """How long people play: from, to."""
    hidden: bool
    """Is anything secret besides unrevealed orders?"""
    simultaneous: bool
    """Do seats choose at the same time, or in turn?"""
    turn: Literal["plan", "series"]
    """Is one order the whole turn, or is a turn a series of orders, each of which takes effect at once?"""

    config: type[C]
    state: type[S]
    order: Any
    """The order's type, or a union of types."""
    view: type[V]
    event: Any
    """The event's type, or a union of types."""
    preview: type[P]
    presets: Mapping[str, Preset[C]]
    """Named configs; `standard` is the default, `lesson` a short match to learn from; `fair`, where there is one, is
    offered first to strangers."""
    ahead: Callable[[S, Seat], S] | None = None
    """The position as if it were this seat's turn now: what a plan is made on before one's turn, in games played in
    turn. A seat that is out of the game owes no order there either."""

    rules: Rules[C, S, O]
    sight: Sight[S, O, V, P]
    words: Words[S, O, V, P]
    hints: Hints[S, O]
    service: Service[C, S] = field(default_factory=Plain)

    def __repr__(self) -> str:
        return f"<{self.title}: game {self.slug!r}, version {self.version}, {self.seats[0]} to {self.seats[1]} seats>"

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[Callable[[str, int], AnyGame], tuple[str, int]]:
        """Pickled by name: another process has the game itself in its registry."""
        from armillary.core.registry import game  # noqa: PLC0415 (the registry is made of games)

        if game(self.slug, self.version) is not self:
            raise PicklingError(f"{self.slug!r} is not the game that is registered under this name.")
        return game, (self.slug, self.version)


def part_with(part: ModuleType, **functions: Callable[..., Any]) -> Any:
    """A part of a game with some of its functions replaced: how an older version differs from the newest."""
    return SimpleNamespace(**{**vars(part), **functions})


AnyGame: TypeAlias = Game[Any, Any, Any, Any, Any]
