"""Answers as they go out: values as JSON, compressed where that pays, and errors."""

from __future__ import annotations

import asyncio
import gzip
import logging
import re
from http import HTTPStatus
from math import ceil
from typing import Any, TypeVar

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException
from litestar.status_codes import HTTP_500_INTERNAL_SERVER_ERROR
from litestar.types import ASGIApp, Receive, Scope, Send

from armillary.api.problems import Problem
from armillary.core.errors import ArmillaryError
from armillary.server.door.problems import CLOSE_CODES, internal_error, problem, shortened
from armillary.server.errors import TooMany
from armillary.server.settings import Settings

RETRY_SECONDS = 1
RETRIED = (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE)

logger = logging.getLogger("armillary.server")


T = TypeVar("T")

JSON = "application/json"
BODILESS = (HTTPStatus.NO_CONTENT, HTTPStatus.NOT_MODIFIED)

WORTH_COMPRESSING, LEVEL = 1_000, 5
"""Longer answers are compressed for clients that understand it: much smaller, in little time."""

LONG = 50_000
MAX_COMPRESSED_BYTES = 1_000_000
"""Longer ones are sent as they are: to compress them takes longer than to send them."""
PIECE = 65_536
"""Bytes sent at a time: a slow reader holds only a few pieces of a shared answer."""


HEADERS = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), display-capture=(), geolocation=(), microphone=(), midi=(), payment=(), usb=()",
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; font-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
}
"""On every answer. Scripts and styles are files of this server, and nothing is asked of another."""
HTTPS_HEADERS = {"strict-transport-security": "max-age=31536000"}
"""Behind HTTPS: for a year, browsers come back by HTTPS only."""


def security_headers(settings: Settings) -> dict[str, str]:
    """The headers that every answer of this server has."""
    return HEADERS | HTTPS_HEADERS if settings.https else HEADERS


def understands(accepted: str, coding: str) -> bool:
    """Does an `Accept-Encoding` name this coding, and not refuse it outright?"""
    return re.search(rf"\b{coding}\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))", accepted, re.IGNORECASE) is not None


async def _compressed(body: bytes | memoryview) -> bytes:
    """The body as gzip has it; a long one in a thread, since it would block all requests here."""
    if len(body) < LONG:
        return gzip.compress(body, LEVEL, mtime=0)
    return await asyncio.to_thread(gzip.compress, body, LEVEL, mtime=0)


class Answer(Response[T]):
    """Nearly every answer: a value in JSON, without cookies or anything to be done afterwards.

    Such answers take the short way to the wire; the others take the framework's.
    """

    def to_asgi_response(  # type: ignore[override]
        self, app: None, request: Request[Any, Any, Any], *, status_code: int | None = None, **more: Any
    ) -> ASGIApp:
        """What sends it."""
        status = self.status_code or status_code or HTTPStatus.OK
        other = self.cookies or self.background or self.media_type not in (None, JSON) or any(more.values())
        if other or status in BODILESS:
            return super().to_asgi_response(app, request, status_code=status_code, **more)
        raw = isinstance(self.content, msgspec.Raw)
        body = memoryview(self.content) if raw else msgspec.json.encode(self.content)  # type: ignore[arg-type]
        headers = [(name.encode(), value.encode()) for name, value in self.headers.items()]
        headers.append((b"content-type", JSON.encode()))
        compressed = False
        if WORTH_COMPRESSING < len(body) <= MAX_COMPRESSED_BYTES:
            headers.append((b"vary", b"accept-encoding"))
            compressed = understands(request.headers.get("accept-encoding", ""), "gzip")

        async def send_it(_: Scope, __: Receive, send: Send) -> None:
            sent = await _compressed(body) if compressed else body
            coding = [(b"content-encoding", b"gzip")] if compressed else []
            length = (b"content-length", b"%d" % len(sent))
            await send({"type": "http.response.start", "status": status, "headers": [*headers, *coding, length]})
            for start in range(0, len(sent), PIECE):
                piece, goes_on = bytes(sent[start : start + PIECE]), start + PIECE < len(sent)
                await send({"type": "http.response.body", "body": piece, "more_body": goes_on})

        return send_it


def answer_ours(_: object, error: Exception) -> Response[Problem]:
    """An error raised on purpose."""
    found = problem(error)
    wait = error.wait if isinstance(error, TooMany) else RETRY_SECONDS
    headers = {"retry-after": str(ceil(wait))} if found.status in RETRIED else {}
    return Response(found, status_code=found.status, headers=headers)


NO_MATCH = "There is no match at this address."
DETAILS = {404: "There is nothing at this address.", 405: "This address does not support this method."}
CODES = {401: "NotSignedIn", 403: "NotAllowed", 404: "NotFound", 405: "MethodNotAllowed", 413: "TooLarge"}
"""Our codes for the framework's refusals; Python's own names for statuses change from version to version."""
NO_BODY = "data: 'data'"
"""What the framework says of a request without a body."""


def answer_framework(_: Request[Any, Any, Any], error: HTTPException) -> Response[Problem]:
    """A refusal of the framework: an unknown path, a body of the wrong shape, a body that is too large."""
    status = error.status_code
    if status >= HTTP_500_INTERNAL_SERVER_ERROR:
        return answer_unexpected(_, error)
    detail = DETAILS.get(status, error.detail.partition(" for path ")[0])  # an address may be long, and needs no echo
    faults = [each for each in error.extra if isinstance(each, dict)] if isinstance(error.extra, list) else []
    if any(each.get("key") == "match_id" for each in faults):  # people come by such addresses, too
        status, detail = HTTPStatus.NOT_FOUND, NO_MATCH
    elif faults:
        where = [f"{each.get('key', '')}: {each.get('message', '')}" for each in faults]
        not_understood = f"The request is not understood: {'; '.join(where)}"
        detail = "The request needs a body." if where == [NO_BODY] else not_understood
    return Response(Problem(status, CODES.get(status, "BadRequest"), shortened(detail)), status_code=status)


def answer_unexpected(_: object, error: Exception) -> Response[Problem]:
    """Our own fault: logged in full, answered in brief."""
    logger.error("Unexpected error", exc_info=error)
    return Response(internal_error(), status_code=500)


HANDLERS: dict[Any, Any] = {ArmillaryError: answer_ours, HTTPException: answer_framework, Exception: answer_unexpected}


async def refuse(scope: Scope, send: Send, error: Exception) -> None:
    """Answer where nothing is routed, in the same shape as everywhere; a socket is not opened at all."""
    answer = (answer_ours if isinstance(error, ArmillaryError) else answer_unexpected)(None, error)
    found = answer.content
    if str(scope["type"]) == "websocket":
        await send({"type": "websocket.close", "code": CLOSE_CODES + found.status, "reason": found.detail})
        return
    body = msgspec.json.encode(found)
    headers = [
        (b"content-type", JSON.encode()),
        (b"content-length", b"%d" % len(body)),
        *((name.encode(), value.encode()) for name, value in answer.headers.items()),
    ]
    await send({"type": "http.response.start", "status": found.status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
