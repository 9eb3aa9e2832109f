"""A server, or a look into its database, started from the command line."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import threading
import webbrowser
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError
from urllib.request import ProxyHandler, build_opener

import msgspec

from armillary.core.errors import BadInput
from armillary.server.app import create_app
from armillary.server.clock import WallClock
from armillary.server.http.sitepages import SITE
from armillary.server.limits.connections import connections_possible, max_files, require_files
from armillary.server.logs import log_to_stderr
from armillary.server.people.sessions import note_of
from armillary.server.play.hall import Hall
from armillary.server.play.leaving import Leaving
from armillary.server.play.removals import Removals
from armillary.server.serving import address_of, bound, listen
from armillary.server.settings import Settings, settings_for
from armillary.server.storage import players, removals
from armillary.server.storage.store import Store

logger = logging.getLogger("armillary.server")

HEALTH_SECONDS = 4.0
"""How long a server may take to say that it is ready; it gives its database two seconds."""


def serve(*, open_page: bool = False, **asked: Any) -> None:
    """Listen until stopped; open requests and unfinished writes are finished first.

    With `open_page`, a browser shows the server's page as soon as it serves, where there is a desktop; and the log has
    nothing but warnings, so that the address is the last line on the terminal.
    """
    settings = settings_for(**asked)
    if open_page and settings.log_level in ("debug", "info"):
        settings = msgspec.structs.replace(settings, log_level="warning")

    def announce() -> None:
        address = address_of(settings)
        documentation = f" (documentation: {address}/docs)" if (SITE / "index.html").is_file() else ""
        print(f"Armillary at {address}{documentation}", flush=True)
        if open_page and _has_desktop():
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    require_files()
    with bound(settings) as listening:  # first of all: where that is not possible, no file is made
        app = create_app(settings)
        store: Store = app.state.process.store
        store.claim()
        try:
            asyncio.run(_open_once(settings))
            log_to_stderr(settings.log_level, settings.log_format)
            if (most := connections_possible()) < settings.connections:
                logger.warning(
                    "The system allows %d open files: enough for %d connections, not for the %d of the settings",
                    max_files(),
                    most,
                    settings.connections,
                )
            listen(app, settings, listening, announce)
        finally:
            store.database.release()


async def _open_once(settings: Settings) -> None:
    """A database that cannot be opened is one clear sentence before anything else begins; then its tables are new."""
    store = Store(settings.database_url, patience=settings.database_seconds)
    try:
        await store.open()
    finally:
        await store.close()


def trouble(**asked: Any) -> str:
    """What keeps the server of these settings, on this machine, from serving; "" if nothing does."""
    address = address_of(settings_for(**asked))
    try:
        with build_opener(ProxyHandler({})).open(f"{address}/readyz", timeout=HEALTH_SECONDS):
            return ""
    except HTTPError as error:
        return f"The server at {address} is not ready ({error.code})."
    except (OSError, HTTPException) as error:
        return f"No server answers at {address}: {getattr(error, 'reason', error)}."


def _has_desktop() -> bool:
    """Elsewhere a browser would open in the terminal, or not at all."""
    return sys.platform in ("darwin", "win32") or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


def revoke(player: str, database: str | None) -> str:
    """Revoke an identity, and tell the servers that share the database; whose it was. Raises `BadInput`."""
    settings = settings_for(database=database)
    store = Store(settings.database_url, patience=settings.database_seconds)
    store.require_file()
    store.claim()

    async def work() -> str:
        try:
            await store.open()
            hall = Hall(store, WallClock())
            leaving = Leaving(hall, Removals(hall, hall.clock))
            if await players.name_of(store, player) is not None:
                await leaving.forget_words(player)
            if not await players.revoke(store, player, hall.clock.now()):
                raise BadInput(f"There is no active identity with the id {player[:40]!r}.")
            await leaving.leave_tables(player)
            if store.is_shared:
                await store.say([note_of("player", player)])
            return await players.last_name_of(store, player)
        finally:
            await store.close()

    return asyncio.run(work())


def remove(match: str, line: int | None, database: str | None) -> None:
    """Remove a match, or one line of its chat, also while servers use the database; raises `BadInput`."""
    settings = settings_for(database=database)
    store = Store(settings.database_url, patience=settings.database_seconds)
    store.require_file()

    async def work() -> None:
        try:
            await store.open()
            now = WallClock().now()
            if line is None and not await removals.remove_match(store, match, now):
                raise BadInput(f"There is no match {match[:40]!r}.")
            if line is not None and not await removals.remove_line(store, match, line, now):
                raise BadInput(f"There is no chat line {line} in a match {match[:40]!r}.")
        finally:
            await store.close()

    asyncio.run(work())
