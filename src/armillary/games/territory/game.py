"""Territory, bound to the contract."""

from __future__ import annotations

from armillary.core.contract import Game
from armillary.games.territory import hints, rules, service, sight, words
from armillary.games.territory.model import Config, Event, Order, Preview, State, View
from armillary.games.territory.presets import PRESETS

GAME: Game[Config, State, Order, View, Preview] = Game(
    slug="territory",
    title="Territory",
    summary="Declare your plans, true or not, then march in secret on a grid.",
    version=2,
    seats=(3, 20),
    minutes=(30, 90),
    hidden=False,
    simultaneous=True,
    turn="plan",
    config=Config,
    state=State,
    order=Order,
    view=View,
    event=Event,
    preview=Preview,
    presets=PRESETS,
    rules=rules,
    sight=sight,
    words=words,
    hints=hints,
    service=service,
)
