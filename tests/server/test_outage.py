"""A database that goes, hangs and comes back: everybody is told so in time, nothing is lost, nothing counts twice."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx2
import pytest
from sqlalchemy import text

from armillary.games.skirmish.model import Play
from armillary.server.errors import NotReady
from armillary.server.play.hall import Hall
from armillary.server.settings import async_url
from armillary.server.storage.postgresql import PostgresqlServer
from armillary.server.storage.store import Store
from tests.server.api import Server, is_problem, meet, running, until
from tests.server.halls import Peer, processes
from tests.server.postgres import Cluster

PATIENCE = 1.0
"""Seconds that these servers give the database."""


@pytest.fixture
def database(unreliable: Cluster) -> Iterator[str]:
    with unreliable.database() as url:
        yield url


@contextmanager
def _stopped(cluster: Cluster) -> Iterator[None]:
    cluster.stop()
    try:
        yield
    finally:
        cluster.start()


@contextmanager
def _frozen(cluster: Cluster) -> Iterator[None]:
    cluster.freeze()
    try:
        yield
    finally:
        cluster.thaw()


@contextmanager
def _serving(folder: Any, database: str, patience: float = PATIENCE) -> Iterator[Server]:
    with running(folder, database_url=async_url(database), database_seconds=patience) as server:
        yield server


def _soon_well(server: Server) -> None:
    """The database is back, and the server with it."""
    until(lambda: server.nobody().get("/readyz").status_code == 200)


def _is_not_ready(answer: httpx2.Response) -> bool:
    assert answer.headers["retry-after"] == "1"
    return is_problem(answer, 503, "NotReady")


def test_without_its_database_a_server_says_so_and_goes_on_once_it_is_back(
    unreliable: Cluster,
    database: str,
    tmp_path: Any,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with _serving(tmp_path, database) as server:
        match, stranger = meet(server), server.nobody()
        with _stopped(unreliable):
            assert _is_not_ready(stranger.get("/readyz"))
            assert _is_not_ready(stranger.get("/api/me"))
            assert _is_not_ready(stranger.get("/api/matches"))
            assert _is_not_ready(match.people[0].get(f"{match.path}/table"))
            assert _is_not_ready(match.order(1, {"card": 5}))
            assert stranger.get("/healthz").status_code == 200
            assert stranger.get("/api/games").status_code == 200
            checked: list[int] = []
            check = server.process.deadlines.check

            async def noted() -> int:
                checked.append(len(checked))
                return await check()

            monkeypatch.setattr(server.process.deadlines, "check", noted)
            until(lambda: len(checked) == 2)  # the first of them has found no database
        _soon_well(server)
        assert match.table()["table"]["submitted"] == []
        assert match.order(1, {"card": 5}).status_code == 200
    said = [record for record in caplog.records if record.name != "armillary.relay"]
    assert [record.message.partition(":")[0] for record in said if record.name == "armillary.database"] == [
        "The database does not answer",
        "The database answers again",
    ]
    assert [record for record in said if record.exc_info] == []


async def test_what_the_log_says_of_an_outage_has_no_secret_in_it(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG, "armillary"):
        database = PostgresqlServer("postgresql+asyncpg://ada:hunter2@127.0.0.1:1/none")
        for _ in range(3):
            with pytest.raises(NotReady, match="does not answer"):
                await database.write(lambda connection: connection.execute(text("SELECT 'hunter3'")))
        await database.close()
    (said,) = caplog.records
    assert "ConnectionRefusedError" in said.message
    assert "hunter" not in said.message


def test_whether_it_is_ready_is_known_in_time_though_the_database_hangs(
    unreliable: Cluster, database: str, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    with _serving(tmp_path, database, patience=60) as server:
        _soon_well(server)
        pings: list[int] = []
        ping = server.process.store.database.ping

        async def noted() -> None:
            pings.append(len(pings))
            await ping()

        monkeypatch.setattr(server.process.store.database, "ping", noted)
        with _frozen(unreliable):
            for _ in range(2):  # whoever asks would give up long before these 60 seconds have passed
                assert _is_not_ready(server.nobody().get("/readyz"))
            assert len(pings) == 1, "asked once, not once for everybody"
            assert server.nobody().get("/healthz").status_code == 200
        _soon_well(server)


def test_nobody_waits_for_ever_for_a_database_that_hangs(unreliable: Cluster, database: str, tmp_path: Any) -> None:
    with _serving(tmp_path, database) as server:
        match = meet(server)
        with _frozen(unreliable):
            assert _is_not_ready(match.order(1, {"card": 5}, idempotency_key="one"))
            assert _is_not_ready(match.people[0].get(f"{match.path}/table"))
        _soon_well(server)
        taken = match.order(1, {"card": 5}, idempotency_key="one")
        assert (taken.status_code, taken.json()["step"]) == (200, 0)
        assert match.order(2, {"card": 6}).json()["resolved"] is True


def test_a_server_stops_though_its_database_hangs(unreliable: Cluster, database: str, tmp_path: Any) -> None:
    try:
        with _serving(tmp_path, database) as server:
            match = meet(server)
            unreliable.freeze()
            order = server.process.moves.submit(match.id, 1, Play(5))
            waiting = asyncio.run_coroutine_threadsafe(order, server.loop)
    finally:
        unreliable.thaw()
    assert isinstance(waiting.exception(0), NotReady), "told before the end"


def _freezing_before_commit(process: Peer, cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """The next transaction finds the database hanging when it says COMMIT; set when the one after that begins."""
    write, again = process.store.database.write, asyncio.Event()

    async def later(work: Any) -> Any:
        again.set()
        return await write(work)

    async def once(work: Any) -> Any:
        def then_freeze(connection: Any) -> Any:
            result = work(connection)
            cluster.freeze()
            return result

        monkeypatch.setattr(process.store.database, "write", later)
        return await write(then_freeze)

    monkeypatch.setattr(process.store.database, "write", once)
    return again


@pytest.mark.parametrize("back", ["in time", "too late"])
async def test_a_commit_that_hung_counts_once(
    unreliable: Cluster, database: str, monkeypatch: pytest.MonkeyPatch, back: str
) -> None:
    try:
        async with processes(database, database_seconds=PATIENCE) as (only,):
            match_id = (await only.match("skirmish")).row.id
            again = _freezing_before_commit(only, unreliable, monkeypatch)
            submitting = asyncio.create_task(only.moves.submit(match_id, 1, Play(4), "key"))
            if back == "in time":
                await again.wait()
                unreliable.thaw()
                taken = await submitting
            else:
                with pytest.raises(NotReady):
                    await submitting
                unreliable.thaw()
                await _until_there(only.hall, match_id, 3)
                first = await only.moves.first_answer(match_id, 1, "key", Play(4))
                assert first is not None
                taken = first
            assert (taken.seq, taken.step, taken.resolved) == (3, 0, False)
            assert (await only.hall.room(match_id)).playing.pending == {1: Play(4)}
            assert [row.kind for row in await only.store.journal(match_id)] == ["join", "start", "order"]
    finally:
        unreliable.thaw()


async def _until_there(hall: Hall, match_id: str, seq: int) -> None:
    async with asyncio.timeout(20):
        while (await hall.room(match_id)).seq < seq:
            await asyncio.sleep(0.05)


async def test_everybody_who_came_while_the_database_was_asked_fails_together(database: str) -> None:
    store = Store(async_url(database))
    await store.open()
    tries, asked, given_up = 0, asyncio.Event(), asyncio.Event()

    async def silent(_: Any) -> Any:
        nonlocal tries
        tries += 1
        asked.set()
        await given_up.wait()
        raise NotReady("the database does not answer")

    store.database.write = silent  # type: ignore[assignment, method-assign]
    first = asyncio.create_task(store.write(lambda _: None))
    await asked.wait()
    late = [asyncio.create_task(store.write(lambda _: None)) for _ in range(600)]
    await asyncio.sleep(0)  # all of them wait now
    given_up.set()
    results = await asyncio.gather(first, *late, return_exceptions=True)
    assert {type(result) for result in results} == {NotReady}
    await store.close()
    assert tries == 2


async def test_whoever_listens_may_be_silent_for_longer_than_a_transaction_may_take(database: str) -> None:
    listening = text("SELECT pid FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND datname = current_database()")
    async with processes(database, database_seconds=0.3) as (only,):
        async with asyncio.timeout(20):
            while not (before := await only.store.read(listening)):
                await asyncio.sleep(0.05)
        await asyncio.sleep(1)
        assert await only.store.read(listening) == before


async def test_a_migration_may_take_longer_than_a_transaction(database: str) -> None:
    server = PostgresqlServer(async_url(database), 0.2)
    await server.prepare(lambda connection: connection.execute(text("SELECT pg_sleep(0.6)")))
    with pytest.raises(NotReady):
        await server.write(lambda connection: connection.execute(text("SELECT pg_sleep(0.6)")))
    await server.close()
