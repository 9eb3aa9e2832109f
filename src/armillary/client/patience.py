"""How long a client tries again, and how it waits in between."""

from __future__ import annotations

import random
from time import monotonic

from armillary.client.errors import TEMPORARY, AnswerLost, ClientError, ServerAway, ServerSaid

SECONDS = 60.0
"""How long a client tries unless it is told otherwise."""

SHORTEST, LONGEST = 0.1, 5.0
"""The first pause and the longest; each is twice the one before."""


class Tries:
    """The tries of one request: how long to wait before the next, or an error when there will be none."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._end: float | None = None
        """Patience is counted from the first failure."""
        self._pause = SHORTEST

    def pause(self, error: ClientError, *, may_repeat: bool) -> float:
        """Seconds to wait after this error; it is raised if it does not pass by itself, or if a repetition may do harm.

        What never reached the server does none. Clients that lost a server at the same moment do not come back at the
        same moment: pauses vary by half.
        """
        match error:
            case ServerSaid(status=status):
                passes, wait = status in TEMPORARY and may_repeat, error.wait
            case AnswerLost():
                passes, wait = may_repeat, 0.0
            case _:
                passes, wait = isinstance(error, ServerAway), 0.0
        now = monotonic()
        self._end = now + self._seconds if self._end is None else self._end
        wait = max(min(wait, LONGEST), self._pause * random.uniform(0.5, 1))  # noqa: S311
        self._pause = min(2 * self._pause, LONGEST)
        if not passes or (now + wait > self._end and isinstance(error, ServerSaid)):
            raise error
        if now + wait > self._end:
            raise type(error)(f"{error} (gave up after {self._seconds:g} seconds)") from error
        return wait
