"""What the server refuses, and with which HTTP status: the one table."""

from __future__ import annotations

from http import HTTPStatus

from armillary.core import errors
from armillary.server.database import NotReady
from armillary.server.store import Closed, Duplicate, Stale


class NotFound(errors.ArmillaryError):
    """No such thing, or none that you may know of."""


class NotAllowed(errors.ArmillaryError):
    """Understood, and not for you."""


class NotSignedIn(errors.ArmillaryError):
    """Somebody must be asking, and nobody is."""


class Conflict(errors.ArmillaryError):
    """Not as things stand now: the seat is taken, the match has begun."""


class TooMany(errors.ArmillaryError):
    """Too often, or too many at a time."""


STATUS: tuple[tuple[type[Exception], HTTPStatus], ...] = (
    (NotSignedIn, HTTPStatus.UNAUTHORIZED),
    (NotAllowed, HTTPStatus.FORBIDDEN),
    (NotFound, HTTPStatus.NOT_FOUND),
    (errors.UnknownGame, HTTPStatus.NOT_FOUND),
    (Conflict, HTTPStatus.CONFLICT),
    (errors.NotNow, HTTPStatus.CONFLICT),
    (Duplicate, HTTPStatus.CONFLICT),
    (Stale, HTTPStatus.CONFLICT),
    (Closed, HTTPStatus.SERVICE_UNAVAILABLE),
    (NotReady, HTTPStatus.SERVICE_UNAVAILABLE),
    (TooMany, HTTPStatus.TOO_MANY_REQUESTS),
    (errors.Refused, HTTPStatus.UNPROCESSABLE_ENTITY),
    (errors.BadInput, HTTPStatus.BAD_REQUEST),
)


def status_of(error: Exception) -> HTTPStatus:
    """The status an error is answered with; what is not in the table is our own fault."""
    for kind, status in STATUS:
        if isinstance(error, kind):
            return status
    return HTTPStatus.INTERNAL_SERVER_ERROR
