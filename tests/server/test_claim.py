"""A SQLite file has one server: a second one is refused at once, and one that was killed stands in nobody's way."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from armillary.core.errors import BadInput
from armillary.server.doctor import findings
from armillary.server.main import serve
from armillary.server.process import Process
from armillary.server.settings import Settings, async_url
from armillary.server.storage.store import Store
from tests.project.tree import environment
from tests.server.processes import Guest, Server


def _second(database: str, folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "armillary.terminal", "serve", "--port", "1", "--database", database]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, cwd=folder, env=environment())


async def test_a_second_server_on_a_file_is_refused_with_one_sentence_and_the_first_goes_on(tmp_path: Path) -> None:
    (tmp_path / "link.db").symlink_to(tmp_path / "test.db")
    async with Server(f"{tmp_path}/test.db") as server:
        for name in ("test.db", f"sqlite:///{tmp_path}/test.db", "link.db"):
            refused = _second(name, tmp_path)
            assert (refused.returncode, refused.stdout) == (2, "")
            assert refused.stderr.endswith(": Another server uses this database. Several servers need PostgreSQL.\n")
            assert len(refused.stderr.splitlines()) == 1
        guest = Guest(server.port)
        await guest.arrive()
        assert await asyncio.to_thread(lambda: list(findings(f"{tmp_path}/test.db"))) == []
        assert sqlite3.connect(tmp_path / "test.db").execute("SELECT count(*) FROM players").fetchone() == (1,)
        await guest.hang_up()


async def test_nothing_is_migrated_under_a_running_server(tmp_path: Path) -> None:
    file = tmp_path / "test.db"
    first = Store(async_url(str(file)))
    first.claim()
    with pytest.raises(BadInput, match="Another server"):
        serve(database=str(file))
    assert not file.exists()
    await first.close()


async def test_a_server_that_was_killed_or_stopped_leaves_the_file_free(tmp_path: Path) -> None:
    async with Server(f"{tmp_path}/test.db") as server:
        server.kill()
        await server.start()
        server.stop()
        await server.start()


def _claimed_and_killed(url: str) -> None:
    store = Store(url)
    store.claim()
    os.kill(os.getpid(), signal.SIGKILL)


async def test_the_system_frees_what_a_killed_process_had_claimed(tmp_path: Path) -> None:
    url = async_url(str(tmp_path / "test.db"))
    killed = multiprocessing.get_context("spawn").Process(target=_claimed_and_killed, args=(url,))
    killed.start()
    killed.join(60)
    assert killed.exitcode == -signal.SIGKILL
    store = Store(url)
    store.claim()
    await store.close()


async def test_whoever_starts_the_application_alone_claims_its_file_too(tmp_path: Path) -> None:
    settings = Settings(database_url=async_url(str(tmp_path / "test.db")))
    async with Process(settings).run():
        with pytest.raises(BadInput, match="Another server"):
            async with Process(settings).run():
                pass
    async with Process(settings).run():
        pass


@pytest.mark.parametrize("what", ["a folder", "somebody's notes"])
def test_a_claim_that_cannot_be_made_is_said(tmp_path: Path, what: str) -> None:
    place = tmp_path / "test.db-server"
    if what == "a folder":
        place.mkdir()
    else:
        place.write_text("not a database, but somebody's notes\n" * 100, "utf-8")
    with pytest.raises(BadInput, match="The database cannot be opened"):
        Store(async_url(str(tmp_path / "test.db"))).claim()


async def test_postgresql_has_any_number_of_servers(shared_database: str) -> None:
    settings = Settings(database_url=async_url(shared_database))
    async with Process(settings).run(), Process(settings).run():
        pass
