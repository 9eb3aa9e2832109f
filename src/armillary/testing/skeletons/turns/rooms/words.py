"""Stone Pile in words: the notation of orders and positions, and every sentence of the game."""

from __future__ import annotations

import re
import textwrap

from armillary.core import prose, values
from armillary.core.errors import BadNotation
from armillary.core.notation import number, sections
from armillary.core.options import Options
from armillary.core.values import Fate, Outcome, Seat, Violation
from armillary.testing.skeletons.turns.rooms.model import Ended, Order, Preview, Setup, State, Take, Taken, View

# -- orders ------------------------------------------------------------------------------------------------


def parse_order(text: str, view: View, draft: Order | None = None) -> Order:
    """`take 2`, or just `2`. An order of one number has no parts: it takes the draft's place."""
    found = re.fullmatch(r"(?:take\s*)?(-?[0-9]{1,15})", text.strip().lower())
    if not found:
        raise BadNotation(f"Type a number of stones, for example 'take 2'; not {text.strip()[:40]!r}.")
    return Take(int(found[1]))


def format_order(order: Order, view: View) -> str:
    """`take 2`."""
    return f"take {order.stones}"


def tell_order(order: Order, view: View) -> str:
    """`take 2 stones`."""
    return f"take {prose.counted(order.stones, 'stone')}"


def label(options: Options[Order], view: View) -> Options[Order]:
    """Names for the parts of an order, as a form shows them."""
    return prose.labelled(options, lambda _: "Take stones", lambda *_: "Stones")


def notation() -> str:
    """How orders are typed."""
    return "Type how many stones you take: '2' or 'take 2'."


# -- positions ---------------------------------------------------------------------------------------------

SECTIONS = ("seats", "most", "turn", "stones")


def parse_state(text: str) -> State:
    """`seats 2; most 3; turn 4; stones 12`."""
    found = sections(text, SECTIONS, SECTIONS)
    seats, most, turn, stones = (number(found[name], name) for name in SECTIONS)
    return State(Setup(seats, most), turn, stones)


def format_state(state: State) -> str:
    """One line; `parse_state` gives the position back."""
    return f"seats {state.setup.seats}; most {state.setup.most}; turn {state.turn}; stones {state.stones}"


# -- sentences ---------------------------------------------------------------------------------------------

VIOLATIONS = {"not_that_many": "Take at least 1 stone and at most {most}, not {asked}."}
"""One sentence per code. Numbers out of their bounds have theirs already, in `armillary.core.bounds`."""

FATES = {"taken": "Taken: {stones}."}


def explain(note: Violation | Fate, view: View | None = None) -> str:
    """What is wrong with an order, or what became of it, with the rule it stands on."""
    return prose.explain(note, VIOLATIONS, FATES)


def tell(event: values.Event, view: View) -> str:
    """What happened, as one sentence."""
    match event:
        case Taken(seat=seat, stones=stones, left=left):
            return f"{prose.player(seat, view)} took {prose.counted(stones, 'stone')}; {left} left."
        case Ended(winner=winner):
            return f"{prose.player(winner, view)} took the last stone and wins."
    raise AssertionError(event)


def forecast(preview: Preview, view: View) -> str:
    """What an order would do; what is wrong with it is explained apart."""
    return f"This leaves {prose.counted(max(0, preview.left), 'stone')}."


def conclude(outcome: Outcome, view: View) -> str:
    """Who won and why."""
    winners = prose.listed([prose.player(seat, view) for seat in outcome.winners])
    return prose.conclude(outcome, view) or f"{winners} wins: the last stone is taken."


# -- the position ------------------------------------------------------------------------------------------


def ask(view: View) -> str:
    """What this seat is to do now, and what wins."""
    if view.stones == 0:
        return "The pile is empty: the match is over."
    if view.seat != _active(view):
        return f"It is the turn of {prose.player(_active(view), view)}."
    return f"Take {_allowed(view)} of {prose.counted(view.stones, 'stone')}. Whoever takes the last stone wins."


def overview(view: View, width: int) -> str:
    """The position at a glance. A game with a map draws it here, with `prose.badge` for its players."""
    return textwrap.fill(describe(view), width)


def describe(view: View, part: str | None = None) -> str:
    """The whole position, for a terminal, a screen reader, a language model; or one of `names`."""
    if part is not None:
        name = prose.find(part, names(view), "part of the game")
        return f"{name}: {prose.counted(view.stones, 'stone')}." if name == PILE else f"{name} holds nothing."
    if view.stones == 0:
        return "The pile is empty."
    return (
        f"{prose.counted(view.stones, 'stone')} in the pile. "
        f"{prose.player(_active(view), view)} to take {_allowed(view)}."
    )


PILE = "Pile"


def names(view: View) -> tuple[str, ...]:
    """What can be looked at: the pile and the players."""
    return (PILE, *(f"Player {seat}" for seat in range(1, view.setup.seats + 1)))


def _active(view: View) -> Seat:
    return (view.turn - 1) % view.setup.seats + 1


def _allowed(view: View) -> str:
    most = min(view.setup.most, view.stones)
    return "1" if most == 1 else f"1 to {most}"
