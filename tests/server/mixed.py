"""Load of every kind: all games, and everything people do besides giving orders, through crashes."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from typing import Any
from uuid import uuid4

import msgspec

from armillary.core.registry import games
from tests.server.crash import Ack, Deed, Kind
from tests.server.processes import PATIENCE, Guest, Server

ROUNDS = 12
"""Rounds of a match before its players leave it as it is."""
ABSENT: tuple[dict[str, Any], ...] = ({"then": "default"}, {"then": "open"}, {"then": "bot", "bot": "random"})

NAMES = ("Ada", "ADA", "Grace", "Random")
"""Some of which look alike, and like a bot's."""


class Seated:
    """Somebody at a table."""

    def __init__(self, guest: Guest, match_id: str, slug: str, seat: int) -> None:
        self.guest, self.match, self.seat = guest, match_id, seat
        self.outside, self.table = f"/api/matches/{match_id}", f"/api/{slug}/matches/{match_id}"
        self.is_gone = False


class Mixed:
    """Tables of all games: people order, change their minds and names, talk, offer draws, give up and take over."""

    def __init__(self, servers: Sequence[Server], count: int) -> None:
        self.acks: list[Ack] = []
        self.deeds: list[Deed] = []
        self.names: dict[str, str] = {}
        """By the ids of those who were given one, and do not wait for another."""
        self.matches: list[str] = []
        self._ports = [server.port for server in servers]
        self._playing = [asyncio.create_task(self._play(random.Random())) for _ in range(count)]

    def check(self) -> None:
        """Raise what went wrong at any table."""
        for each in self._playing:
            if each.done():
                each.result()

    async def stop(self) -> None:
        """Leave the tables as they are."""
        for each in self._playing:
            each.cancel()
        for ended in await asyncio.gather(*self._playing, return_exceptions=True):
            assert isinstance(ended, asyncio.CancelledError), ended

    async def _play(self, dice: random.Random) -> None:
        while True:
            game = dice.choice(games())
            guests = [Guest(*dice.sample(self._ports, len(self._ports))) for _ in range(game.seats[0] + 1)]
            try:
                for guest in guests:
                    await guest.arrive()
                await self._match(game.slug, guests, dice)
            finally:
                for guest in guests:
                    await guest.hang_up()

    async def _match(self, slug: str, guests: list[Guest], dice: random.Random) -> None:
        """The last of the guests waits for a seat that somebody gives up."""
        host, *others, waiting = guests
        seats = [{"kind": "me"}, *({"kind": "invite"} for _ in others)]
        terms = {"seats": seats, "absent": dice.choice(ABSENT)}
        made = await host.call("POST", f"/api/{slug}/matches", terms)
        match_id, invites = made["match"]["id"], made["invites"]
        self.matches.append(match_id)
        table = [Seated(host, match_id, slug, 1)]
        for seat, guest in enumerate(others, start=2):
            table.append(Seated(guest, match_id, slug, seat))
            await _ask(guest, "POST", f"/api/matches/{match_id}/join", {"invite": invites[str(seat)]})
            assert (await guest.call("GET", f"/api/matches/{match_id}"))["yours"] == [seat]
        for _ in range(ROUNDS):
            for who in [each for each in table if not each.is_gone]:
                if dice.random() < 0.1:
                    await who.guest.move()
                await self._act(who, dice)
            for gone in [each for each in table if each.is_gone and str(each.seat) in invites]:
                table.remove(gone)
                newcomer = Seated(waiting, match_id, slug, gone.seat)
                if await self._do(newcomer, "POST", "/join", {"invite": invites[str(gone.seat)]}, "join"):
                    table.append(newcomer)
            if (await host.call("GET", f"/api/matches/{match_id}"))["status"] == "over":
                return

    async def _act(self, who: Seated, dice: random.Random) -> None:
        """What somebody does when their turn comes, and it may not have come."""
        chance = dice.random()
        if chance < 0.03:
            who.is_gone = await self._do(who, "POST", "/resign", None, "give_up")
        elif chance < 0.08:
            said = uuid4().hex
            await self._do(who, "POST", "/chat", {"text": said}, "chat", said)
        elif chance < 0.2:
            await self._do(who, "POST", "/draw", None, "draw")
        elif chance < 0.24:
            await _ask(who.guest, "DELETE", f"{who.outside}/draw")
        elif chance < 0.27:
            name = dice.choice(NAMES)
            self.names.pop(who.guest.id, None)
            if await _ask(who.guest, "PUT", "/api/me", {"name": name}):
                self.names[who.guest.id] = name
        else:
            await self._decide(who, dice)

    async def _decide(self, who: Seated, dice: random.Random) -> None:
        """An order, perhaps changed, perhaps withdrawn, perhaps given again."""
        await self._order(who, dice)
        if dice.random() < 0.15:
            await self._order(who, dice)
        if dice.random() < 0.2 and await _ask(who.guest, "DELETE", f"{who.table}/orders"):
            self.deeds.append(Deed(who.match, who.seat, "withdraw"))
            if dice.random() < 0.7:
                await self._order(who, dice)

    async def _order(self, who: Seated, dice: random.Random) -> None:
        """One of the orders that are offered, with a key of its own."""
        considered = await _ask(who.guest, "POST", f"{who.table}/draft", {})
        if considered is None or considered["ahead"]:
            return
        order, key = dice.choice(considered["options"]["templates"])["order"], uuid4().hex
        body = {"order": order, "step": considered["step"]}
        taken = await _ask(who.guest, "POST", f"{who.table}/orders", body, key)
        if taken is not None:
            self.acks.append(Ack(who.match, who.seat, key, order, taken["seq"], taken["step"]))

    async def _do(self, who: Seated, method: str, path: str, body: Any, kind: Kind, text: str = "") -> bool:
        """Something that leaves a row in the journal; did a server say that it is done?"""
        done = await _ask(who.guest, method, who.outside + path, body) is not None
        if done:
            self.deeds.append(Deed(who.match, who.seat, kind, text))
        return done


async def _ask(guest: Guest, method: str, path: str, body: Any = None, key: str | None = None) -> Any:
    """The answer, asked for until there is one; None for a refusal: it is too late, or a crash hid that it is done.

    An old key may need a worker, which no server starts that is killed every second: that is waited for. So is a row
    that a stopped process holds.
    """
    async with asyncio.timeout(10 * PATIENCE):
        while True:
            status, data = await guest.persist(method, path, body, key)
            if status not in (429, 503):
                assert status < 500, f"{method} {path}: {status} {data[:500]!r}"
                return msgspec.json.decode(data) if status < 300 else None
            await asyncio.sleep(0.1)
