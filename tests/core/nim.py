"""Nim on the contract: the smallest game in turn with nothing hidden, to test the engine's other half on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated

from armillary.core import prose, values
from armillary.core.bounds import setting_faults, within
from armillary.core.contract import BotInfo, Game, Preset, Searching, Step
from armillary.core.dice import Dice
from armillary.core.errors import BadNotation
from armillary.core.options import Options, Range, Template
from armillary.core.values import Fate, Outcome, Phase, Seat, Value, Violation

MOST = 3


class Config(Value, frozen=True):
    """How many stones there are."""

    stones: Annotated[int, within(1, None, "How many stones there are.", rule="N-1")] = 12


class Setup(values.Setup, frozen=True):
    """Only the seats."""


class State(values.State, frozen=True):
    """The heap and whose turn it is."""

    setup: Setup
    stones: int
    active: Seat


class Take(Value, frozen=True):
    """Take this many stones."""

    stones: int


class Taken(values.Event, frozen=True):
    """This many stones were taken."""

    seat: Seat
    stones: int


class View(values.View, frozen=True):
    """Everything."""

    setup: Setup
    stones: int
    active: Seat


class Preview(values.Preview, frozen=True):
    """What would be left."""

    left: int


def check_config(config: Config, seats: int) -> tuple[Violation, ...]:
    few = (Violation("too_few", "N-1", ("seats",), {"seats": seats}),) if seats < 2 else ()
    return (*few, *setting_faults(config))


def check_position(state: State) -> tuple[Violation, ...]:
    good = state.stones >= 0 and 1 <= state.active <= state.setup.seats
    return () if good else (Violation("impossible", "N-1"),)


def start(config: Config, seats: int, dice: Dice) -> Step[State]:
    return Step(State(Setup(seats), config.stones, 1))


def phase(state: State) -> Phase:
    return Phase(1, "turn", f"{state.active}/{state.stones}", (1, state.setup.seats))


def to_act(state: State) -> tuple[Seat, ...]:
    return (state.active,) if state.stones else ()


def check(state: State, seat: Seat, order: Take) -> tuple[Violation, ...]:
    most = min(MOST, state.stones)
    if 1 <= order.stones <= most:
        return ()
    return (Violation("not_so_many", "N-2", ("stones",), {"asked": order.stones, "most": most}),)


def default_order(state: State, seat: Seat) -> Take:
    return Take(1)


def ahead(state: State, seat: Seat) -> State:
    return State(state.setup, state.stones, seat)


def resolve(state: State, orders: Mapping[Seat, Take], dice: Dice) -> Step[State]:
    ((seat, order),) = orders.items()
    after = State(state.setup, state.stones - order.stones, seat % state.setup.seats + 1)
    fate = Fate(seat, ("stones",), "taken", "N-2", {"stones": order.stones})
    return Step(after, (Taken(seat=seat, stones=order.stones, rule="N-2"),), (fate,))


def outcome(state: State) -> Outcome | None:
    if state.stones:
        return None
    seats = range(1, state.setup.seats + 1)
    winner = (state.active - 2) % state.setup.seats + 1
    others = tuple(seat for seat in seats if seat != winner)
    return Outcome((winner,), ((winner,), others), tuple(int(seat == winner) for seat in seats), "last_stone")


def view(state: State, seat: Seat | None) -> View:
    return View(seat, state.setup, state.stones, state.active)


def options(state: State, seat: Seat, draft: Take | None = None) -> Options[Take]:
    slot = Range(("stones",), 1, min(MOST, state.stones))
    return Options((Template(draft or default_order(state, seat), (slot,)),))


def preview(state: State, seat: Seat, order: Take) -> Preview:
    return Preview(check(state, seat, order), state.stones - order.stones)


def sample_world(view: View, dice: Dice) -> State:
    return State(view.setup, view.stones, view.active)


def parse_order(text: str, view: View, draft: Take | None = None) -> Take:
    if not text.isdecimal():
        raise BadNotation("a number")
    return Take(int(text))


def format_order(order: Take, view: View) -> str:
    return str(order.stones)


def tell_order(order: Take, view: View) -> str:
    return f"take {order.stones}"


def parse_state(text: str) -> State:
    seats, stones, active = text.split()
    return State(Setup(int(seats)), int(stones), int(active))


def format_state(state: State) -> str:
    return f"{state.setup.seats} {state.stones} {state.active}"


def tell(event: values.Event, view: View) -> str:
    return str(event)


def explain(note: Violation | Fate, view: View | None = None) -> str:
    return str(note)


def forecast(preview: Preview, view: View) -> str:
    return f"{preview.left} left"


def ask(view: View) -> str:
    return f"player {view.active} takes; the last stone wins"


def overview(view: View, width: int) -> str:
    return f"{view.stones} stones"


def describe(view: View, part: str | None = None) -> str:
    if part is not None:
        prose.find(part, names(view), "heap")
    return f"{view.stones} stones, player {view.active} to take"


def names(view: View) -> tuple[str, ...]:
    return ("heap",)


def conclude(outcome: Outcome, view: View) -> str:
    return prose.conclude(outcome, view) or f"player {outcome.winners[0]} took the last stone"


def label(options: Options[Take], view: View) -> Options[Take]:
    return prose.labelled(options, lambda order: "Take stones", lambda order, slot: "Stones")


def notation() -> str:
    return "a number of stones"


def random_order(state: State, seat: Seat, dice: Dice) -> Take:
    return Take(dice.die(min(MOST, state.stones)))


def candidates(state: State, seat: Seat, dice: Dice, k: int) -> tuple[Take, ...]:
    return tuple(Take(n) for n in range(min(MOST, state.stones), 0, -1))[:k]


def evaluate(state: State, seat: Seat) -> int:
    return 0


bots: tuple[BotInfo, ...] = ()
search: Searching | None = None

_this = __import__("sys").modules[__name__]

GAME: Game[Config, State, Take, View, Preview] = Game(
    slug="nim",
    title="Nim",
    summary="Take the last stone.",
    version=1,
    seats=(2, 4),
    minutes=(1, 2),
    hidden=False,
    simultaneous=False,
    turn="plan",
    config=Config,
    state=State,
    order=Take,
    view=View,
    event=Taken,
    preview=Preview,
    presets={
        "standard": Preset(lambda seats: Config(), "Twelve stones."),
        "lesson": Preset(lambda seats: Config(5), "Five stones."),
    },
    ahead=ahead,
    rules=_this,
    sight=_this,
    words=_this,
    hints=_this,
)

NEWEST = replace(GAME, version=2)
"""The same game, as if a later version of its rules."""
