#!/usr/bin/env python3
"""A bot that plays any game of a server: a template for your own. It needs the extra `client`.

    python examples/bot.py http://127.0.0.1:8400 --game skirmish            a match against the server's own bot
    python examples/bot.py http://127.0.0.1:8400 --match ID                 an open seat at that match
    python examples/bot.py http://127.0.0.1:8400 --match ID --invite SECRET the seat the invitation is for
    python examples/bot.py http://127.0.0.1:8400 --challenges               open seats at the game, as they come

To make it yours, change `decide`. With `--bot medium`, an installed bot decides instead.
"""

from __future__ import annotations

import random
from typing import Any

from armillary.client import run
from armillary.core.contract import AnyGame
from armillary.core.options import Choice, Options, Range, change


def decide(game: AnyGame, view: Any, options: Options[Any]) -> Any:  # noqa: ARG001
    """The order to give. This bot takes any template and changes one slot of it; yours will look at the view."""
    template = random.choice(options.templates)
    slot = random.choice(template.slots) if template.slots else None
    if isinstance(slot, Choice):
        return change(template.order, slot, random.choice(slot.values))
    if isinstance(slot, Range):
        return change(template.order, slot, random.randint(slot.low, slot.high))
    return template.order


if __name__ == "__main__":
    run(decide)
