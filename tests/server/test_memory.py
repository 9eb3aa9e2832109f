"""Sockets that have closed leave nothing behind, and once a crowd has left, memory goes back to the system."""

from __future__ import annotations

import asyncio
import gc
from collections import Counter
from pathlib import Path

import pytest

from armillary.server.background import memory
from armillary.server.background.memory import CROWD, Memory
from tests.server.api import Server, meet, until
from tests.server.waves import MEGABYTE, memory_after_waves

HEAVY = {"SocketConnection", "ServerProtocol", "WebSocket", "Patience"}


def _alive() -> Counter[str]:
    """Parts of connections that are in memory."""
    found = Counter(type(each).__name__ for each in gc.get_objects())
    return Counter({name: found[name] for name in HEAVY if found[name]})


def test_sockets_that_have_closed_are_freed_without_the_collector(server: Server) -> None:
    match, watcher = meet(server), server.nobody()
    gc.collect()
    gc.disable()
    try:
        before = _alive()
        for _ in range(5):
            with watcher.live(match.id) as socket:
                socket.recv(5)
            with match.people[0].home() as socket:
                socket.recv(5)
        until(lambda: not _alive() - before)
    finally:
        gc.enable()


async def test_once_a_crowd_has_left_memory_is_given_back_once(monkeypatch: pytest.MonkeyPatch) -> None:
    trimmed = asyncio.Event()
    loop = asyncio.get_running_loop()
    monkeypatch.setattr(memory, "trim", lambda: loop.call_soon_threadsafe(trimmed.set))
    monkeypatch.setattr(memory, "SETTLE_SECONDS", 0)
    watched = Memory()
    for _ in range(CROWD - 1):
        with watched.visit():
            pass
    names = {task.get_name() for task in asyncio.all_tasks()}
    assert "armillary memory" not in names, "a few who come and go are no crowd"
    with watched.visit():
        pass
    await asyncio.wait_for(trimmed.wait(), 5)
    await watched.close()


async def test_waves_of_sockets_do_not_pile_up(tmp_path: Path) -> None:
    """`python -m tests.server.waves` for a few. Without care, every 300 sockets leave some 12 MB behind."""
    _, (_, second), (_, third) = await memory_after_waves(tmp_path, 300, 3)
    assert third - second < 4 * MEGABYTE
