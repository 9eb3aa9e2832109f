"""Risky Stars, bound to the contract."""

from __future__ import annotations

from armillary.core.contract import Game
from armillary.games.risky_stars import hints, maps, rules, sight, words
from armillary.games.risky_stars.events import Event
from armillary.games.risky_stars.model import AnyOrder, Config, Preview, State, View


def charted(seats: int) -> Config:
    """On the chart that comes with the game; for a number of seats without one, one is made."""
    return Config(chart=maps.load(seats) if seats in maps.SEATS else None)


GAME: Game[Config, State, AnyOrder, View, Preview] = Game(
    slug="risky_stars",
    title="Risky Stars",
    summary="Armies, resources and alliances across star systems.",
    version=1,
    seats=(2, 6),
    minutes=(45, 180),
    hidden=True,
    simultaneous=False,
    config=Config,
    state=State,
    order=AnyOrder,
    view=View,
    event=Event,
    preview=Preview,
    presets={"standard": lambda seats: Config(), "charted": charted},  # noqa: ARG005 (the same for any number of seats)
    rules=rules,
    sight=sight,
    words=words,
    hints=hints,
)
