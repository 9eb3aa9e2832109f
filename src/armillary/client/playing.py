"""A program that plays: whichever of its matches waits for it, several at once, for as long as it runs.

One socket tells it of all its matches. Whatever it missed while the server was away, it finds when it connects again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection
from typing import Any, TypeAlias

from armillary.api.matches import MatchInfo, MatchLine
from armillary.api.messages import HomeMessage
from armillary.bots.deciding import kept
from armillary.client.errors import ClientError, ServerSaid
from armillary.client.http import AsyncClient
from armillary.client.reading import game_of
from armillary.core.contract import AnyGame
from armillary.core.dice import FastDice
from armillary.core.errors import BotFailed, UnknownGame, VersionNotInstalled
from armillary.core.options import Options
from armillary.core.seeds import new_seed
from armillary.core.values import Seat

logger = logging.getLogger("armillary.client")

Decide: TypeAlias = Callable[[AnyGame, Any, Options[Any]], Any]
"""The order to give, from the game, what the seat may see, and what it may order."""

SEEK_SECONDS = 2.0
"""How often open seats are looked for."""

AWAY_SECONDS = 1.0
"""How long to wait for a server that was away for longer than the client has patience."""

TOO_LATE = ("NotNow", "NotToAct", "MatchOver")
"""The match has gone on while the program was thinking."""

GONE, TAKEN = (403, 404), (403, 404, 409)
"""The statuses for a seat that is somebody else's now, or whose match is gone; and for one that somebody took first."""


def installed(name: str) -> Decide:
    """The decisions of a bot, for example `medium` or `./mybot.py:Bot`, in whichever game.

    One that fails is logged and plays what is offered first, the default order: its other matches go on.
    """
    dice = FastDice(int.from_bytes(new_seed()))

    def decide(game: AnyGame, view: Any, options: Options[Any]) -> Any:
        player = kept(game.slug, game.version, name)
        try:
            return player.decide(view, options, dice)
        except BotFailed as error:
            logger.error("%s", error)  # noqa: TRY400 (where we waited for it says nothing)
        except (Exception, SystemExit):
            logger.exception("The bot %s failed", name)
        return options.templates[0].order

    return decide


async def play(
    client: AsyncClient,
    decide: Decide,
    *,
    only: str | None = None,
    open_seats: Collection[str] = (),
    rematches: bool = False,
) -> None:
    """Play every match of this identity that waits for it, until cancelled.

    With `only`, play that match and return once it is over or was cancelled. `open_seats` names games: whenever a
    match of one of them has an open seat, take it. With `rematches`, take the seats that are kept for you. `decide` is
    called in a thread. An error in it, or an order that the server refuses, ends everything: it is the program's own.
    """
    player = _Player(client, decide, only, rematches)
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


class _Player:
    """Somebody who hears of their matches and plays them."""

    def __init__(self, client: AsyncClient, decide: Decide, only: str | None, rematches: bool) -> None:
        self._client = client
        self._decide = decide
        self._only = only
        self._rematches = rematches
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
        async for line in self._client.each_match(mine=True, status="open"):
            await self._see(line)
        async for line in self._client.each_match(your_move=True):
            await self._see(line)
        if self._only is None:
            return False
        return (await self._client.match(self._only)).status in ("over", "cancelled")

    async def _see(self, line: MatchLine) -> bool:
        """A match stands like this. Is there no more to do?"""
        if self._only not in (None, line.id):
            return False
        if self._rematches and any(seat.you and seat.kind == "kept" for seat in line.seats):
            await _join(self._client, line.id)
        elif line.your_move:
            self._wake(line.id)
        return self._only is not None and line.status in ("over", "cancelled")

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
            order = await asyncio.to_thread(self._decide, game_of(match), now.view, offered.options)
            await client.order(match, order, step=now.step, seat=seat)
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
