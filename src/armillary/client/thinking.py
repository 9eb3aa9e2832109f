"""The bot of a program at a server: made once for each game, and asked for one order at a time.

A bot that fails plays what is offered first, the default order, and its other matches go on.
"""

from __future__ import annotations

import logging
import threading
from typing import Any

from armillary.bots import find
from armillary.bots.deciding import Player, dice_for
from armillary.bots.failures import cause_of
from armillary.bots.registry import Make
from armillary.core import codec
from armillary.core.contract import AnyGame
from armillary.core.errors import ArmillaryError, BotFailed
from armillary.core.options import Options
from armillary.core.seeds import new_seed, seed_from
from armillary.core.values import Seat

logger = logging.getLogger("armillary.client")


class Thinker:
    """A bot by its name or place, or something that is given a game and makes one."""

    def __init__(self, bot: str | Make) -> None:
        self._bot = bot
        self._players: dict[tuple[str, int], Player] = {}
        self._busy = threading.Lock()
        self._seed = new_seed().hex()
        self.failures = 0
        """How many decisions have failed."""

    def order(self, game: AnyGame, match_id: str, step: int, view: Any, options: Options[Any]) -> Any:
        """The bot's order, or the default order; raises `BadInput` or `BotFailed` where there is no such bot.

        Several matches may ask at the same time: one waits for the other.
        """
        dice = dice_for(seed_from(f"{self._seed}/{match_id}"), view.seat, step)
        with self._busy:
            player = self._player(game)
            try:
                return codec.as_declared(player.decide(view, options, dice), game.order, "order")
            except (Exception, SystemExit) as error:  # noqa: BLE001 (whatever a bot does, its matches go on)
                self.fail(match_id, view.seat, step, str(cause_of(error)))
        return options.templates[0].order

    def fail(self, match_id: str, seat: Seat, step: int, why: str) -> None:
        """Count a decision that failed, and tell of it."""
        self.failures += 1
        where = f"match {match_id}, Player {seat}, step {step}"
        logger.error("The bot failed (%s) and plays its default order. %s", where, why)

    def _player(self, game: AnyGame) -> Player:
        key = game.slug, game.version
        if key not in self._players:
            try:
                self._players[key] = Player(find(game, self._bot))
            except ArmillaryError:
                raise
            except (Exception, SystemExit) as error:
                raise BotFailed(f"The bot cannot be made: {cause_of(error)}.") from error
        return self._players[key]
