"""The application: routes, guards and headers put together. It names no game: the registry does."""

from __future__ import annotations

import gc

from litestar import Litestar
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import ASGIApp, Message, Receive, Scope, Send

import armillary
from armillary.core.registry import games
from armillary.server import routes
from armillary.server.answers import HANDLERS, Answer, refuse
from armillary.server.clock import Clock
from armillary.server.desk import Desk
from armillary.server.game_routes import routes_for
from armillary.server.guard import HEADERS, AnyRequest, address_of
from armillary.server.live import live
from armillary.server.problems import TooMany
from armillary.server.reference import ReferencePage, StructSchemas
from armillary.server.settings import Settings

_HEADERS = [(name.encode(), value.encode()) for name, value in HEADERS.items()]


def create_app(settings: Settings | None = None, clock: Clock | None = None) -> Litestar:
    """A server process, ready for uvicorn."""
    desk = Desk(settings or Settings.from_environment(), clock)

    def provide_desk() -> Desk:
        return desk

    app = Litestar(
        route_handlers=[*routes.ROUTES, *(routes_for(game) for game in games()), live],
        dependencies={"desk": Provide(provide_desk, sync_to_thread=False)},
        lifespan=[desk.opened],
        on_startup=[_settle_memory],
        exception_handlers=HANDLERS,
        request_max_body_size=desk.settings.body_bytes,
        openapi_config=OpenAPIConfig(
            title="Armillary",
            version=armillary.__version__,
            path="/schema",
            render_plugins=[ReferencePage(path="/"), JsonRenderPlugin(path="/openapi.json")],
        ),
        plugins=[StructSchemas()],
        request_class=AnyRequest,
        response_class=Answer,
        logging_config=None,
    )
    app.state.desk = desk
    app.asgi_handler = _outermost(desk, app.asgi_handler)
    return app


COLLECTING = (5_000, 4, 2_000)
"""How rarely the collector looks: hardly anything here is garbage that counting references does not find, and a look
at all matches in memory takes a tenth of a second in which nobody is answered."""


def _settle_memory() -> None:
    """What is there at start-up stays: the collector need not look at it again, nor often at the rest."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTING)


def _outermost(desk: Desk, app: ASGIApp) -> ASGIApp:
    """Around the router itself, which a middleware is not: limits by address, security headers on every answer."""

    async def layer(scope: Scope, receive: Receive, send: Send) -> None:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *_HEADERS]
            await send(message)

        answer = with_headers if str(scope["type"]) == "http" else send
        try:
            desk.by_address.take(address_of(scope))
        except TooMany as error:
            await refuse(scope, answer, error)
        else:
            await app(scope, receive, answer)

    return layer
