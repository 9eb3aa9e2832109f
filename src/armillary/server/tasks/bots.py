"""Bots at the table: woken by changes, thinking in worker processes, giving orders through the same door as people.

A bot that crashes, is too slow or plays something illegal plays its default order instead, and that is logged.
"""

from __future__ import annotations

import asyncio
import logging
import traceback
from functools import partial
from typing import Any

from armillary.bots.deciding import dice_for, kept
from armillary.bots.registry import named
from armillary.core import codec
from armillary.core.errors import BotFailed, NotNow
from armillary.core.match import AnyMatch
from armillary.core.options import Options
from armillary.core.registry import game as registered
from armillary.core.values import Seat, refusals
from armillary.server.errors import Duplicate, NotReady
from armillary.server.matches.hall import Hall
from armillary.server.matches.moves import Moves
from armillary.server.matches.room import Room
from armillary.server.metrics import BOT_SECONDS
from armillary.server.tasks.workers import Workers

logger = logging.getLogger("armillary.bots")

SECONDS = 20.0
"""How long a bot may think: only a cut-off, since its budget is a count."""

KEY = "bot-{:060}"
"""The idempotency key of a bot's order in a step: longer than any key that a person could have used for it before."""


def think(slug: str, version: int, name: str, view: bytes, options: bytes, seed: bytes, step: int) -> bytes:
    """One decision, in a worker process; everything comes and goes as JSON."""
    game = registered(slug, version)
    order_type: Any = game.order
    seen: Any = codec.decode(view, game.view)
    offered: Any = codec.decode(options, Options[order_type])
    named(game, name)  # installed bots only: what a match names came over a network
    try:
        order = kept(slug, version, name).decide(seen, offered, dice_for(seed, seen.seat, step))
        return codec.encode(order)
    except BaseException:  # noqa: BLE001 (a bot may even try to exit: that ends its decision, not a server)
        raise BotFailed(traceback.format_exc()) from None  # its own exception may not survive the way to the server


class Bots:
    """The bots of this server process."""

    def __init__(self, hall: Hall, moves: Moves, workers: int = 1, seconds: float = SECONDS) -> None:
        self._moves = moves
        self.seconds = seconds
        self._workers = Workers(workers)
        self._busy: dict[tuple[str, int, Seat], asyncio.Task[None]] = {}
        hall.listeners.append(self.wake)

    def wake(self, room: Room) -> None:
        """Let every bot that owes an order think; a seat that nobody sits on plays its default order."""
        if room.match is None:
            return
        for seat in room.match.waiting_for:
            row = room.row.seats[seat - 1]
            key = (room.row.id, room.match.step, seat)
            if (row.kind == "bot" or row.is_empty) and key not in self._busy:
                task = asyncio.create_task(self._play(room.row.id, room.match, seat, row.bot))
                self._busy[key] = task
                task.add_done_callback(partial(self._done, key))

    def count_busy(self) -> int:
        """How many bots think, or wait for a worker."""
        return len(self._busy)

    def _done(self, key: tuple[str, int, Seat], _: object) -> None:
        self._busy.pop(key, None)

    async def close(self) -> None:
        """Stop thinking."""
        for task in list(self._busy.values()):
            task.cancel()
        await asyncio.gather(*self._busy.values(), return_exceptions=True)
        self._workers.end()

    async def _play(self, match_id: str, match: AnyMatch, seat: Seat, name: str | None) -> None:
        default = match.game.rules.default_order
        try:
            order = default(match.state, seat) if name is None else await self._decide(match, seat, name)
            await self._moves.submit(match_id, seat, order, key=KEY.format(match.step), step=match.step)
        except (NotNow, Duplicate):
            logger.info("A bot's order came too late", extra={"match": match_id, "seat": seat})
        except NotReady:  # it is woken again once the database answers
            logger.warning(
                "A bot's order could not be given; it will think again", extra={"match": match_id, "seat": seat}
            )
        except Exception:  # it is woken again before long
            logger.exception(
                "A bot's order could not be given; it will think again", extra={"match": match_id, "seat": seat}
            )

    async def _decide(self, match: AnyMatch, seat: Seat, name: str) -> Any:
        """What the bot decides, or the default order of one that fails."""
        game, about = match.game, {"game": match.game.slug, "bot": name, "seat": seat}
        try:
            order: Any = codec.decode(await self._think(match, seat, name), game.order)
            if not refusals(game.rules.check(match.state, seat, order)):
                return order
            logger.error("A bot played an illegal order", extra=about)
        except TimeoutError:
            logger.error("A bot was too slow", extra=about)  # noqa: TRY400 (the place where it was waited for says nothing)
        except Exception:
            logger.exception("A bot crashed", extra=about)
        return game.rules.default_order(match.state, seat)

    async def _think(self, match: AnyMatch, seat: Seat, name: str) -> bytes:
        """Think as soon as a worker is free."""
        game = match.game
        view = codec.encode(game.sight.view(match.state, seat))
        options = codec.encode(game.sight.options(match.state, seat))
        with BOT_SECONDS.labels(game.slug, name).time():
            return await self._workers.do(
                self.seconds, think, game.slug, game.version, name, view, options, match.seed, match.step
            )
