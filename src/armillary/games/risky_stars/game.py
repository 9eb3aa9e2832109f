"""Risky Stars, bound to the contract."""

from __future__ import annotations

from armillary.core.contract import Game
from armillary.games.risky_stars import hints, rules, service, sight, words
from armillary.games.risky_stars.model import Config, Event, Order, Preview, State, View
from armillary.games.risky_stars.presets import PRESETS
from armillary.games.risky_stars.rules.turn import ahead

GAME: Game[Config, State, Order, View, Preview] = Game(
    slug="risky_stars",
    title="Risky Stars",
    summary="Armies, resources and alliances across star systems.",
    version=1,
    seats=(2, 6),
    minutes=(45, 180),
    hidden=True,
    simultaneous=False,
    turn="series",
    config=Config,
    state=State,
    order=Order,
    view=View,
    event=Event,
    preview=Preview,
    presets=PRESETS,
    ahead=ahead,
    rules=rules,
    sight=sight,
    words=words,
    hints=hints,
    service=service,
)
