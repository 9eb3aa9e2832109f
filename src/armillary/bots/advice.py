"""A hint: what the strongest look at a position would order, from what the seat may know, and what speaks for it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from armillary.bots.search import Search
from armillary.core.dice import FastDice
from armillary.core.match import AnyMatch
from armillary.core.seeds import seed_from
from armillary.core.values import Seat


def advise(match: AnyMatch, seat: Seat) -> Any:
    """The order that a search tries most or, in games without one, that the game's strongest bot gives.

    It looks at the seat's view and at nothing else, so the same view at the same step gives the same hint.
    """
    game = match.game
    view = game.sight.view(match.state, seat)
    dice = FastDice(int.from_bytes(seed_from(f"hint/{seat}/{match.step}")))
    if (search := game.hints.search) is not None:
        orders, weights = Search(game, search).weigh(view, dice, search.simulations)
        return orders[max(range(len(orders)), key=weights.__getitem__)]
    if not game.hints.bots:
        return game.hints.candidates(game.sight.sample_world(view, dice), seat, dice, 1)[0]
    strongest = max(game.hints.bots, key=lambda info: info.strength)
    return strongest.make().decide(view, game.sight.options(match.state, seat), dice, strongest.budget)


MOST_LINES = 2
"""Of a forecast, in a reason."""


def reason(match: AnyMatch, seat: Seat, order: Any) -> str:
    """What speaks for an order, in a sentence or two: what would come of it, and not of the default order.

    Whole sentences say it, if there are any, and first what the order's own words do not say already.
    """
    game, state = match.game, match.state
    default = game.rules.default_order(state, seat)
    if order == default:
        return "It is also what you play if you give no order."
    view = game.sight.view(state, seat)
    ours, theirs = (
        game.words.forecast(game.sight.preview(state, seat, each), view).splitlines() for each in (order, default)
    )
    lines, said = differences(ours, theirs)[0], _long_words(game.words.tell_order(order, view))
    sentences = [line for line in lines if line.endswith(".")] or lines
    best = sorted(sentences, key=lambda line: len(said & _long_words(line)))[:MOST_LINES]
    told = [_sentence(re.sub(" {2,}", ": ", line.strip())) for line in lines if line in best]
    return " ".join(told) or "As far as can be known, it comes to the same as giving no order."


def _sentence(line: str) -> str:
    return line if line.endswith((".", '."')) else f"{line}."


def _long_words(text: str) -> set[str]:
    return set(re.findall(r"\w{4,}", text.lower()))


def differences(one: Sequence[str], other: Sequence[str]) -> tuple[list[str], list[str]]:
    """What only the one text says, and what only the other says, line by line."""
    return [line for line in one if line not in other], [line for line in other if line not in one]
