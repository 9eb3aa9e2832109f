"""Orbit Simulator, bound to the contract."""

from __future__ import annotations

from armillary.core.contract import Game
from armillary.games.orbit import hints, rules, service, sight, words
from armillary.games.orbit.model import Config, Event, Order, Preview, State, View
from armillary.games.orbit.presets import PRESETS
from armillary.games.orbit.rules.turn import ahead

GAME: Game[Config, State, Order, View, Preview] = Game(
    slug="orbit",
    title="Orbit Simulator",
    summary="One ship each: share out energy, change rings, shoot, and shed the heat.",
    version=2,
    seats=(2, 6),
    minutes=(15, 45),
    hidden=False,
    simultaneous=False,
    turn="plan",
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
