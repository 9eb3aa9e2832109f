"""Everything the server raises on purpose, drawn once. The engine's own errors are in `armillary.core.errors`.

    ArmillaryError
    ├── NotSignedIn   the request needs an identity and carries none
    ├── NotAllowed    understood, but not for this player
    ├── NotFound      no such thing, or none this player may know of
    ├── Conflict      not possible as things stand now
    ├── TooMany       too many requests, sockets or open matches, or too many bytes to store
    ├── Busy          too much is being worked out, or this takes too long
    ├── Stale         another change to the match was made first
    ├── Duplicate     the idempotency key was used before
    ├── Closed        the server is stopping
    ├── NotReady      the database does not answer
    ├── Explained     a refusal of a game's, in sentences (`matches/telling.py`)
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
    """No such thing, or none that you may know of."""


class Conflict(ArmillaryError):
    """Not possible as things stand now: the seat is taken, the match has begun."""


class TooMany(ArmillaryError):
    """Too many requests, sockets or open matches, or too many bytes to store; `wait` says for how many seconds."""

    def __init__(self, message: str, wait: float = 1) -> None:
        super().__init__(message)
        self.wait = wait


class Busy(ArmillaryError):
    """Too much is being worked out at the same time, or this takes too long."""


class Stale(ArmillaryError):
    """Another change to the match was made first: reload and try again."""


class Duplicate(ArmillaryError):
    """This idempotency key was used before: the change has already been made."""


class Closed(ArmillaryError):
    """The server is stopping. Another may be there soon."""


class NotReady(ArmillaryError):
    """The database does not answer. The request may still have been carried out: repeat it soon, with the same key."""


class Fault(ArmillaryError):
    """Something stored differs from what the journal gives."""
