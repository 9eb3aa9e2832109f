"""Bytes on a connection, without anything between us and the server."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any
from urllib.parse import urlsplit

from tests.server.api import PATIENCE, Server

AWAY = "127.0.0.2"
"""An address of this machine that no proxy has: what it does counts."""


@contextmanager
def connection(server: Server, source: str = "") -> Iterator[socket.socket]:
    """A connection from this address, by default from where a proxy would be."""
    place = urlsplit(server.address)
    with socket.create_connection((place.hostname, place.port or 0), PATIENCE, (source, 0) if source else None) as made:
        yield made


def answers(made: socket.socket) -> bytes:
    """Everything until the server hangs up; raises `TimeoutError` where it does not."""
    found = b""
    with suppress(ConnectionResetError):
        while part := made.recv(65_536):
            found += part
    return found


def only_answer(made: socket.socket) -> tuple[int, dict[str, str], Any]:
    """The one answer before the server hangs up: status, headers, and what the body says."""
    head, _, body = answers(made).partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    return int(first.split()[1]), dict(line.split(": ", 1) for line in lines), json.loads(body)


def send(made: socket.socket, data: bytes) -> None:
    """Send as much as the server takes before it hangs up."""
    with suppress(OSError):
        made.sendall(data)
