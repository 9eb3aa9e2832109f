"""Bots at the table: woken by changes, thinking in worker processes, giving orders through the same door as people.

A bot that somebody plays with thinks where decisions are short. One that takes longer is cut off and begins again where
they may be long, as it does from then on in this match; bots among themselves have a place of their own. So nobody's
bot waits for another's long decision.

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
from armillary.server.background.watching import Watching
from armillary.server.errors import Duplicate, NotFound, NotReady
from armillary.server.limits.requester import requester
from armillary.server.logs import log_failure
from armillary.server.matches.rows import JournalRow
from armillary.server.matches.seats import people_playing
from armillary.server.metrics import BOT_SECONDS
from armillary.server.play.hall import Hall
from armillary.server.play.moves import Moves
from armillary.server.play.room import Room
from armillary.server.storage import listings
from armillary.server.work.jobs import Turns
from armillary.server.work.pool import BOT, LONE_BOT, SLOW_BOT, Kind
from armillary.server.work.worker import CutOff, Worker, cut_off_after

logger = logging.getLogger("armillary.bots")

LOOK_SECONDS = 30
"""How often quiet matches are looked at for bots that nobody waits for: longer than any bot may think."""

KEY = "bot-{:060}"
"""The idempotency key of a bot's order in a step: longer than any key that a person could have used for it before."""


QUICK_SECONDS = 0.05
"""How long a decision may take before it makes way for others."""
MAX_SLOW_REMEMBERED = 10_000
"""Matches whose bots are known to be slow."""


def think(
    slug: str, version: int, name: str, state: bytes, seat: Seat, seed: bytes, step: int, seconds: float
) -> bytes | None:
    """One decision, in a worker process; None where it takes longer than this. Everything comes and goes as JSON.

    What the seat may know, which is all that the bot is handed, is worked out here: on a large map that takes longer
    than sending the state.
    """
    game = registered(slug, version)
    known: Any = codec.decode(state, game.state)
    seen = game.sight.view(known, seat)
    offered = game.sight.options(known, seat)
    named(game, name)  # installed bots only: what a match names came over a network
    try:
        player = kept(slug, version, name)  # to load it does not count
        with cut_off_after(seconds):
            order = player.decide(seen, offered, dice_for(seed, seat, step))
        return codec.encode(order)
    except CutOff:
        kept.cache_clear()  # what it remembers may be half done
        return None
    except BaseException:  # noqa: BLE001 (a bot may even try to exit: that ends its decision, not a server)
        raise BotFailed(traceback.format_exc()) from None  # its own exception may not survive the way to the server


class Bots:
    """The bots of this server process."""

    def __init__(self, hall: Hall, moves: Moves, pool: Turns, seconds: float = SLOW_BOT.seconds) -> None:
        self._hall = hall
        self._moves = moves
        self.seconds = seconds
        self._pool = pool
        self._busy: dict[tuple[str, int, Seat], asyncio.Task[None]] = {}
        self._slow: dict[tuple[str, str], None] = {}
        """Bots that took long, by match and name; those remembered longest come first."""

    def wake(self, room: Room, _: Sequence[JournalRow] = ()) -> None:
        """Let every bot that owes an order think; an empty seat plays its default order."""
        if room.match is None:
            return
        is_lone = not people_playing(room.row, room.match)
        for seat in room.match.waiting_for:
            row, key = room.row.seats[seat - 1], (room.row.id, room.match.step, seat)
            if (row.kind == "bot" or row.is_empty) and key not in self._busy:
                task = asyncio.create_task(self._play(*key, room.row.created_by, row.bot, is_lone))
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

    async def _play(self, match_id: str, step: int, seat: Seat, maker: str, name: str | None, is_lone: bool) -> None:
        try:
            if name is None:
                match = (await self._hall.room(match_id)).playing
                order = match.game.rules.default_order(match.state, seat)
            else:
                order = await self._think(match_id, step, seat, maker, name, is_lone)
            await self._moves.submit(match_id, seat, order, key=KEY.format(step), step=step)
        except (NotNow, Duplicate, NotFound):  # the match has moved on, or was removed
            logger.info("A bot's order came too late", extra={"match": match_id, "seat": seat})
        except NotReady:  # it is woken again once the database answers
            logger.warning(
                "A bot's order could not be submitted; it will try again", extra={"match": match_id, "seat": seat}
            )
        except Exception:  # it is woken again before long
            logger.exception(
                "A bot's order could not be submitted; it will try again", extra={"match": match_id, "seat": seat}
            )

    async def _think(self, match_id: str, step: int, seat: Seat, maker: str, name: str, is_lone: bool) -> Any:
        """What a bot decides once it is its turn; the time is charged to the match's maker, and to the address that
        woke the bot.

        A bot that waits keeps nothing of its match in memory.
        """
        asked, decided = perf_counter(), None
        while decided is None:
            kind = self._kind_of(match_id, name, is_lone)
            async with self._pool.turn(kind, maker, match_id, requester().known_address) as worker:
                if kind is not self._kind_of(match_id, name, is_lone):  # another seat's bot was too slow meanwhile
                    continue
                match = (await self._hall.room(match_id)).playing
                if match.step != step or seat not in match.waiting_for:
                    raise NotToAct("The match has moved on.")
                decided = await self._decide(worker, match, seat, name, is_quick=kind is BOT)
                if decided is None:
                    self._remember_slow(match_id, name)
        BOT_SECONDS.labels(match.game.slug, name).observe(perf_counter() - asked)
        return decided

    def _kind_of(self, match_id: str, name: str, is_lone: bool) -> Kind:
        """Where a bot thinks in this match."""
        if is_lone:
            return LONE_BOT
        return SLOW_BOT if (match_id, name) in self._slow else BOT

    def _remember_slow(self, match_id: str, name: str) -> None:
        self._slow[match_id, name] = None
        if len(self._slow) > MAX_SLOW_REMEMBERED:
            del self._slow[next(iter(self._slow))]

    async def _decide(self, worker: Worker, match: AnyMatch, seat: Seat, name: str, *, is_quick: bool) -> Any:
        """What the bot decides, or the default order if it fails; None where it should be quick and is not."""
        game, about = match.game, {"game": match.game.slug, "bot": name, "seat": seat}
        asked = game.slug, game.version, name, codec.encode(match.state), seat, match.seed, match.step
        seconds = QUICK_SECONDS if is_quick else self.seconds
        try:
            decided = await worker.do(seconds + BOT.seconds, think, *asked, seconds)
            order: Any = None if decided is None else codec.decode(decided, game.order)
        except TimeoutError:  # it could not be cut off: the process was ended
            order = None
        except Exception:
            logger.exception("A bot crashed", extra=about)
            return game.rules.default_order(match.state, seat)
        if order is None and is_quick:
            return None
        if order is None:
            logger.error("A bot was too slow", extra=about)
        elif refusals(game.rules.check(match.state, seat, order)):
            logger.error("A bot played an illegal order", extra=about)
        else:
            return order
        return game.rules.default_order(match.state, seat)


class Waking(Watching):
    """Looks for bots that nobody waits for: all at the start, later those in matches that have gone quiet."""

    def __init__(self, hall: Hall, bots: Bots) -> None:
        super().__init__("waking", LOOK_SECONDS)
        self._hall = hall
        self._bots = bots
        self._failing: set[str] = set()
        """Matches that cannot be opened: each is logged once."""
        self._since = 0

    async def look(self) -> None:
        """Wake the bots of matches that have gone quiet since the last look; a match that could not be opened then
        gets another chance."""
        pause = LOOK_SECONDS * MILLISECONDS
        until = self._hall.clock.now() - (pause if self._since else 0)
        await self.wake(self._since, until)
        self._since = until - 3 * pause

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
