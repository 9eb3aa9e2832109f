"""The thinnest clients that still speak the protocols: the generator must not be what is measured."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect

HOST = "127.0.0.1"


class Http:
    """One keep-alive connection of one guest."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._cookie = ""
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def connect(self) -> None:
        """Connect, again if need be: idle connections are closed after a while."""
        self.close()
        self._reader, self._writer = await asyncio.open_connection(HOST, self._port)

    async def open(self) -> None:
        """Connect, and become a guest."""
        await self.connect()
        head, _ = await self._exchange("GET", "/api/me")
        self._cookie = next(
            line.split(": ", 1)[1].split(";")[0] for line in head.split("\r\n") if line.lower().startswith("set-cookie")
        )

    def close(self) -> None:
        """Hang up."""
        if self._writer:
            self._writer.close()

    async def call(self, method: str, path: str, body: Any = None, key: str | None = None) -> Any:
        """The decoded answer; anything but a 2xx is an error."""
        head, data = await self._exchange(method, path, body, key)
        status = int(head.split(" ", 2)[1])
        if not 200 <= status < 300:
            raise RuntimeError(f"{method} {path}: {status} {data[:300]!r}")
        return msgspec.json.decode(data) if data else None

    async def _exchange(self, method: str, path: str, body: Any = None, key: str | None = None) -> tuple[str, bytes]:
        assert self._reader is not None
        assert self._writer is not None
        data = b"" if body is None else msgspec.json.encode(body)
        lines = [f"{method} {path} HTTP/1.1", f"host: {HOST}:{self._port}", f"content-length: {len(data)}"]
        lines += [f"cookie: {self._cookie}"] if self._cookie else []
        lines += ["content-type: application/json"] if data else []
        lines += [f"idempotency-key: {key}"] if key else []
        self._writer.write("\r\n".join([*lines, "", ""]).encode() + data)
        head = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        length = next((int(line[15:]) for line in head.split("\r\n") if line.lower().startswith("content-length:")), 0)
        return head, await self._reader.readexactly(length)

    async def socket(self, match_id: str) -> ClientConnection:
        """The live socket of a match."""
        url = f"ws://{HOST}:{self._port}/api/matches/{match_id}/live"
        return await connect(url, additional_headers={"cookie": self._cookie}, compression=None, max_queue=None)
