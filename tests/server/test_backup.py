"""The page about running a server: its backups are made under load, its restores are played on, its table is true."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from armillary.core.errors import BadInput
from armillary.server import backups
from armillary.server.process import Process
from armillary.server.settings import PREFIX, Settings, async_url
from armillary.server.storage import backup_files
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


async def test_a_file_backed_up_under_load_is_restored_and_played_on(tmp_path: Path) -> None:
    async with Server(f"{tmp_path}/armillary.db") as server:
        load = Load([server], pairs=4)
        await load.until(100)
        acknowledged = list(load.acks)
        await _run("backup of a file", tmp_path)
        await load.until(20)
        await load.stop()
    await _run("restoring a file", tmp_path)
    restored = f"{tmp_path}/armillary.db"
    for found in (await look(restored, acknowledged), await _goes_on(restored)):
        _assert_whole(found)


async def test_postgresql_backed_up_under_load_is_restored_and_played_on(
    shared_database: str, cluster: Cluster, tmp_path: Path
) -> None:
    async with Server(shared_database) as server:
        load = Load([server], pairs=4)
        await load.until(100)
        acknowledged = list(load.acks)
        await _run("backup of PostgreSQL", tmp_path, ARMILLARY_DATABASE_URL=shared_database)
        await load.until(20)
        await load.stop()
    with cluster.database() as restored:
        await _run("restoring PostgreSQL", tmp_path, RESTORED_DATABASE_URL=restored)
        for found in (await look(restored, acknowledged), await _goes_on(restored)):
            _assert_whole(found)


def _armillary(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "armillary.terminal", *arguments]
    tools = os.pathsep.join([str(Path(program("pg_dump")).parent), os.environ["PATH"]])
    return subprocess.run(command, cwd=folder, env=environment(PATH=tools), capture_output=True, text=True, timeout=60)


def _refused(folder: Path, *arguments: str) -> str:
    done = _armillary(folder, *arguments)
    assert (done.returncode, done.stdout) == (2, ""), done.stderr
    assert len(done.stderr.splitlines()) == 1
    return done.stderr


async def _play_a_little(database: str) -> None:
    async with Server(database) as server:
        load = Load([server], pairs=1)
        await load.until(10)
        await load.stop()


@pytest.fixture
def filled(tmp_path: Path) -> Path:
    """A folder with a database in which a little was played, and a backup of it."""
    asyncio.run(_play_a_little(f"{tmp_path}/armillary.db"))
    done = _armillary(tmp_path, "backup", "--to", "backup.db")
    assert re.fullmatch(r"Backup written to backup.db: \d+ match(es)? checked, 0 faulty\.\n", done.stdout), done.stderr
    return tmp_path


def test_nothing_is_replaced_unless_it_is_said(filled: Path) -> None:
    before = {path.name: path.read_bytes() for path in filled.iterdir()}
    assert "backup.db: The file exists already." in _refused(filled, "backup", "--to", "backup.db")
    assert "armillary.db: The file exists already." in _refused(filled, "restore", "backup.db")
    assert {path.name: path.read_bytes() for path in filled.iterdir()} == before
    assert _armillary(filled, "backup", "--to", "backup.db", "--force").returncode == 0
    assert _armillary(filled, "restore", "backup.db", "--force").returncode == 0
    assert {path.name for path in filled.iterdir()} == {"armillary.db", "armillary.db-server", "backup.db"}


def test_a_backup_is_one_file_that_only_its_owner_can_read(filled: Path) -> None:
    assert (filled / "backup.db").stat().st_mode & 0o777 == 0o600
    with sqlite3.connect(filled / "backup.db") as copy:
        assert copy.execute("PRAGMA journal_mode").fetchone() == ("delete",)
        assert copy.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def _modes(folder: Path) -> set[int]:
    return {path.stat().st_mode & 0o777 for path in folder.iterdir()}


async def test_only_its_owner_can_read_a_database_and_what_is_beside_it(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        async with Process(Settings(database_url=async_url(f"{tmp_path}/test.db"))).run():
            assert {f"test.db{end}" for end in ("", "-wal", "-shm", "-server")} <= {
                path.name for path in tmp_path.iterdir()
            }
            assert _modes(tmp_path) == {0o600}
    finally:
        os.umask(before)


async def test_a_database_that_others_can_read_is_narrowed_and_that_is_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    settings = Settings(database_url=async_url(f"{tmp_path}/test.db"))
    for mode, warnings in ((0o600, 0), (0o644, 2), (0o660, 2)):
        caplog.clear()
        for path in tmp_path.iterdir():
            path.chmod(mode)
        async with Process(settings).run():
            assert _modes(tmp_path) == {0o600}
        said = [entry.message for entry in caplog.records if entry.name == "armillary.database"]
        assert len([each for each in said if "could be read by others" in each]) == warnings


def test_what_is_not_a_database_keeps_its_mode(tmp_path: Path) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("somebody's notes\n" * 100, "utf-8")
    notes.chmod(0o644)
    _refused(tmp_path, "doctor", "--database", str(notes))
    assert notes.stat().st_mode & 0o777 == 0o644


@pytest.mark.parametrize("is_new", [True, False])
def test_what_was_restored_is_for_its_owner_only(filled: Path, is_new: bool) -> None:
    target = filled / "armillary.db"
    (filled / "backup.db").chmod(0o644)
    target.unlink() if is_new else target.chmod(0o644)
    assert _armillary(filled, "restore", "backup.db", "--force").returncode == 0
    assert target.stat().st_mode & 0o777 == 0o600


def test_without_a_name_a_backup_is_called_by_its_time_and_nothing_else_is_said(filled: Path) -> None:
    done = _armillary(filled, "backup")
    assert (done.returncode, done.stderr) == (0, "")
    assert len([path for path in filled.iterdir() if re.fullmatch(r"armillary-[\d-]{17}\.db", path.name)]) == 1


async def test_nothing_is_restored_under_a_running_server(filled: Path) -> None:
    async with Server(f"{filled}/armillary.db"):
        said = await asyncio.to_thread(_refused, filled, "restore", "backup.db", "--force")
        assert "Another server uses this database" in said


def test_what_is_no_backup_changes_nothing(filled: Path) -> None:
    (filled / "notes").write_text("nothing of the kind", "utf-8")
    (filled / "cut.db").write_bytes((filled / "backup.db").read_bytes()[:5000])
    sqlite3.connect(filled / "others.db").execute("CREATE TABLE bookmarks (x)").connection.close()
    (filled / "other.dump").write_bytes(b"PGDMP and so on")
    before = (filled / "armillary.db").read_bytes()
    for name in ("notes", "cut.db", "others.db", "other.dump", "nowhere.db"):
        assert name in _refused(filled, "restore", name, "--force")
    assert "nowhere.db: There is no such database." in _refused(filled, "backup", "--database", "nowhere.db")
    assert (filled / "armillary.db").read_bytes() == before
    assert [path.name for path in filled.iterdir() if path.name.startswith(".armillary")] == []


def test_a_backup_with_a_fault_is_kept_and_restored_only_if_that_is_said(filled: Path) -> None:
    with sqlite3.connect(filled / "armillary.db") as database:
        database.execute(
            "UPDATE journal SET body = '\"\"' WHERE kind = 'step' AND seq = (SELECT max(seq) FROM journal "
            "AS other WHERE other.match = journal.match AND other.kind = 'step')"
        )
    kept = _armillary(filled, "backup", "--to", "faulty.db")
    assert kept.returncode == 1
    assert "1 faulty" in kept.stdout
    before = (filled / "armillary.db").read_bytes()
    shutil.copy(filled / "faulty.db", filled / "faulty")
    refused = _armillary(filled, "restore", "faulty", "--database", "new.db")
    assert (refused.returncode, (filled / "new.db").exists()) == (1, False)
    assert "Not restored" in refused.stdout
    taken = _armillary(filled, "restore", "faulty", "--database", "new.db", "--force")
    assert (taken.returncode, (filled / "new.db").exists()) == (1, True)
    assert (filled / "armillary.db").read_bytes() == before


async def test_what_a_killed_server_left_beside_its_file_does_not_mix_with_a_backup(filled: Path) -> None:
    async with Server(f"{filled}/armillary.db") as server:
        load = Load([server], pairs=2)
        await load.until(40)
        await load.stop()
        server.kill()
    assert (filled / "armillary.db-wal").exists()
    assert _armillary(filled, "restore", "backup.db", "--force").returncode == 0
    assert not (filled / "armillary.db-wal").exists()
    with sqlite3.connect(filled / "armillary.db") as now, sqlite3.connect(filled / "backup.db") as then:
        assert [*now.iterdump()] == [*then.iterdump()]


async def test_a_database_of_postgresql_is_replaced_only_when_that_is_said_and_nobody_uses_it(
    shared_database: str, tmp_path: Path
) -> None:
    here = ("--database", shared_database)
    async with Server(shared_database) as server:
        load = Load([server], pairs=1)
        await load.until(10)
        await load.stop()
        made = await asyncio.to_thread(_armillary, tmp_path, "backup", "--to", "backup.dump", *here)
        assert made.stdout == "Backup written to backup.dump.\n", made.stderr
        used = await asyncio.to_thread(_refused, tmp_path, "restore", "backup.dump", "--force", *here)
        assert "Stop its servers first." in used
        server.stop()
    assert "Use --force to replace them." in _refused(tmp_path, "restore", "backup.dump", *here)
    assert "It cannot be restored into a SQLite file." in _refused(tmp_path, "restore", "backup.dump")
    done = _armillary(tmp_path, "restore", "backup.dump", "--force", *here)
    assert done.returncode == 0, done.stderr
    assert "checked, 0 faulty" in done.stdout


def test_without_postgresql_s_programs_that_is_said(
    shared_database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(BadInput, match="pg_dump is not installed"):
        backups.backup(shared_database, str(tmp_path / "backup.dump"))
    assert list(tmp_path.iterdir()) == []


def test_a_password_is_given_to_no_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("pg_dump", "pg_restore"):
        tool = tmp_path / name
        tool.write_text(f'#!/bin/sh\necho "$0 $@ / $PGPASSWORD" >> {tmp_path}/called; touch {tmp_path}/copy\n', "utf-8")
        tool.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    backup_files.dump("postgresql+asyncpg://ada:secret@db.example/games?ssl=require", tmp_path / "copy")
    called = (tmp_path / "called").read_text("utf-8")
    assert "--dbname=postgresql://ada@db.example/games?sslmode=require" in called
    assert called.count("secret") == 1
    assert "/ secret" in called


def test_every_setting_is_read_from_the_variable_in_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    values = {
        "database_url": "sqlite:///x.db",
        "redis_url": "redis://x",
        "host": "0.0.0.0",
        "port": 1,
        "allowed_hosts": "x",
    }
    values |= {"workers": 2, "worker_processes": 8, "requests_per_second": 4.5, "body_bytes": 5, "https": True}
    values |= {"sockets_per_player": 6, "open_matches_per_player": 7, "uploads_per_player": 8, "database_seconds": 6.5}
    values |= {"connections": 9, "connections_per_address": 10, "head_seconds": 1.5, "body_seconds": 2.5}
    values |= {"metrics_port": 9, "log_level": "error", "log_format": "text"}
    values |= {"bot_matches_per_player": 9, "match_size": 10, "changes_per_step": 11, "chat_lines_per_player": 12}
    values |= {"rooms_megabytes": 13, "answers_megabytes": 15}
    values |= {"head_seconds": 16.5, "body_seconds": 17.5, "connections": 18, "connections_per_address": 19}
    values |= {"open_match_days": 23, "upload_days": 24, "guest_days": 25}
    values |= {"guests_per_hour": 20.5, "matches_per_player": 21, "stored_megabytes_per_hour": 22.5}
    assert set(values) == set(Settings.__struct_fields__)
    table = PAGE.partition("<!-- settings -->")[2].partition("<!-- /settings -->")[0]
    for name in re.findall(r"^\| `(\w+)`", table, re.MULTILINE):
        monkeypatch.setenv(name, str(values[name.removeprefix(PREFIX).lower()]).lower())
    assert Settings.from_environment() == Settings(**values)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "value"), [("PORT", "many"), ("WORKERS", ""), ("HTTPS", "perhaps"), ("DATABASE_SECONDS", "0")]
)
def test_a_setting_that_cannot_be_read_is_named(name: str, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PREFIX + name, value)
    with pytest.raises(BadInput, match=PREFIX + name):
        Settings.from_environment()


def test_the_page_names_every_logger() -> None:
    sources = " ".join(path.read_text("utf-8") for path in (ROOT / "src" / "armillary" / "server").rglob("*.py"))
    loggers = set(re.findall(r'getLogger\("(armillary[\w.]*)"\)', sources))
    assert loggers
    assert {name for name in loggers if f"| `{name}` |" not in PAGE} == set()
