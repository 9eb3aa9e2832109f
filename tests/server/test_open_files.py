"""A system that allows few open files: a server says so when it starts, and does not start with too few."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.server.api import PATIENCE, until
from tests.server.postgres import free_port


def _serving(files: int, folder: Path) -> list[str]:
    """The command of a server that may have so many files open."""
    serve = [sys.executable, "-m", "armillary.terminal", "serve"]
    serve += ["--database", str(folder / "test.db"), "--port", str(free_port())]
    return ["/bin/sh", "-c", f'ulimit -n {files} && exec "$@"', "sh", *serve]


def test_a_server_that_could_serve_nobody_does_not_start(tmp_path: Path) -> None:
    command = _serving(100, tmp_path)
    ended = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert ended.returncode == 2
    assert "This process can open only 100 files, and a server needs 120. Raise the limit" in ended.stderr
    assert ended.stdout == ""
    assert list(tmp_path.iterdir()) == []


def test_a_server_that_serves_fewer_than_it_should_says_so(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with log.open("w", encoding="utf-8") as opened:
        process = subprocess.Popen(_serving(160, tmp_path), stdout=opened, stderr=opened)
    try:
        until(lambda: process.poll() is not None or "Armillary at" in log.read_text("utf-8"))
        assert "allows 160 open files: enough for 60 connections, not for the 10000" in log.read_text("utf-8")
    finally:
        process.kill()
        process.wait()
