"""Sealed Bids, bound to the contract: what the catalogue says about it, its types and its parts."""

from __future__ import annotations

from armillary.core.contract import Game
from armillary.testing.skeletons.simultaneous.rooms import hints, rules, service, sight, words
from armillary.testing.skeletons.simultaneous.rooms.model import Config, Event, Order, Preview, State, View
from armillary.testing.skeletons.simultaneous.rooms.presets import PRESETS

GAME: Game[Config, State, Order, View, Preview] = Game(
    slug="sealed_bids",
    title="Sealed Bids",
    summary="Bid in secret for one prize after another; every bid is paid, only the highest wins.",
    version=1,
    seats=(2, 6),
    minutes=(2, 5),
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
