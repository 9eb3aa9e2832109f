"""Everything the server raises on purpose, drawn once. The engine's own errors are in `armillary.core.errors`.

    ArmillaryError
    ├── NotSignedIn   the request needs an identity and carries none
    ├── NotAllowed    understood, but not for this player
    ├── NotFound      not found, or not visible to this player
    ├── Conflict      not possible right now
    ├── TooMany       too many requests, sockets or open matches, or too many bytes to store
    ├── Busy          too many requests are being computed, or this one takes too long
    ├── Stale         another change to the match was made first
    ├── Duplicate     the idempotency key was used before
    ├── Closed        the server is stopping
    ├── NotReady      the database does not answer
    ├── Explained     a game's refusal, in sentences (`matches/telling.py`)
    └── Fault         something stored differs from what the journal gives

Which HTTP status each is answered with is in `door/problems.py`.
"""

from __future__ import annotations

from armillary.core.errors import ArmillaryError


class NotSignedIn(ArmillaryError):
    """The request needs an identity and carries none."""


class NotAllowed(ArmillaryError):
    """Understood, but not allowed for you."""


class NotFound(ArmillaryError):
    """Not found, or not visible to you."""


class Conflict(ArmillaryError):
    """Not possible right now: the seat is taken, the match has begun."""


class TooMany(ArmillaryError):
    """Too many requests, sockets or open matches, or too many bytes to store; wait for `wait` seconds."""

    def __init__(self, message: str, wait: float = 1) -> None:
        super().__init__(message)
        self.wait = wait


class Busy(ArmillaryError):
    """Too many requests are being computed at the same time, or this one takes too long."""


class Stale(ArmillaryError):
    """Another change to the match was made first: reload and try again."""


class Duplicate(ArmillaryError):
    """This idempotency key was used before: the change has already been made."""


class Closed(ArmillaryError):
    """The server is stopping. Try again soon."""


class NotReady(ArmillaryError):
    """The database does not answer. The request may still have been carried out: repeat it soon, with the same key."""


class Fault(ArmillaryError):
    """Something stored differs from what the journal gives."""
