"""Several processes on one database: every order counts, every step is resolved once, everybody hears of it."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import text

from armillary.core import codec
from armillary.core.errors import NotToAct
from armillary.core.values import Seat
from armillary.games.skirmish.model import Play
from armillary.server.doctor import examine
from armillary.server.errors import Conflict, NotReady
from armillary.server.matches.change import change_to
from armillary.server.settings import async_url
from armillary.server.storage.postgresql import PostgresqlServer
from tests.server.api import Person, meet, running
from tests.server.bench import Bench
from tests.server.halls import Peer, processes
from tests.server.news import News, hears, listening, watched
from tests.server.processes import Guest, Server
from tests.server.store import two_stores_never_wait_in_a_circle

ROUNDS = 15
MATCHES = 5


async def _play(here: Peer, there: Peer, match_id: str) -> list[bool]:
    """A whole match, both last orders of every round at the same moment through different processes."""
    resolved = []
    for card in range(1, ROUNDS + 1):
        both = await asyncio.gather(
            here.moves.submit(match_id, 1, Play(card)), there.moves.submit(match_id, 2, Play(ROUNDS + 1 - card))
        )
        resolved.append(sorted(each.resolved for each in both) == [False, True])
    return resolved


async def test_the_last_two_orders_through_two_processes_resolve_once(shared_database: str, news: News) -> None:
    async with processes(shared_database, 2, redis_url=news.redis_url) as (here, there):
        rooms = [await here.match("skirmish") for _ in range(MATCHES)]
        played = await asyncio.gather(*(_play(here, there, room.row.id) for room in rooms))
        assert all(all(once) for once in played)
        findings = [finding async for finding in examine(there.store)]
        assert [finding.fault for finding in findings] == [None] * MATCHES
        assert {finding.match: finding.steps for finding in findings} == {
            room.row.id: room.playing.step for room in rooms
        }
        for room in rooms:
            orders = [row for row in await here.store.journal(room.row.id) if row.kind == "order"]
            assert len(orders) == 2 * ROUNDS
            assert here.hall.rooms[room.row.id].playing.state == (await there.hall.room(room.row.id)).playing.state


async def test_an_order_for_a_turn_that_was_resolved_elsewhere_is_not_taken_for_the_next(shared_database: str) -> None:
    async with processes(shared_database, 2) as (here, there):
        match_id = (await here.match("skirmish")).row.id
        await here.moves.submit(match_id, 1, Play(1))
        await there.moves.submit(match_id, 2, Play(2))
        with pytest.raises(NotToAct, match="is for step 0"):
            await here.moves.submit(match_id, 1, Play(3), step=0)
        assert (await there.hall.room(match_id)).playing.pending == {}


async def test_whoever_watches_in_one_process_hears_of_changes_in_another(shared_database: str, news: News) -> None:
    async with processes(shared_database, 2, redis_url=news.redis_url) as (here, there):
        match_id = (await here.match("skirmish")).row.id
        room = await there.hall.room(match_id)
        changed = watched(room)
        await listening(news, there)
        given = await here.moves.submit(match_id, 1, Play(1))
        await hears(room, changed, given.seq)
        assert room.playing.pending == {1: Play(1)}


async def test_news_missed_while_the_relay_was_cut_off_are_caught_up_with(shared_database: str, news: News) -> None:
    async with processes(shared_database, 2, redis_url=news.redis_url) as (here, there):
        match_id = (await here.match("skirmish")).row.id
        room = await there.hall.room(match_id)
        changed = watched(room)
        for card in range(1, 4):
            await listening(news, there)
            await news.cut(here)
            await here.moves.submit(match_id, 1, Play(card))
            given = await here.moves.submit(match_id, 2, Play(card + 1))
            await hears(room, changed, given.seq)
        assert await there.steps(room) == [1, 2, 3]


async def test_a_change_is_accepted_and_announced_though_whoever_asked_is_gone(database: str) -> None:
    async with processes(database) as (only,):
        room = await only.match("skirmish")
        told: list[Seat] = []
        only.hall.listeners.append(lambda room, _: told.append(len(room.playing.pending)))
        changed = watched(room)
        asking = asyncio.create_task(only.moves.submit(room.row.id, 1, Play(4)))
        while room.last_on_its_way is None:
            await asyncio.sleep(0)
        asking.cancel()
        following = asyncio.create_task(only.moves.submit(room.row.id, 2, Play(5)))
        await asyncio.wait_for(changed.wait(), 10)
        assert (await following).resolved
        assert told == [1, 0]
        assert asking.cancelled()
        assert await only.steps(room) == [1]


def _lose_next_answer(process: Peer, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next transaction is committed, and nobody hears of it."""
    write = process.store.database.write

    async def answer_lost(work: Any) -> Any:
        await write(work)
        monkeypatch.setattr(process.store.database, "write", write)
        raise NotReady("the connection was lost")

    monkeypatch.setattr(process.store.database, "write", answer_lost)


async def test_a_commit_whose_answer_was_lost_counts_once(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with processes(database) as (only,):
        room = await only.match("skirmish")
        told: list[int] = []
        only.hall.listeners.append(lambda room, _: told.append(room.seq))
        _lose_next_answer(only, monkeypatch)
        given = await only.moves.submit(room.row.id, 1, Play(4))
        assert (given.seq, given.resolved, told) == (room.seq, False, [room.seq])
        assert [row.kind for row in await only.store.journal(room.row.id)].count("order") == 1


async def test_a_lost_answer_is_found_though_somebody_else_in_the_batch_fails(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with processes(database) as (only,):
        rooms = [await only.match("skirmish") for _ in range(3)]
        tries: list[int] = []

        def fails_later(_: Any) -> None:
            tries.append(1)
            if len(tries) > 1:
                raise ValueError("spoilt")

        _lose_next_answer(only, monkeypatch)
        orders = [only.moves.submit(room.row.id, 1, Play(4)) for room in rooms]
        given = await asyncio.gather(only.store.write(fails_later), *orders, return_exceptions=True)
        assert isinstance(given[0], ValueError)
        assert [each.seq for each in given[1:]] == [3, 3, 3]  # type: ignore[union-attr]
        assert [len(await only.store.journal(room.row.id)) for room in rooms] == [3, 3, 3]


async def test_a_connection_lost_in_the_middle_of_a_batch_costs_nobody_anything(shared_database: str) -> None:
    async with processes(shared_database) as (only,):
        rooms = [await only.match("skirmish") for _ in range(3)]
        tries: list[int] = []

        def cut_off(connection: Any) -> None:
            tries.append(len(tries))
            if len(tries) == 1:
                connection.execute(text("SELECT pg_terminate_backend(pg_backend_pid())"))

        given = await asyncio.gather(
            *(only.moves.submit(room.row.id, 1, Play(5)) for room in rooms), only.store.write(cut_off)
        )
        assert [each and each.seq for each in given] == [3, 3, 3, None]
        assert tries == [0, 1]
        assert [len(await only.store.journal(room.row.id)) for room in rooms] == [3, 3, 3]


async def test_two_processes_never_wait_for_each_other_in_a_circle(
    shared_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    failures: list[str] = []
    write = PostgresqlServer.write

    async def noted(self: PostgresqlServer, work: Any) -> Any:
        try:
            return await write(self, work)
        except Exception as error:
            failures.append(str(error))
            raise

    monkeypatch.setattr(PostgresqlServer, "write", noted)
    bench = Bench(async_url(shared_database))
    await bench.store.open()
    try:
        await two_stores_never_wait_in_a_circle(bench)
    finally:
        await bench.store.close()
    assert failures == []


async def test_a_database_that_is_gone_fails_everybody_soon(
    shared_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with processes(shared_database) as (only,):
        tries: list[int] = []

        async def gone(work: Any) -> Any:
            tries.append(len(work.args[0]))
            raise NotReady("nobody there")

        def nothing(connection: Any) -> None:
            raise AssertionError

        with monkeypatch.context() as patch:
            patch.setattr(only.store.database, "write", gone)
            jobs = [only.store.write(nothing) for _ in range(100)]
            results = await asyncio.gather(*jobs, return_exceptions=True)
        assert {type(result) for result in results} == {NotReady}
        assert tries == [100, 100]
        assert (await only.match("skirmish")).playing.step == 0


async def test_orders_that_come_together_share_one_commit(database: str) -> None:
    async with processes(database) as (only,):
        room = await only.match("skirmish")
        commits: list[int] = []
        write = only.store.database.write

        async def counted(work: Any) -> Any:
            commits.append(len(work.args[0]))
            return await write(work)

        only.store.database.write = counted  # type: ignore[method-assign]
        given = await asyncio.gather(*(only.moves.submit(room.row.id, seat, Play(5)) for seat in (1, 2)))
        assert [(each.seq, each.resolved) for each in given] == [(3, False), (5, True)]
        assert (room.playing.step, len(commits)) == (1, 1)


async def test_what_is_on_its_way_is_not_shown_and_falls_with_the_change_it_stands_on(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with processes(database, 2) as (here, there):
        match_id = (await here.match("skirmish", seats=3)).row.id
        room = await here.hall.room(match_id)
        await there.moves.submit(match_id, 3, Play(7))
        monkeypatch.setattr(here.hall.store.database, "is_shared", False)  # does not know of it yet
        orders = [asyncio.create_task(here.moves.submit(match_id, seat, Play(seat))) for seat in (1, 2)]
        await asyncio.sleep(0)
        assert dict(room.playing.pending) == {}
        assert dict(room.head.playing.pending) == {1: Play(1), 2: Play(2)}
        given = await asyncio.gather(*orders)
        assert sorted(each.resolved for each in given) == [False, True]  # both try again: either may be the last
        assert [row.kind for row in await here.store.journal(match_id)][-4:] == ["order", "order", "order", "step"]


async def test_a_refusal_waits_for_what_it_stands_on(database: str) -> None:
    async with processes(database) as (only,):
        match_id = (await only.match("skirmish")).row.id
        await only.moves.submit(match_id, 1, Play(4))
        last = asyncio.create_task(only.moves.submit(match_id, 2, Play(4), "key", 0))
        await asyncio.sleep(0)
        with pytest.raises(NotToAct):
            await only.moves.submit(match_id, 2, Play(4), "another", 0)
        assert last.done()


async def test_a_change_that_is_known_already_is_not_accepted_again(database: str) -> None:
    async with processes(database) as (only,):
        room = await only.match("skirmish")
        await only.default(room.row.id, 1)
        order = room.playing.game.rules.default_order(room.playing.state, 2)
        after = room.playing.submit(2, order)
        change = change_to(room.known, 0, ("order", 2, codec.encode(order).decode(), None), match=after)
        await only.store.append(change.append)
        await only.hall.refresh(room.row.id)
        await only.default(room.row.id, 1)
        before = room.seq
        room.conclude(change, None)
        assert room.seq == before


async def test_a_key_used_before_gives_the_first_answer_even_after_the_room_was_forgotten(database: str) -> None:
    async with processes(database, 2) as (here, there):
        match_id = (await here.match("skirmish")).row.id
        await here.moves.submit(match_id, 1, Play(7), "first")
        last = await here.moves.submit(match_id, 2, Play(8), "last")
        assert await there.moves.first_answer(match_id, 2, "last", Play(8)) == last
        assert await there.moves.first_answer(match_id, 2, "first", Play(8)) is None
        with pytest.raises(Conflict, match="another order"):
            await there.moves.first_answer(match_id, 2, "last", Play(9))


async def test_an_acknowledged_order_sent_again_is_answered_the_same_whatever_happened_since(tmp_path: Path) -> None:
    async with Server(f"{tmp_path}/test.db") as server:
        first, second = Guest(server.port), Guest(server.port)
        await first.arrive()
        await second.arrive()
        made = await first.call("POST", "/api/skirmish/matches", {"seats": [{"kind": "me"}, {"kind": "open"}]})
        match_id = made["match"]["id"]
        await second.call("POST", f"/api/matches/{match_id}/join", {})
        path, order = f"/api/skirmish/matches/{match_id}/orders", {"order": {"card": 3}}
        answers = [await first.call("POST", path, order, "mine")]
        await second.call("POST", path, {"order": {"card": 4}}, "last")
        answers.append(await first.call("POST", path, order, "mine"))
        server.kill()
        await server.start()
        answers.append(await first.call("POST", path, order, "mine"))
        await second.call("POST", f"/api/matches/{match_id}/resign", {})
        answers.append(await first.call("POST", path, order, "mine"))
        refused = [await first.exchange("POST", path, {"order": {"card": 5}}, key) for key in ("mine", "new")]
        await first.hang_up()
        await second.hang_up()
    assert answers == [{"seq": 3, "step": 0, "resolved": False, "violations": []}] * 4
    assert [status for status, _ in refused] == [409, 409]


async def _next(socket: Any) -> dict[str, Any]:
    """The next message that is not of who comes and goes."""
    while True:
        message: dict[str, Any] = msgspec.json.decode(await socket.recv())
        if message["type"] != "presence":
            return message


async def test_sockets_of_one_server_see_what_comes_through_another(shared_database: str, news: News) -> None:
    settings = {"redis_url": news.redis_url}
    async with Server(shared_database, **settings) as one, Server(shared_database, **settings) as other:
        first, second = Guest(one.port), Guest(other.port)
        await first.arrive()
        await second.arrive()
        made = await first.call("POST", "/api/skirmish/matches", {"seats": [{"kind": "me"}, {"kind": "open"}]})
        match_id = made["match"]["id"]
        await second.call("POST", f"/api/matches/{match_id}/join", {})
        path = f"/api/skirmish/matches/{match_id}/orders"
        async with await first.socket(match_id) as socket, asyncio.timeout(20):
            opening = await _next(socket)
            await second.call("POST", path, {"order": {"card": 3}}, "a")
            waiting = await _next(socket)
            await first.call("POST", path, {"order": {"card": 4}}, "a")
            resolved = await _next(socket)
        await first.hang_up()
        await second.hang_up()
    assert (opening["type"], opening["table"]["table"]["step"]) == ("table", 0)
    assert (waiting["type"], waiting["submitted"], waiting["pending"]) == ("waiting", [2], None)
    assert (resolved["type"], resolved["table"]["table"]["step"]) == ("table", 1)
    assert [told["step"] for told in resolved["happened"]] == [1]


def test_an_order_on_a_socket_is_for_the_current_step_though_no_note_of_it_came(
    shared_database: str, tmp_path: Path
) -> None:
    url = async_url(shared_database)
    with running(tmp_path, database_url=url) as here, running(tmp_path, database_url=url) as there:
        match = meet(here)
        there.inside(there.process.relay.close)
        with Person(there, headers=match.people[0].headers).live(match.id) as socket:
            assert json.loads(socket.recv(5))["type"] == "table"
            for seat in (1, 2):
                match.order(seat, {"card": 3})
            assert there.process.hall.rooms[match.id].playing.step == 0
            socket.send('{"type": "order", "id": "mine", "order": {"card": 5}}')
            while (taken := json.loads(socket.recv(5)))["type"] != "taken":
                pass
    assert [taken["result"][name] for name in ("seq", "step", "resolved")] == [6, 1, False]
