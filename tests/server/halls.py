"""Server processes without a network: several in one test share one database."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any, Self

import pytest

from armillary.api.people import Player
from armillary.api.terms import Pace, SeatPlan
from armillary.core import codec
from armillary.core.match import AnyMatch, Match
from armillary.core.registry import game
from armillary.server.clock import Clock
from armillary.server.play.room import Room
from armillary.server.process import Process
from armillary.server.settings import Settings, async_url
from armillary.server.work.pool import Kind


class AtOnce:
    """Work that would be done in a worker process, done here."""

    @contextlib.asynccontextmanager
    async def turn(self, kind: Kind, person: str, match: str = "", address: str = "") -> AsyncIterator[Any]:
        """Everybody has theirs at once."""
        yield self

    async def do(self, seconds: float, work: Callable[..., Any], *given: Any) -> Any:
        """What it gives."""
        return work(*given)

    def end(self) -> None:
        """Nothing goes on."""


def orders_checked(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Every order that is checked from now on, as a list that grows."""
    checked: list[Any] = []
    check = Match.check

    def noted(match: AnyMatch, seat: int, order: Any) -> Any:
        checked.append(order)
        return check(match, seat, order)

    monkeypatch.setattr(Match, "check", noted)
    return checked


class Peer(Process):
    """A server process in which nothing happens by itself."""

    @classmethod
    def at(cls, url: str, clock: Clock | None = None, **settings: Any) -> Self:
        """One that works with this database."""
        wide = {"open_matches_per_player": 100}
        return cls(Settings(database_url=async_url(url), **{**wide, **settings}), clock, AtOnce())

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
    url: str, count: int = 1, clock: Clock | None = None, **settings: Any
) -> AsyncIterator[Sequence[Peer]]:
    """This many processes on one database."""
    peers = [Peer.at(url, clock, **settings) for _ in range(count)]
    async with contextlib.AsyncExitStack() as running:
        for each in peers:
            await running.enter_async_context(each.run(background=False))
        yield peers
