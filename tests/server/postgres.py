"""A PostgreSQL of our own: a throw-away cluster in a temporary folder, gone when the tests are."""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import Any

PACKAGED = Path("/usr/lib/postgresql")
OWNER = "postgres"
FIRST_PORT, PORTS = 20_000, 12_000
FORGETFUL = ("fsync=off",)
"""What a machine that goes down would lose is of no use to tests anyway."""
SETTINGS = ("shared_buffers=32MB", "max_connections=100", "listen_addresses=127.0.0.1")


OTHERS_OUT = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid()
"""
TABLES_OUT = """
DO $$ DECLARE name text; BEGIN
    FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public'
    LOOP EXECUTE 'DROP TABLE ' || quote_ident(name) || ' CASCADE'; END LOOP;
END $$
"""


class Missing(Exception):
    """There is no PostgreSQL on this machine."""


def program(name: str) -> str:
    """Where one of PostgreSQL's programs is; raises `Missing`."""
    packaged = sorted(PACKAGED.glob(f"*/bin/{name}"), key=lambda path: int(path.parts[-3]), reverse=True)
    found = str(packaged[0]) if packaged else shutil.which(name)
    if found is None:
        raise Missing(f"no {name} here: `make postgresql` installs it")
    return found


def free_port() -> int:
    """A port that nobody listens on now, and that no connection is given as its own: those begin above it.

    Otherwise a client may take the port of a server that is being restarted, or even be connected with itself.
    """
    while True:
        port = FIRST_PORT + secrets.randbelow(PORTS)
        with socket.socket() as listening, contextlib.suppress(OSError):
            listening.bind(("127.0.0.1", port))
            return port


class Cluster:
    """A PostgreSQL with its data in a folder: runs, stops, hangs."""

    def __init__(self, folder: Path, port: int, settings: Sequence[str] = FORGETFUL) -> None:
        self._folder = folder
        self._port = port
        self._settings = (*SETTINGS, *settings)
        self._process: subprocess.Popen[bytes] | None = None
        self._numbers = count(1)
        self._free: list[str] = []

    def start(self) -> None:
        """Run, and wait until it answers."""
        settings = [word for setting in self._settings for word in ("-c", setting)]
        command = [program("postgres"), "-D", str(self._folder / "data"), "-p", str(self._port), *settings]
        with (self._folder / "log").open("ab") as log:
            process = subprocess.Popen(
                [*command, "-k", str(self._folder)], stdout=log, stderr=log, cwd=self._folder, **_as_owner()
            )
        self._process = process
        _until_ready(process, self._port, self._folder / "log")

    def stop(self) -> None:
        """At once, whoever is connected."""
        if self._process is not None:
            self.thaw()
            self._process.send_signal(signal.SIGQUIT)
            self._process.wait()
            self._process = None

    def freeze(self) -> None:
        """Hang: connections stay, new ones are made, and nothing is ever answered."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Go on as if nothing had been."""
        self._signal(signal.SIGCONT)

    def _signal(self, number: signal.Signals) -> None:
        assert self._process is not None
        main = self._process.pid
        os.kill(main, number)
        for child in Path(f"/proc/{main}/task/{main}/children").read_text("ascii").split():
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(child), number)

    @contextlib.contextmanager
    def database(self) -> Iterator[str]:
        """The URL of an empty database; cleaned and lent again afterwards, which is quicker than a new one."""
        name = self._free.pop() if self._free else self._made()
        yield self.url(name)
        self.run("psql", "-q", "-d", name, "-c", OTHERS_OUT, "-c", TABLES_OUT)
        self._free.append(name)

    def _made(self) -> str:
        name = f"test{next(self._numbers)}"
        self.run("createdb", name)
        return name

    @contextlib.contextmanager
    def standby(self) -> Iterator[Cluster]:
        """Another cluster that has everything this one has: meanwhile, no commit is acknowledged without it."""
        with _folder() as folder:
            source = ("-h", "127.0.0.1", "-p", str(self._port), "-U", OWNER)
            _run(program("pg_basebackup"), *source, "-D", str(folder / "data"), "-R", "-c", "fast", "--no-sync")
            second = Cluster(folder, free_port())
            try:
                second.start()
                self._say("ALTER SYSTEM SET synchronous_standby_names = '*'")
                self._say("SELECT pg_reload_conf()")
                while self._say("SELECT sync_state FROM pg_stat_replication").strip() != "sync":
                    time.sleep(0.05)
                yield second
            finally:
                second.stop()
                self._say("ALTER SYSTEM RESET synchronous_standby_names")
                self._say("SELECT pg_reload_conf()")

    def promote(self) -> None:
        """A standby becomes the one that is written to."""
        self._say("SELECT pg_promote()")

    def _say(self, statement: str) -> str:
        return self.run("psql", "-q", "-t", "-A", "-d", OWNER, "-c", statement)

    @property
    def address(self) -> str:
        """Where it listens."""
        return f"127.0.0.1:{self._port}"

    def url(self, name: str) -> str:
        """Where a database is."""
        return f"postgresql://{OWNER}@127.0.0.1:{self._port}/{name}"

    def run(self, name: str, *arguments: str) -> str:
        """What one of PostgreSQL's programs prints, run on this cluster."""
        command = [program(name), "-h", "127.0.0.1", "-p", str(self._port), "-U", OWNER, *arguments]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout


@contextlib.contextmanager
def cluster(settings: Sequence[str] = FORGETFUL) -> Iterator[Cluster]:
    """A new cluster, for as long as it is needed; raises `Missing`."""
    initdb = program("initdb")
    with _folder() as folder:
        data = folder / "data"
        _run(initdb, "-D", str(data), "-U", OWNER, "--auth=trust", "--no-sync", "--encoding=UTF8", "--locale=C")
        started = Cluster(folder, free_port(), settings)
        try:
            started.start()
            yield started
        finally:
            started.stop()


@contextlib.contextmanager
def _folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="armillary-postgres-") as name:
        if os.geteuid() == 0:
            shutil.chown(name, OWNER)
        yield Path(name)


def _run(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, cwd="/", **_as_owner())
    assert done.returncode == 0, done.stderr


def _as_owner() -> dict[str, Any]:
    """PostgreSQL refuses to run as root."""
    return {"user": OWNER, "group": OWNER, "extra_groups": []} if os.geteuid() == 0 else {}


def _until_ready(process: subprocess.Popen[bytes], port: int, log: Path) -> None:
    for _ in range(600):
        assert process.poll() is None, log.read_text("utf-8", "replace")
        asked = subprocess.run([program("pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(port)], check=False)
        if asked.returncode == 0:
            return
        time.sleep(0.05)
    raise AssertionError("PostgreSQL does not start")
