"""Stellar Skirmish, bound to the contract."""

from __future__ import annotations

from armillary.core.contract import Game
from armillary.games.skirmish import hints, rules, sight, words
from armillary.games.skirmish.model import Config, Event, Play, Preview, State, View

GAME: Game[Config, State, Play, View, Preview] = Game(
    slug="skirmish",
    title="Stellar Skirmish",
    summary="Secret ship cards for a pot of planets; ties raise the stakes.",
    version=1,
    seats=(2, 8),
    minutes=(5, 15),
    hidden=True,
    simultaneous=True,
    config=Config,
    state=State,
    order=Play,
    view=View,
    event=Event,
    preview=Preview,
    presets={"standard": lambda seats: Config()},  # noqa: ARG005 (the same for any number of seats)
    rules=rules,
    sight=sight,
    words=words,
    hints=hints,
)
