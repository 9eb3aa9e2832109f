"""Jobs: work that is done in the pool, shared between those who ask for the same, bounded, and kept where it can be."""

from __future__ import annotations

import asyncio
import traceback
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from concurrent.futures import BrokenExecutor
from contextlib import AbstractAsyncContextManager, ExitStack, nullcontext
from time import monotonic
from typing import Any, Protocol, TypeAlias

from armillary.core import errors
from armillary.core.errors import ArmillaryError, BadInput, NotNow
from armillary.server.errors import Busy, Closed, TooMany
from armillary.server.limits.places import ADDRESS_FACTOR, Lanes, Places
from armillary.server.limits.requester import Requester, requester
from armillary.server.work.pool import Kind
from armillary.server.work.worker import Worker

FAILED_SECONDS = 120.0
"""How long it is remembered that something takes too long: nobody pays for finding that out again."""
MAX_FAILURES = 1_000
TOO_MUCH = "This takes too much time or memory to compute."
EVERYBODY = "everybody"
KEY_BYTES = 500
"""What it takes to remember an answer, however short it is."""

Key: TypeAlias = tuple[Hashable, ...]
"""What is asked for. Its first part is the match, or whatever else makes it long, and the second what is done with it:
where one piece takes too long, so do all others with the same two parts."""
Prepare: TypeAlias = Callable[[], Awaitable[tuple[Any, ...]]]
"""Fetches what the work is given; called when its turn has come, so that journals are not read before."""


class Turns(Protocol):
    """Workers that people share fairly: a `Pool`."""

    def turn(self, kind: Kind, person: str, match: str = "", address: str = "") -> AbstractAsyncContextManager[Worker]:
        """A worker as soon as it is this match's turn, by what was spent on this address, and then on this person."""

    def end(self) -> None:
        """End all processes."""


class Failed(Exception):
    """A refusal in a worker: its own exception may not survive the way to the server, its name and text do."""


class TookTooLong(Exception):
    """The work took too much time or memory."""


class Job:
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
        self.result: asyncio.Future[Any] = asyncio.get_running_loop().create_future()


class Jobs:
    """Everything that is worked out in the pool because somebody asks for it.

    Requests for what is already being worked out wait for that. Where it has not begun, they queue for it as well:
    whoever asked first may have to wait a long time. For one account (an identity, or an address without one) one piece
    of each kind is worked on at a time. Workers are shared between addresses, and what an address gets between its
    accounts: any number of identities of one address delay others by no more than what is under way.
    """

    def __init__(self, pool: Turns, kept_bytes: int) -> None:
        self._pool = pool
        self._kept_bytes = kept_bytes
        self._limits: dict[Kind, JobLimits] = {}
        self._jobs: dict[Key, Job] = {}
        self._failed: dict[Key, float] = {}
        """What took too long, and until when it is not tried again; the oldest first."""

    def __len__(self) -> int:
        """How many pieces of work wait or are being done."""
        return len(self._jobs)

    async def do(
        self,
        kind: Kind,
        key: Key,
        work: Callable[..., Any],
        prepare: Prepare,
        *,
        keep: bool = False,
        too_long: ArmillaryError | None = None,
    ) -> Any:
        """What the work gives, perhaps from an earlier time; equal keys must mean equal work. Only bytes can be kept.

        Raises `TooMany` where the requester wants too much at once, `Busy` where all do, and `too_long` (`Busy`, unless
        given) where it takes too long. Where others of the same address want much, the requester waits, if the kind is
        patient. A refusal (`BadInput`, `NotNow`) that the work raises comes through; anything else is our own fault.
        """
        if kind not in self._limits:
            self._limits[kind] = JobLimits(kind, self._kept_bytes)
        limits = self._limits[kind]
        async with limits.lanes.of(requester().address) if kind.is_patient else nullcontext():
            kept = limits.kept.get(key)
            if kept is not None:
                return kept
            if self._failed.get(key[:2], 0.0) > monotonic():
                raise too_long or Busy(TOO_MUCH)
            try:
                return await self._share(kind, key, work, prepare, keep=keep)
            except TookTooLong:
                raise too_long or Busy(TOO_MUCH) from None

    async def _share(self, kind: Kind, key: Key, work: Callable[..., Any], prepare: Prepare, *, keep: bool) -> Any:
        asking, job = requester(), self._jobs.get(key)
        account = asking.account
        if job is None:
            job = self._jobs[key] = Job(self._limits[kind].hold(asking))
        if not job.has_begun and account not in job.turns:
            job.turns[account] = asyncio.create_task(self._wait(kind, job, key, asking, work, prepare, keep))
        job.waiting[account] += 1
        try:
            return await _unless_left(job.result, asking)
        finally:
            job.waiting[account] -= 1
            if not job.waiting[account] and not job.has_begun:
                job.turns.pop(account).cancel()
                if not job.turns:
                    self._end(key, job)  # at once: whoever asks now begins anew

    async def _wait(
        self,
        kind: Kind,
        job: Job,
        key: Key,
        asking: Requester,
        work: Callable[..., Any],
        prepare: Prepare,
        keep: bool,
    ) -> None:
        """Do it when it is the requester's turn; the others who queue for it need not."""
        account = asking.account
        try:
            async with (
                self._limits[kind].one_each.of(account),
                self._pool.turn(kind, account, account, asking.address) as worker,
            ):
                job.has_begun = True
                for other, turn in job.turns.items():
                    if other != account:
                        turn.cancel()
                given = await prepare()
                try:
                    try:
                        found = await worker.do(kind.seconds, _safely, work, *given)
                    except BrokenExecutor:  # perhaps for another reason: once more, in a fresh process
                        found = await worker.do(kind.seconds, _safely, work, *given)
                except (TimeoutError, BrokenExecutor):
                    self._remember_failure(key[:2])
                    raise TookTooLong from None
                except Failed as failed:
                    raise _refusal(failed) from None
        except Exception as error:  # noqa: BLE001 (belongs to the requester)
            job.result.set_exception(error)
            job.result.exception()  # marks it as retrieved: everybody may have left
        else:
            job.result.set_result(found)
            if keep:
                self._limits[kind].kept.put(key, found)
        self._end(key, job)

    def _end(self, key: Key, job: Job) -> None:
        """It is done, or nobody wants it any more."""
        job.places.close()
        job.result.cancel()
        if self._jobs.get(key) is job:
            del self._jobs[key]

    def _remember_failure(self, key: Key) -> None:
        self._failed.pop(key, None)
        self._failed[key] = monotonic() + FAILED_SECONDS
        if len(self._failed) > MAX_FAILURES:
            del self._failed[next(iter(self._failed))]

    async def close(self) -> None:
        """Stop working."""
        turns = [turn for job in self._jobs.values() for turn in job.turns.values()]
        for turn in turns:
            turn.cancel()
        for key, job in list(self._jobs.items()):
            self._end(key, job)
        await asyncio.gather(*turns, return_exceptions=True)


class JobLimits:
    """How many jobs of one kind there may be."""

    def __init__(self, kind: Kind, kept_bytes: int) -> None:
        per_address = kind.per_account * ADDRESS_FACTOR
        self.kept = Kept(int(kept_bytes * kind.kept_share))
        self.lanes = Lanes(per_address)
        self.one_each = Lanes(1)
        self._by_account = Places(
            kind.per_account, "Too many of your requests are still being computed. Wait for them first."
        )
        self._by_address = Places(
            per_address, "Too many requests from your address are still being computed. Try again soon."
        )
        too_many = Busy if kind.is_patient else TooMany
        self._in_all = Places(kind.waiting, "The server is busy with other requests. Try again soon.", too_many)

    def hold(self, asking: Requester) -> ExitStack:
        """A place for one more; raises `TooMany` or `Busy`."""
        with ExitStack() as places:
            places.enter_context(self._by_account.hold(asking.account))
            places.enter_context(self._by_address.hold(asking.address))
            places.enter_context(self._in_all.hold(EVERYBODY))
            return places.pop_all()


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
        """Keep an answer that is not there yet; one that is larger than all the room is not kept."""
        if KEY_BYTES + len(answer) > self._most:
            return
        self._all[key] = answer
        self.bytes += KEY_BYTES + len(answer)
        while self.bytes > self._most:
            _, gone = self._all.popitem(last=False)
            self.bytes -= KEY_BYTES + len(gone)


async def _unless_left(result: asyncio.Future[Any], asking: Requester) -> Any:
    """The result; raises `BadInput` as soon as the requester has left, and `Closed` where nobody works any more."""
    leaving = None if asking.receive is None else asyncio.ensure_future(asking.until_left())
    try:
        events: list[asyncio.Future[Any]] = [result] if leaving is None else [result, leaving]
        await asyncio.wait(events, return_when=asyncio.FIRST_COMPLETED)
    finally:
        if leaving is not None:
            leaving.cancel()
    if result.cancelled():
        raise Closed("The server is stopping.")
    if not result.done():
        raise BadInput("The client has left.")
    return result.result()


def _safely(work: Callable[..., Any], *given: Any) -> Any:
    """In a worker: an exception of any kind finds its way back only as text."""
    try:
        return work(*given)
    except (BadInput, NotNow) as error:
        known = next(kind for kind in type(error).__mro__ if kind.__module__ == errors.__name__)
        raise Failed(known.__name__, str(error)) from None
    except Exception:  # noqa: BLE001
        raise RuntimeError(traceback.format_exc()) from None


def _refusal(failed: Failed) -> ArmillaryError:
    name, text = failed.args
    error: ArmillaryError = getattr(errors, name)(text)
    return error
