"""Kepler's Horizon, bound to the contract."""

from __future__ import annotations

from armillary.core.contract import Game
from armillary.games.kepler import hints, rules, service, sight, words
from armillary.games.kepler.model import Config, Event, Orders, Preview, State, View
from armillary.games.kepler.presets import PRESETS

GAME: Game[Config, State, Orders, View, Preview] = Game(
    slug="kepler",
    title="Kepler's Horizon",
    summary="Fleets on a map of regions; nothing hidden, nothing left to chance.",
    version=1,
    seats=(2, 8),
    minutes=(15, 45),
    hidden=False,
    simultaneous=True,
    turn="plan",
    config=Config,
    state=State,
    order=Orders,
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
