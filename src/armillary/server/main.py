"""A server, or a look into its database, started from the command line."""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Iterator
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

import msgspec
import uvicorn
from litestar import Litestar

from armillary.core.errors import BadInput
from armillary.server.app import create_app
from armillary.server.http.protocol import guarded
from armillary.server.logs import log_to_stderr
from armillary.server.matches.doctor import Finding, examine
from armillary.server.settings import PREFIX, Settings, async_url
from armillary.server.storage.store import Store


def settings_for(
    host: str | None = None, port: int | None = None, database: str | None = None, workers: int | None = None
) -> Settings:
    """The command line's options, then the environment, then the defaults."""
    settings = Settings.from_environment()
    url = None if database is None else async_url(database)
    asked = {"host": host, "port": port, "workers": workers, "database_url": url}
    settings = msgspec.structs.replace(settings, **{name: value for name, value in asked.items() if value is not None})
    if settings.workers > 1 and settings.database_url.startswith("sqlite"):
        raise BadInput("several server processes need a database they can share: --database postgresql://…")
    return settings


def serve(*, open_page: bool = False, **asked: Any) -> None:
    """Listen until stopped; open requests and unfinished writes are finished first.

    With `open_page`, a browser shows the server's page as soon as it listens, where there is a desktop; and the log has
    nothing but warnings, so that the address is the last thing somebody reads who wants to play.
    """
    settings = settings_for(**asked)
    _expect_free(settings)
    app = create_app(settings)
    store: Store = app.state.process.store
    store.claim()
    try:
        asyncio.run(_open_once(settings))
        if open_page and _has_desktop():
            threading.Thread(target=_open_page, args=(settings,), daemon=True).start()
        log_to_stderr(logging.WARNING if open_page else logging.INFO)
        _listen(app, settings)
    finally:
        store.database.release()


async def _open_once(settings: Settings) -> None:
    """A database that cannot be opened is one clear sentence before anything else begins; then its tables are new."""
    store = Store(settings.database_url, patience=settings.database_seconds)
    try:
        await store.open()
    finally:
        await store.close()


def _expect_free(settings: Settings) -> None:
    """An address that cannot be listened on is one clear sentence."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        socket.create_server((settings.host, settings.port), family=family).close()
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise BadInput(f"the server cannot listen on {settings.host}: {error.strerror}") from error
        raise BadInput(
            f"port {settings.port} is in use, perhaps by a server you have started already, at {address_of(settings)}; "
            f"another port can be chosen with --port"
        ) from error


def address_of(settings: Settings) -> str:
    """Where a browser on this machine finds the server."""
    if settings.host in ("127.0.0.1", "0.0.0.0", "::", "::1"):  # noqa: S104 (it is only compared)
        return f"http://localhost:{settings.port}"
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    return f"http://{host}:{settings.port}"


def _has_desktop() -> bool:
    """Elsewhere a browser would open in the terminal, or not at all."""
    return sys.platform in ("darwin", "win32") or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


def _open_page(settings: Settings) -> None:
    """Show the page once somebody listens there; nobody did when this began."""
    address = address_of(settings)
    place = urlsplit(address)
    while True:
        with suppress(OSError), socket.create_connection((place.hostname, place.port), 1):
            break
        time.sleep(0.05)
    webbrowser.open(address)


def _listen(app: Litestar, settings: Settings) -> None:
    address = address_of(settings)
    print(f"Armillary at {address} (API: {address}/schema)", flush=True)
    common: dict[str, Any] = {
        "host": settings.host,
        "port": settings.port,
        "log_config": None,
        "access_log": False,
        "timeout_graceful_shutdown": 10,
        "server_header": False,
        **guarded(settings),
    }
    if settings.workers == 1:
        uvicorn.run(app, **common)
        return
    for name in settings.__struct_fields__:
        os.environ[PREFIX + name.upper()] = str(getattr(settings, name))
    uvicorn.run("armillary.server.app:create_app", factory=True, workers=settings.workers, **common)


def findings(database: str | None) -> Iterator[Finding]:
    """What the doctor finds in a database, each as soon as it is found."""
    settings = settings_for(database=database)
    store = Store(settings.database_url, patience=settings.database_seconds)
    store.expect_file()
    found = examine(store)

    async def following() -> Finding | None:
        return await anext(found, None)

    with asyncio.Runner() as runner:
        try:
            runner.run(store.open())
            while (finding := runner.run(following())) is not None:
                yield finding
        finally:
            runner.run(store.close())
