"""Work in the pool: shared, limited, fair, and kept where it stays true."""

from __future__ import annotations

import asyncio
import gc
import threading
from collections.abc import Callable
from typing import Any

import pytest

from armillary.core.errors import BadInput, BadNotation
from armillary.server.errors import Busy, Closed, TooMany
from armillary.server.limits.places import ADDRESS_FACTOR
from armillary.server.limits.requester import Requester, set_requester
from armillary.server.work import jobs
from armillary.server.work.jobs import KEY_BYTES, Jobs, Kept
from armillary.server.work.pool import BOT, DRAFT, PAST, Kind, Pool
from tests.server.halls import AtOnce


class ByHand(AtOnce):
    """Work that is done when the test says so; what was asked for, in that order."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.go = asyncio.Event()

    async def do(self, seconds: float, work: Callable[..., Any], *given: Any) -> Any:
        self.asked.append(given[-1])
        await self.go.wait()
        return work(*given)


def _work(name: str) -> bytes:
    return name.encode()


def _fail(name: str) -> bytes:
    raise BaseExceptionGroup(name, [KeyError(name), ValueError(name)])


class Unheard(BadNotation):
    """A refusal of a game that the server has never heard of."""


def _refuse(name: str) -> bytes:
    raise Unheard(name)


def _hang(name: str) -> bytes:
    while name:
        pass
    return b""


def _ask(
    at: Jobs,
    name: str,
    who: str = "Ada",
    *,
    keep: bool = False,
    work: Callable[[str], bytes] = _work,
    kind: Kind = PAST,
    **more: Any,
) -> asyncio.Task[bytes]:
    """One of many ways to ask; everybody has an address of their own, unless told otherwise."""

    async def prepare() -> tuple[str]:
        return (name,)

    async def asking() -> bytes:
        set_requester(Requester(**{"address": f"home of {who}", "identity": who} | more))
        found: bytes = await at.do(kind, (name, "match"), work, prepare, keep=keep)
        return found

    return asyncio.create_task(asking())


async def _go_on() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


async def test_those_who_ask_for_the_same_share_it_though_the_first_has_left() -> None:
    pool = ByHand()
    at = Jobs(pool, 0)
    asked = [_ask(at, "x", who) for who in ("Ada", "Bob", "Eve")]
    await _go_on()
    asked[0].cancel()
    await _go_on()
    pool.go.set()
    assert await asyncio.gather(*asked[1:]) == [b"x", b"x"]
    assert pool.asked == ["x"]
    await _ask(at, "x")
    assert pool.asked == ["x", "x"], "what may change is worked out anew"


async def test_one_piece_at_a_time_for_each_so_that_others_come_next() -> None:
    pool = ByHand()
    at = Jobs(pool, 0)
    asked = [_ask(at, name) for name in ("a1", "a2", "a3")] + [_ask(at, "b1", "Bob")]
    await _go_on()
    assert pool.asked == ["a1", "b1"]
    pool.go.set()
    await asyncio.gather(*asked)
    assert pool.asked == ["a1", "b1", "a2", "a3"]


async def test_whoever_asks_for_what_waits_for_another_has_it_done_when_it_is_their_turn() -> None:
    pool = ByHand()
    at = Jobs(pool, 0)
    asked = [_ask(at, name) for name in ("a1", "a2", "a3")]
    await _go_on()
    asked.append(_ask(at, "a3", "Bob"))
    await _go_on()
    assert pool.asked == ["a1", "a3"], "Bob does not wait for all that Ada wants"
    asked.append(_ask(at, "a3", "Cid"))
    pool.go.set()
    assert await asyncio.gather(*asked) == [b"a1", b"a2", b"a3", b"a3", b"a3"]
    assert sorted(pool.asked) == ["a1", "a2", "a3"], "and it is done once"
    await _go_on()
    assert not len(at)
    everything = [_ask(at, f"b{number}", "Bob") for number in range(PAST.per_account)]
    assert len(await asyncio.gather(*everything)) == PAST.per_account, "nobody holds a place any more"


async def test_joining_takes_no_place_and_leaves_none_behind() -> None:
    pool, kind = ByHand(), Kind("few", 1, per_account=2, waiting=4)
    at = Jobs(pool, 0)
    asked = [_ask(at, "a1", kind=kind), _ask(at, "a2", kind=kind), _ask(at, "b1", "Bob", kind=kind)]
    await _go_on()
    joined = _ask(at, "a2", "Bob", kind=kind)
    await _go_on()
    joined.cancel()
    await _go_on()
    asked += [_ask(at, "a2", "Bob", kind=kind), _ask(at, "b2", "Bob", kind=kind)]
    await _go_on()
    assert len(at) == 4
    with pytest.raises(Busy):
        await _ask(at, "c1", "Cid", kind=kind)
    pool.go.set()
    assert await asyncio.gather(*asked) == [b"a1", b"a2", b"b1", b"a2", b"b2"]
    assert sorted(pool.asked) == ["a1", "a2", "b1", "b2"]
    again = [_ask(at, name, name, kind=kind) for name in ("c1", "d1", "e1", "f1")]
    assert len(await asyncio.gather(*again)) == 4, "nobody holds a place any more"


async def test_too_much_for_one_and_too_much_for_all_is_refused() -> None:
    pool, kind = ByHand(), Kind("few", 1, per_account=2, waiting=3)
    at = Jobs(pool, 0)
    asked = [_ask(at, name, kind=kind) for name in ("a1", "a2")]
    await _go_on()
    with pytest.raises(TooMany):
        await _ask(at, "a3", kind=kind)
    # To wait for the same takes no place.
    asked += [_ask(at, "a1", "Bob", kind=kind), _ask(at, "b1", "Bob", kind=kind)]
    await _go_on()
    with pytest.raises(Busy):
        await _ask(at, "c1", "Cid", kind=kind)
    pool.go.set()
    await asyncio.gather(*asked)
    assert await _ask(at, "c1", "Cid", kind=kind) == b"c1", "and there is room again"


async def test_what_stays_true_is_kept_as_far_as_there_is_room() -> None:
    pool = ByHand()
    pool.go.set()
    at, kind = Jobs(pool, 4 * KEY_BYTES + 10), Kind("half", 1, kept_share=0.5)
    for name in ("aa", "bb", "aa", "cc", "aa", "bb", "x" * 2 * KEY_BYTES):
        assert await _ask(at, name, keep=True, kind=kind) == name.encode()
    assert pool.asked == ["aa", "bb", "cc", "bb", "x" * 2 * KEY_BYTES]
    kept = Kept(3 * KEY_BYTES + 10)
    for number in range(100):
        kept.put(number, b"xxx")
    assert kept.bytes == 3 * KEY_BYTES + 9


async def test_a_failure_in_a_worker_is_ours_and_a_hang_ends() -> None:
    patient, hasty = Kind("patient", 60), Kind("hasty", 0.2)
    pool = Pool(1, [patient, hasty])
    at = Jobs(pool, 0)
    try:
        with pytest.raises(RuntimeError, match="KeyError"):
            await _ask(at, "x", work=_fail, kind=patient)
        assert await _ask(at, "y", kind=patient) == b"y", "the worker is still there"
        with pytest.raises(BadNotation, match="what was wrong"):
            await _ask(at, "what was wrong", work=_refuse, kind=patient)
        assert not len(at)
        with pytest.raises(Busy):
            await _ask(at, "z", work=_hang, kind=hasty)
        assert await _ask(at, "again", kind=patient) == b"again"
    finally:
        await at.close()
        pool.end()


async def test_what_takes_too_long_is_not_tried_again_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "MAX_FAILURES", 2)
    tries: list[str] = []

    class Late(AtOnce):
        """Whoever asks for something long waits in vain."""

        async def do(self, seconds: float, work: Callable[..., Any], *given: Any) -> Any:
            tries.append(given[-1])
            if given[-1].startswith("long"):
                raise TimeoutError
            return work(*given)

    async def ask(at: Jobs, match: str, part: str) -> bytes:
        async def prepare() -> tuple[str]:
            return (part,)

        found: bytes = await at.do(PAST, (match, "history", part), _work, prepare)
        return found

    at = Jobs(Late(), 0)
    for part in ("long 1", "long 1", "long 2", "short"):
        with pytest.raises(Busy, match="too much time"):
            await ask(at, "huge", part)
    assert tries == ["long 1"], "and neither is any other part of the same"
    assert await ask(at, "small", "short") == b"short"
    for match in ("huger", "hugest"):
        with pytest.raises(Busy):
            await ask(at, match, "long 3")
    assert await ask(at, "huge", "short") == b"short", "only so many are remembered"
    monkeypatch.setattr(jobs, "FAILED_SECONDS", -1.0)
    for _ in range(2):
        with pytest.raises(Busy):
            await ask(at, "once", "long 4")
    assert tries[-2:] == ["long 4"] * 2, "and not for ever"


async def test_a_database_that_takes_too_long_is_not_held_against_the_work() -> None:
    """What is fetched for the work may fail as well; then nothing is remembered of it."""

    async def away() -> tuple[str]:
        raise TimeoutError

    async def here() -> tuple[str]:
        return ("x",)

    at = Jobs(AtOnce(), 0)
    with pytest.raises(TimeoutError):
        await at.do(PAST, ("match", "history"), _work, away)
    assert await at.do(PAST, ("match", "history"), _work, here) == b"x"


async def test_what_holds_much_memory_is_refused_instead_of_waiting_for_its_address() -> None:
    pool, kind = ByHand(), Kind("heavy", 1, per_account=1, waiting=ADDRESS_FACTOR + 1, is_patient=False)
    at = Jobs(pool, 0)
    crowd = [
        _ask(at, str(number), f"guest {number}", address="one house", kind=kind) for number in range(ADDRESS_FACTOR)
    ]
    await _go_on()
    with pytest.raises(TooMany, match="your address"):
        await _ask(at, "one more", "yet another", address="one house", kind=kind)
    elsewhere = _ask(at, "elsewhere", "Ada", kind=kind)
    await _go_on()
    with pytest.raises(TooMany, match="other requests"):
        await _ask(at, "too many", "Bob", kind=kind)
    pool.go.set()
    assert len(await asyncio.gather(*crowd, elsewhere)) == ADDRESS_FACTOR + 1


async def test_closing_waits_for_nobody() -> None:
    at = Jobs(ByHand(), 0)
    asked = [_ask(at, name) for name in ("a", "b")]
    await _go_on()
    await at.close()
    assert all(isinstance(each, Closed) for each in await asyncio.gather(*asked, return_exceptions=True))


async def test_nothing_is_worked_out_for_those_who_have_left() -> None:
    pool = ByHand()
    at = Jobs(pool, 0)
    begun = _ask(at, "begun")
    given_up = [_ask(at, "given up"), _ask(at, "given up", "Bob")]
    wanted = [_ask(at, "wanted"), _ask(at, "wanted", "Bob")]
    await _go_on()
    for each in (begun, *given_up, wanted[0]):
        each.cancel()
    await _go_on()
    again = _ask(at, "given up", "Cid")
    pool.go.set()
    assert tuple(await asyncio.gather(wanted[1], again)) == (b"wanted", b"given up")
    assert sorted(pool.asked) == ["begun", "given up", "wanted"], "what is a worker's already is finished"


async def test_work_that_fails_after_everybody_left_is_no_error_of_ours(caplog: pytest.LogCaptureFixture) -> None:
    pool = ByHand()
    at = Jobs(pool, 0)
    asked = _ask(at, "x", work=_fail)
    await _go_on()
    asked.cancel()
    pool.go.set()
    await _go_on()
    assert not len(at)
    gc.collect()
    assert not caplog.records


async def test_a_worker_that_is_ended_leaves_nothing_behind() -> None:
    threads = threading.active_count()
    hasty = Kind("hasty", 0.2)
    pool = Pool(1, [hasty])
    at = Jobs(pool, 0)
    with pytest.raises(Busy):
        await _ask(at, "x", work=_hang, kind=hasty)
    assert threading.active_count() == threads
    await at.close()
    pool.end()


async def test_whoever_closes_a_connection_has_left() -> None:
    pool, gone = ByHand(), asyncio.Event()

    async def receive() -> dict[str, str]:
        await gone.wait()
        return {"type": "http.disconnect"}

    at = Jobs(pool, 0)
    asked = [_ask(at, name, receive=receive) for name in ("begun", "waiting")]
    await _go_on()
    gone.set()
    for each in await asyncio.gather(*asked, return_exceptions=True):
        assert isinstance(each, BadInput)
    pool.go.set()
    await _go_on()
    assert pool.asked == ["begun"]


async def test_many_identities_of_one_address_get_no_more_than_one_of_another() -> None:
    """With a real pool of one worker: who is served after the first of the crowd, and then in turn."""
    pool, order = Pool(1, [PAST]), list[bytes]()
    at = Jobs(pool, 0)
    try:
        crowd = [_ask(at, f"crowd {number}", f"guest {number}", address="one house") for number in range(5)]
        await _go_on()
        modest = [_ask(at, "modest", "Ada")]
        for each in asyncio.as_completed(crowd + modest):
            order.append(await each)
    finally:
        await at.close()
        pool.end()
    assert order.index(b"modest") == 1


async def test_one_address_cannot_take_all_places() -> None:
    pool, kind = ByHand(), Kind("few", 1, per_account=2, waiting=2 * ADDRESS_FACTOR + 2)
    at = Jobs(pool, 0)
    crowd = [
        _ask(at, f"{number} {name}", f"guest {number}", address="one house", kind=kind)
        for number in range(ADDRESS_FACTOR)
        for name in "ab"
    ]
    await _go_on()
    crowd.append(_ask(at, "one more", "yet another", address="one house", kind=kind))
    ada = _ask(at, "of Ada", "Ada", kind=kind)
    await _go_on()
    assert ("one more" in pool.asked, "of Ada" in pool.asked) == (False, True)
    assert len(at) < kind.waiting
    pool.go.set()
    assert await ada == b"of Ada"
    assert (await asyncio.gather(*crowd))[-1] == b"one more"


# -- kinds of work ---------------------------------------------------------------------------------------------


class Turns:
    """People who ask a pool for workers, and keep what they get until they are told to go on."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._asked: dict[str, tuple[asyncio.Task[None], asyncio.Event]] = {}
        self.served: list[str] = []

    async def ask(self, kind: Kind, *names: str) -> None:
        """Each of these asks for a worker."""

        async def work(name: str, go_on: asyncio.Event) -> None:
            async with self._pool.turn(kind, name):
                self.served.append(name)
                await go_on.wait()

        for name in names:
            go_on = asyncio.Event()
            self._asked[name] = asyncio.create_task(work(name, go_on)), go_on
        await _go_on()

    async def end(self, *names: str) -> None:
        """These give their workers back."""
        for name in names:
            task, go_on = self._asked.pop(name)
            go_on.set()
            await task
        await _go_on()


async def test_every_kind_may_always_have_one_worker() -> None:
    turns = Turns(Pool(3, [DRAFT, BOT, PAST]))
    await turns.ask(BOT, "bot 1", "bot 2")
    await turns.ask(PAST, "past")
    await turns.ask(DRAFT, "draft")
    assert turns.served == ["bot 1", "past", "draft"]
    await turns.end("past", "draft")
    assert turns.served == ["bot 1", "past", "draft"], "the places of others stay free for them"
    await turns.end("bot 1", "bot 2")


async def test_workers_that_are_left_over_go_to_the_most_urgent() -> None:
    turns = Turns(Pool(4, [DRAFT, BOT, PAST]))
    await turns.ask(BOT, "bot 1", "bot 2")
    await turns.ask(PAST, "past 1", "past 2")
    await turns.ask(DRAFT, "draft 1", "draft 2")
    assert turns.served == ["bot 1", "bot 2", "past 1", "draft 1"]
    await turns.end("bot 2")
    assert turns.served[4:] == ["draft 2"]
    await turns.end("draft 1")
    assert turns.served[5:] == ["past 2"]
    await turns.end("bot 1", "past 1", "draft 2", "past 2")
