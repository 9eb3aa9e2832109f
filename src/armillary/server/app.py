"""The application: routes, the socket, limits and headers put together. It names no game: the registry does."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Awaitable, Coroutine, Iterator
from pathlib import Path
from time import perf_counter
from typing import Any, cast

from litestar import Litestar, Router
from litestar.di import Provide
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from armillary.api.messages import AtHome, Incoming, Outgoing, PingMessage
from armillary.api.terms import SeatNumber
from armillary.core.registry import games
from armillary.server.clock import Clock
from armillary.server.door.identity import ASKED_FOR_HEAD, address_of, pause
from armillary.server.door.input import is_undecoded, undecoded
from armillary.server.errors import Closed, TooMany
from armillary.server.http.document import Socket, document, served
from armillary.server.http.orders import with_short_way
from armillary.server.http.pages import FOLDER, with_pages
from armillary.server.http.plain import STYLES
from armillary.server.http.requests import AnyRequest, check_address
from armillary.server.http.responses import HANDLERS, Answer, refuse, security_headers
from armillary.server.http.routes import catalogue, health, history, hosting, lists, matches, people, rematch, table
from armillary.server.http.sitepages import SITE, with_site
from armillary.server.limits.loop_time import metered
from armillary.server.live.match_socket import Seq, live
from armillary.server.live.personal_socket import live_home
from armillary.server.logs import log_to_stderr
from armillary.server.metrics import SOCKETS, SOCKETS_OPENED, count_request
from armillary.server.process import Process
from armillary.server.settings import Settings
from armillary.server.work.worker import end_with_parent

ROUTES = {
    "Games and their rules": catalogue.ROUTES,
    "You and your programs": people.ROUTES,
    "Lists of matches": lists.ROUTES,
    "One match": matches.ROUTES,
    "The past": history.ROUTES,
    "Hosting": hosting.ROUTES,
    "Rematches and records": rematch.ROUTES,
    "Health": health.ROUTES,
}
"""All routes that are the same for every game, by what they are about."""


def create_app(
    settings: Settings | None = None, clock: Clock | None = None, client: Path = FOLDER, site: Path = SITE
) -> Litestar:
    """A server process, ready for uvicorn, with the browser client and the documentation built into these folders."""
    process = Process(settings or Settings.from_environment(), clock)

    def provide_process() -> Process:
        return process

    app = Litestar(
        route_handlers=[
            *(Router("/", route_handlers=routes, tags=[about]) for about, routes in ROUTES.items()),
            *(each.routes_for(game) for game in games() for each in (table, history, hosting, rematch)),
            live,
            live_home,
        ],
        dependencies={"process": Provide(provide_process, sync_to_thread=False)},
        lifespan=[process.run],
        on_startup=[_freeze_memory],
        before_request=check_address,
        exception_handlers=HANDLERS,
        request_max_body_size=process.settings.body_bytes,
        openapi_config=None,
        type_decoders=[(is_undecoded, undecoded)],
        request_class=AnyRequest,
        response_class=Answer,
        logging_config=None,
    )
    app.state.process = process
    app.state.document = document(app.routes, _sockets(), games())
    made = served(app.state.document) | STYLES
    routed = with_site(with_pages(app.asgi_handler, client, made), site)
    app.asgi_handler = _outermost(process, with_short_way(routed, process, games()))
    return app


def _sockets() -> Iterator[Socket]:
    """What is said on sockets: at the tables of every game, and at home."""
    since = ("since", Seq, "Start after this seq.")
    seat = ("seat", SeatNumber, "The seat this connection is for.")
    marks = ("marks", bool, "In sentences, write marks like ⟦2⟧ for players instead of their names.")
    incoming: Any = Incoming
    outgoing: Any = Outgoing
    for game in games():
        yield Socket(
            "/api/matches/{match_id}/live",
            f"Follow and play a match of {game.title}.",
            game.slug,
            incoming[game.order],
            outgoing[game.view, game.order, game.event, game.preview],
            (since, seat, marks),
        )
    yield Socket("/api/me/live", "Get news of all your matches.", "", PingMessage, AtHome, (marks,))


def create_worker() -> Litestar:
    """The application in one of several processes."""
    end_with_parent(politely=True)
    settings = Settings.from_environment()
    log_to_stderr(settings.log_level, settings.log_format)
    return create_app(settings)


COLLECTING = (20_000, 1, 1_000)
"""How rarely the collector looks: hardly anything here is garbage that counting references does not find, and a look
at all matches in memory takes a tenth of a second in which nobody is answered. A hundred requests under way are some
15,000 objects: at less, every burst of requests is looked through, and takes a tenth longer."""


def _freeze_memory() -> None:
    """What is there at start-up stays: the collector need not look at it again, nor often at the rest."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTING)


def _outermost(process: Process, app: ASGIApp) -> ASGIApp:
    """Around the router itself, where no middleware reaches: limits by address, security headers on every answer."""
    secure = [(name.encode(), value.encode()) for name, value in security_headers(process.settings).items()]

    async def layer(scope: Scope, receive: Receive, send: Send) -> None:
        if str(scope["type"]) == "websocket":
            SOCKETS_OPENED.inc()
            with SOCKETS.track_inprogress(), process.memory.visit():
                await admit(scope, receive, send)
            return
        started, is_answered = perf_counter(), False

        async def with_headers(message: Message) -> None:
            nonlocal is_answered
            if message["type"] == "http.response.start":
                is_answered = True
                message["headers"] = [*message.get("headers", []), *secure]
                route: Any = scope.get("path_template")
                count_request(str(scope.get("method")), route, message["status"], perf_counter() - started)
            await send(message)

        try:
            await admit(scope, receive, with_headers)
        except asyncio.CancelledError:  # the server stops, and has waited for this request for as long as it does
            if not is_answered:
                await refuse(scope, with_headers, Closed("The server is stopping. Try again soon."))

    def admit(scope: Scope, receive: Receive, answer: Send) -> Awaitable[None]:
        limits, address = process.limits, address_of(scope)
        try:
            limits.requests_by_address.take(address)
            limits.loop_time.by_address.require_paid(address)
        except TooMany as error:
            return turn_away(scope, answer, error)
        work = cast("Coroutine[Any, Any, None]", app(_asked(scope), receive, answer))
        return metered(work, limits.loop_time, address)

    async def turn_away(scope: Scope, answer: Send, error: TooMany) -> None:
        await pause()
        await refuse(scope, answer, error)

    return layer


def _asked(scope: Scope) -> Scope:
    """`HEAD` is answered as `GET` is; the protocol below leaves the body out."""
    if scope.get("method") == "HEAD":
        return cast("Scope", {**scope, "method": "GET", "state": {**scope["state"], ASKED_FOR_HEAD: True}})
    return scope
