"""Orbit Simulator, bound to the contract."""

from __future__ import annotations

from armillary.core.contract import Game
from armillary.games.orbit import hints, rules, sight, words
from armillary.games.orbit.config import Config
from armillary.games.orbit.model import Event, Plan, Preview, State, View

GAME: Game[Config, State, Plan, View, Preview] = Game(
    slug="orbit",
    title="Orbit Simulator",
    summary="One ship each: share out energy, change rings, shoot, and shed the heat.",
    version=1,
    seats=(2, 6),
    minutes=(15, 45),
    hidden=False,
    simultaneous=False,
    config=Config,
    state=State,
    order=Plan,
    view=View,
    event=Event,
    preview=Preview,
    presets={"standard": lambda seats: Config()},  # noqa: ARG005 (the same for any number of seats)
    rules=rules,
    sight=sight,
    words=words,
    hints=hints,
)
