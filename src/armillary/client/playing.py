"""A program that plays: whichever of its matches waits for it, several at once, for as long as it runs.

One socket tells it of all its matches. Whatever it missed while the server was away, it finds when it connects again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection

from armillary.api.matches import MatchInfo, MatchLine
from armillary.api.messages import HomeMessage
from armillary.bots.registry import Make
from armillary.client.errors import ClientError, ServerSaid
from armillary.client.http import AsyncClient
from armillary.client.reading import game_of
from armillary.client.thinking import Thinker
from armillary.core.errors import OrderRefused, UnknownGame, VersionNotInstalled
from armillary.core.prose import listed
from armillary.core.values import Seat

logger = logging.getLogger("armillary.client")

SEEK_SECONDS = 2.0
"""How often open seats are looked for."""

AWAY_SECONDS = 1.0
"""How long to wait for a server that was away for longer than the client has patience."""

TOO_LATE = ("NotNow", "NotToAct", "MatchOver")
"""The match has gone on while the program was thinking."""

GONE, TAKEN = (403, 404), (403, 404, 409)
"""The statuses for a seat that is somebody else's now, or whose match is gone; and for one that somebody took first."""


async def play(
    client: AsyncClient,
    bot: str | Make,
    *,
    only: str | None = None,
    open_seats: Collection[str] = (),
    rematches: bool = False,
    tell: Callable[[str], object] = logger.info,
) -> int:
    """Play every match of this identity that waits for it, until cancelled; gives how many decisions have failed.

    The bot is a name or a place, such as `./mybot.py:Bot`, or something that is given a game and makes one, such as a
    class. It decides in a thread. A bot that fails plays its default order, which is logged. With `only`, play that
    match and return once it is over or was cancelled. `open_seats` names games: whenever a match of one of them has an
    open seat, take it. With `rematches`, take the seats that are kept for you. `tell` hears when matches begin and end.
    """
    thinker = Thinker(bot)
    player = _Player(client, thinker, only, rematches, tell)
    work = [asyncio.create_task(player.listen())]
    if open_seats:
        work.append(asyncio.create_task(_seek(client, open_seats)))
    try:
        await asyncio.wait([*work, player.failed], return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (*work, *player.busy.values()):
            task.cancel()
        await asyncio.gather(*work, *player.busy.values(), return_exceptions=True)
    for ended in (player.failed, *work):
        if ended.done() and not ended.cancelled():
            ended.result()
    return thinker.failures


class _Player:
    """Somebody who hears of their matches and plays them."""

    def __init__(
        self,
        client: AsyncClient,
        thinker: Thinker,
        only: str | None,
        rematches: bool,
        tell: Callable[[str], object],
    ) -> None:
        self._client = client
        self._thinker = thinker
        self._only = only
        self._rematches = rematches
        self._tell = tell
        self._met: set[str] = set()
        """Matches that were told of, and not their end."""
        self._again: set[str] = set()
        """Matches of which there was news while they were being played."""
        self.busy: dict[str, asyncio.Task[None]] = {}
        """The matches being played now: one at a time thinks about each."""
        self.failed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Gets the error of the first match that fails."""

    async def listen(self) -> None:
        """Hear of matches, through any number of connections, and wake the waiting seats."""
        while True:
            try:
                async with self._client.home() as home:
                    async for news in home:
                        if await (self._catch_up() if isinstance(news, HomeMessage) else self._see(news.match)):
                            return
            except ClientError as error:
                await _wait_for_server(error)

    async def _catch_up(self) -> bool:
        """After every connection: look at everything, since nothing is repeated. Is there no more to do?"""
        gone = set(self._met)
        for status in ("open", "playing"):
            async for line in self._client.each_match(mine=True, status=status):
                gone.discard(line.id)
                await self._see(line)
        async for line in self._client.each_match(mine=True, status="over"):
            if not gone:
                break
            if line.id in gone:
                gone.remove(line.id)
                await self._see(line)
        if self._only is None:
            return False
        return (await self._client.match(self._only)).status in ("over", "cancelled")

    async def _see(self, line: MatchLine) -> bool:
        """A match stands like this. Is there no more to do?"""
        if self._only not in (None, line.id):
            return False
        self._tell_of(line)
        if self._rematches and any(seat.you and seat.kind == "kept" for seat in line.seats):
            await _join(self._client, line.id)
        elif line.your_move:
            self._wake(line.id)
        return self._only is not None and line.status in ("over", "cancelled")

    def _tell_of(self, line: MatchLine) -> None:
        """A line when a match begins, or is found, and one when it is over."""
        if line.status == "playing" and line.id not in self._met:
            self._met.add(line.id)
            others = listed([seat.name for seat in line.seats if not seat.you]) or "nobody else"
            self._tell(f"Match {line.id} of {line.game} goes on, with {others}.")
        elif line.status == "over" and line.id in self._met:
            self._met.discard(line.id)
            self._tell(f"Match {line.id} of {line.game} is over. {line.last}")

    def _wake(self, match_id: str) -> None:
        """Play a match, or look at it once more when it is being played."""
        if match_id in self.busy:
            self._again.add(match_id)
        else:
            self.busy[match_id] = asyncio.create_task(self._play(match_id))

    async def _play(self, match_id: str) -> None:
        """Give every order that is owed now."""
        try:
            while True:
                self._again.discard(match_id)
                await self._give_all(match_id)
                if match_id not in self._again:
                    return
        except (UnknownGame, VersionNotInstalled) as error:
            logger.warning("Match %s cannot be played here: %s", match_id, error)
        except Exception as error:  # noqa: BLE001 (whoever called `play` gets it)
            if not self.failed.done():
                self.failed.set_exception(error)
        finally:
            del self.busy[match_id]

    async def _give_all(self, match_id: str) -> None:
        while True:
            try:
                match = await self._client.match(match_id)
                for seat in match.yours:
                    while await self._give(match, seat):
                        pass
            except ClientError as error:
                await _wait_for_server(error)
            else:
                return

    async def _give(self, match: MatchInfo, seat: Seat) -> bool:
        """Give one order, if one is owed. Once the match has gone on meanwhile, there will be news of it."""
        client = self._client
        try:
            now = (await client.table(match, seat=seat)).table
            if seat not in now.to_act or seat in (*now.submitted, *now.resigned):
                return False
            offered = await client.draft(match, seat=seat)
            if offered.step != now.step:
                return False
            asked = game_of(match), match.id, now.step, now.view, offered.options
            order = await asyncio.to_thread(self._thinker.order, *asked)
            try:
                await client.order(match, order, step=now.step, seat=seat)
            except ServerSaid as said:
                if said.code != OrderRefused.__name__:
                    raise
                why = " ".join(violation.text for violation in said.violations)
                self._thinker.fail(match.id, seat, now.step, f"It gave an order that is not allowed: {why}")
                await client.order(match, offered.options.templates[0].order, step=now.step, seat=seat)
        except ServerSaid as said:
            if said.code not in TOO_LATE and said.status not in GONE:
                raise
            return False
        return True


async def _seek(client: AsyncClient, games: Collection[str]) -> None:
    """Take open seats at matches of these games as they come."""
    while True:
        try:
            for slug in games:
                async for line in client.each_match(game=slug, to_join=True):
                    await _join(client, line.id)
        except ClientError as error:
            await _wait_for_server(error)
        await asyncio.sleep(SEEK_SECONDS)


async def _join(client: AsyncClient, match_id: str) -> None:
    """Take a seat, unless it is gone, or the match is one that cannot be played here."""
    try:
        game_of(await client.match(match_id))
        await client.join(match_id)
    except (UnknownGame, VersionNotInstalled) as error:
        logger.info("Match %s cannot be played here: %s", match_id, error)
    except ServerSaid as said:
        if said.status not in TAKEN:
            raise


async def _wait_for_server(error: ClientError) -> None:
    """Wait a little for a server that is away; any other error is raised."""
    if not error.passes:
        raise error
    logger.warning("The server does not answer; retrying: %s", error)
    await asyncio.sleep(AWAY_SECONDS)
