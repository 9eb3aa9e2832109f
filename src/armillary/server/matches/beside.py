"""Work that takes longer than others should wait: done in worker processes, shared, limited and remembered."""

from __future__ import annotations

import asyncio
import traceback
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from concurrent.futures import BrokenExecutor
from contextlib import ExitStack
from functools import partial
from time import monotonic
from typing import Any, Protocol, TypeAlias
from weakref import WeakValueDictionary

from armillary.server.errors import Busy
from armillary.server.people.limits import Places

MOST_EACH = 6
"""Pieces of work that wait or are done for one payer."""
MOST_WAITING = 200
"""The same for everybody."""
FAILED_SECONDS = 120.0
"""How long it is remembered that something takes too long: nobody pays for finding that out again."""
MOST_FAILED = 1_000
TOO_MUCH = "This takes too much time or memory to work out."
EVERYBODY = "everybody"
KEY_BYTES = 500
"""What it takes to remember an answer, however short it is."""

Key: TypeAlias = tuple[Hashable, ...]
"""What is asked for. Its first two parts are the match and the kind of work: where one piece takes too long, so do all
others of that kind."""
Work: TypeAlias = Callable[..., bytes]
Prepare: TypeAlias = Callable[[], Awaitable[tuple[Any, ...]]]
"""Fetches what the work is given; called when its turn has come, so that whoever waits holds no memory."""


class Pool(Protocol):
    """Worker processes."""

    async def do(self, seconds: float, work: Callable[..., Any], *given: Any) -> Any:
        """What the work gives, as soon as a worker is free; raises `TimeoutError` or `BrokenExecutor`."""

    def end(self) -> None:
        """End all processes."""


class Beside:
    """What is worked out beside the event loop.

    Whoever asks for what is already being worked out waits for that. Of one payer (an identity, or an address without
    one) one piece is worked on at a time, so that all others come next.
    """

    def __init__(self, pool: Pool, seconds: float, kept_bytes: int, each: int = MOST_EACH) -> None:
        self.seconds = seconds
        self._pool = pool
        self._of_payer = Places(each, "You have asked for much that is still being worked out. Wait for it first.")
        self._of_all = Places(MOST_WAITING, "Much is being worked out for others. Try again soon.", Busy)
        self._lanes: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._doing: dict[Key, asyncio.Task[bytes]] = {}
        self._failed: dict[Key, float] = {}
        """What took too long, and until when it is not tried again; the oldest first."""
        self._kept = Kept(kept_bytes)

    async def do(self, key: Key, payer: str, work: Work, prepare: Prepare, *, keep: bool) -> bytes:
        """What the work gives, perhaps from an earlier time; equal keys must mean equal work.

        Raises `TooMany` where the payer asks for too much at once, `Busy` where all do, or where it takes too long.
        """
        kept = self._kept.get(key)
        if kept is not None:
            return kept
        if self._failed.get(key[:2], 0.0) > monotonic():
            raise Busy(TOO_MUCH)
        if key not in self._doing:
            with ExitStack() as places:
                places.enter_context(self._of_payer.hold(payer))
                places.enter_context(self._of_all.hold(EVERYBODY))
                task = self._doing[key] = asyncio.create_task(self._do(key, payer, work, prepare))
                task.add_done_callback(partial(self._done, key, places.pop_all(), keep))
        return await asyncio.shield(self._doing[key])

    def _done(self, key: Key, places: ExitStack, keep: bool, task: asyncio.Task[bytes]) -> None:
        """Whoever asked may be gone by now: others find it done all the same."""
        del self._doing[key]
        places.close()
        if keep and not task.cancelled() and task.exception() is None:
            self._kept.put(key, task.result())

    async def _do(self, key: Key, payer: str, work: Work, prepare: Prepare) -> bytes:
        lane = self._lanes.get(payer)
        if lane is None:
            lane = self._lanes[payer] = asyncio.Lock()
        async with lane:
            given = await prepare()
            try:
                found: bytes = await self._pool.do(self.seconds, _safely, work, *given)
            except (TimeoutError, BrokenExecutor):
                self._remember_failure(key[:2])
                raise Busy(TOO_MUCH) from None
            return found

    def _remember_failure(self, kind: Key) -> None:
        self._failed.pop(kind, None)
        self._failed[kind] = monotonic() + FAILED_SECONDS
        if len(self._failed) > MOST_FAILED:
            del self._failed[next(iter(self._failed))]

    async def close(self) -> None:
        """Stop working."""
        doing = list(self._doing.values())
        for task in doing:
            task.cancel()
        await asyncio.gather(*doing, return_exceptions=True)
        self._pool.end()


class Kept:
    """Answers that stay the same, as many bytes of them as there is room for; those unused for longest go first."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._all: OrderedDict[Hashable, bytes] = OrderedDict()
        self.bytes = 0

    def get(self, key: Hashable) -> bytes | None:
        """An answer, if it is still there."""
        found = self._all.get(key)
        if found is not None:
            self._all.move_to_end(key)
        return found

    def put(self, key: Hashable, answer: bytes) -> None:
        """Keep an answer that is not there yet; what is larger than all the room is not kept."""
        if KEY_BYTES + len(answer) > self._most:
            return
        self._all[key] = answer
        self.bytes += KEY_BYTES + len(answer)
        while self.bytes > self._most:
            _, gone = self._all.popitem(last=False)
            self.bytes -= KEY_BYTES + len(gone)


def _safely(work: Work, *given: Any) -> bytes:
    """In a worker: an exception of any kind finds its way back only as text."""
    try:
        return work(*given)
    except Exception:  # noqa: BLE001
        raise RuntimeError(traceback.format_exc()) from None
