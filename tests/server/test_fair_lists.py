"""Whose open table comes first: everybody's first before anybody's second, addresses in turn, people before bots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from armillary.api.people import Player
from armillary.api.terms import SeatPlan
from armillary.core.registry import game
from armillary.server.limits.requester import Requester, set_requester
from armillary.server.matches.list_line import TURNS_PER_ADDRESS
from armillary.server.storage import tables
from armillary.server.storage.listings import Filters, Place, page_of
from tests.clock import HandClock
from tests.server.halls import Peer, processes

SEATS = (SeatPlan("me"), SeatPlan("open"))
OPEN = Filters(status="open")
FEW, PAGE = 20, 10


async def _make(peer: Peer, maker: Player, address: str, seats: Sequence[SeatPlan] = SEATS) -> str:
    """An open table that somebody makes at this address, a moment after the last."""
    clock: Any = peer.clock
    clock.forward(1)
    set_requester(Requester(address, maker.id))
    return (await peer.lobby.make(game("skirmish"), maker, seats)).row.id


async def _listed(peer: Peer, after: Place | None = None, limit: int = PAGE) -> tuple[list[str], Place | None]:
    page = await page_of(peer.store, OPEN, "", after, limit)
    return [row.id for row in page.rows], page.next


async def test_nobody_can_have_the_first_page_to_themselves(database: str) -> None:
    """Three guests at one address make all the tables they may, later than everybody else."""
    async with processes(database, clock=HandClock()) as (only,):
        others = [await _make(only, await only.guest(), f"198.51.100.{number}") for number in range(PAGE - 1)]
        loud = [await only.guest() for _ in range(3)]
        made = [[await _make(only, maker, "203.0.113.9") for maker in loud] for _ in range(FEW)]
        first, after = await _listed(only)
        assert set(first) == {*others, made[0][0]}, "an address has one of the first places, like any other"
        assert (await _listed(only, after, 2))[0] == made[0][1:], "then everybody else's first"
        assert set((await _listed(only, after, 5))[0][2:]) == set(made[1]), "and then anybody's second"


async def test_pages_show_every_open_table_once_though_others_are_made_and_cancelled_meanwhile(database: str) -> None:
    async with processes(database, clock=HandClock()) as (only,):
        makers = [await only.guest() for _ in range(6)]
        made = dict[str, Player]()
        for number in range(30):
            made[await _make(only, makers[number % 6], f"198.51.100.{number % 4}")] = makers[number % 6]
        seen, place = list[str](), None
        for number in range(len(made)):
            some, place = await _listed(only, place, 4)
            seen += some
            if place is None:
                break
            await _make(only, makers[number % 6], f"198.51.100.{number % 4}")
            if seen[number] in made:
                await only.lobby.cancel(seen[number], made[seen[number]])
        assert len(seen) == len(set(seen))
        assert set(made) <= set(seen)


async def test_a_turn_that_becomes_free_is_given_to_the_next_table(database: str) -> None:
    async with processes(database, clock=HandClock()) as (only,):
        maker, other = await only.guest(), await only.guest()
        first, second = [await _make(only, maker, "198.51.100.1") for _ in range(2)]
        others = await _make(only, other, "198.51.100.2")
        assert (await _listed(only))[0] == [others, first, second]
        await only.lobby.cancel(first, maker)
        third = await _make(only, maker, "198.51.100.1")
        assert (await _listed(only))[0] == [third, others, second]


async def test_the_newest_come_first_where_too_many_people_share_an_address_to_be_told_apart(database: str) -> None:
    async with processes(database, clock=HandClock()) as (only,):
        many = TURNS_PER_ADDRESS + 3
        made = [await _make(only, await only.guest(), "198.51.100.1") for _ in range(many)]
        told_apart = made[: TURNS_PER_ADDRESS - 1]
        assert (await _listed(only, limit=50))[0] == [*told_apart, *reversed(made[TURNS_PER_ADDRESS - 1 :])]


@pytest.mark.parametrize("alone", [(SeatPlan("open"), SeatPlan("open")), (SeatPlan("bot", "random"), SeatPlan("open"))])
async def test_tables_where_people_wait_come_before_those_where_nobody_does(
    database: str, alone: Sequence[SeatPlan]
) -> None:
    async with processes(database, clock=HandClock()) as (only,):
        maker = await only.guest()
        tables_of_maker = [await _make(only, maker, "198.51.100.1") for _ in range(3)]
        empty = await _make(only, await only.guest(), "198.51.100.2", alone)
        assert (await _listed(only))[0] == [*tables_of_maker, empty]


async def test_an_address_is_stored_as_a_digest_and_only_while_the_table_is_open(database: str) -> None:
    async with processes(database, clock=HandClock()) as (only,):
        maker = await only.guest()
        begun, cancelled, waiting = [await _make(only, maker, "198.51.100.77") for _ in range(3)]
        await only.lobby.join(begun, await only.guest())
        await only.lobby.cancel(cancelled, maker)
        rows = await only.store.read(tables.matches.select())
        assert "198.51.100.77" not in str(rows)
        kept = {row.id: row.address for row in rows}
        assert (kept[begun], kept[cancelled]) == (None, None)
        assert len(kept[waiting]) == 32
