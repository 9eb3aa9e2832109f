"""The door: who is asking, and may they? The same for every request, HTTP and socket alike."""

from __future__ import annotations

import asyncio
import math
from typing import Annotated, Any
from urllib.parse import urlsplit

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import Headers, State
from litestar.di import NamedDependency
from litestar.enums import ScopeType
from litestar.exceptions.http_exceptions import RequestEntityTooLarge
from litestar.params import PathParameter, QueryParameter
from litestar.types import Scope

from armillary.api.people import Player
from armillary.api.terms import MOST_SEATS, MOST_SEQ
from armillary.core.contract import AnyGame
from armillary.core.errors import BadData
from armillary.core.values import Seat
from armillary.server.door.bodies import UNDECODED, expect_short_numbers
from armillary.server.door.queries import expect_plain, numbers_of
from armillary.server.errors import NotAllowed, NotFound, NotSignedIn, TooMany
from armillary.server.limits import addresses
from armillary.server.limits.requester import Asker, remember_asker
from armillary.server.people.guests import COOKIE
from armillary.server.people.tokens import id_of
from armillary.server.play.room import Room
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

MOST_ID = 32
"""Characters of an id: ours have fewer."""
MatchId = Annotated[str, PathParameter(max_length=MOST_ID, description="The id of the match.")]

PAUSE_SECONDS = 0.2
"""How long that takes: answered at once, they would ask again at once, and others would wait for that."""

AnyConnection = ASGIConnection[Any, Any, Any, Any]

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
ASKED_FOR_HEAD = "asked_for_head"
"""In the state of a request: it was `HEAD`, which is answered as `GET` is."""
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

    _whole: bytes | None = None

    async def body(self) -> bytes:
        """The body as it came. It is read here, since the framework's generator is slow."""
        if self._whole is None:
            most = self.route_handler.resolve_request_max_body_size() or math.inf
            if (self.content_length or 0) > most:
                raise RequestEntityTooLarge
            parts, size, goes_on = [], 0, True
            while goes_on:
                message: Any = await self.receive()
                if message["type"] == "http.disconnect":
                    raise BadData("body: it ended too soon")
                parts.append(message.get("body", b""))
                size, goes_on = size + len(parts[-1]), message.get("more_body", False)
                if size > most:
                    raise RequestEntityTooLarge
            self._whole = b"".join(parts)
        return self._whole

    async def json(self) -> Any:
        """The body; as it came where the route decodes it itself."""
        body = await self.body()
        expect_short_numbers(body, "body")
        if UNDECODED in self.route_handler.opt:
            return body
        try:
            return await super().json()
        except (UnicodeError, RecursionError) as error:
            raise BadData(f"body: {error}") from error


async def check_query(request: Request[Any, Any, Any]) -> None:
    """Raises `BadInput` for a query that could be read in two ways; done before anything else of a request is read."""
    if query := request.scope["query_string"]:
        expect_plain(query, numbers_of(request.scope["route_handler"]))


async def player_of(connection: AnyConnection, process: Process) -> Player | None:
    """Who is asking: by token, by cookie, or nobody."""
    headers = connection.headers
    bearer = _bearer(headers)
    if bearer is not None:
        player: Player | None = await process.tokens.by_token(bearer)
    elif cookie := connection.cookies.get(COOKIE):
        if connection.scope.get("method") not in SAFE_METHODS and not is_same_origin(headers):
            raise NotAllowed("This request comes from another site.")
        player = await process.guests.by_cookie(cookie)
    else:
        player = None
    receive = connection.receive if connection.scope["type"] == ScopeType.HTTP else None
    remember_asker(Asker(address_of(connection.scope), "" if player is None else player.id, receive))
    if player is not None:
        try:
            process.by_identity.take(player.id)
        except TooMany:
            await pause()
            raise
    return player


async def pause() -> None:
    """Whoever asks too often waits before they are told so."""
    await asyncio.sleep(PAUSE_SECONDS)


def token_of(connection: AnyConnection) -> str | None:
    """The id of the token that the request is made with; None without one."""
    bearer = _bearer(connection.headers)
    return None if bearer is None else id_of(bearer)


def _bearer(headers: Headers) -> str | None:
    authorization = headers.get("authorization", "")
    return authorization[7:].strip() if authorization.lower().startswith("bearer ") else None


def address_of(scope: Scope) -> str:
    """Where a request comes from, as limits count it."""
    return addresses.address_of(scope.get("client"))


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


def is_same_origin(headers: Headers) -> bool:
    """Does no other site ask? A cookie counts only for pages of ours: others cannot make a browser play (CSRF)."""
    site, origin = headers.get("sec-fetch-site"), headers.get("origin")
    is_ours = origin is None or _host(origin) == headers.get("host")
    return is_ours and site in (None, "same-origin", "none")


def _host(origin: str) -> str:
    try:
        return urlsplit(origin).netloc
    except ValueError:  # brackets that do not close, and the like
        return ""
