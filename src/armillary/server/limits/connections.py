"""Connections: how many a server process holds open, in all and by address."""

from __future__ import annotations

import sys
from contextlib import suppress

from armillary.api.problems import Problem
from armillary.core.errors import BadInput
from armillary.server.limits.places import Places
from armillary.server.settings import Settings

if sys.platform != "win32":
    import resource

SPARE_FILES = 100
"""Files that a process needs for other things than connections."""

FEWEST_CONNECTIONS = 20
"""Fewer than these serve nobody: a browser alone opens six."""

CROWDED = Problem(429, "TooMany", "Too many connections are open from your address. Close one first.")
FULL = Problem(503, "Full", "The server has reached its connection limit. Try again soon.")


class Connections:
    """The connections of a process, counted by address.

    Those of a proxy that we trust are the connections of many people: they count only in all.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._most = min(settings.connections, connections_possible())
        self._open = 0

    def enter(self, by_address: Places, address: str, *, is_proxy: bool) -> Problem | None:
        """Count a connection; or why it must go, in which case it leaves as all others do."""
        is_crowded = by_address.is_full(address) and not is_proxy
        self._open += 1
        by_address.enter(address)
        if self._open > self._most:
            return FULL
        return CROWDED if is_crowded else None

    def leave(self, by_address: Places, address: str) -> None:
        """It is closed."""
        self._open -= 1
        by_address.leave(address)


def connections_possible() -> int:
    """How many connections the system lets this process have."""
    return max_files() - SPARE_FILES


def require_files() -> None:
    """Raise `BadInput` where the system lets this process open too few files for any server."""
    if connections_possible() < FEWEST_CONNECTIONS:
        raise BadInput(
            f"This process can open only {max_files()} files, and a server needs {SPARE_FILES + FEWEST_CONNECTIONS}. "
            f"Raise the limit, for example with `ulimit -n 4096`."
        )


def max_files() -> int:
    """As many open files as the system lets this process have, from now on."""
    if sys.platform == "win32":
        return sys.maxsize
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):  # where the system says no, the limit stays
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    now, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return sys.maxsize if now == resource.RLIM_INFINITY else now
