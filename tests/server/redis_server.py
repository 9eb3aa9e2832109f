"""A Redis of our own, with a password: it may be killed, frozen and started again, and is gone when its test is."""

from __future__ import annotations

import contextlib
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from typing import Any

import redis

from tests.server.postgres import Missing, free_port

PASSWORD = "very-secret-7f3a"


def program() -> str:
    """Where the program is; raises `Missing`."""
    found = shutil.which("redis-server")
    if found is None:
        raise Missing("no redis-server here: `make redis` installs it")
    return found


class RedisServer:
    """A Redis that keeps its port through every restart; not started yet."""

    def __init__(self, folder: str) -> None:
        self._port = free_port()
        self._command = [program(), "--port", str(self._port), "--bind", "127.0.0.1", "--dir", folder, "--save", ""]
        self._command += ["--requirepass", PASSWORD]
        self._process: subprocess.Popen[bytes] | None = None

    def url(self, password: str = PASSWORD) -> str:
        """Where it is, for somebody who knows the password, or thinks so."""
        return f"redis://:{password}@127.0.0.1:{self._port}"

    def start(self) -> None:
        """Start, and wait until it answers."""
        self._process = subprocess.Popen(self._command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(600):
            assert self._process.poll() is None, "Redis does not start"
            with contextlib.suppress(redis.ConnectionError):
                self.ask("PING")
                return
            time.sleep(0.02)
        raise AssertionError("Redis does not answer")

    def ask(self, *command: str | bytes) -> Any:
        """What it answers."""
        with redis.Redis.from_url(self.url()) as client:
            return client.execute_command(*command)

    def kill(self) -> None:
        """No time to say goodbye."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def freeze(self) -> None:
        """It keeps every connection, and answers nobody."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """It goes on."""
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)


@contextlib.contextmanager
def redis_here() -> Iterator[RedisServer]:
    """A Redis that is started when somebody asks for it; raises `Missing`."""
    with tempfile.TemporaryDirectory(prefix="armillary-redis-") as folder:
        server = RedisServer(folder)
        try:
            yield server
        finally:
            server.kill()
