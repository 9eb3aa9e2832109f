"""The bot that plays by what was solved."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from armillary.core.contract import AnyGame
from armillary.core.dice import Dice
from armillary.core.options import Options
from armillary.games.skirmish.model import Play, View
from armillary.games.skirmish.solved import layout, tables
from armillary.games.skirmish.solved.matrix import Solved
from armillary.games.skirmish.solved.position import Position, cards_in, obstacle, read
from armillary.games.skirmish.solved.search import Exhausted, Known, Margin, Win, is_decided
from armillary.games.skirmish.solved.tables import Tables

ABOUT = "Mixes its cards perfectly where two play with plain planets; at other tables it is the medium bot."
"""How it plays, for those who choose a bot."""

BUDGET = 200_000
"""Battles to look at for one decision, each with each planet that may follow: about a second."""

LAST = 6
"""With more cards than this, the chance to win takes longer to work out than the budget lasts."""

FACES = 1 << 30
"""Of the die that a card is drawn with."""

Aim: TypeAlias = Literal["win", "margin"]


class PerfectBot:
    """Draws its card from the mixed strategy of an equilibrium of the position.

    With few cards left it plays for the chance to win, exactly, to the end of the match. Before that, and once the
    match is decided, it plays for the margin: exactly if the tables or the budget reach, and otherwise looking as many
    battles ahead as the budget allows and estimating what comes after. If it is told to aim at the margin, it always
    plays for that.
    """

    def __init__(self, game: AnyGame, aim: Aim = "win", known: Known | None = None) -> None:
        self._aim = aim
        self._known = known or Tables(tables.folder())

    def decide(self, view: View, options: Options[Play], dice: Dice, budget: int) -> Play:
        """A card from the seat's hand; raises `BadInput` in matches of another kind (see `position.obstacle`)."""
        reading = read(view)
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
        standard = layout.place(position) is not None  # otherwise tables know nothing of what follows either
        known = self._known if standard else Tables(None)
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


class WherePossible:
    """Plays perfectly where that is possible, and otherwise like the game's own player."""

    def __init__(self, game: AnyGame) -> None:
        self._perfect = PerfectBot(game)
        self._own = next(info for info in game.hints.bots if info.name == "medium").make()

    def decide(self, view: View, options: Options[Play], dice: Dice, budget: int) -> Play:
        """A card from the seat's hand, in whatever match."""
        if obstacle(view.setup.seats, view.setup.planets, view.hands):
            return self._own.decide(view, options, dice, budget)  # type: ignore[no-any-return]
        return self._perfect.decide(view, options, dice, budget)


def draw(weights: Sequence[float], dice: Dice) -> int:
    """A place in the weights, each as likely as its weight says; they add up to one."""
    left = dice.below(FACES) / FACES
    for at, weight in enumerate(weights):
        left -= weight
        if left < 0:
            return at
    return max(range(len(weights)), key=weights.__getitem__)
