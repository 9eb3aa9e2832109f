"""Bots at the table: woken by changes, thinking in worker processes, submitting through the same door as people.

A bot that crashes, is too slow or plays something illegal plays its default order instead, and that is logged.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any

from armillary.bots import BUDGET, bot, dice_for
from armillary.core import codec
from armillary.core.errors import ArmillaryError, NotNow
from armillary.core.match import AnyMatch
from armillary.core.options import Options
from armillary.core.registry import game as registered
from armillary.core.values import Seat, refusals
from armillary.server.hall import Hall
from armillary.server.room import Room
from armillary.server.store import Duplicate

logger = logging.getLogger("armillary.bots")

SECONDS = 20.0
"""Wall time is only the cut-off; a bot's budget is a count."""


def think(slug: str, level: str, view: bytes, options: bytes, seed: bytes, step: int) -> bytes:
    """One decision, in a worker process; everything comes and goes as JSON."""
    game = registered(slug)
    order_type: Any = game.order
    seen: Any = codec.decode(view, game.view)
    offered: Any = codec.decode(options, Options[order_type])
    order = bot(game, level).decide(seen, offered, dice_for(seed, seen.seat, step), BUDGET)
    return codec.encode(order)


class Thinkers:
    """The bots of this process."""

    def __init__(self, hall: Hall, workers: int = 1, seconds: float = SECONDS) -> None:
        self._hall = hall
        self._workers = workers
        self._seconds = seconds
        self._pool: ProcessPoolExecutor | None = None
        self._busy: dict[tuple[str, int, Seat], asyncio.Task[None]] = {}
        hall.listeners.append(self.look)

    def look(self, room: Room) -> None:
        """Let every bot that owes an order think."""
        if room.match is None:
            return
        for seat in room.match.waiting_for:
            level = room.row.seats[seat - 1].bot
            key = (room.row.id, room.match.step, seat)
            if level is not None and key not in self._busy:
                task = asyncio.create_task(self._play(room.row.id, room.match, seat, level))
                self._busy[key] = task
                task.add_done_callback(partial(self._done, key))

    def _done(self, key: tuple[str, int, Seat], _: object) -> None:
        self._busy.pop(key, None)

    async def close(self) -> None:
        """Stop thinking."""
        for task in list(self._busy.values()):
            task.cancel()
        await asyncio.gather(*self._busy.values(), return_exceptions=True)
        self._drop_pool()

    async def _play(self, match_id: str, match: AnyMatch, seat: Seat, level: str) -> None:
        order = await self._decision(match, seat, level)
        try:
            await self._hall.submit(match_id, seat, order, key=f"bot-{match.step}", step=match.step)
        except (NotNow, Duplicate):
            logger.info("bot came too late", extra={"match": match_id, "seat": seat})

    async def _decision(self, match: AnyMatch, seat: Seat, level: str) -> Any:
        game = match.game
        try:
            view = codec.encode(game.sight.view(match.state, seat))
            options = codec.encode(game.sight.options(match.state, seat))
            work = (game.slug, level, view, options, match.seed, match.step)
            thought = asyncio.get_running_loop().run_in_executor(self._ready_pool(), think, *work)
            order: Any = codec.decode(await asyncio.wait_for(thought, self._seconds), game.order)
            if not refusals(game.rules.check(match.state, seat, order)):
                return order
            logger.error("bot played an illegal order", extra={"game": game.slug, "level": level})
        except TimeoutError:
            logger.error("bot was too slow", extra={"game": game.slug, "level": level})  # noqa: TRY400
            self._drop_pool()
        except asyncio.CancelledError:
            raise
        except (Exception, ArmillaryError):
            logger.exception("bot crashed", extra={"game": game.slug, "level": level})
            self._drop_pool()
        return game.rules.default_order(match.state, seat)

    def _ready_pool(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self._workers, mp_context=multiprocessing.get_context("spawn"))
        return self._pool

    def _drop_pool(self) -> None:
        """Also ends workers that hang."""
        pool, self._pool = self._pool, None
        if pool is None:
            return
        workers = list((pool._processes or {}).values())  # noqa: SLF001 (there is no public way to end a worker)
        pool.shutdown(wait=False, cancel_futures=True)
        for worker in workers:
            worker.kill()
