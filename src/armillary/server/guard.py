"""The door: who is asking, may they, how often, how much. Applies to every request, HTTP and socket alike."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.types import Scope

from armillary.core.errors import BadData
from armillary.server.desk import Desk
from armillary.server.identity import COOKIE, Player
from armillary.server.problems import NotAllowed, NotSignedIn

TheDesk = NamedDependency[Desk]
"""What routes are handed under the name `desk`."""

AnyConnection = ASGIConnection[Any, Any, Any, Any]

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
HEADERS = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "content-security-policy": "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
    "script-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
}


class AnyRequest(Request[Any, Any, State]):
    """A request whose body may be anything: what is not JSON is the sender's fault, whichever way it is not."""

    async def json(self) -> Any:
        """The body."""
        try:
            return await super().json()
        except (UnicodeError, RecursionError) as error:
            raise BadData(f"body: {error}") from error


async def player_of(connection: AnyConnection, desk: Desk) -> Player | None:
    """Who is asking: by token, by cookie, or nobody."""
    authorization = connection.headers.get("authorization", "")
    if authorization.lower().startswith("bearer "):
        player: Player | None = await desk.identities.by_token(authorization[7:].strip())
    elif cookie := connection.cookies.get(COOKIE):
        _same_origin(connection)
        player = await desk.identities.by_cookie(cookie)
    else:
        player = None
    if player is not None:
        desk.by_identity.take(player.id)
    return player


def address_of(scope: Scope) -> str:
    """Where a request comes from, as far as that is known."""
    client = scope.get("client")
    return client[0] if client else "unknown"


async def signed_in(connection: AnyConnection, desk: Desk) -> Player:
    """Who is asking; raises `NotSignedIn` for nobody."""
    player = await player_of(connection, desk)
    if player is None:
        raise NotSignedIn("ask for /api/me first and keep its cookie, or send a token")
    return player


def _same_origin(connection: AnyConnection) -> None:
    """A cookie acts only for pages of ours: other sites cannot make a browser play (CSRF)."""
    if connection.scope.get("method") in SAFE_METHODS:
        return
    site = connection.headers.get("sec-fetch-site")
    origin = connection.headers.get("origin")
    if site is not None and site not in ("same-origin", "none"):
        raise NotAllowed("this request comes from another site")
    if origin is not None and _host(origin) != connection.headers.get("host"):
        raise NotAllowed("this request comes from another site")


def _host(origin: str) -> str:
    try:
        return urlsplit(origin).netloc
    except ValueError:  # brackets that do not close, and the like
        return ""
