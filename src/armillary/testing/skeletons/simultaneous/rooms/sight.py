"""Who may know what in Sealed Bids: everything but the order of the prizes still face down (SB-6)."""

from __future__ import annotations

from armillary.core import values
from armillary.core.dice import Dice
from armillary.core.options import Options, Range, Template
from armillary.core.values import Seat
from armillary.testing.skeletons.simultaneous.rooms import rules
from armillary.testing.skeletons.simultaneous.rooms.model import Order, Preview, Setup, State, View


def view(state: State, seat: Seat | None) -> View:
    """Built up from what this seat may know (None: a spectator), never cut down from the state."""
    prizes, index = state.setup.prizes, state.round - 1
    return View(
        seat=seat,
        setup=values.Setup(state.setup.seats),
        round=state.round,
        past=prizes[:index],
        prize=prizes[index] if index < len(prizes) else None,
        face_down=tuple(sorted(prizes[index + 1 :])),
        coins=state.coins,
        points=state.points,
    )


def options(state: State, seat: Seat, draft: Order | None = None) -> Options[Order]:
    """A legal order to begin with, and what may be changed in it. Slots, never the product over slots."""
    legal = draft is not None and not rules.check(state, seat, draft)
    order = draft if draft is not None and legal else rules.default_order(state, seat)
    return Options((Template(order, (Range(("coins",), 0, state.coins[seat - 1]),)),))


def preview(state: State, seat: Seat, order: Order) -> Preview:
    """What the order would do as far as its seat may know, with everything wrong with it."""
    return Preview(
        rules.check(state, seat, order),
        prize=state.setup.prizes[state.round - 1],
        coins_left=state.coins[seat - 1] - order.coins,
    )


def sample_world(view: View, dice: Dice) -> State:
    """A full state that looks like this view; what the view does not show is drawn from the dice."""
    face_up = () if view.prize is None else (view.prize,)
    prizes = (*view.past, *face_up, *dice.shuffle(view.face_down))
    return State(Setup(len(view.coins), prizes), view.round, view.coins, view.points)
