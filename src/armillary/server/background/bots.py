"""Bots at the table: woken by changes, thinking in worker processes, giving orders through the same door as people.

A bot that crashes, is too slow or plays something illegal plays its default order instead, and that is logged.
"""

from __future__ import annotations

import asyncio
import logging
import traceback
from functools import partial
from time import perf_counter
from typing import Any

from armillary.bots.deciding import dice_for, kept
from armillary.bots.registry import named
from armillary.core import codec
from armillary.core.errors import BotFailed, NotNow, NotToAct
from armillary.core.match import AnyMatch
from armillary.core.registry import game as registered
from armillary.core.values import Seat, refusals
from armillary.server.errors import Duplicate, NotReady
from armillary.server.limits.requester import asker
from armillary.server.metrics import BOT_SECONDS
from armillary.server.play.hall import Hall
from armillary.server.play.moves import Moves
from armillary.server.play.room import Room
from armillary.server.work.pool import Worker, Workers

logger = logging.getLogger("armillary.bots")

SECONDS = 20.0
"""How long a bot may think: only a cut-off, since its budget is a count."""

KEY = "bot-{:060}"
"""The idempotency key of a bot's order in a step: longer than any key that a person could have used for it before."""


def think(slug: str, version: int, name: str, state: bytes, seat: Seat, seed: bytes, step: int) -> bytes:
    """One decision, in a worker process; everything comes and goes as JSON.

    What the seat may know, which is all that the bot is handed, is worked out here: on a large map that takes longer
    than sending the state.
    """
    game = registered(slug, version)
    known: Any = codec.decode(state, game.state)
    seen = game.sight.view(known, seat)
    offered = game.sight.options(known, seat)
    named(game, name)  # installed bots only: what a match names came over a network
    try:
        order = kept(slug, version, name).decide(seen, offered, dice_for(seed, seat, step))
        return codec.encode(order)
    except BaseException:  # noqa: BLE001 (a bot may even try to exit: that ends its decision, not a server)
        raise BotFailed(traceback.format_exc()) from None  # its own exception may not survive the way to the server


class Bots:
    """The bots of this server process."""

    def __init__(self, hall: Hall, moves: Moves, workers: int = 1, seconds: float = SECONDS) -> None:
        self._hall = hall
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
            row, key = room.row.seats[seat - 1], (room.row.id, room.match.step, seat)
            if (row.kind == "bot" or row.is_empty) and key not in self._busy:
                task = asyncio.create_task(self._play(*key, room.row.created_by, row.bot))
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

    async def _play(self, match_id: str, step: int, seat: Seat, maker: str, name: str | None) -> None:
        try:
            if name is None:
                match = (await self._hall.room(match_id)).playing
                order = match.game.rules.default_order(match.state, seat)
            else:
                order = await self._think(match_id, step, seat, maker, name)
            await self._moves.submit(match_id, seat, order, key=KEY.format(step), step=step)
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

    async def _think(self, match_id: str, step: int, seat: Seat, maker: str, name: str) -> Any:
        """What a bot decides once it is its turn; whoever made the match is charged for the time, and the address of
        whoever has woken the bot.

        A bot that waits keeps nothing of its match in memory.
        """
        asked = perf_counter()
        async with self._workers.turn(maker, match_id, asker().known_address) as worker:
            match = (await self._hall.room(match_id)).playing
            if match.step != step or seat not in match.waiting_for:
                raise NotToAct("The match has gone on meanwhile.")
            decided = await self._decide(worker, match, seat, name)
            BOT_SECONDS.labels(match.game.slug, name).observe(perf_counter() - asked)
            return decided

    async def _decide(self, worker: Worker, match: AnyMatch, seat: Seat, name: str) -> Any:
        """What the bot decides, or the default order of one that fails."""
        game, about = match.game, {"game": match.game.slug, "bot": name, "seat": seat}
        state = codec.encode(match.state)
        try:
            decided = await worker.do(
                self.seconds, think, game.slug, game.version, name, state, seat, match.seed, match.step
            )
            order: Any = codec.decode(decided, game.order)
            if not refusals(game.rules.check(match.state, seat, order)):
                return order
            logger.error("A bot played an illegal order", extra=about)
        except TimeoutError:
            logger.error("A bot was too slow", extra=about)  # noqa: TRY400 (the place where it was waited for says nothing)
        except Exception:
            logger.exception("A bot crashed", extra=about)
        return game.rules.default_order(match.state, seat)
