"""One release replaces another while people play, and one database another: nothing acknowledged is lost."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import Connection, text
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from armillary.core.errors import BadInput
from armillary.server.settings import async_url
from armillary.server.storage.store import Store
from tests.server import next_release
from tests.server.crash import Found, Load, look
from tests.server.postgres import Cluster
from tests.server.processes import Guest, Server

SERVICE_RESTART = 1012
"""The close code for: connect again, another server is there."""


def _assert_whole(found: Found) -> None:
    assert (found.lost, found.twice, found.faults) == ([], [], [])


async def _at_table(server: Server) -> ClientConnection:
    """A socket of somebody at a table of this server."""
    guest = Guest(server.port)
    await guest.arrive()
    made = await guest.call("POST", "/api/skirmish/matches", {"seats": [{"kind": "me"}, {"kind": "open"}]})
    socket = await guest.socket(made["match"]["id"])
    await socket.recv()
    await guest.hang_up()
    return socket


async def _until_closed(socket: ClientConnection) -> int | None:
    """The code with which the server ends a socket."""
    with contextlib.suppress(ConnectionClosed):
        async for _ in socket:
            pass
    return socket.close_code


async def _weather(database: str) -> set[str]:
    store = Store(async_url(database))
    try:
        rows = await store.read(text(f"SELECT {next_release.COLUMN} FROM matches"))
        return {row[0] for row in rows}
    finally:
        await store.database.close()


async def test_a_release_replaces_the_one_before_it_while_people_play(shared_database: str, tmp_path: Path) -> None:
    following = next_release.make(tmp_path)
    first, second = Server(shared_database), Server(shared_database)
    third, fourth = (Server(shared_database, path=following) for _ in range(2))
    async with first, second:
        load = Load([first, second, third, fourth], pairs=3)
        await load.until(30)
        async with third:  # which adds a column to tables that are being used
            await load.until(30)
            socket = await _at_table(first)
            assert await asyncio.to_thread(first.stop) in (0, -signal.SIGTERM), first.log()
            assert await _until_closed(socket) == SERVICE_RESTART
            await load.until(30)
            async with fourth:
                assert await asyncio.to_thread(second.stop) in (0, -signal.SIGTERM), second.log()
                await load.until(30)
                await first.start()  # and back again, should the new one be no good
                await load.until(30)
                await load.stop()
                logs = [each.log() for each in (first, second, third, fourth)]
    assert not any("Traceback" in log for log in logs), logs
    assert await _weather(shared_database) == {"calm"}
    _assert_whole(await look(shared_database, load.acks))


@pytest.mark.parametrize(("oldest", "opens"), [("0003", True), ("0004", False)])
async def test_tables_of_a_later_release_say_whom_they_are_for(database: str, oldest: str, opens: bool) -> None:
    store = Store(async_url(database))
    await store.open()
    for statement in (
        text(f"INSERT INTO revisions VALUES ('0004', '{oldest}')"),
        text("UPDATE alembic_version SET version_num = '0004'"),
    ):
        await store.write(partial(Connection.execute, statement=statement))
    await store.close()
    again = Store(async_url(database))
    try:
        if opens:
            await again.open()
        else:
            with pytest.raises(BadInput, match="made by a newer version"):
                await again.open()
    finally:
        await again.close()


async def test_a_standby_takes_over_and_nothing_acknowledged_is_lost(unreliable: Cluster) -> None:
    with unreliable.database() as url, unreliable.standby() as standby:
        name = url.rpartition("/")[2]
        hosts = f"host={unreliable.address}&host={standby.address}&target_session_attrs=read-write"
        either = f"postgresql://postgres@/{name}?{hosts}"
        async with Server(either) as one, Server(either) as other:
            load = Load([one, other], pairs=3)
            await load.until(60)
            unreliable.stop()
            standby.promote()
            await load.until(60)
            await load.stop()
        found = await look(standby.url(name), load.acks)
        unreliable.start()
    _assert_whole(found)
    assert found.acknowledged >= 120
