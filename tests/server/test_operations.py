"""Starting, stopping and being killed: nothing is left behind, and what is said is one clear line."""

from __future__ import annotations

import asyncio
import logging
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from io import StringIO
from pathlib import Path
from typing import Any, cast

import httpx2
import pytest
import uvicorn
from uvicorn.supervisors import Multiprocess

from armillary.core.errors import BadInput
from armillary.server import serving
from armillary.server.errors import NotReady
from armillary.server.logs import JsonLines, PlainLines, log_to_stderr
from armillary.server.settings import PREFIX, Settings
from armillary.server.storage import players
from armillary.server.storage.store import Store
from tests.project.tree import environment
from tests.server.postgres import free_port
from tests.server.processes import PATIENCE, Guest, Server

COMMAND = [sys.executable, "-m", "armillary.terminal", "serve"]
BOTS = {"seats": [{"kind": "bot", "level": "random"}, {"kind": "bot", "level": "random"}]}


def _family(pid: int) -> set[int]:
    """A process and all that it has started, with all that those have."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split()
    return {pid}.union(*(_family(int(child)) for child in children))


def _is_there(pid: int) -> bool:
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text("utf-8")
    except OSError:
        return False


async def _gone(family: set[int]) -> bool:
    async with asyncio.timeout(PATIENCE):
        while any(_is_there(pid) for pid in family):
            await asyncio.sleep(0.05)
    return True


async def _busy(server: Server) -> set[int]:
    """Let bots play and a record be checked; every process that then belongs to the server."""
    guest = Guest(server.port)
    await guest.arrive()
    made = await guest.call("POST", "/api/skirmish/matches", BOTS)
    path = f"/api/matches/{made['match']['id']}"
    async with asyncio.timeout(PATIENCE):
        while (await guest.call("GET", path))["status"] != "over":
            await asyncio.sleep(0.05)
    await guest.exchange("POST", "/api/replays", {"format": "nonsense"})
    await guest.hang_up()
    assert server.process is not None
    return _family(server.process.pid)


@pytest.mark.parametrize("workers", [1, 2])
async def test_a_server_that_is_killed_leaves_nobody_behind_and_can_be_started_again(
    workers: int, shared_database: str
) -> None:
    async with Server(shared_database, workers=str(workers)) as server:
        family = await _busy(server)
        assert len(family) > workers
        server.kill()
        assert await _gone(family)
        await server.start()
        assert await _busy(server)
        server.stop()


@contextmanager
def _started(folder: Path, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """A server with a terminal's habit: Ctrl-C reaches all of its processes."""
    process = subprocess.Popen(
        [*COMMAND, "--port", str(free_port()), *arguments],
        cwd=folder,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def _announced(process: subprocess.Popen[str]) -> str:
    """The line with the address."""
    assert process.stdout is not None
    return next(line for line in process.stdout if line.startswith("Armillary at "))


def _catches_interrupts(pid: int) -> bool:
    """Python does from its own first moment on."""
    caught = re.findall(r"SigCgt:\t(\w+)", Path(f"/proc/{pid}/status").read_text("ascii"))[0]
    return bool(int(caught, 16) & 1 << signal.SIGINT - 1)


@pytest.mark.parametrize("seconds", [0.0, 0.1, 0.3, 0.6, 0.9])
def test_ctrl_c_while_it_starts_prints_no_traceback(seconds: float, tmp_path: Path) -> None:
    with _started(tmp_path) as process:
        for is_python in (True, False):  # from then on the first lines are ours
            while _catches_interrupts(process.pid) != is_python:
                time.sleep(0.005)
        time.sleep(seconds)
        os.killpg(process.pid, signal.SIGINT)
        assert "Traceback" not in process.communicate(timeout=PATIENCE)[0]


@pytest.mark.parametrize("seconds", [0.0, 0.4, 4.0])
async def test_ctrl_c_with_several_processes_prints_no_traceback_either(
    seconds: float, shared_database: str, tmp_path: Path
) -> None:
    with _started(tmp_path, "--workers", "2", "--database", shared_database) as process:
        assert _announced(process)
        time.sleep(seconds)
        family = _family(process.pid)
        os.killpg(process.pid, signal.SIGINT)
        assert "Traceback" not in process.communicate(timeout=PATIENCE)[0]
        assert process.returncode == 0
        assert await _gone(family)


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("signals", [[signal.SIGINT], [signal.SIGINT, signal.SIGINT], [signal.SIGTERM]], ids=str)
async def test_a_stop_while_bots_think_says_nothing_of_tracebacks_and_leaks(
    signals: list[signal.Signals], workers: int, shared_database: str, tmp_path: Path
) -> None:
    """Whoever stops a service, or types Ctrl-C, reaches all of its processes, perhaps more than once."""
    with _started(tmp_path, "--workers", str(workers), "--database", shared_database) as process:
        guest = Guest(int(re.findall(r"localhost:(\d+)", _announced(process))[0]))
        await guest.arrive()
        seats = {"seats": [{"kind": "bot", "level": "hard"}] * 2}
        for _ in range(4):
            await guest.call("POST", "/api/kepler/matches", seats)
        await guest.hang_up()
        async with asyncio.timeout(PATIENCE):
            while len(_family(process.pid)) < workers + 2:  # and the workers of one of them
                await asyncio.sleep(0.05)
        family = _family(process.pid)
        for each in signals:
            os.killpg(process.pid, each)
        said = process.communicate(timeout=PATIENCE)[0]
        assert ("Traceback" in said, "leaked" in said, "crashed" in said) == (False, False, False), said
        assert process.returncode == 0
        assert await _gone(family)


def test_several_processes_print_their_address_once_as_soon_as_one_of_them_serves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Child:
        serves = False

        def is_ready(self) -> bool:
            return self.serves

    monkeypatch.setattr(Multiprocess, "keep_subprocess_alive", lambda _: None)
    monkeypatch.setattr(signal, "signal", lambda *_: None)  # this process keeps its own
    said: list[str] = []
    parent = serving.Parent(uvicorn.Config("nothing"), [], lambda: said.append("at"))
    children = [Child(), Child()]
    parent.processes = cast("list[Any]", children)
    parent.keep_subprocess_alive()
    assert said == []
    children[1].serves = True
    parent.keep_subprocess_alive()
    parent.keep_subprocess_alive()
    assert said == ["at"]


def test_the_address_is_printed_once_somebody_listens_there(tmp_path: Path) -> None:
    with _started(tmp_path) as process:
        address = re.findall(r"http://\S+", _announced(process))[0]
        assert httpx2.get(f"{address}/readyz", timeout=PATIENCE).status_code == 200


async def test_a_file_that_another_program_holds_is_answered_with_503_and_heals(tmp_path: Path) -> None:
    file = tmp_path / "test.db"
    async with Server(str(file)) as server:
        with closing(sqlite3.connect(file, isolation_level=None)) as holder:
            holder.execute("BEGIN IMMEDIATE")
            async with httpx2.AsyncClient(base_url=f"http://127.0.0.1:{server.port}", timeout=60) as client:
                refused = await client.get("/api/me")
                assert (refused.status_code, refused.json()["code"]) == (503, "NotReady")
                assert refused.headers["retry-after"] == "1"
                holder.execute("ROLLBACK")
                assert (await client.get("/api/me")).status_code == 200
                assert (await client.get("/readyz")).status_code == 200
        log = server.log()
    assert log.count("The database cannot be used: database is locked") == 1
    assert log.count("The database can be used again") == 1
    assert "Traceback" not in log


async def test_a_disk_that_is_full_is_answered_with_503_and_heals(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path}/test.db")
    await store.open()
    pages = (await store.database.write(lambda on: on.exec_driver_sql("PRAGMA page_count").scalar_one())) + 1
    await store.database.write(lambda on: on.exec_driver_sql(f"PRAGMA max_page_count={pages}").scalar_one())
    adding = [players.add(store, f"player{number}", "x" * 40, 0) for number in range(2000)]
    with pytest.raises(NotReady):
        await asyncio.gather(*adding)
    await store.database.write(lambda on: on.exec_driver_sql("PRAGMA max_page_count=1000000").scalar_one())
    await players.add(store, "another", "Ada", 0)
    await store.close()


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("DATABSE_URL", "There is no setting ARMILLARY_DATABSE_URL. Did you mean ARMILLARY_DATABASE_URL?"),
        ("XYZZY", "There is no setting ARMILLARY_XYZZY."),
    ],
)
def test_an_unknown_setting_is_named(name: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PREFIX + name, "1")
    with pytest.raises(BadInput) as refused:
        Settings.from_environment()
    assert str(refused.value) == said


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("PORT", "many", 'ARMILLARY_PORT must be a whole number from 1 up to 65535, not "many".'),
        ("PORT", "70000", 'ARMILLARY_PORT must be a whole number from 1 up to 65535, not "70000".'),
        ("DATABASE_SECONDS", "0", 'ARMILLARY_DATABASE_SECONDS must be a number above 0, not "0".'),
        ("HTTPS", "perhaps", 'ARMILLARY_HTTPS must be true or false, not "perhaps".'),
        ("LOG_FORMAT", "xml", 'ARMILLARY_LOG_FORMAT must be auto or json or text, not "xml".'),
    ],
)
def test_a_bad_setting_is_named_with_what_it_can_be(
    name: str, value: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(PREFIX + name, value)
    with pytest.raises(BadInput) as refused:
        Settings.from_environment()
    assert str(refused.value) == said


@pytest.mark.parametrize("workers", [1, 2])
async def test_logs_have_the_level_and_the_form_that_are_set_in_every_process(
    workers: int, shared_database: str
) -> None:
    async def logged(**settings: str) -> list[str]:
        async with Server(shared_database, workers=str(workers), **settings) as server:
            server.stop()
            return server.log().splitlines()

    lines = [line for line in await logged(log_format="text") if not line.startswith("Armillary at ")]
    assert len(lines) > workers
    assert [line for line in lines if not re.match(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d info [\w.]+: ", line)] == []
    assert len(await logged(log_level="error")) == 1, "nothing but the address"


@pytest.mark.parametrize(
    ("setting", "on_terminal", "form"),
    [
        ("auto", True, PlainLines),
        ("auto", False, JsonLines),
        ("json", True, JsonLines),
        ("text", False, PlainLines),
    ],
)
def test_people_at_a_terminal_read_lines_and_services_get_json_unless_the_setting_says_otherwise(
    setting: str, on_terminal: bool, form: type[logging.Formatter], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Stream(StringIO):
        def isatty(self) -> bool:
            return on_terminal

    root = logging.getLogger()
    monkeypatch.setattr(sys, "stderr", Stream())
    monkeypatch.setattr(root, "handlers", [])
    monkeypatch.setattr(root, "level", root.level)
    monkeypatch.setattr(logging.getLogger("uvicorn.access"), "disabled", False)
    log_to_stderr("warning", setting)
    (handler,) = root.handlers
    assert isinstance(handler.formatter, form)


def test_a_line_says_which_match_it_is_about() -> None:
    record = logging.LogRecord("armillary.bots", logging.ERROR, "", 0, "A bot was %s", ("slow",), None)
    record.match, record.seat, record.created = "abc", 2, 0.0
    assert PlainLines().format(record) == "1970-01-01 00:00:00 error armillary.bots: A bot was slow match=abc seat=2"
    assert '"match":"abc","seat":2' in JsonLines().format(record)
