"""The API's document (OpenAPI 3.1), made from the routes, the sockets' messages and the types."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from http import HTTPStatus
from inspect import cleandoc
from typing import Any, get_args, get_origin

import msgspec
from litestar import Response
from litestar.handlers import HTTPRouteHandler
from litestar.params import HeaderParameter
from litestar.routes import HTTPRoute
from litestar.types import Empty
from litestar.typing import FieldDefinition

from armillary.api.problems import Problem
from armillary.core import codec
from armillary.core.contract import AnyGame
from armillary.server.door.input import is_undecoded
from armillary.server.http.pages import Made
from armillary.server.http.responses import JSON
from armillary.server.http.schemas import REF, Schema, Schemas
from armillary.server.people.guests import COOKIE, HTTPS_ONLY, OWN_DIGITS
from armillary.version import __version__

NOT_PARAMETERS = ("request", "process", "data")

ABOUT = """Five space strategy games, played by people and programs. docs/api.md explains the API and plays a match
with curl; this document lists every route, every type and every message of the sockets."""

ABOUT_COOKIE = f"""A guest's cookie, set by GET /api/me. Only this site's own pages can use it. Its name has `_` and
{OWN_DIGITS} digits more, which differ from server to server, and begins with `{HTTPS_ONLY}` where the server is behind
HTTPS."""


class Socket(msgspec.Struct, frozen=True):
    """A socket of the API, with what is said on it in both directions."""

    path: str
    about: str
    slug: str
    """The game whose types its messages have; empty where they have none."""
    incoming: Any
    outgoing: Any
    parameters: tuple[tuple[str, Any, str], ...]
    """What may stand in the query of its address: name, type, and what it is for."""


class Operation(msgspec.Struct, frozen=True):
    """A route with one method, and the types it takes and gives."""

    method: str
    path: str
    slug: str
    handler: HTTPRouteHandler

    @property
    def body(self) -> Any:
        """What it takes; None where it takes nothing."""
        field = self.handler.parsed_data_field
        if field is None:
            return None
        return get_args(field.annotation)[0] if is_undecoded(field.annotation) else field.annotation

    @property
    def answer(self) -> Any:
        """What it gives; None where it gives nothing."""
        kind = self.handler.parsed_return_field.annotation
        origin = get_origin(kind)
        if isinstance(origin, type) and issubclass(origin, Response):
            kind = get_args(kind)[0]
        return None if kind in (None, type(None)) else kind

    @property
    def media(self) -> str:
        """The type of content that it gives."""
        given = self.handler.media_type
        return str(getattr(given, "value", given) or JSON)

    @property
    def parameters(self) -> Iterator[tuple[str, str, FieldDefinition]]:
        """Where each parameter stands, its name there, and its type."""
        for name, field in self.handler.parsed_fn_signature.parameters.items():
            if name in NOT_PARAMETERS:
                continue
            called = getattr(field.kwarg_definition, "name", None) or name
            if isinstance(field.kwarg_definition, HeaderParameter):
                yield "header", called, field
            elif f"{{{name}}}" in self.path:
                yield "path", name, field
            else:
                yield "query", called, field


def document(routes: Iterable[Any], sockets: Iterable[Socket], games: Iterable[AnyGame]) -> dict[str, Any]:
    """The whole document."""
    games, sockets = list(games), list(sockets)
    found = _operations(routes, [game.slug for game in games])
    operations = sorted(found, key=lambda each: (each.path, each.method))
    received = {each.body: each.slug for each in operations if each.body is not None}
    sent = {each.answer: each.slug for each in operations if _is_json(each)} | {Problem: ""}
    received |= {each.incoming: each.slug for each in sockets}
    sent |= {each.outgoing: each.slug for each in sockets}
    unions = {f"{game.slug}.{name}": kind for game in games for name, kind in _unions(game)}
    unions |= {_message(each, way): kind for each in sockets for way, kind in _ways(each)}
    schemas = Schemas(received, sent, unions)
    paths: dict[str, dict[str, Any]] = {}
    for operation in operations:
        paths.setdefault(operation.path, {})[operation.method.lower()] = _described(operation, schemas)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Armillary", "version": __version__, "description": ABOUT},
        "paths": paths,
        "x-sockets": [_socket(each, schemas) for each in sockets],
        "components": {
            "schemas": dict(sorted(schemas.components.items())),
            "securitySchemes": {
                "cookie": {
                    "type": "apiKey",
                    "in": "cookie",
                    "name": COOKIE,
                    "description": ABOUT_COOKIE,
                },
                "token": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "A program's token, made by POST /api/tokens.",
                },
            },
        },
        "security": [{}, {"cookie": []}, {"token": []}],
    }


def _operations(routes: Iterable[Any], slugs: list[str]) -> Iterator[Operation]:
    for route in routes:
        for handler in route.route_handlers if isinstance(route, HTTPRoute) else ():
            if handler.include_in_schema is not False and handler.operation_id:
                slug = next((slug for slug in slugs if route.path_format.startswith(f"/api/{slug}/")), "")
                for method in sorted(handler.http_methods - {"OPTIONS"}):
                    yield Operation(str(method), route.path_format, slug, handler)


def _is_json(operation: Operation) -> bool:
    return operation.answer is not None and operation.media == JSON


def _unions(game: AnyGame) -> Iterator[tuple[str, Any]]:
    yield "Order", game.order
    yield "Event", game.event


def _ways(socket: Socket) -> Iterator[tuple[str, Any]]:
    yield "Incoming", socket.incoming
    yield "Outgoing", socket.outgoing


def _message(socket: Socket, way: str) -> str:
    return f"{socket.slug}.{way}" if socket.slug else f"personal.{way}"


def _socket(socket: Socket, schemas: Schemas) -> Schema:
    return {
        "path": socket.path,
        "description": socket.about,
        "parameters": [
            {"name": name, "in": "query", "required": False, "schema": msgspec.json.schema(kind), "description": about}
            for name, kind, about in socket.parameters
        ],
        "incoming": schemas.of(socket.incoming),
        "outgoing": schemas.of(socket.outgoing),
    }


# -- one operation -----------------------------------------------------------------------------------------


def _described(operation: Operation, schemas: Schemas) -> Schema:
    handler = operation.handler
    told = cleandoc(handler.fn.__doc__ or "")
    made: Schema = {
        "operationId": handler.operation_id,
        "summary": told.partition("\n")[0],
        "tags": sorted(handler.resolve_tags() or ()),
        "responses": dict(_answers(operation, schemas)),
    }
    if "\n" in told:
        made["description"] = told
    if parameters := [_parameter(*each) for each in operation.parameters]:
        made["parameters"] = parameters
    if operation.body is not None:
        made["requestBody"] = {"required": True, "content": {JSON: {"schema": schemas.of(operation.body)}}}
    return made


def _answers(operation: Operation, schemas: Schemas) -> Iterator[tuple[str, Schema]]:
    status = str(int(operation.handler.status_code))
    if operation.answer is None:
        yield status, {"description": "Done."}
    elif _is_json(operation):
        yield status, {"description": "The answer.", "content": {JSON: {"schema": schemas.of(operation.answer)}}}
    else:
        text = {"schema": {"type": "string"}}
        yield status, {"description": "The answer.", "content": {operation.media: text}}
    if operation.handler.opt.get("etag"):
        yield str(int(HTTPStatus.NOT_MODIFIED)), {"description": "Nothing has changed since the answer with this ETag."}
    for number, why in sorted(_problems(operation).items()):
        yield str(int(number)), {"description": why, "content": {JSON: {"schema": {"$ref": f"{REF}Problem"}}}}


def _problems(operation: Operation) -> Mapping[HTTPStatus, str]:
    """What can go wrong with an operation, by what it takes."""
    found = {
        HTTPStatus.BAD_REQUEST: "Not understood: malformed, or of the wrong shape.",
        HTTPStatus.TOO_MANY_REQUESTS: "Too many requests; the header `retry-after` says when to come back.",
        HTTPStatus.INTERNAL_SERVER_ERROR: "Something went wrong on our side.",
        HTTPStatus.SERVICE_UNAVAILABLE: "The server is busy or stopping, or cannot reach its database. Try again soon.",
    }
    named = [name for where, name, _ in operation.parameters if where == "path"]
    takes = operation.handler.parsed_fn_signature.parameters
    changes = operation.method != "GET"
    if "request" in takes:
        found[HTTPStatus.UNAUTHORIZED] = "This needs an identity: a cookie from GET /api/me, or a valid token."
    if changes or "match_id" in named:
        found[HTTPStatus.FORBIDDEN] = "Not allowed for you, or sent from another site's page."
    if named:
        found[HTTPStatus.NOT_FOUND] = "Not found, or not visible to you."
    if changes or "match_id" in named:
        found[HTTPStatus.CONFLICT] = "Not possible right now."
    if operation.body is not None:
        found[HTTPStatus.REQUEST_ENTITY_TOO_LARGE] = "The body is too large."
    if operation.body is not None and operation.slug:
        found[HTTPStatus.UNPROCESSABLE_ENTITY] = "Understood, but against the rules; `violations` say why."
    return found


def _parameter(where: str, name: str, field: FieldDefinition) -> Schema:
    limits = field.kwarg_definition
    kind = field.annotation
    schema = msgspec.json.schema(kind)
    bounds = {"minimum": "ge", "maximum": "le", "minLength": "min_length", "maxLength": "max_length"}
    inner = next((each for each in schema.get("anyOf", ()) if each.get("type") != "null"), schema)
    schema = {key: value for key, value in inner.items() if key != "title"}
    for word, limit in bounds.items():
        if (value := getattr(limits, limit, None)) is not None:
            schema[word] = value
    if field.default not in (Empty, None, ...) and isinstance(field.default, bool | int | str):
        schema["default"] = field.default
    made: Schema = {"name": name, "in": where, "required": field.is_required, "schema": schema}
    if about := getattr(limits, "description", None):
        made["description"] = about
    return made


def served(document: dict[str, Any]) -> dict[str, Made]:
    """The document at its address. It never changes and is long, so it is written once, at the start."""
    return {"/schema/openapi.json": Made(".json", codec.encode(document))}
