"""The bot that plays by what was solved."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from armillary.core.contract import AnyGame, Ready
from armillary.core.dice import Dice
from armillary.core.errors import BadInput
from armillary.core.options import Options
from armillary.core.prose import counted
from armillary.games.skirmish.model import FLEET, Config, Planet, Play, View
from armillary.games.skirmish.solved import layout, tables
from armillary.games.skirmish.solved.matrix import Solved
from armillary.games.skirmish.solved.position import Position, cards_in, obstacle, read
from armillary.games.skirmish.solved.search import Exhausted, Known, Margin, Win, is_decided
from armillary.games.skirmish.solved.tables import Tables

ABOUT = "Mixes its cards perfectly, in matches of two with plain planets that are solved here."
"""How it plays, for those who choose a bot."""

BUDGET = 200_000
"""Battles to look at for one decision, each with each planet that may follow: about a second."""

LAST = 6
"""Up to this many cards everything is worked out on the spot, whatever tables there are. With more, the chance to win
would take longer than the budget lasts, and the margin comes from the tables."""

FACES = 1 << 30
"""Of the die that a card is drawn with."""

Aim: TypeAlias = Literal["win", "margin"]


class PerfectBot:
    """Draws its card from the mixed strategy of an equilibrium of the position.

    With few cards left it plays for the chance to win, exactly, to the end of the match. Before that, by the tables,
    and once the match is decided, it plays for the margin; if it is told to aim at the margin, always. Where there is
    no table for a position it refuses to play: the same match is played the same everywhere, or not at all. With a
    budget that is too small it looks as many battles ahead as it may, and estimates what comes after.
    """

    def __init__(self, game: AnyGame, aim: Aim = "win", known: Known | None = None) -> None:
        self._aim = aim
        self._known = known or Tables(tables.folder())

    def decide(self, view: View, options: Options[Play], dice: Dice, budget: int) -> Play:
        """A card from the seat's hand; raises `BadInput` where it cannot play perfectly (see `ready`)."""
        reading = read(view)
        before = cards_in(reading.position.ranks) - 1
        if before >= LAST and not (layout.place(reading.position) and self._known.reaches(before)):
            raise BadInput(_needs(before))
        solved = self.solve(reading.position, reading.lead, budget)
        return Play(reading.cards[draw(solved.rows, dice)])

    def solve(self, position: Position, lead: int, budget: int) -> Solved:
        """The matrix game that the bot plays in this position."""
        if self._aim == "win" and cards_in(position.ranks) <= LAST and not is_decided(position, lead):
            try:
                return Win(budget).solve(position, lead)
            except Exhausted:
                pass
        return self._for_margin(position, budget)

    def _for_margin(self, position: Position, budget: int) -> Solved:
        """Deeper and deeper, until it is exact or the budget is spent. One battle ahead is always looked at."""
        is_in_tables = cards_in(position.ranks) > LAST and layout.place(position) is not None
        known = self._known if is_in_tables else Tables(None)
        found = None
        for battles in range(1, cards_in(position.ranks) + 1):
            search = Margin(known, budget if found else max(budget, position.branches))
            try:
                found = search.solve(position, battles)
            except Exhausted:
                break
            if search.exact:
                break
            budget -= search.used
        assert found
        return found


def ready(config: Config, seats: int) -> Ready:
    """Can such matches be played perfectly here, and by which tables? That never changes how they are played."""
    planets, ships = config.planets or Planet.default_deck(), config.fleet_values or FLEET
    if problem := obstacle(seats, planets, (ships,)):
        return Ready(problem)
    if not config.shuffle:
        return Ready("The perfect bot plays with decks that are shuffled.")
    if len(ships) <= LAST:
        return Ready(note=f"perfect needs no tables for {counted(len(ships), 'ship card')}: it works them out.")
    if not layout.is_standard(ships, [planet.victory_points for planet in planets]):
        return Ready(
            f"With more than {LAST} ship cards, the perfect bot plays only with as many planets as cards, at most"
            f" {layout.EACH} each of 1, 2 and 3 points, and cards that all differ."
        )
    place, last = tables.folder(), len(ships) - 1
    if missing := [cards for cards in range(LAST, last + 1) if place is None or not tables.path(place, cards).exists()]:
        return Ready(f"{_needs(missing[0])} Run: armillary solve skirmish --cards {last}")
    return Ready(note=f"perfect plays by the tables for {LAST} to {last} cards in {place}.")


def _needs(cards: int) -> str:
    return f"The perfect bot needs a table of all positions with {counted(cards, 'card')}, and there is none here."


def draw(weights: Sequence[float], dice: Dice) -> int:
    """A place in the weights, each as likely as its weight says; they add up to one."""
    left = dice.below(FACES) / FACES
    for at, weight in enumerate(weights):
        left -= weight
        if left < 0:
            return at
    return max(range(len(weights)), key=weights.__getitem__)
