"""Stellar Skirmish, bound to the contract."""

from __future__ import annotations

from armillary.core.contract import Game
from armillary.games.skirmish import hints, rules, service, sight, words
from armillary.games.skirmish.model import Config, Event, Order, Preview, State, View
from armillary.games.skirmish.presets import PRESETS

GAME: Game[Config, State, Order, View, Preview] = Game(
    slug="skirmish",
    title="Stellar Skirmish",
    summary="Secret ship cards for a pot of planets; ties raise the stakes.",
    version=1,
    seats=(2, 8),
    minutes=(5, 15),
    hidden=True,
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
