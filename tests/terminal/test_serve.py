"""`armillary serve` and `armillary doctor`: what they are given, and what they say when it is no good."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

from armillary.terminal import extras
from tests.project.tree import environment
from tests.terminal.conftest import Run

COMMAND = [sys.executable, "-m", "armillary.terminal"]


@pytest.mark.parametrize(
    "args",
    [
        ("serve", "--port", "x"),
        ("serve", "--port", "0"),
        ("serve", "--port", "65536"),
        ("serve", "--workers", "0"),
        ("serve", "--workers", "2"),
        ("serve", "--workers", "2", "--database", "sqlite:///x.db"),
        ("serve", "--database", "mysql://here/x"),
        ("serve", "extra"),
        ("doctor", "--database", "mysql://here/x"),
        ("doctor", "--database", "nowhere.db"),
    ],
)
def test_bad_arguments_are_one_line_and_exit_code_two(run: Run, args: tuple[str, ...]) -> None:
    result = run(*args)
    assert result.exit_code == 2
    assert result.stderr.startswith("armillary: ")
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize("name", ["PORT", "WORKERS", "BODY_BYTES", "SECURE_COOKIES", "REDIS_URL"])
def test_a_bad_setting_in_the_environment_is_one_line_too(run: Run, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv(f"ARMILLARY_{name}", "nonsense")
    result = run("serve")
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize("command", ["serve", "doctor"])
def test_without_the_server_s_packages_it_says_how_to_get_them(
    run: Run, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    def missing(_: str) -> Any:
        raise ModuleNotFoundError("No module named 'litestar'", name="litestar")

    monkeypatch.setattr(extras, "import_module", missing)
    result = run(command)
    assert result.exit_code == 2
    assert "litestar is missing" in result.stderr
    assert "pip install 'armillary[server]'" in result.stderr


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


def test_a_server_says_where_it_is_and_stops_when_asked(tmp_path: Path) -> None:
    port = _free_port()
    process = subprocess.Popen(
        [*COMMAND, "serve", "--port", str(port), "--database", "here.db"],
        cwd=tmp_path,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.fullmatch(rf"Armillary at (http://127\.0\.0\.1:{port}) \(API: \1/schema\)\n", line)
        assert found, line
        transport = httpx.HTTPTransport(retries=20)
        with httpx.Client(base_url=found[1], transport=transport, timeout=10) as client:
            assert client.get("/readyz").json() == {"status": "ready"}
            assert client.get("/schema").headers["content-type"].startswith("text/html")
    finally:
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=20)
    assert process.returncode in (0, -signal.SIGTERM)
    assert "Traceback" not in errors
    checked = subprocess.run(
        [*COMMAND, "doctor", "--database", "here.db"], cwd=tmp_path, env=environment(), capture_output=True, text=True
    )
    assert (checked.returncode, checked.stdout) == (0, "0 matches checked, 0 faulty\n")


def test_a_port_that_is_taken_is_said_so(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        result = subprocess.run(
            [*COMMAND, "serve", "--port", port, "--database", "here.db"],
            cwd=tmp_path,
            env=environment(),
            capture_output=True,
            text=True,
            timeout=30,
        )
    assert result.returncode != 0
    assert "address already in use" in result.stderr
    assert "Traceback" not in result.stderr
