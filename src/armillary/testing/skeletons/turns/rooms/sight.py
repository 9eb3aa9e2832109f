"""Who may know what in Stone Pile: everybody knows everything (SP-5)."""

from __future__ import annotations

from armillary.core.dice import Dice
from armillary.core.options import Options, Range, Template
from armillary.core.values import Seat
from armillary.testing.skeletons.turns.rooms import rules
from armillary.testing.skeletons.turns.rooms.model import Order, Preview, State, View


def view(state: State, seat: Seat | None) -> View:
    """Built up from what this seat may know (None: a spectator), never cut down from the state."""
    return View(seat, state.setup, state.turn, state.stones)


def options(state: State, seat: Seat, draft: Order | None = None) -> Options[Order]:
    """A legal order to begin with, and what may be changed in it. Slots, never the product over slots."""
    legal = draft is not None and not rules.check(state, seat, draft)
    order = draft if draft is not None and legal else rules.default_order(state, seat)
    return Options((Template(order, (Range(("stones",), 1, rules.limit(state)),)),))


def preview(state: State, seat: Seat, order: Order) -> Preview:
    """What the order would do as far as its seat may know, with everything wrong with it."""
    return Preview(rules.check(state, seat, order), left=state.stones - order.stones)


def sample_world(view: View, dice: Dice) -> State:
    """A full state that looks like this view; what the view does not show is drawn from the dice."""
    return State(view.setup, view.turn, view.stones)
