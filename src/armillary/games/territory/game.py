"""Territory, bound to the contract."""

from __future__ import annotations

from armillary.core.contract import Game
from armillary.games.territory import hints, rules, sight, words
from armillary.games.territory.model import Config, Event, Order, Preview, State, View

GAME: Game[Config, State, Order, View, Preview] = Game(
    slug="territory",
    title="Territory",
    summary="Declare your plans, true or not, then march in secret on a grid.",
    version=1,
    seats=(3, 20),
    minutes=(30, 90),
    hidden=False,
    simultaneous=True,
    config=Config,
    state=State,
    order=Order,
    view=View,
    event=Event,
    preview=Preview,
    presets={
        "standard": lambda seats: Config(),  # noqa: ARG005 (the same for any number of seats)
        "quick": lambda seats: Config(map_size=6, max_rounds=8) if seats <= 8 else Config(max_rounds=8),
        "large": lambda seats: Config(map_size=26, max_rounds=40),  # noqa: ARG005
    },
    rules=rules,
    sight=sight,
    words=words,
    hints=hints,
)
