"""Halls without a network: several in one test stand for several processes on one database."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any, Self

from armillary.api.people import Player
from armillary.api.terms import Pace, SeatPlan
from armillary.core import codec
from armillary.core.registry import game
from armillary.server.clock import Clock, WallClock
from armillary.server.matches.allowance import Allowance
from armillary.server.matches.beside import Beside
from armillary.server.matches.hall import Hall
from armillary.server.matches.hosting import Hosting
from armillary.server.matches.lobby import Lobby
from armillary.server.matches.moves import Moves
from armillary.server.matches.past import Past
from armillary.server.matches.pauses import Pauses
from armillary.server.matches.renaming import Renaming
from armillary.server.matches.room import Room
from armillary.server.matches.trying import Trying
from armillary.server.matches.views import Views
from armillary.server.people.guests import Guests
from armillary.server.people.quota import Quota
from armillary.server.people.signed_in import SignedIn
from armillary.server.people.tokens import Tokens
from armillary.server.relay import relay_for
from armillary.server.settings import async_url
from armillary.server.storage.store import Store
from armillary.server.tasks.deadlines import Deadlines


class AtOnce:
    """Work that would be done in a worker process, done here."""

    @contextlib.asynccontextmanager
    async def turn(self, person: str, match: str, address: str = "") -> AsyncIterator[Self]:
        """Everybody has theirs at once."""
        yield self

    async def do(self, seconds: float, work: Callable[..., Any], *given: Any) -> Any:
        """What it gives."""
        return work(*given)

    def end(self) -> None:
        """Nothing goes on."""


ALLOWANCE = Allowance(most_open=100)


class Peer:
    """What a server process holds, without its network and without its own rhythm."""

    def __init__(self, url: str, clock: Clock, redis_url: str = "") -> None:
        self.store = Store(async_url(url), notifies=not redis_url)
        self.hall = Hall(self.store, clock)
        self.trying = Trying(Beside(AtOnce(), 60, 0))
        self.quota = Quota(20)
        self.lobby = Lobby(self.hall, ALLOWANCE, self.quota, self.trying)
        self.pauses = Pauses(self.hall)
        self.deadlines = Deadlines(self.hall)
        self.signed_in = SignedIn(self.store)
        self.relay = relay_for(self.hall, (self.hall.presence, self.signed_in), redis_url)
        self.guests = Guests(self.store, clock, self.signed_in)
        self.tokens = Tokens(self.store, clock, self.guests, self.signed_in)
        self.renaming = Renaming(self.hall, self.guests)
        self.hosting = Hosting(self.hall, self.guests, ALLOWANCE, self.quota, self.trying)
        self.past = Past(self.store, Beside(AtOnce(), 60, 0), Beside(AtOnce(), 60, 0))
        self.moves = Moves(self.hall, self.past, self.trying)
        self.views = Views(self.hall, self.past, self.trying)

    async def match(
        self,
        slug: str,
        *,
        seats: int | None = None,
        pace: Pace | None = None,
        people: Sequence[Player] = (),
        **more: Any,
    ) -> Room:
        """A match that has begun, between new guests: as few as the game allows, unless asked otherwise."""
        seats = game(slug).seats[0] if seats is None else seats
        people = people or [await self.guest() for _ in range(seats)]
        plans = (SeatPlan("me"), *(SeatPlan("open") for _ in people[1:]))
        made = await self.lobby.make(game(slug), people[0], plans, pace=pace, **more)
        for each in people[1:]:
            await self.lobby.join(made.row.id, each)
        return await self.hall.room(made.row.id)

    async def steps(self, room: Room) -> list[int]:
        """The number of every step so far, as the history tells it."""
        shown, steps = await self.views.show(room, None), []
        since: int | None = 0
        while since is not None:
            part = await self.views.history(room, shown, since, 200)
            steps += [each["step"] for each in codec.tree(part.steps)]
            since = part.next
        return steps

    async def guest(self) -> Player:
        """Somebody new."""
        return await self.guests.welcome()

    async def default(self, match_id: str, *seats: int) -> None:
        """These seats play their default orders."""
        for seat in seats:
            match = (await self.hall.room(match_id)).playing
            await self.moves.submit(match_id, seat, match.game.rules.default_order(match.state, seat))


@contextlib.asynccontextmanager
async def processes(
    url: str, count: int = 1, clock: Clock | None = None, redis_url: str = ""
) -> AsyncIterator[Sequence[Peer]]:
    """This many processes on one database."""
    running = [Peer(url, clock or WallClock(), redis_url) for _ in range(count)]
    try:
        for process in running:
            await process.store.open()
            await process.relay.open()
        yield running
    finally:
        for process in running:
            await process.relay.close()
            await process.store.close()
