"""Stone Pile, bound to the contract: what the catalogue says about it, its types and its parts."""

from __future__ import annotations

from armillary.core.contract import Game
from armillary.testing.skeletons.turns.rooms import hints, rules, service, sight, words
from armillary.testing.skeletons.turns.rooms.model import Config, Event, Order, Preview, State, View
from armillary.testing.skeletons.turns.rooms.presets import PRESETS

GAME: Game[Config, State, Order, View, Preview] = Game(
    slug="stone_pile",
    title="Stone Pile",
    summary="Take stones from a pile in turn; whoever takes the last one wins.",
    version=1,
    seats=(2, 6),
    minutes=(1, 5),
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
    ahead=rules.ahead,
    rules=rules,
    sight=sight,
    words=words,
    hints=hints,
    service=service,
)
