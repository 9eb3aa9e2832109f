"""Which HTTP status each error is answered with: the one table."""

from __future__ import annotations

from http import HTTPStatus

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
