"""Sealed Bids in words: the notation of orders and positions, and every sentence of the game."""

from __future__ import annotations

import re
import textwrap

from armillary.core import prose, values
from armillary.core.errors import BadNotation
from armillary.core.notation import number, numbers, sections
from armillary.core.options import Options
from armillary.core.values import Fate, Outcome, Seat, Violation
from armillary.testing.skeletons.simultaneous.rooms.model import (
    Bid,
    Ended,
    Order,
    Preview,
    Revealed,
    Setup,
    State,
    Tied,
    View,
    Won,
)

# -- orders ------------------------------------------------------------------------------------------------


def parse_order(text: str, view: View, draft: Order | None = None) -> Order:
    """`bid 7`, or just `7`. An order of one number has no parts: it takes the draft's place."""
    found = re.fullmatch(r"(?:bid\s*)?(-?[0-9]{1,15})", text.strip().lower())
    if not found:
        raise BadNotation(f"Type a number of coins, for example 'bid 7'; not {text.strip()[:40]!r}.")
    return Bid(int(found[1]))


def format_order(order: Order, view: View) -> str:
    """`bid 7`."""
    return f"bid {order.coins}"


def tell_order(order: Order, view: View) -> str:
    """`bid 7 coins`."""
    return f"bid {prose.counted(order.coins, 'coin')}"


def label(options: Options[Order], view: View) -> Options[Order]:
    """Names for the parts of an order, as a form shows them."""
    return prose.labelled(options, lambda _: "Bid", lambda *_: "Coins")


def notation() -> str:
    """How orders are typed."""
    return "Type how many coins you bid: '7' or 'bid 7'. You pay your bid whether you win or not."


# -- positions ---------------------------------------------------------------------------------------------

SECTIONS = ("round", "prizes", "coins", "points")


def parse_state(text: str) -> State:
    """`round 2; prizes 3 1 2; coins 15 20; points 3 0`."""
    found = sections(text, SECTIONS, SECTIONS)
    prizes, coins, points = (numbers(found[name], name) for name in SECTIONS[1:])
    return State(Setup(len(coins), prizes), number(found["round"], "round"), coins, points)


def format_state(state: State) -> str:
    """One line; `parse_state` gives the position back."""
    parts = (state.setup.prizes, state.coins, state.points)
    written = (f"{name} {_spaced(part)}" for name, part in zip(SECTIONS[1:], parts, strict=True))
    return "; ".join((f"round {state.round}", *written))


def _spaced(entries: tuple[int, ...]) -> str:
    return " ".join(str(entry) for entry in entries) or "-"


# -- sentences ---------------------------------------------------------------------------------------------

VIOLATIONS = {"not_that_many": "Bid at least 0 and at most {most} coins, not {asked}."}
"""One sentence per code. Numbers out of their bounds have theirs already, in `armillary.core.bounds`."""

FATES = {
    "won": "The bid of {coins} won the prize of {prize}.",
    "tied": "The bid of {coins} tied for highest; nobody got the prize of {prize}.",
    "lost": "The bid of {coins} was not enough.",
}


def explain(note: Violation | Fate, view: View | None = None) -> str:
    """What is wrong with an order, or what became of it, with the rule it stands on."""
    return prose.explain(note, VIOLATIONS, FATES)


def tell(event: values.Event, view: View) -> str:
    """What happened, as one sentence."""
    match event:
        case Revealed(bids=bids):
            made = [f"{prose.player(seat, view)} bid {bid}" for seat, bid in enumerate(bids, start=1)]
            return f"{prose.listed(made)}."
        case Won(seat=seat, prize=prize):
            return f"{prose.player(seat, view)} won the prize: {prose.counted(prize, 'point')}."
        case Tied(seats=seats, prize=prize):
            who = prose.listed([prose.player(seat, view) for seat in seats])
            return f"{who} tied for the highest bid; nobody got the prize of {prose.counted(prize, 'point')}."
        case Ended():
            return "That was the last prize."
    raise AssertionError(event)


def forecast(preview: Preview, view: View) -> str:
    """What an order would do; what is wrong with it is explained apart."""
    prize, left = prose.counted(preview.prize, "point"), prose.counted(max(0, preview.coins_left), "coin")
    return f"This bids for {prize} and leaves you {left}, whether you win or not."


def conclude(outcome: Outcome, view: View) -> str:
    """Who won and why, with the figures."""
    if ended := prose.conclude(outcome, view):
        return ended
    winners = prose.listed([prose.player(seat, view) for seat in outcome.winners])
    points = " to ".join(str(score) for score in sorted(outcome.scores, reverse=True))
    verb = "wins" if len(outcome.winners) == 1 else "share the win"
    return f"{winners} {verb} with {points} points: no prize is left."


# -- the position ------------------------------------------------------------------------------------------


def ask(view: View) -> str:
    """What this seat is to do now, and what wins."""
    if view.prize is None:
        return "No prizes are left: the match is over."
    if view.seat is None:
        return "All players are bidding."
    return (
        f"Bid 0 to {view.coins[view.seat - 1]} coins for {prose.counted(view.prize, 'point')}; "
        "a single highest bid gets the prize, and every bid is paid. Most points win."
    )


def overview(view: View, width: int) -> str:
    """The position at a glance, the reader's own line first."""
    seats = sorted(range(1, len(view.coins) + 1), key=lambda seat: seat != view.seat)
    lines = [_prizes(view), *(f"{prose.badge(seat)} {_player(seat, view)}" for seat in seats)]
    return "\n".join(textwrap.fill(line, width) for line in lines)


def describe(view: View, part: str | None = None) -> str:
    """The whole position, for a terminal, a screen reader, a language model; or one of `names`."""
    if part is not None:
        number = names(view).index(prose.find(part, names(view), "part of the game"))
        return _player(number, view) if number else _prizes(view)
    return "\n".join([_prizes(view), *(_player(seat, view) for seat in range(1, len(view.coins) + 1))])


def names(view: View) -> tuple[str, ...]:
    """What can be looked at: the prizes and the players."""
    return ("Prizes", *(f"Player {seat}" for seat in range(1, len(view.coins) + 1)))


def _prizes(view: View) -> str:
    if view.prize is None:
        return "No prizes are left."
    face_down = prose.listed([str(prize) for prize in view.face_down]) or "none"
    return f"Prize of this round: {prose.counted(view.prize, 'point')}. Still face down: {face_down}."


def _player(seat: Seat, view: View) -> str:
    coins, points = view.coins[seat - 1], view.points[seat - 1]
    return f"{prose.player(seat, view)}: {prose.counted(coins, 'coin')}, {prose.counted(points, 'point')}."
