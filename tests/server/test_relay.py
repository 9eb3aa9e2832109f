"""News between processes, whatever happens to the way they go: late at worst, never lost, never in anybody's way."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections import Counter
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest
from redis.asyncio import Redis
from sqlalchemy import text

from armillary.api.terms import SeatPlan
from armillary.core.errors import BadInput
from armillary.core.registry import game
from armillary.games.skirmish.model import Play
from armillary.server.notify.redis import PATIENCE_SECONDS, RedisRelay
from armillary.server.notify.relay import Relay
from armillary.server.process import Process
from armillary.server.settings import Settings, async_url
from armillary.server.storage.postgresql import PostgresqlServer
from armillary.server.storage.statements import CHANNEL
from tests.server.halls import Peer, processes
from tests.server.news import News, ThroughRedis, hears, listening, watched
from tests.server.processes import Guest, Server
from tests.server.redis_server import PASSWORD, RedisServer

SECRET = "a-wrong-password-91"


@pytest.fixture
def no_sweep(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody looks for what nobody told."""
    monkeypatch.setattr("armillary.server.notify.redis.SWEEP_SECONDS", 3600)


@pytest.fixture
def quick_sweep(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody has to wait long."""
    monkeypatch.setattr("armillary.server.notify.redis.SWEEP_SECONDS", 0.1)


def _garbage(match_id: str) -> list[str]:
    shapes = ["", " ", "  ", match_id, f"{match_id} ", f" {match_id} 9", f"{match_id}  9", f"{match_id} 9 9"]
    numbers = ["x", "-9", "9.5", "0x9", "9_9", "९", "9" * 5000, "9\n", "null", "999999999"]
    others = ["nosuchmatch 9", "x" * 7000, "'; DROP TABLE journal 9", "ключ 9", "\x7f\x01 9"]
    return [*shapes, *(f"{match_id} {number}" for number in numbers), *others]


async def test_garbage_on_the_channel_is_no_news(
    shared_database: str, news: News, caplog: pytest.LogCaptureFixture
) -> None:
    accidents: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: accidents.append(context))
    async with processes(shared_database, 2, redis_url=news.redis_url) as (here, there):
        match_id = (await here.match("skirmish")).row.id
        room = await there.hall.room(match_id)
        changed = watched(room)
        await listening(news, there)
        for note in _garbage(match_id):
            await news.say(here, note)
        before = room.seq
        given = await here.moves.submit(match_id, 1, Play(1))
        await hears(room, changed, given.seq)
        assert (before, room.playing.pending) == (given.seq - 1, {1: Play(1)})
    assert accidents == []
    assert caplog.messages == []


@pytest.mark.usefixtures("no_sweep")
async def test_bytes_that_are_no_text_and_more_of_them_than_anybody_needs_are_no_news(
    shared_database: str, redis_server: RedisServer, caplog: pytest.LogCaptureFixture
) -> None:
    redis_server.start()
    news = ThroughRedis(redis_server)
    async with processes(shared_database, 2, redis_url=news.redis_url) as (here, there):
        room = await there.hall.room((await here.match("skirmish")).row.id)
        changed = watched(room)
        await listening(news, there)
        for note in (b"\xff\xfe 9", b"\x00", room.row.id.encode() + b" \xb2", b"9" * 5_000_000):
            redis_server.ask("PUBLISH", CHANNEL, note)
        given = await here.moves.submit(room.row.id, 1, Play(1))
        await hears(room, changed, given.seq)
    assert caplog.messages == []


async def test_many_notes_of_one_match_are_looked_into_one_at_a_time(
    shared_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with processes(shared_database) as (only,):
        room = await only.match("skirmish")
        await only.relay.close()
        relay = Relay(only.hall, only.personal)  # nobody but us says anything
        looks, at_once = [0], [0]
        refresh = only.hall.refresh

        async def counted(match_id: str) -> None:
            looks[0] += 1
            at_once.append(at_once[-1] + 1)
            await refresh(match_id)
            at_once.append(at_once[-1] - 1)

        monkeypatch.setattr(only.hall, "refresh", counted)
        for number in range(1000):
            relay.hear(f"{room.row.id} {room.seq + 1 + number}")
            if number == 500:
                await asyncio.sleep(0)
        await relay.close()  # which waits for those that are looked into
        assert [looks[0], max(at_once)] == [2, 1]
        relay.hear(f"{room.row.id} {room.seq + 1}")
        await relay.close()
        assert looks == [3], "the next note is looked into as the first was"


def _process(database: str, redis_url: str) -> Process:
    return Process(Settings(database_url=async_url(database), redis_url=redis_url))


async def test_the_database_tells_others_only_where_nobody_else_does(shared_database: str, news: News) -> None:
    heard: list[str] = []
    process = _process(shared_database, news.redis_url)
    async with process.run():
        database = process.store.database
        assert isinstance(database, PostgresqlServer)
        async with database.engine.connect() as connection:
            raw: Any = (await connection.get_raw_connection()).driver_connection
            await raw.add_listener(CHANNEL, lambda *said: heard.append(said[-1]))
            plans = (SeatPlan("me"), SeatPlan("open"))
            made = await process.lobby.make(game("skirmish"), await process.guests.welcome(), plans)
            await process.lobby.join(made.row.id, await process.guests.welcome())
            await process.store.read(text(f"SELECT pg_notify('{CHANNEL}', 'the last')"))
            async with asyncio.timeout(20):
                while "the last" not in heard:
                    await asyncio.sleep(0.01)
            await connection.invalidate()
        assert [note.replace(made.row.id, "match") for note in heard] == (
            ["the last"] if news.redis_url else ["match 0", "match 2", "the last"]
        )


async def _orders(process: Peer, match_id: str, cards: Sequence[int]) -> int:
    """So many rounds; the seq they lead to."""
    for card in cards:
        await process.moves.submit(match_id, 1, Play(card))
        given = await process.moves.submit(match_id, 2, Play(card))
    return given.seq


@pytest.mark.usefixtures("no_sweep")
async def test_redis_may_be_killed_and_started_again(
    shared_database: str, redis_server: RedisServer, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "armillary.relay")
    redis_server.start()
    news = ThroughRedis(redis_server)
    async with processes(shared_database, 2, redis_url=news.redis_url) as (here, there):
        match_id = (await here.match("skirmish")).row.id
        room = await there.hall.room(match_id)
        changed = watched(room)
        await listening(news, there)
        await hears(room, changed, await _orders(here, match_id, (1, 2)))
        redis_server.kill()
        seq = await _orders(here, match_id, (3, 4))
        async with asyncio.timeout(20):
            while len([message for message in caplog.messages if message.startswith("Redis is away")]) < 2:
                await asyncio.sleep(0.02)
        assert room.seq < seq
        redis_server.start()
        await hears(room, changed, seq)
        await listening(news, there)
        await hears(room, changed, await _orders(here, match_id, (5, 6)))
    away, back = (
        "Redis is away, so news can be 3600 seconds late; retrying. Redis failed: ConnectionError.",
        "Redis is back",
    )
    told = Counter(caplog.messages)
    assert set(told) == {away, back}
    assert told[away] == told[back] < 6, "at both, and again only if a try from before fails late"


class Repeating:
    """A speaker that has something to tell every other time it is asked."""

    tells = "something"

    def __init__(self) -> None:
        self._asked = 0
        self.has_told = asyncio.Event()

    async def notes(self) -> list[str]:
        """Six times, and then nothing more."""
        self._asked += 1
        if self._asked > 6:
            self.has_told.set()
            await asyncio.Event().wait()
        return ["something"] if self._asked % 2 else []

    def hear(self, note: str) -> None:
        """It does not listen."""


async def test_however_often_redis_is_tried_it_is_logged_once_that_it_is_away(
    shared_database: str,
    redis_server: RedisServer,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("armillary.server.notify.relay.RETRY_SECONDS", 0.01)
    caplog.set_level(logging.INFO, "armillary.relay")
    async with asyncio.timeout(20), processes(shared_database, 1) as (here,):
        speaker = Repeating()
        relay = RedisRelay(here.hall, here.personal, [speaker], ThroughRedis(redis_server).redis_url)
        await relay.open()
        await speaker.has_told.wait()
        redis_server.start()
        while "Redis is back" not in caplog.messages:
            await asyncio.sleep(0.02)
        await relay.close()
    assert [message.partition(",")[0] for message in caplog.messages] == ["Redis is away", "Redis is back"]


@pytest.mark.usefixtures("quick_sweep")
async def test_without_redis_news_are_late_and_come_at_once_when_it_is_there(
    shared_database: str, redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    news = ThroughRedis(redis_server)
    async with processes(shared_database, 2, redis_url=news.redis_url) as (here, there):
        match_id = (await here.match("skirmish")).row.id
        room = await there.hall.room(match_id)
        changed = watched(room)
        await hears(room, changed, await _orders(here, match_id, (1, 2)))
        swept, catch_up = asyncio.Event(), there.relay.catch_up

        async def sweep_last() -> None:
            monkeypatch.setattr("armillary.server.notify.redis.SWEEP_SECONDS", 3600)
            await catch_up()
            swept.set()

        monkeypatch.setattr(there.relay, "catch_up", sweep_last)
        await asyncio.wait_for(swept.wait(), 20)
        redis_server.start()
        await listening(news, there)
        await hears(room, changed, await _orders(here, match_id, (3, 4)))


@pytest.mark.usefixtures("quick_sweep")
async def test_orders_do_not_wait_for_a_redis_that_hangs(
    shared_database: str, redis_server: RedisServer, caplog: pytest.LogCaptureFixture
) -> None:
    redis_server.start()
    news = ThroughRedis(redis_server)
    async with asyncio.timeout(60), processes(shared_database, 2, redis_url=news.redis_url) as (here, there):
        match_id = (await here.match("skirmish")).row.id
        room = await there.hall.room(match_id)
        changed = watched(room)
        await listening(news, there)
        redis_server.freeze()
        async with asyncio.timeout(6 * PATIENCE_SECONDS):  # a dozen orders
            seq = await _orders(here, match_id, range(1, 7))
            await hears(room, changed, seq)
        while "Redis is away" not in caplog.text:
            await asyncio.sleep(0.02)
        redis_server.thaw()
        await hears(room, changed, await _orders(here, match_id, (7, 8)))
        redis_server.freeze()


@pytest.mark.usefixtures("quick_sweep")
async def test_changes_without_a_note_are_found(shared_database: str, redis_server: RedisServer) -> None:
    redis_server.start()
    async with processes(shared_database, 2, redis_url=redis_server.url()) as (here, there):
        match_id = (await here.match("skirmish")).row.id
        room = await there.hall.room(match_id)
        changed = watched(room)
        await here.relay.close()  # as if it died after the commit and before the note
        await hears(room, changed, await _orders(here, match_id, (1, 2)))
        assert await there.steps(room) == [1, 2]


async def test_one_question_covers_every_room_that_is_watched(
    shared_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with processes(shared_database, 2) as (here, there):
        await there.relay.close()
        rooms = [await there.hall.room((await here.match("skirmish")).row.id) for _ in range(6)]
        for room in rooms[1:]:
            watched(room)
        for room in rooms[:2]:
            await here.moves.submit(room.row.id, 1, Play(1))
        questions: list[Any] = []
        read = there.store.database.read

        async def counted(work: Any) -> Any:
            questions.append(work)
            return await read(work)

        monkeypatch.setattr(there.store.database, "read", counted)
        await there.relay.catch_up()
        assert [len(room.playing.pending) for room in rooms] == [0, 1, 0, 0, 0, 0]
        assert len(questions) == 1
        await there.relay.catch_up()
        assert len(questions) == 2


@pytest.mark.usefixtures("no_sweep")
async def test_a_burst_of_changes_is_published_in_one_go(
    shared_database: str, redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    redis_server.start()
    news = ThroughRedis(redis_server)
    async with processes(shared_database, 2, redis_url=news.redis_url) as (here, there):
        rooms = [await there.hall.room((await here.match("skirmish")).row.id) for _ in range(20)]
        waiting = [watched(room) for room in rooms]
        await listening(news, there)
        trips: list[int] = []
        pipeline = Redis.pipeline

        def counted(*args: Any, **options: Any) -> Any:
            trips.append(len(trips))
            return pipeline(*args, **options)

        monkeypatch.setattr(Redis, "pipeline", counted)
        given = await asyncio.gather(*(here.moves.submit(room.row.id, 1, Play(1)) for room in rooms))
        for room, changed, each in zip(rooms, waiting, given, strict=True):
            await hears(room, changed, each.seq)
        assert len(trips) <= 3


async def test_a_wrong_password_costs_nobody_anything_and_is_not_logged(
    shared_database: str, redis_server: RedisServer
) -> None:
    redis_server.start()
    async with Server(shared_database, redis_url=redis_server.url(SECRET)) as server:
        first, second = Guest(server.port), Guest(server.port)
        await first.arrive()
        await second.arrive()
        made = await first.call("POST", "/api/skirmish/matches", {"seats": [{"kind": "me"}, {"kind": "open"}]})
        path = f"/api/skirmish/matches/{made['match']['id']}/orders"
        await second.call("POST", f"/api/matches/{made['match']['id']}/join", {})
        await first.call("POST", path, {"order": {"card": 3}}, "a")
        assert (await second.call("POST", path, {"order": {"card": 4}}, "b"))["resolved"]
        await asyncio.sleep(1.5)
        await first.hang_up()
        await second.hang_up()
        assert await asyncio.to_thread(server.stop) is not None
        log = server.log()
    assert log.count("Redis is away") == 1
    assert "AuthenticationError" in log
    assert SECRET not in log


@pytest.mark.usefixtures("quick_sweep")
async def test_what_redis_repeats_in_its_errors_is_not_logged(
    shared_database: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def repeat(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while asked := await reader.read(65536):
            writer.write(b"-ERR unknown command, with args beginning with: " + repr(asked).encode() + b"\r\n")
        writer.close()

    server = await asyncio.start_server(repeat, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    async with server, processes(shared_database, 2, redis_url=f"redis://:{PASSWORD}@127.0.0.1:{port}") as both:
        room = await both[1].hall.room((await both[0].match("skirmish")).row.id)
        changed = watched(room)
        await hears(room, changed, await _orders(both[0], room.row.id, (1, 2)))
        async with asyncio.timeout(20):
            while "Redis is away" not in caplog.text:
                await asyncio.sleep(0.05)
    assert "ResponseError" in caplog.text
    assert PASSWORD not in caplog.text


@pytest.mark.parametrize(
    "url",
    [
        "nonsense",
        f":{SECRET}@host",
        f"http://:{SECRET}@host",
        "redis://",
        f"redis://:{SECRET}@",
        f"redis:/:{SECRET}@host",
        f"redis://:se/{SECRET}@host:6379",
        f"redis://:se#{SECRET}@host:6379",
        f"redis://:{SECRET}@host:99999999",
        f"redis://:{SECRET}@[::1",
        f"redis://host:{SECRET}",
        f"redis://:{SECRET}@host?db=x",
        f"redis://:{SECRET}@host?nosuchoption={SECRET}",
        "unix://",
    ],
)
def test_a_redis_url_that_is_none_is_said_so_without_its_password(url: str) -> None:
    with pytest.raises(BadInput, match="Redis URL must") as caught:
        _process("postgresql://nobody@127.0.0.1/none", url)
    assert SECRET not in str(caught.value)
    assert caught.value.__cause__ is None


def test_redis_beside_a_file_is_refused_since_there_is_nobody_to_notify() -> None:
    with pytest.raises(BadInput, match="needs PostgreSQL") as caught:
        _process("sqlite:///here.db", f"redis://:{SECRET}@host")
    assert SECRET not in str(caught.value)


def test_without_its_client_redis_is_said_to_be_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "armillary.server.notify.redis", raising=False)
    for name in [name for name in sys.modules if name.split(".")[0] == "redis"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "redis", None)
    with pytest.raises(BadInput, match="Run: make install GROUP=server"):
        _process("postgresql://nobody@127.0.0.1/none", "redis://host")
    assert _process("postgresql://nobody@127.0.0.1/none", "").relay is not None


async def test_a_task_that_takes_a_cancellation_for_a_timeout_is_ended_all_the_same() -> None:
    class Stubborn(Relay):
        cancelled = 0

        def _tasks(self) -> Any:
            return {"waiting": self._wait}

        async def _wait(self) -> None:
            try:
                await asyncio.sleep(3600)
            except asyncio.CancelledError:
                self.cancelled += 1
                if self.cancelled == 1:
                    raise TimeoutError from None
                raise

    async def close() -> None:
        pass

    relay = Stubborn(SimpleNamespace(), SimpleNamespace(close=close))  # type: ignore[arg-type]
    await relay.open()
    await asyncio.sleep(0)
    async with asyncio.timeout(20):
        await relay.close()
    assert relay.cancelled >= 1
