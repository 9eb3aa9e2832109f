"""Who is asking, and may they? The same for every request, HTTP and socket alike."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Protocol
from urllib.parse import urlsplit

from litestar.di import NamedDependency
from litestar.enums import ScopeType
from litestar.types import Scope

from armillary.api.people import Player
from armillary.core.contract import AnyGame
from armillary.core.values import Seat
from armillary.server.errors import NotAllowed, NotFound, NotSignedIn, TooMany
from armillary.server.limits import requester
from armillary.server.limits.requester import Requester, set_requester
from armillary.server.matches.visibility import acting_seat
from armillary.server.people.tokens import id_of
from armillary.server.play.room import Room
from armillary.server.process import Process

TheProcess = NamedDependency[Process]
"""The dependency that routes receive as `process`."""

PAUSE_SECONDS = 0.2
"""How long a client that asks too often waits: answered at once, it would ask again at once."""


class Asking(Protocol):
    """A request or a socket, as far as it says who is asking."""

    @property
    def scope(self) -> Scope:
        """What the protocol knows of it."""

    @property
    def headers(self) -> Mapping[str, str]:
        """By their names in lower case."""

    @property
    def receive(self) -> Callable[[], Awaitable[Any]]:
        """Waits for its next message."""


SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
ASKED_FOR_HEAD = "asked_for_head"
"""In the state of a request: it was `HEAD`, which is answered as `GET` is."""


async def player_of(connection: Asking, process: Process) -> Player | None:
    """Who is asking: by token or by cookie; None without an identity."""
    headers = connection.headers
    bearer = _bearer(headers)
    if bearer is not None:
        player: Player | None = await process.tokens.by_token(bearer)
    elif cookie := _cookie(headers.get("cookie", ""), process.guests.cookie_name):
        if connection.scope.get("method") not in SAFE_METHODS and not is_same_origin(headers):
            raise NotAllowed("This request comes from another site. Only this site's own pages can use its cookie.")
        player = await process.guests.by_cookie(cookie)
    else:
        player = None
    receive = connection.receive if connection.scope["type"] == ScopeType.HTTP else None
    token = None if bearer is None else id_of(bearer)
    set_requester(Requester(address_of(connection.scope), "" if player is None else player.id, token, receive))
    if player is not None:
        try:
            process.limits.requests.take(player.id)
            process.limits.loop_time.by_identity.require_paid(player.id)
        except TooMany:
            await pause()
            raise
    return player


async def pause() -> None:
    """Delay the refusal of a client that asks too often."""
    await asyncio.sleep(PAUSE_SECONDS)


def _cookie(header: str, wanted: str) -> str | None:
    """The cookie of this name in a header; what ours hold needs no quoting. Others may hold anything, and are left."""
    for each in header.split(";"):
        name, _, value = each.partition("=")
        if name.strip() == wanted:
            return value.strip()
    return None


def _bearer(headers: Mapping[str, str]) -> str | None:
    authorization = headers.get("authorization", "")
    return authorization[7:].strip() if authorization.lower().startswith("bearer ") else None


def address_of(scope: Scope) -> str:
    """Where a request comes from, as limits count it."""
    return requester.address_of(scope.get("client"))


async def require_player(connection: Asking, process: Process) -> Player:
    """Who is asking; raises `NotSignedIn` without an identity."""
    player = await player_of(connection, process)
    if player is None:
        raise NotSignedIn("You have no identity yet. Send GET /api/me and keep its cookie, or send a token.")
    return player


async def room_of_game(process: Process, game: AnyGame, match_id: str) -> Room:
    """The room of a match of this game; raises `NotFound` for one of another."""
    room = await process.hall.room(match_id)
    if room.row.game != game.slug:
        raise NotFound(f"There is no match {match_id[:40]!r} of {game.title}.")
    return room


async def require_seat(connection: Asking, process: Process, match_id: str, named: Seat | None) -> tuple[Player, Seat]:
    """Who is asking, and the seat they act for; raises where that is not clear."""
    player = await require_player(connection, process)
    return player, acting_seat((await process.hall.room(match_id)).row, player.id, named)


def is_same_origin(headers: Mapping[str, str]) -> bool:
    """Does the request come from this site? A cookie is valid only for its own pages, against CSRF."""
    site, origin = headers.get("sec-fetch-site"), headers.get("origin")
    is_ours = origin is None or _host(origin) == headers.get("host")
    return is_ours and site in (None, "same-origin", "none")


def _host(origin: str) -> str:
    try:
        return urlsplit(origin).netloc
    except ValueError:  # brackets that do not close, and the like
        return ""
