"""Work that takes longer than others should wait: done in worker processes, shared, limited and remembered."""

from __future__ import annotations

import asyncio
import traceback
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from concurrent.futures import BrokenExecutor
from contextlib import AbstractAsyncContextManager, ExitStack
from time import monotonic
from typing import Any, Protocol, TypeAlias

from armillary.core.errors import BadInput
from armillary.server.errors import Busy, Closed
from armillary.server.limits.buckets import ADDRESS_FACTOR, Lanes, Places
from armillary.server.limits.requester import Asker, asker

MOST_EACH = 6
"""Pieces of work that wait or are done for one account."""
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


class Worker(Protocol):
    """A process that works."""

    async def do(self, seconds: float, work: Callable[..., Any], *given: Any) -> Any:
        """What the work gives; raises `TimeoutError` or `BrokenExecutor`."""


class Pool(Protocol):
    """Workers that people share fairly."""

    def turn(self, person: str, match: str, address: str = "") -> AbstractAsyncContextManager[Worker]:
        """A worker as soon as it is this match's turn, by what was spent on this address, and then on this person."""

    def end(self) -> None:
        """End all processes."""


class Doing:
    """A piece of work, and who waits for it."""

    def __init__(self, places: ExitStack) -> None:
        self.places = places
        """What it takes up until it ends."""
        self.waiting: Counter[str] = Counter()
        """By account."""
        self.turns: dict[str, asyncio.Task[None]] = {}
        """By account: it is done when the first of them has its turn."""
        self.has_begun = False
        """Is it a worker's by now? Then it is finished, whoever leaves: to start another worker costs more."""
        self.found: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()


class Beside:
    """What is worked out beside the event loop.

    Whoever asks for what is already being worked out waits for that. Where it has not begun, they queue for it as well:
    whoever asked first may have to wait a long time. For one account (an identity, or an address without one) one piece
    is worked on at a time. Workers are shared between addresses, and what an address gets between its accounts: any
    number of identities of one address delay others by no more than what is under way.
    """

    def __init__(self, pool: Pool, seconds: float, kept_bytes: int, each: int = MOST_EACH) -> None:
        self.seconds = seconds
        self._pool = pool
        self._of_account = Places(each, "You have asked for much that is still being worked out. Wait for it first.")
        self._of_address = Lanes(each * ADDRESS_FACTOR)
        self._of_all = Places(MOST_WAITING, "Much is being worked out for others. Try again soon.", Busy)
        self._lanes = Lanes(1)
        self._doing: dict[Key, Doing] = {}
        self._failed: dict[Key, float] = {}
        """What took too long, and until when it is not tried again; the oldest first."""
        self._kept = Kept(kept_bytes)

    async def do(self, key: Key, work: Work, prepare: Prepare, *, keep: bool) -> bytes:
        """What the work gives, perhaps from an earlier time; equal keys must mean equal work.

        Raises `TooMany` where the asker wants too much at once, `Busy` where all do, or where it takes too long. Where
        others of the same address want much, the asker waits.
        """
        async with self._of_address.of(asker().address):
            return await self._share(key, work, prepare, keep=keep)

    async def _share(self, key: Key, work: Work, prepare: Prepare, *, keep: bool) -> bytes:
        kept = self._kept.get(key)
        if kept is not None:
            return kept
        if self._failed.get(key[:2], 0.0) > monotonic():
            raise Busy(TOO_MUCH)
        asking, doing = asker(), self._doing.get(key)
        who = asking.account
        if doing is None:
            doing = self._doing[key] = Doing(self._places_for(who))
        if not doing.has_begun and who not in doing.turns:
            doing.turns[who] = asyncio.create_task(self._wait(doing, key, asking, work, prepare, keep))
        doing.waiting[who] += 1
        try:
            return await _unless_left(doing.found, asking)
        finally:
            doing.waiting[who] -= 1
            if not doing.waiting[who] and not doing.has_begun:
                doing.turns.pop(who).cancel()
                if not doing.turns:
                    self._end(key, doing)  # at once: whoever asks now begins anew

    def _places_for(self, who: str) -> ExitStack:
        with ExitStack() as places:
            places.enter_context(self._of_account.hold(who))
            places.enter_context(self._of_all.hold(EVERYBODY))
            return places.pop_all()

    async def _wait(self, doing: Doing, key: Key, asking: Asker, work: Work, prepare: Prepare, keep: bool) -> None:
        """Do it when it is the asker's turn; whoever else queues for it need not."""
        who = asking.account
        try:
            async with self._lanes.of(who), self._pool.turn(who, who, asking.address) as worker:
                doing.has_begun = True
                for other, turn in doing.turns.items():
                    if other != who:
                        turn.cancel()
                found = await self._do(worker, key, work, await prepare())
        except Exception as error:  # noqa: BLE001 (belongs to whoever asked)
            doing.found.set_exception(error)
            doing.found.exception()  # marks it as retrieved: everybody may have left
        else:
            doing.found.set_result(found)
            if keep:
                self._kept.put(key, found)
        self._end(key, doing)

    def _end(self, key: Key, doing: Doing) -> None:
        """It is done, or nobody wants it any more."""
        doing.places.close()
        doing.found.cancel()
        if self._doing.get(key) is doing:
            del self._doing[key]

    async def _do(self, worker: Worker, key: Key, work: Work, given: tuple[Any, ...]) -> bytes:
        try:
            found: bytes = await worker.do(self.seconds, _safely, work, *given)
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
        turns = [turn for doing in self._doing.values() for turn in doing.turns.values()]
        for turn in turns:
            turn.cancel()
        for key, doing in list(self._doing.items()):
            self._end(key, doing)
        await asyncio.gather(*turns, return_exceptions=True)
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


async def _unless_left(found: asyncio.Future[bytes], asking: Asker) -> bytes:
    """What is found; raises `BadInput` as soon as the asker has left, and `Closed` where nobody looks any more."""
    leaving = None if asking.receive is None else asyncio.ensure_future(asking.until_left())
    try:
        events: list[asyncio.Future[Any]] = [found] if leaving is None else [found, leaving]
        await asyncio.wait(events, return_when=asyncio.FIRST_COMPLETED)
    finally:
        if leaving is not None:
            leaving.cancel()
    if found.cancelled():
        raise Closed("The server is stopping.")
    if not found.done():
        raise BadInput("Whoever asked has left.")
    return found.result()


def _safely(work: Work, *given: Any) -> bytes:
    """In a worker: an exception of any kind finds its way back only as text."""
    try:
        return work(*given)
    except Exception:  # noqa: BLE001
        raise RuntimeError(traceback.format_exc()) from None
