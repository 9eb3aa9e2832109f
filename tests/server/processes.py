"""Server processes to be killed, and guests who keep playing through it: raw HTTP, nothing between us and the wire."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from tests.server.postgres import free_port

HOST = "127.0.0.1"
PATIENCE = 60.0
"""Seconds until something that should happen will not."""

NOT_READY = 503

LOST = (OSError, asyncio.IncompleteReadError, TimeoutError)
"""How a server that was killed looks from outside."""


class Server:
    """One server process on a database; the port stays the same through every restart."""

    def __init__(self, database: str, *, path: str = "", **settings: str) -> None:
        self.port = free_port()
        self._database = database
        self._command = [sys.executable, "-m", "armillary.terminal", "serve", "--port", str(self.port)]
        self._command += ["--database", database]
        names = {f"ARMILLARY_{name.upper()}": value for name, value in settings.items()}
        wide = {"ARMILLARY_REQUESTS_PER_SECOND": "100000", "ARMILLARY_GUESTS_PER_HOUR": "1000000"}
        self._environment = {**os.environ, **wide, **names}
        self._environment.pop("PYTHONDONTWRITEBYTECODE", None)
        if path:
            self._environment["PYTHONPATH"] = path
        self.process: subprocess.Popen[bytes] | None = None
        self._log = Path(tempfile.mkstemp(prefix="armillary-server-")[1])

    async def __aenter__(self) -> Server:
        try:
            await self.start()
        except BaseException:
            self.kill()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.kill()
        self._log.unlink()

    async def start(self) -> None:
        """Start, and wait until it serves."""
        with self._log.open("ab") as log:
            self.process = subprocess.Popen(self._command, env=self._environment, stdout=log, stderr=log)
        async with asyncio.timeout(PATIENCE):
            while True:
                assert self.process.poll() is None, self.log()
                if await self._is_ready():
                    return
                await asyncio.sleep(0.05)

    async def _is_ready(self) -> bool:
        guest = Guest(self.port)
        try:
            return (await guest.exchange("GET", "/readyz"))[0] == 200
        except LOST:
            return False
        finally:
            await guest.hang_up()

    def kill(self) -> None:
        """No time to say goodbye."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()

    def freeze(self) -> None:
        """It keeps every connection, and does nothing."""
        assert self.process is not None
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """It goes on."""
        assert self.process is not None
        self.process.send_signal(signal.SIGCONT)

    def stop(self) -> int:
        """Ask it to stop, and wait; how it ended."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=PATIENCE)

    def log(self) -> str:
        """What it has logged so far."""
        return self._log.read_text("utf-8", "replace")

    def disk(self) -> int:
        """How many bytes a database in a file takes, with what is not in the file itself yet."""
        return sum(each.stat().st_size for each in Path(self._database).parent.glob(f"{Path(self._database).name}*"))

    def memory(self) -> int:
        """How many bytes of memory it holds now."""
        assert self.process is not None
        status = Path(f"/proc/{self.process.pid}/status").read_text("utf-8")
        return next(int(line.split()[1]) * 1024 for line in status.splitlines() if line.startswith("VmRSS"))


class Guest:
    """A person at one or several servers: when one is lost, the next is tried."""

    def __init__(self, *ports: int, source: str = HOST) -> None:
        self.ports = list(ports)
        self.cookie = ""
        self.id = ""
        self.refused = 0
        """How often a server was not ready."""
        self._source = source
        """The address of this machine that they come from."""
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def call(self, method: str, path: str, body: Any = None, key: str | None = None) -> Any:
        """The decoded answer, asked for again and again while servers come and go; a refusal is an error."""
        try:
            async with asyncio.timeout(PATIENCE):
                status, data = await self.persist(method, path, body, key)
        except TimeoutError:
            raise AssertionError(f"{method} {path}: no answer, and {self.refused} times “not ready” so far") from None
        assert 200 <= status < 300, f"{method} {path}: {status} {data[:500]!r}"
        return msgspec.json.decode(data) if data else None

    async def persist(self, method: str, path: str, body: Any = None, key: str | None = None) -> tuple[int, bytes]:
        """The answer of the first server that gives one, and is not waiting for its database."""
        while True:
            try:
                async with asyncio.timeout(10):
                    status, data = await self.exchange(method, path, body, key)
                if status != NOT_READY:
                    return status, data
                self.refused += 1
            except LOST:
                await self.move()
            await asyncio.sleep(0.05)

    async def arrive(self) -> None:
        """Become somebody."""
        self.id = (await self.call("GET", "/api/me"))["id"]
        assert self.cookie

    async def move(self) -> None:
        """Go on at the next server."""
        await self.hang_up()
        self.ports.append(self.ports.pop(0))

    async def hang_up(self) -> None:
        """Let go of the connection."""
        streams, self._streams = self._streams, None
        if streams:
            streams[1].close()
            with contextlib.suppress(OSError):
                await streams[1].wait_closed()

    async def exchange(self, method: str, path: str, body: Any = None, key: str | None = None) -> tuple[int, bytes]:
        """One request and its answer; raises one of `LOST`."""
        if self._streams is None:
            self._streams = await asyncio.open_connection(HOST, self.ports[0], local_addr=(self._source, 0))
        reader, writer = self._streams
        writer.write(self._request(method, path, body, key))
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        fields = {name.lower(): value for name, _, value in (line.partition(": ") for line in head[1:])}
        if "set-cookie" in fields:
            self.cookie = fields["set-cookie"].split(";")[0]
        status = int(head[0].split(" ")[1])
        if "transfer-encoding" in fields:
            return status, await _chunks(reader)
        return status, await reader.readexactly(int(fields.get("content-length", "0")))

    def _request(self, method: str, path: str, body: Any, key: str | None) -> bytes:
        data = b"" if body is None else msgspec.json.encode(body)
        lines = [f"{method} {path} HTTP/1.1", f"host: {HOST}:{self.ports[0]}", f"content-length: {len(data)}"]
        lines += [f"cookie: {self.cookie}"] if self.cookie else []
        lines += ["content-type: application/json"] if data else []
        lines += [f"idempotency-key: {key}"] if key else []
        return "\r\n".join([*lines, "", ""]).encode() + data

    async def socket(self, match_id: str) -> ClientConnection:
        """The live socket of a match."""
        url = f"ws://{HOST}:{self.ports[0]}/api/matches/{match_id}/live"
        return await connect(url, additional_headers={"cookie": self.cookie}, compression=None, max_queue=None)


async def _chunks(reader: asyncio.StreamReader) -> bytes:
    """A body whose length was not known when it was begun."""
    body = b""
    while size := int(await reader.readuntil(b"\r\n"), 16):
        body += (await reader.readexactly(size + 2))[:-2]
    await reader.readexactly(2)
    return body
