"""Errors as answers: a status, a code, a sentence, the violations; never a traceback, never a secret."""

from __future__ import annotations

from http import HTTPStatus

from armillary.api.problems import Problem
from armillary.core.errors import BadInput, NotNow, Refused, UnknownGame, VersionNotInstalled
from armillary.server.errors import (
    Busy,
    Closed,
    Conflict,
    Duplicate,
    NotAllowed,
    NotFound,
    NotReady,
    NotSignedIn,
    Stale,
    TooMany,
)
from armillary.server.matches.telling import Explained

MAX_DETAIL_LENGTH = 2_000
"""Characters of a `detail`: what it quotes may be as long as a whole request."""
CLOSE_CODES = 4000
"""A socket that is closed because of an error has this plus the error's HTTP status as its code."""

STATUS: tuple[tuple[type[Exception], HTTPStatus], ...] = (
    (NotSignedIn, HTTPStatus.UNAUTHORIZED),
    (NotAllowed, HTTPStatus.FORBIDDEN),
    (NotFound, HTTPStatus.NOT_FOUND),
    (UnknownGame, HTTPStatus.NOT_FOUND),
    (VersionNotInstalled, HTTPStatus.CONFLICT),
    (Conflict, HTTPStatus.CONFLICT),
    (NotNow, HTTPStatus.CONFLICT),
    (Duplicate, HTTPStatus.CONFLICT),
    (Stale, HTTPStatus.CONFLICT),
    (Busy, HTTPStatus.SERVICE_UNAVAILABLE),
    (Closed, HTTPStatus.SERVICE_UNAVAILABLE),
    (NotReady, HTTPStatus.SERVICE_UNAVAILABLE),
    (TooMany, HTTPStatus.TOO_MANY_REQUESTS),
    (Explained, HTTPStatus.UNPROCESSABLE_ENTITY),
    (Refused, HTTPStatus.UNPROCESSABLE_ENTITY),
    (BadInput, HTTPStatus.BAD_REQUEST),
)


def status_of(error: Exception) -> HTTPStatus:
    """The status an error is answered with; an error that is not in the table is our own fault."""
    for kind, status in STATUS:
        if isinstance(error, kind):
            return status
    return HTTPStatus.INTERNAL_SERVER_ERROR


def problem(error: Exception) -> Problem:
    """The answer to an error raised on purpose."""
    status = int(status_of(error))
    if isinstance(error, Explained):
        return Problem(status, error.code, shortened(str(error)), error.violations)
    return Problem(status, type(error).__name__, shortened(str(error)))


def shortened(text: str) -> str:
    return text if len(text) <= MAX_DETAIL_LENGTH else f"{text[: MAX_DETAIL_LENGTH - 1]}…"


def internal_error() -> Problem:
    """The answer to an unexpected error: no details."""
    return Problem(500, "InternalError", "Something went wrong on our side. It has been logged.")
