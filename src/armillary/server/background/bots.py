"""Bots at the table: woken by changes, thinking in worker processes, giving orders through the same door as people.

A bot that crashes, is too slow or plays something illegal plays its default order instead, and that is logged.
"""

from __future__ import annotations

import asyncio
import logging
import traceback
from collections.abc import Sequence
from functools import partial
from time import perf_counter
from typing import Any

from armillary.api.terms import MILLISECONDS
from armillary.bots.deciding import dice_for, kept
from armillary.bots.registry import named
from armillary.core import codec
from armillary.core.errors import BotFailed, NotNow, NotToAct
from armillary.core.match import AnyMatch
from armillary.core.registry import game as registered
from armillary.core.values import Seat, refusals
from armillary.server.errors import Duplicate, NotReady
from armillary.server.limits.requester import requester
from armillary.server.logs import log_failure
from armillary.server.matches.rows import JournalRow
from armillary.server.metrics import BOT_SECONDS
from armillary.server.play.hall import Hall
from armillary.server.play.moves import Moves
from armillary.server.play.room import Room
from armillary.server.storage import listings
from armillary.server.work.jobs import Turns
from armillary.server.work.pool import BOT
from armillary.server.work.worker import Worker

logger = logging.getLogger("armillary.bots")

LOOK_SECONDS = 30
"""How often quiet matches are looked at for bots that nobody waits for: longer than any bot may think."""

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

    def __init__(self, hall: Hall, moves: Moves, pool: Turns, seconds: float = BOT.seconds) -> None:
        self._hall = hall
        self._moves = moves
        self.seconds = seconds
        self._pool = pool
        self._busy: dict[tuple[str, int, Seat], asyncio.Task[None]] = {}

    def wake(self, room: Room, _: Sequence[JournalRow] = ()) -> None:
        """Let every bot that owes an order think; an empty seat plays its default order."""
        if room.match is None:
            return
        for seat in room.match.waiting_for:
            row, key = room.row.seats[seat - 1], (room.row.id, room.match.step, seat)
            if (row.kind == "bot" or row.is_empty) and key not in self._busy:
                task = asyncio.create_task(self._play(*key, room.row.created_by, row.bot))
                self._busy[key] = task
                task.add_done_callback(partial(self._done, key))

    def open(self) -> None:
        """Hear of changes from now on."""
        self._hall.listeners.append(self.wake)

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
                "A bot's order could not be submitted; it will try again", extra={"match": match_id, "seat": seat}
            )
        except Exception:  # it is woken again before long
            logger.exception(
                "A bot's order could not be submitted; it will try again", extra={"match": match_id, "seat": seat}
            )

    async def _think(self, match_id: str, step: int, seat: Seat, maker: str, name: str) -> Any:
        """What a bot decides once it is its turn; the time is charged to the match's maker, and to the address that
        woke the bot.

        A bot that waits keeps nothing of its match in memory.
        """
        asked = perf_counter()
        async with self._pool.turn(BOT, maker, match_id, requester().known_address) as worker:
            match = (await self._hall.room(match_id)).playing
            if match.step != step or seat not in match.waiting_for:
                raise NotToAct("The match has moved on.")
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


class Waking:
    """Looks for bots that nobody waits for: all at the start, later those in matches that have gone quiet."""

    def __init__(self, hall: Hall, bots: Bots) -> None:
        self._hall = hall
        self._bots = bots
        self._failing: set[str] = set()
        """Matches that cannot be opened: each is logged once."""
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Begin to look."""
        self._task = asyncio.create_task(self._watch(), name="armillary waking")

    async def close(self) -> None:
        """Stop looking."""
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _watch(self) -> None:
        clock = self._hall.clock
        since, until = 0, clock.now()
        while True:
            try:
                await self.wake(since, until)
                since = until - 3 * LOOK_SECONDS * MILLISECONDS  # a match that could not be opened gets another chance
            except NotReady:  # was logged, and the database may come back
                pass
            except Exception:
                logger.exception("Looking for bots to wake failed; retrying")
            await asyncio.sleep(LOOK_SECONDS)
            until = clock.now() - LOOK_SECONDS * MILLISECONDS

    async def wake(self, since: int, until: int) -> None:
        """Wake the bots of matches that changed last in this span of time."""
        for match_id in await listings.with_bots(self._hall.store, since, until):
            try:
                self._bots.wake(await self._hall.room(match_id))
                self._failing.discard(match_id)
            except NotReady:
                raise
            except Exception as error:  # noqa: BLE001 (one match holds up no other)
                if match_id not in self._failing:
                    self._failing.add(match_id)
                    log_failure(logger, "The bots of a match could not be woken", error, match_id)
