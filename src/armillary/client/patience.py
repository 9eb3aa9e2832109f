"""How long a client tries again, and how it waits in between."""

from __future__ import annotations

import random
from time import monotonic

from armillary.client.errors import AnswerLost, ClientError, ServerSaid

SECONDS = 60.0
"""How many seconds a client keeps trying by default."""

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
        was_sent = isinstance(error, ServerSaid | AnswerLost)
        if not error.passes or (was_sent and not may_repeat):
            raise error
        now = monotonic()
        self._end = now + self._seconds if self._end is None else self._end
        wait = self._pause * random.uniform(0.5, 1)  # noqa: S311
        self._pause = min(2 * self._pause, LONGEST)
        if isinstance(error, ServerSaid):
            wait = max(wait, min(error.wait, LONGEST))
        if now + wait <= self._end:
            return wait
        if isinstance(error, ServerSaid):
            raise error
        raise type(error)(f"{error} Gave up after {self._seconds:g} seconds.") from error
