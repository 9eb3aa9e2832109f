"""The same games on a cluster of machines, by Ray: a table on every core, each with a limited process of its own.

All machines need the same packages, and bots from files at the same place. Ray starts what is lost again, on another
machine if need be; the games are the same everywhere.
"""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from armillary.arena.playing import Pairing, Result
from armillary.arena.workers import Crew, Limits, Played, in_order
from armillary.core import codec
from armillary.core.errors import BadInput
from armillary.core.extras import how_to_install

LOCAL = "local"
"""A small cluster of this machine alone, for as long as the games take."""

SECONDS = 5.0
"""How long a cluster may take to answer."""


@contextmanager
def on_ray(address: str, count: int, limits: Limits) -> Iterator[Callable[[Iterable[Pairing]], Iterator[Played]]]:
    """What plays on the cluster at this address; `auto` is the one that runs here, `local` a new one of so many cores.

    Raises `BadInput` where there is none.
    """
    try:
        import ray  # noqa: PLC0415 (an extra, and slow to import)
    except ModuleNotFoundError as error:
        hint = how_to_install("ray")
        raise BadInput(f"Ray is not installed ({error.name} is missing). {hint}") from error
    given: dict[str, Any] = {"num_cpus": count} if address == LOCAL else {}
    try:
        _knock(address)
        ray.init(address=address, log_to_driver=False, include_dashboard=False, configure_logging=False, **given)
    except (ConnectionError, ValueError, RuntimeError, ImportError, OSError) as error:
        raise BadInput(f"No Ray cluster can be reached at {address!r}: {error}") from error
    try:
        yield partial(in_order, hands=Cluster(ray, limits))
    finally:
        ray.shutdown()


def _knock(address: str) -> None:
    """Raise at once if nothing listens there; Ray itself would try for minutes."""
    if not address:
        raise ValueError("The address is empty.")
    host, colon, port = address.rpartition(":")
    if colon and "/" not in address:
        socket.create_connection((host, int(port)), SECONDS).close()


class Cluster:
    """One table per core of all machines."""

    def __init__(self, ray: Any, limits: Limits) -> None:
        self._ray = ray
        self.count = max(1, int(ray.cluster_resources().get("CPU", 1)))
        remote = ray.remote(num_cpus=1, max_restarts=-1, max_task_retries=-1)(RayPlayer)
        self._free = [remote.remote(str(Path.cwd()), sys.path, tuple(limits)) for _ in range(self.count)]
        self._playing: dict[Any, Any] = {}

    def is_free(self) -> bool:
        """Can one more be given?"""
        return bool(self._free)

    def give(self, pairing: Pairing) -> None:
        """Let this one be played."""
        table = self._free.pop()
        self._playing[table.play.remote(codec.encode(pairing))] = table

    def hear(self) -> Iterator[Played]:
        """What is over, after a moment at most."""
        ready, _ = self._ray.wait(list(self._playing), timeout=0.2)
        for one in ready:
            self._free.append(self._playing.pop(one))
            result, record = self._ray.get(one)
            yield Played(msgspec.json.decode(result, type=Result), record)


class RayPlayer:
    """What Ray runs on a core, wherever that is."""

    def __init__(self, folder: str, path: list[str], limits: tuple[float, int]) -> None:
        os.chdir(folder)
        sys.path[:] = path
        self._crew = Crew(1, Limits(*limits))

    def play(self, pairing: bytes) -> tuple[bytes, bytes | None]:
        """One game; everything comes and goes as JSON."""
        (played,) = in_order([msgspec.json.decode(pairing, type=Pairing)], self._crew)
        return codec.encode(played.result), played.record
