"""A toy game unlike Skirmish: players move in turn, two small orders each, nothing is hidden but a whisper.

Count up to eleven: `add N` (1 to 20, what goes past eleven is cut), or `wait`, which does nothing. Whoever reaches
eleven wins. Every addition is whispered to the seat that made it. `note TEXT` adds a note to a draft, and is no order
by itself.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import replace
from types import SimpleNamespace
from typing import Annotated, Any

import msgspec

from armillary.core import prose, values
from armillary.core.contract import AnyGame, BotInfo, Game, Preset, Step
from armillary.core.dice import Dice
from armillary.core.errors import BadNotation
from armillary.core.options import Choice, Options, Range, Template, Text
from armillary.core.values import Fate, Outcome, Phase, Seat, Value, Violation

GOAL = 11


class Config(Value, frozen=True):
    """The count to begin with."""

    first: Annotated[int, msgspec.Meta(description="The count to begin with.")] = 0
    labels: Annotated[tuple[str, ...], msgspec.Meta(description="Said of nothing.")] = ("a", "b")


class State(values.State, frozen=True):
    """Where the count stands, and how many orders were given."""

    setup: values.Setup
    count: int
    orders: int


class Add(Value, frozen=True):
    """The order: how much is added."""

    amount: int
    note: str = ""


class Whispered(values.Event, frozen=True):
    """What only the seat that added may hear."""

    seat: Seat
    amount: int


class Counted(values.Event, frozen=True):
    """Where the count stands now."""

    count: int


class View(values.View, frozen=True):
    """Everything."""

    setup: values.Setup
    count: int
    orders: int


class Preview(values.Preview, frozen=True):
    """Where the count would stand."""

    count: int


def _actor(state: State) -> Seat:
    return state.orders // 2 % state.setup.seats + 1


# -- rules -------------------------------------------------------------------------------------------------


def check_config(config: Config, seats: int) -> tuple[Violation, ...]:
    """A count that is not over yet."""
    return () if 0 <= config.first < GOAL else (Violation("first", "T-1", ("first",)),) * 5


def check_position(state: State) -> tuple[Violation, ...]:
    """The same."""
    return () if 0 <= state.count <= GOAL else (Violation("first", "T-1", ("count",)),)


def start(config: Config, seats: int, dice: Dice) -> Step[State]:
    """Nothing is counted yet."""
    return Step(State(values.Setup(seats), config.first, 0), (Counted(rule="T-1", count=config.first),))


def phase(state: State) -> Phase:
    """Two orders are a phase."""
    return Phase(state.orders // 2 + 1, "turn", str(state.orders // 2))


def to_act(state: State) -> tuple[Seat, ...]:
    """One after the other."""
    return () if state.count >= GOAL else (_actor(state),)


def check(state: State, seat: Seat, order: Add) -> tuple[Violation, ...]:
    """Past the goal it is cut, nothing is void, less or much more is refused."""
    if not 0 <= order.amount <= 20:
        return (Violation("amount", "T-2", ("amount",)),)
    if order.amount == 0:
        return (Violation("nothing", "T-2", ("amount",), weight="void"),)
    cut = state.count + order.amount > GOAL
    return (Violation("cut", "T-2", ("amount",), weight="altered"),) if cut else ()


def default_order(state: State, seat: Seat) -> Add:
    """One more."""
    return Add(1)


def ahead(state: State, seat: Seat) -> State:
    """As if it were this seat's turn."""
    return state if seat == _actor(state) else State(state.setup, state.count, 2 * (seat - 1))


def resolve(state: State, orders: Mapping[Seat, Add], dice: Dice) -> Step[State]:
    """Count."""
    ((seat, order),) = orders.items()
    count = min(GOAL, state.count + order.amount)
    events = (Whispered(rule="T-2", seen_by=(seat,), seat=seat, amount=order.amount), Counted(rule="T-2", count=count))
    after = State(state.setup, count, state.orders + 1)
    return Step(after, events, (Fate(seat, ("amount",), "counted", "T-2"),))


def outcome(state: State) -> Outcome | None:
    """The last to count wins; there are no scores."""
    if state.count < GOAL:
        return None
    winner = (state.orders - 1) // 2 % state.setup.seats + 1
    others = tuple(seat for seat in range(1, state.setup.seats + 1) if seat != winner)
    return Outcome((winner,), ((winner,), others), (), "goal_reached")


# -- sight -------------------------------------------------------------------------------------------------


def view(state: State, seat: Seat | None) -> View:
    """Everything."""
    return View(seat, state.setup, state.count, state.orders)


def options(state: State, seat: Seat, draft: Add | None = None) -> Options[Add]:
    """A number, and a note."""
    slots = (Range(("amount",), 1, GOAL), Choice(("amount",), (2, 3)), Text(("note",), 10))
    return Options((Template(draft or Add(1), slots),))


def preview(state: State, seat: Seat, order: Add) -> Preview:
    """Where the count would stand."""
    return Preview(check(state, seat, order), min(GOAL, state.count + order.amount))


def sample_world(view: View, dice: Dice) -> State:
    """There is only one."""
    return State(view.setup, view.count, view.orders)


# -- words -------------------------------------------------------------------------------------------------

SENTENCES = {
    "first": "The first count is out of bounds.",
    "amount": "You may add 0 to 20.",
    "nothing": "That adds nothing.",
    "cut": "That is more than is missing.",
    "counted": "It was counted.",
}


def parse_order(text: str, view: View, draft: Add | None = None) -> Add:
    """`add 3`, `add 3 note`, `wait`; added to a draft: `note TEXT`."""
    word, _, rest = text.partition(" ")
    number, _, note = rest.partition(" ")
    if word == "note":
        return Add(draft.amount if draft else -1, rest)
    if text == "wait":
        return Add(0)
    if word != "add" or not number.isdecimal() or len(number) > 9:
        raise BadNotation(f"'add 3', not {text[:40]!r}")
    return Add(int(number), note or (draft.note if draft else ""))


def format_order(order: Add, view: View) -> str:
    """`add 3`."""
    return f"add {order.amount} {order.note}".strip() if order.amount else "wait"


def tell_order(order: Add, view: View) -> str:
    """`add 3`."""
    return f"add {order.amount}" if order.amount else "wait"


def parse_state(text: str) -> State:
    """`seats 2 count 5 orders 3`."""
    try:
        _, seats, _, count, _, orders = text.split()
        return State(values.Setup(int(seats)), int(count), int(orders))
    except ValueError as error:
        raise BadNotation("'seats 2 count 5 orders 3'") from error


def format_state(state: State) -> str:
    """`seats 2 count 5 orders 3`."""
    return f"seats {state.setup.seats} count {state.count} orders {state.orders}"


def tell(event: values.Event, view: View) -> str:
    """A sentence."""
    if isinstance(event, Whispered):
        return f"You, seat {event.seat}, added {event.amount}."
    assert isinstance(event, Counted)
    return f"The count is {event.count}."


def explain(note: Violation | Fate, view: View | None = None) -> str:
    """A sentence."""
    return SENTENCES[note.code if isinstance(note, Violation) else note.verdict]


def forecast(preview: Preview, view: View) -> str:
    """A sentence."""
    return f"The count would be {preview.count}."


def ask(view: View) -> str:
    """A sentence."""
    return f"Add 1 to {GOAL - view.count}. Whoever reaches {GOAL} wins."


def overview(view: View, width: int) -> str:
    """A sentence with a trap in it for whoever prints it as it is, and everybody's shape."""
    line = "─" * width
    shapes = " ".join(prose.badge(seat) for seat in range(1, view.setup.seats + 1))
    return f"{line}\nThe count stands at {view.count} of {GOAL} [bold]loud[/bold]. {shapes}"


def describe(view: View, part: str | None = None) -> str:
    """The same, or what is known of a player; far too long in full."""
    if part is not None:
        return f"{prose.find(part, names(view), 'thing')} is at the table."
    return "\n".join(f"Line {number}: the count is {view.count}." for number in range(1, 61))


def names(view: View) -> tuple[str, ...]:
    """The count and the players."""
    return ("Count", *(f"Player {seat}" for seat in range(1, view.setup.seats + 1)))


def conclude(outcome: Outcome, view: View) -> str:
    """A sentence."""
    winner = prose.player(outcome.winners[0], view) if outcome.winners else "Nobody"
    return prose.conclude(outcome, view) or f"{winner} wins: the count is {view.count}."


def label(options: Options[Add], view: View) -> Options[Add]:
    """A word each."""
    return prose.labelled(options, lambda order: "Add", lambda order, slot: str(slot.path[0]).capitalize())


def notation() -> str:
    """A sentence."""
    return "Type 'add 3' or 'wait'."


# -- hints -------------------------------------------------------------------------------------------------


class Stepper:
    """Adds two."""

    def decide(self, view: View, options: Options[Add], dice: Dice, budget: int) -> Add:
        """Always."""
        return Add(2)


bots = (BotInfo("stepper", "Stepper", 2, 1, "Adds two.", Stepper),)
search = None


def random_order(state: State, seat: Seat, dice: Dice) -> Add:
    """Something that fits."""
    return Add(dice.die(min(3, GOAL - state.count)))


def candidates(state: State, seat: Seat, dice: Dice, k: int) -> tuple[Add, ...]:
    """Small steps."""
    return tuple(Add(n) for n in range(1, min(k, GOAL - state.count) + 1))


def evaluate(state: State, seat: Seat) -> int:
    """Nobody can tell."""
    return 0


_HERE: Any = sys.modules[__name__]

GAME: AnyGame = Game(
    slug="toy",
    title="Count to Eleven",
    summary="Count.",
    version=1,
    seats=(2, 3),
    minutes=(1, 1),
    hidden=False,
    simultaneous=False,
    turn="series",
    config=Config,
    state=State,
    order=Add,
    view=View,
    event=Whispered | Counted,
    preview=Preview,
    presets={
        "standard": Preset(lambda seats: Config(), "From nothing."),
        "late": Preset(lambda seats: Config(first=9), "Nearly over."),
        "lesson": Preset(lambda seats: Config(first=5), "From five."),
    },
    ahead=ahead,
    rules=_HERE,
    sight=_HERE,
    words=_HERE,
    hints=_HERE,
)


def _add_two(state: State, seat: Seat) -> Add:
    """Two more."""
    return Add(2)


NEWEST: AnyGame = replace(GAME, version=2, rules=SimpleNamespace(**{**vars(_HERE), "default_order": _add_two}))
"""A later version of the rules: a missed turn adds two."""
