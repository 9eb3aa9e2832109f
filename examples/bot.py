#!/usr/bin/env python3
"""A bot that plays any game, at a server or anywhere else: a template for your own.

At a server, it needs the extra `client`:

    python examples/bot.py http://127.0.0.1:8400 --game skirmish            a match against the server's own bot
    python examples/bot.py http://127.0.0.1:8400 --match ID                 an open seat at that match
    python examples/bot.py http://127.0.0.1:8400 --match ID --invite SECRET the seat the invitation is for
    python examples/bot.py http://127.0.0.1:8400 --challenges               open seats at the game, as they come

The same bot plays without a server: `armillary simulate skirmish --bot examples/bot.py:Bot --bot easy`.
To make it yours, change `decide`. With `--bot medium`, an installed bot decides instead.
"""

from __future__ import annotations

from typing import Any

from armillary import AnyGame, Choice, Dice, Options, Range, change
from armillary.client import run


class Bot:
    """Takes any template of what it may order, and changes one slot of it."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    def decide(self, view: Any, options: Options[Any], dice: Dice, budget: int) -> Any:  # noqa: ARG002
        """The order to give; yours will look at the view."""
        template = dice.choice(options.templates)
        slot = dice.choice(template.slots) if template.slots else None
        if isinstance(slot, Choice):
            return change(template.order, slot, dice.choice(slot.values))
        if isinstance(slot, Range):
            return change(template.order, slot, slot.low + dice.below(slot.high - slot.low + 1))
        return template.order


if __name__ == "__main__":
    run(Bot)
