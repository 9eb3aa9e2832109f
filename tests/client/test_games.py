"""Every game over the network: its own types in everything that is answered, matches played by its own bots."""

from __future__ import annotations

import asyncio
from typing import Any, get_args

import pytest

from armillary.api.history import TurnSeen
from armillary.api.messages import TableMessage
from armillary.api.terms import NewMatch, SeatPlan
from armillary.bots import names
from armillary.client import AsyncClient, Client, play
from armillary.core.contract import AnyGame
from armillary.core.record import verify
from armillary.core.registry import game as registered
from armillary.core.registry import slugs
from tests.client.callers import any_order
from tests.server.api import Server


def _terms(game: AnyGame) -> NewMatch[Any]:
    """A short match against the server's bots."""
    seats = (SeatPlan("me"), *[SeatPlan("bot", "random")] * (game.seats[0] - 1))
    return NewMatch(seats, preset="lesson")


def _kinds(union: Any) -> tuple[type, ...]:
    return get_args(union) or (union,)


@pytest.mark.parametrize("slug", slugs())
def test_answers_have_the_game_s_own_types_in_them(server: Server, slug: str) -> None:
    game = registered(slug)
    with Client(server.address) as client:
        client.me()
        match = client.new_match(slug, _terms(game)).match
        while not (turns := [each for each in client.each_entry(match) if isinstance(each, TurnSeen)]):
            now = client.table(match)
            if now.you in now.table.to_act and now.you not in now.table.submitted:
                draft = client.draft(match)
                assert isinstance(draft.order, _kinds(game.order))
                assert isinstance(draft.preview, game.preview)
                client.order(match, any_order(game, now.table.view, draft.options), step=now.table.step)
        view = client.table(match).table.view
        assert isinstance(view, game.view)
        assert {type(told.event) for turn in turns for told in turn.events} <= set(_kinds(game.event))
        assert {type(seen.order) for turn in turns for seen in turn.orders} <= set(_kinds(game.order))
        assert [each.view.setup for each in client.each_step(match, 0, 1)] == [view.setup] * 2


@pytest.mark.parametrize("slug", slugs())
def test_a_match_is_played_on_the_socket_with_whole_views(server: Server, slug: str) -> None:
    game = registered(slug)
    with Client(server.address) as client:
        client.me()
        match = client.new_match(slug, _terms(game)).match
        tables = []
        with client.sit(match) as seat:
            for message in seat:
                if isinstance(message, TableMessage):
                    tables.append(message.table.table)
                assert seat.table is not None
                if len(tables) > 3 or seat.table.table.outcome:
                    break
                if seat.owes_order:
                    order = any_order(game, seat.table.table.view, seat.draft().options)
                    seat.order(order, step=seat.table.table.step)
        assert [type(table.view) for table in tables] == [game.view] * len(tables)
        assert [table.view for table in tables] == [client.step(match, table.step).view for table in tables]


@pytest.mark.parametrize("slug", slugs())
async def test_the_game_s_own_bot_plays_against_the_server_s_to_the_end(server: Server, slug: str) -> None:
    game = registered(slug)
    async with AsyncClient(server.address) as client:
        await client.me()
        match = (await client.new_match(slug, _terms(game))).match
        async with asyncio.timeout(120):
            await play(client, names(game)[-1], only=match.id)
        assert (await client.match(match.id)).status == "over"
        assert verify(await client.record(match.id)).outcome
