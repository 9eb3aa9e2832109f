"""A turnstile: where many are woken at once, a few go on each time that the event loop goes round."""

from __future__ import annotations

import asyncio
from collections import deque


class Turnstile:
    """Lets `at_once` through at a time, in the order in which they came, with everybody else's work in between."""

    def __init__(self, at_once: int) -> None:
        self._at_once = at_once
        self._left = at_once
        self._waiting: deque[asyncio.Future[None]] = deque()

    async def enter(self) -> None:
        """Go on as soon as it is one's turn."""
        loop = asyncio.get_running_loop()
        if self._left == self._at_once:
            loop.call_soon(self._turn)
        if self._left:
            self._left -= 1
            return
        turn: asyncio.Future[None] = loop.create_future()
        self._waiting.append(turn)
        await turn

    def _turn(self) -> None:
        self._left = self._at_once
        while self._waiting and self._left:
            waiting = self._waiting.popleft()
            if not waiting.done():  # whoever waited may have left
                waiting.set_result(None)
                self._left -= 1
        if self._left < self._at_once:
            asyncio.get_running_loop().call_soon(self._turn)
