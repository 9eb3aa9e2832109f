"""The short way of an order, the one request that comes thousands of times a second: no framework in between.

Only plain requests take it. Whatever is unusual about one (a query, a header given twice, a long body) is left to the
route in `routes/table.py`, which gives the same answers.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Iterable, Mapping
from typing import NamedTuple, cast

import msgspec
from litestar.types import ASGIApp, Receive, Scope, Send

from armillary.api.tables import Draft, OrderBody
from armillary.core.contract import AnyGame
from armillary.server.door.identity import require_player, room_of_game
from armillary.server.door.input import Undecoded, require_short_numbers
from armillary.server.http.requests import MAX_ID_LENGTH, read_body
from armillary.server.http.responses import JSON, refuse
from armillary.server.matches.journal import MAX_KEY_LENGTH
from armillary.server.matches.visibility import acting_seat
from armillary.server.process import Process

PLAIN_BYTES = 2_000
"""Longer orders are rare, and take long for other reasons."""

_PATH = re.compile(rb"/api/(\w+)/matches/(\w{1,%d})/orders" % MAX_ID_LENGTH)


class PlainRequest(NamedTuple):
    """A request as far as an order needs it."""

    scope: Scope
    receive: Receive
    headers: Mapping[str, str]
    game: AnyGame
    match_id: str


def with_short_way(app: ASGIApp, process: Process, games: Iterable[AnyGame]) -> ASGIApp:
    """The application, which answers plain orders by itself."""
    by_slug = {game.slug: game for game in games}

    def answer(scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        order = plain_order(scope, receive, by_slug)
        return app(scope, receive, send) if order is None else answer_order(order, process, send)

    return cast("ASGIApp", answer)


def plain_order(scope: Scope, receive: Receive, games: Mapping[str, AnyGame]) -> PlainRequest | None:
    """The request, if it is an order and nothing is unusual about it."""
    if scope.get("method") != "POST" or scope["query_string"]:
        return None
    path = _PATH.fullmatch(scope["raw_path"])
    game = None if path is None else games.get(path[1].decode())
    if path is None or game is None:
        return None
    given = list(scope["headers"])
    headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in given}
    length = headers.get("content-length", "")
    is_plain = (
        len(headers) == len(given)
        and headers.get("content-type", JSON) == JSON
        and length.isdecimal()
        and 0 < int(length) <= PLAIN_BYTES
        and len(headers.get("idempotency-key", "")) <= MAX_KEY_LENGTH
    )
    return PlainRequest(scope, receive, headers, game, path[2].decode()) if is_plain else None


async def answer_order(request: PlainRequest, process: Process, send: Send) -> None:
    """Give the order, and say what became of it."""
    game, match_id = request.game, request.match_id
    request.scope["path_template"] = f"/api/{game.slug}/matches/{{match_id}}/orders"
    try:
        body = await read_body(request.receive, PLAIN_BYTES)
        require_short_numbers(body, "body")
        player = await require_player(request, process)
        room = await room_of_game(process, game, match_id)
        seat = acting_seat(room.row, player.id)
        given: OrderBody[object] = Undecoded(OrderBody, body).decode(room.playing)
        draft, key = Draft(given.order, given.notation), request.headers.get("idempotency-key")
        taken = await process.moves.give_order(room, seat, draft, given.step, key, ready=given.ready)
        accepted = msgspec.json.encode(taken)
    except Exception as error:  # noqa: BLE001 (answered, and logged where it is our own fault)
        await refuse(request.scope, send, error)
        return
    headers = [(b"content-type", JSON.encode()), (b"content-length", b"%d" % len(accepted))]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": accepted, "more_body": False})
