"""From a port to processes that serve there: bound first, then announced, and stopped quietly."""

from __future__ import annotations

import errno
import logging
import os
import signal
import socket
from collections.abc import Callable
from types import FrameType
from typing import Any

import uvicorn
from litestar import Litestar
from uvicorn.supervisors import Multiprocess

from armillary.core.errors import BadInput
from armillary.server.http.protocol import guarded
from armillary.server.settings import PREFIX, Settings
from armillary.server.work.worker import ignoring

STOPPING_SECONDS = 10
"""How long requests that have begun may take once the server is asked to stop."""

SILENT_SECONDS = 30
"""How long one of several processes may stay silent, while it loads or later, before it is replaced."""


def bound(settings: Settings) -> socket.socket:
    """A socket that listens where the server will; clients that come early wait. Raises `BadInput`."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        return socket.create_server((settings.host, settings.port), family=family)
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise BadInput(f"The server cannot listen on {settings.host}: {error.strerror}.") from error
        raise BadInput(
            f"Port {settings.port} is in use, perhaps by a server you have already started at {address_of(settings)}. "
            f"Choose another port with --port."
        ) from error


def address_of(settings: Settings) -> str:
    """Where a browser on this machine finds the server."""
    if settings.host in ("127.0.0.1", "0.0.0.0", "::", "::1"):  # noqa: S104 (it is only compared)
        return f"http://localhost:{settings.port}"
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    return f"http://{host}:{settings.port}"


def listen(app: Litestar, settings: Settings, listening: socket.socket, announce: Callable[[], None]) -> None:
    """Serve until stopped, in this process or in several; a server that cannot start ends the program."""
    several = settings.workers > 1
    config = uvicorn.Config(
        "armillary.server.app:create_worker" if several else app,
        factory=several,
        workers=settings.workers,
        log_config=None,
        access_log=False,
        timeout_graceful_shutdown=STOPPING_SECONDS,
        timeout_worker_healthcheck=SILENT_SECONDS,
        server_header=False,
        **guarded(settings),
    )
    if several:
        for name in settings.__struct_fields__:
            os.environ[PREFIX + name.upper()] = str(getattr(settings, name))
        Parent(config, [listening], announce).run()
        return
    _Server(config, announce).run([listening])


class _Server(uvicorn.Server):
    """A server that says when it serves, and ends like any other program."""

    def __init__(self, config: uvicorn.Config, announce: Callable[[], None]) -> None:
        super().__init__(config)
        self._announce = announce

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then say so."""
        await super().startup(sockets)
        self._announce()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop when asked to; asked twice by Ctrl-C, wait for no request any more.

        The signal is not sent again at the end, as it is otherwise: it would kill the process before everything shared
        with its workers is freed, and Python's resource tracker would report leaked semaphores.
        """
        super().handle_exit(sig, frame)
        self._captured_signals.clear()
        if self.force_exit:
            logging.getLogger("uvicorn.error").disabled = True  # it reports requests that are broken off as crashes


class Parent(Multiprocess):
    """A parent of processes that ignore Ctrl-C themselves; it says when the first of them serves."""

    def __init__(self, config: uvicorn.Config, sockets: list[socket.socket], announce: Callable[[], None]) -> None:
        super().__init__(config, sockets)
        self._announce: Callable[[], None] | None = announce

    def init_processes(self, *given: Any) -> None:
        """Start them all."""
        with ignoring(signal.SIGINT):
            super().init_processes(*given)

    def keep_subprocess_alive(self) -> None:
        """Start those again that are gone."""
        with ignoring(signal.SIGINT):
            super().keep_subprocess_alive()
        if self._announce is not None and any(each.is_ready() for each in self.processes):
            self._announce()
            self._announce = None

    def restart_all(self) -> None:
        """Start all again, one after the other."""
        with ignoring(signal.SIGINT):
            super().restart_all()
