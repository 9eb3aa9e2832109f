"""The door: who is asking, and may they? The same for every request, HTTP and socket alike."""

from __future__ import annotations

from typing import Annotated, Any
from urllib.parse import urlsplit

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.exceptions import InternalServerException
from litestar.params import QueryParameter
from litestar.types import Scope

from armillary.api.people import Player
from armillary.api.terms import MOST_SEATS, MOST_SEQ
from armillary.core.contract import AnyGame
from armillary.core.errors import BadData
from armillary.core.values import Seat
from armillary.server.errors import NotAllowed, NotFound, NotSignedIn
from armillary.server.http.bodies import expect_short_numbers
from armillary.server.matches.room import Room
from armillary.server.people.guests import COOKIE
from armillary.server.process import Process

TheProcess = NamedDependency[Process]
"""What routes are handed under the name `process`."""

Marks = Annotated[
    bool, QueryParameter(description="Mark players in sentences, like ⟦2⟧, rather than call them by name.")
]
Since = Annotated[int, QueryParameter(ge=0, le=MOST_SEQ, description="The seq after which the answer begins.")]
AsSeat = Annotated[
    int | None,
    QueryParameter(
        name="seat", ge=1, le=MOST_SEATS, description="The seat you look from or act for: needed if you hold several."
    ),
]

AnyConnection = ASGIConnection[Any, Any, Any, Any]

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
HEADERS = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; font-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
}


class AnyRequest(Request[Any, Any, State]):
    """A request whose body may be anything: one that is not JSON is the sender's fault, whatever is wrong with it."""

    async def body(self) -> bytes:
        """The body as it came."""
        try:
            body = await super().body()
        except InternalServerException as error:  # what the framework calls a client that has left
            raise BadData("body: it ended too soon") from error
        expect_short_numbers(body, "body")
        return body

    async def json(self) -> Any:
        """The body."""
        try:
            return await super().json()
        except (UnicodeError, RecursionError) as error:
            raise BadData(f"body: {error}") from error


async def player_of(connection: AnyConnection, process: Process) -> Player | None:
    """Who is asking: by token, by cookie, or nobody."""
    authorization = connection.headers.get("authorization", "")
    if authorization.lower().startswith("bearer "):
        player: Player | None = await process.tokens.by_token(authorization[7:].strip())
    elif cookie := connection.cookies.get(COOKIE):
        _expect_same_origin(connection)
        player = await process.guests.by_cookie(cookie)
    else:
        player = None
    if player is not None:
        process.by_identity.take(player.id)
    return player


def address_of(scope: Scope) -> str:
    """Where a request comes from, as far as that is known."""
    client = scope.get("client")
    return client[0] if client else "unknown"


async def require_player(connection: AnyConnection, process: Process) -> Player:
    """Who is asking; raises `NotSignedIn` where nobody is."""
    player = await player_of(connection, process)
    if player is None:
        raise NotSignedIn("Ask for /api/me first and keep its cookie, or send a token.")
    return player


async def room_of_game(process: Process, game: AnyGame, match_id: str) -> Room:
    """The room of a match of this game; raises `NotFound` for one of another."""
    room = await process.hall.room(match_id)
    if room.row.game != game.slug:
        raise NotFound(f"There is no match {match_id[:40]!r} of {game.title}.")
    return room


async def require_seat(
    connection: AnyConnection, process: Process, match_id: str, named: Seat | None
) -> tuple[Player, Seat]:
    """Who is asking, and the seat they act for; raises where that is not clear."""
    player = await require_player(connection, process)
    return player, (await process.hall.room(match_id)).known.own_seat(player.id, named)


def _expect_same_origin(connection: AnyConnection) -> None:
    """A cookie counts only for pages of ours: other sites cannot make a browser play (CSRF)."""
    if connection.scope.get("method") in SAFE_METHODS:
        return
    site = connection.headers.get("sec-fetch-site")
    origin = connection.headers.get("origin")
    if site is not None and site not in ("same-origin", "none"):
        raise NotAllowed("This request comes from another site.")
    if origin is not None and _host(origin) != connection.headers.get("host"):
        raise NotAllowed("This request comes from another site.")


def _host(origin: str) -> str:
    try:
        return urlsplit(origin).netloc
    except ValueError:  # brackets that do not close, and the like
        return ""
