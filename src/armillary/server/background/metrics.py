"""The page for Prometheus: on a port of its own, which only this machine reaches, and only where one is set."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Iterator
from time import perf_counter
from typing import Any

from prometheus_client import REGISTRY, start_http_server
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from armillary.server.metrics import LOOP_LAG
from armillary.server.play.hall import Hall

logger = logging.getLogger("armillary.metrics")

HOST = "127.0.0.1"
SECONDS = 0.5


class MetricsPage:
    """Serves the counters and the current values. It answers from a thread, even while the event loop is stuck."""

    def __init__(self, hall: Hall, bots: Callable[[], int], jobs: Callable[[], int], port: int, processes: int) -> None:
        self._present = _Present(hall, bots, jobs)
        self._ports = range(port, port + processes) if port else range(0)
        """One for every server process: each takes the first that is free."""
        self._server: Any = None
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Begin to show, if a port is set."""
        for port in self._ports:
            try:
                self._server, _ = start_http_server(port, HOST)
            except OSError as error:
                reason = error
                continue
            REGISTRY.register(self._present)
            self._task = asyncio.create_task(self._measure(), name="armillary loop lag")
            logger.info("Metrics are at http://%s:%d/metrics", HOST, port)
            return
        if self._ports:
            logger.error("Metrics cannot be served: %s", reason)

    async def close(self) -> None:
        """Stop showing."""
        if self._task is None:
            return
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        REGISTRY.unregister(self._present)
        await asyncio.to_thread(self._server.shutdown)
        self._server.server_close()

    async def _measure(self) -> None:
        """How late the event loop wakes a sleeping task."""
        while True:
            started = perf_counter()
            await asyncio.sleep(SECONDS)
            LOOP_LAG.observe(max(0.0, perf_counter() - started - SECONDS))


class _Present(Collector):
    """Current values, read only when Prometheus asks."""

    def __init__(self, hall: Hall, bots: Callable[[], int], jobs: Callable[[], int]) -> None:
        self._hall = hall
        self._bots = bots
        self._jobs = jobs

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Matches in memory, bots that have something to decide, and other work in the pool."""
        rooms = [room for room in (found() for found in self._hall.rooms.valuerefs()) if room is not None]
        matches = GaugeMetricFamily("armillary_matches", "Matches in memory.", labels=["status"])
        for status, count in Counter(room.row.status for room in rooms).items():
            matches.add_metric([status], count)
        yield matches
        yield GaugeMetricFamily(
            "armillary_bots_waiting", "Bots that are thinking or waiting for a worker.", self._bots()
        )
        yield GaugeMetricFamily("armillary_jobs", "Jobs that are waiting or running.", self._jobs())
