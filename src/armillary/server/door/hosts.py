"""The names this server answers under.

Another site can have its own name lead to this machine (DNS rebinding); its pages then count as ours. But the requests
of their browser still have that name as their `Host`.
"""

from __future__ import annotations

import re
from ipaddress import ip_address

from armillary.api.problems import Problem
from armillary.server.settings import Settings

ANY = "*"
OWN = ("localhost", "127.0.0.1", "[::1]")
"""This machine's names for itself: nobody else's lead here."""

ONE_HOST = Problem(
    400, "BadRequest", "A request needs exactly one Host header, with the name or address it was sent to."
)
WRONG_HOST = Problem(
    421,
    "WrongHost",
    "This server does not answer under the name in the Host header. Its operator can add names with "
    "ARMILLARY_ALLOWED_HOSTS.",
)

_HOST = re.compile(rb"(\[[0-9A-Fa-f:.]+\]|[^][:/?#@\s]+)(?::[0-9]*)?")


class Hosts:
    """Which requests are meant for us, by their `Host`."""

    def __init__(self, settings: Settings) -> None:
        named = [name.strip().lower() for name in settings.allowed_hosts.split(",") if name.strip()]
        self._any = ANY in named or not (named or _is_own(settings.host))
        listens_on = f"[{settings.host}]" if ":" in settings.host else settings.host
        self._allowed = frozenset((*OWN, listens_on.lower(), *named))

    def objection(self, headers: list[tuple[bytes, bytes]]) -> Problem | None:
        """Why a request with these headers is refused."""
        hosts = [value for name, value in headers if name == b"host"]
        found = _HOST.fullmatch(hosts[0]) if len(hosts) == 1 else None
        if found is None:
            return ONE_HOST
        return None if self._any or found[1].lower().decode("latin-1") in self._allowed else WRONG_HOST


def _is_own(host: str) -> bool:
    """Is this an address, or a name, by which only programs on this machine reach the server?"""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
