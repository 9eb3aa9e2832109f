"""The page about running a server: its backups are made under load, its restores are played on, its table is true."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from armillary.core.errors import BadInput
from armillary.server.settings import PREFIX, Settings
from tests.project.tree import ROOT, environment
from tests.server.crash import Found, Load, look
from tests.server.postgres import Cluster, program
from tests.server.processes import Server

PAGE = (ROOT / "docs" / "operating.md").read_text("utf-8")


def _block(name: str) -> str:
    """The commands the page gives for something."""
    (found,) = re.findall(rf"<!-- {re.escape(name)} -->\n```sh\n(.*?)```", PAGE, re.DOTALL)
    return str(found)


async def _run(name: str, folder: Path, **variables: str) -> None:
    tools = [str(Path(sys.executable).parent), str(Path(program("pg_dump")).parent), os.environ["PATH"]]
    settings = environment(PATH=os.pathsep.join(tools), **variables)
    done = await asyncio.to_thread(
        subprocess.run, ["sh", "-eu", "-c", _block(name)], cwd=folder, env=settings, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


async def _goes_on(database: str) -> Found:
    """A server on what was restored: new matches are played there."""
    async with Server(database) as server:
        load = Load([server], pairs=2)
        await load.until(60)
        await load.stop()
    return await look(database, load.acks)


def _assert_whole(found: Found) -> None:
    assert (found.lost, found.twice, found.faults) == ([], [], [])


def test_a_file_backed_up_under_load_is_restored_and_played_on(tmp_path: Path) -> None:
    async def story() -> tuple[Found, Found]:
        async with Server(f"{tmp_path}/armillary.db") as server:
            load = Load([server], pairs=4)
            await load.until(100)
            acknowledged = list(load.acks)
            await _run("backup of a file", tmp_path)
            await load.until(20)
            await load.stop()
        await _run("restoring a file", tmp_path)
        restored = f"{tmp_path}/armillary.db"
        return await look(restored, acknowledged), await _goes_on(restored)

    for found in asyncio.run(story()):
        _assert_whole(found)


def test_postgresql_backed_up_under_load_is_restored_and_played_on(
    shared_database: str, cluster: Cluster, tmp_path: Path
) -> None:
    async def story() -> tuple[Found, Found]:
        async with Server(shared_database) as server:
            load = Load([server], pairs=4)
            await load.until(100)
            acknowledged = list(load.acks)
            await _run("backup of PostgreSQL", tmp_path, ARMILLARY_DATABASE_URL=shared_database)
            await load.until(20)
            await load.stop()
        with cluster.database() as restored:
            await _run("restoring PostgreSQL", tmp_path, RESTORED_DATABASE_URL=restored)
            return await look(restored, acknowledged), await _goes_on(restored)

    for found in asyncio.run(story()):
        _assert_whole(found)


def test_every_setting_is_read_from_the_variable_in_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    values = {"database_url": "sqlite:///x.db", "redis_url": "redis://x", "host": "0.0.0.0", "port": 1}
    values |= {"workers": 2, "bot_workers": 3, "requests_per_second": 4.5, "body_bytes": 5, "secure_cookies": True}
    values |= {"sockets_per_player": 6, "open_matches_per_player": 7, "uploads_per_player": 8, "database_seconds": 6.5}
    values |= {"connections": 9, "connections_per_address": 10, "head_seconds": 1.5, "body_seconds": 2.5}
    assert set(values) == set(Settings.__struct_fields__)
    table = PAGE.partition("<!-- settings -->")[2].partition("<!-- /settings -->")[0]
    for name in re.findall(r"^\| `(\w+)`", table, re.MULTILINE):
        monkeypatch.setenv(name, str(values[name.removeprefix(PREFIX).lower()]).lower())
    assert Settings.from_environment() == Settings(**values)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "value"), [("PORT", "many"), ("WORKERS", ""), ("SECURE_COOKIES", "perhaps"), ("DATABASE_SECONDS", "0")]
)
def test_a_setting_that_cannot_be_read_is_named(name: str, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PREFIX + name, value)
    with pytest.raises(BadInput, match=name.lower()):
        Settings.from_environment()


def test_the_page_names_every_logger() -> None:
    sources = " ".join(path.read_text("utf-8") for path in (ROOT / "src" / "armillary" / "server").glob("*.py"))
    loggers = set(re.findall(r'getLogger\("(armillary[\w.]*)"\)', sources))
    assert loggers
    assert {name for name in loggers if f"| `{name}` |" not in PAGE} == set()
