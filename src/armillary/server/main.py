"""A server, or a look into its database, started from the command line."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from typing import Any

import msgspec
import uvicorn
from litestar import Litestar

from armillary.core.errors import BadInput
from armillary.server.app import create_app
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


def serve(**asked: Any) -> None:
    """Listen until stopped; open requests and unfinished writes are finished first."""
    settings = settings_for(**asked)
    app = create_app(settings)
    store: Store = app.state.process.store
    store.claim()
    try:
        asyncio.run(_open_once(settings))
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


def _listen(app: Litestar, settings: Settings) -> None:
    log_to_stderr()
    address = f"http://{settings.host}:{settings.port}"
    print(f"Armillary at {address} (API: {address}/schema)", flush=True)
    common: dict[str, Any] = {
        "host": settings.host,
        "port": settings.port,
        "log_config": None,
        "access_log": False,
        "timeout_graceful_shutdown": 10,
        "ws_max_size": settings.body_bytes,
        "server_header": False,
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
