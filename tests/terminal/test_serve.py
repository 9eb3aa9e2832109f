"""`armillary serve` and `armillary doctor`: their options, and what they say when those are wrong."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import httpx2
import pytest

from armillary.server.serving import address_of
from armillary.server.settings import Settings
from armillary.terminal import extras
from tests.project.tree import environment
from tests.terminal.conftest import Run

VISIT = "import sys, urllib.request as r; print(r.urlopen(sys.argv[1]).url)"
"""A browser of one line: it prints what it was shown."""

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
        ("serve", "--host", "192.0.2.1"),
        ("serve", "--host", "no such host"),
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


@pytest.mark.parametrize("name", ["PORT", "WORKERS", "BODY_BYTES", "HTTPS", "REDIS_URL"])
def test_a_bad_setting_in_the_environment_is_one_line_too(run: Run, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv(f"ARMILLARY_{name}", "nonsense")
    result = run("serve")
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1


def test_health_says_that_nobody_serves(run: Run) -> None:
    port = str(_free_port())
    result = run("health", "--port", port)
    assert result.exit_code == 1
    assert result.stdout.startswith(f"No server answers at http://localhost:{port}: ")


@pytest.mark.parametrize(
    ("status", "code", "said"),
    [(200, 0, "The server is ready."), (503, 1, "The server at http://localhost:{port} is not ready (503).")],
)
def test_health_says_what_the_server_says(run: Run, status: int, code: int, said: str) -> None:
    class Answering(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status if self.path == "/readyz" else 404)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Nobody reads it."""

    with HTTPServer(("127.0.0.1", 0), Answering) as server:
        answering = threading.Thread(target=server.handle_request)
        answering.start()
        result = run("health", "--port", str(server.server_port))
        answering.join()
    assert (result.exit_code, result.stdout) == (code, f"{said.format(port=server.server_port)}\n")


@pytest.mark.parametrize("command", ["serve", "doctor", "health"])
def test_without_the_server_s_packages_it_says_how_to_get_them(
    run: Run, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    def missing(_: str) -> Any:
        raise ModuleNotFoundError("No module named 'litestar'", name="litestar")

    monkeypatch.setattr(extras, "import_module", missing)
    result = run(command)
    assert result.exit_code == 2
    assert "litestar is missing" in result.stderr
    assert "Run: make install GROUP=server" in result.stderr


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
        found = re.fullmatch(rf"Armillary at (http://localhost:{port}) \(documentation: \1/docs\)\n", line)
        assert found, line
        transport = httpx2.HTTPTransport(retries=20)
        with httpx2.Client(base_url=found[1], transport=transport, timeout=10) as client:
            assert client.get("/readyz").json() == {"status": "ready"}
            assert client.get("/docs/").headers["content-type"].startswith("text/html")
    finally:
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=20)
    assert process.returncode in (0, -signal.SIGTERM)
    assert "Traceback" not in errors
    checked = subprocess.run(
        [*COMMAND, "doctor", "--database", "here.db"], cwd=tmp_path, env=environment(), capture_output=True, text=True
    )
    assert (checked.returncode, checked.stdout) == (0, "0 matches checked, 0 faulty.\n")


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("127.0.0.1", "http://localhost:8400"),
        ("0.0.0.0", "http://localhost:8400"),
        ("::", "http://localhost:8400"),
        ("192.0.2.7", "http://192.0.2.7:8400"),
        ("2001:db8::7", "http://[2001:db8::7]:8400"),
        ("games.example", "http://games.example:8400"),
    ],
)
def test_the_address_it_prints_can_be_opened(host: str, address: str) -> None:
    assert address_of(Settings(host=host)) == address


@pytest.mark.parametrize(("display", "opened"), [(":0", ["http://localhost:{}"]), ("", [])])
def test_it_opens_its_page_where_there_is_a_desktop(tmp_path: Path, display: str, opened: list[str]) -> None:
    port, shown = _free_port(), tmp_path / "shown"
    browser = tmp_path / "browser"
    browser.write_text(
        f'#!/bin/sh\n{sys.executable} -c "{VISIT}" "$1" > {shown}.new && mv {shown}.new {shown}\n', "utf-8"
    )
    browser.chmod(0o755)
    desktop = environment(DISPLAY=display, WAYLAND_DISPLAY="", BROWSER=f"{browser} %s")
    command = [*COMMAND, "serve", "--open", "--port", str(port), "--database", "here.db"]
    both: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    with subprocess.Popen(command, cwd=tmp_path, env=desktop, text=True, **both) as process:
        try:
            assert process.stdout is not None
            assert str(port) in process.stdout.readline()
            end = time.monotonic() + (20 if opened else 3)
            while not shown.exists() and time.monotonic() < end:
                time.sleep(0.05)
        finally:
            process.send_signal(signal.SIGTERM)
            more = process.communicate(timeout=20)[0]
    assert more == "", "the address is the last thing somebody reads"
    assert (shown.read_text("utf-8").split() if shown.exists() else []) == [each.format(port) for each in opened]


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
    assert result.returncode == 2
    assert result.stderr.startswith(f"armillary: Port {port} is in use")
    assert len(result.stderr.splitlines()) == 1
    assert not (tmp_path / "here.db").exists()
