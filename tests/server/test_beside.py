"""Work beside the event loop: shared, limited, fair, and remembered where it stays true."""

from __future__ import annotations

import asyncio
import gc
import threading
from collections.abc import Callable
from typing import Any

import pytest

from armillary.core.errors import BadInput
from armillary.server.errors import Busy, Closed, TooMany
from armillary.server.matches import beside
from armillary.server.matches.beside import EVERYBODY, KEY_BYTES, Beside, Kept
from armillary.server.people.askers import Asker, remember_asker
from armillary.server.people.limits import ADDRESS_FACTOR
from armillary.server.tasks.workers import Workers
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


def _hang(name: str) -> bytes:
    while name:
        pass
    return b""


def _ask(
    at: Beside, name: str, who: str = "Ada", *, keep: bool = False, work: Callable[[str], bytes] = _work, **more: Any
) -> asyncio.Task[bytes]:
    """One of many ways to ask; everybody has an address of their own, unless told otherwise."""

    async def prepare() -> tuple[str]:
        return (name,)

    async def asking() -> bytes:
        remember_asker(Asker(**{"address": f"home of {who}", "identity": who} | more))
        return await at.do((name, "match"), work, prepare, keep=keep)

    return asyncio.create_task(asking())


async def _settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


async def test_those_who_ask_for_the_same_share_it_though_the_first_has_left() -> None:
    pool = ByHand()
    at = Beside(pool, 1, 0)
    asked = [_ask(at, "x", who) for who in ("Ada", "Bob", "Eve")]
    await _settle()
    asked[0].cancel()
    await _settle()
    pool.go.set()
    assert await asyncio.gather(*asked[1:]) == [b"x", b"x"]
    assert pool.asked == ["x"]
    await _ask(at, "x")
    assert pool.asked == ["x", "x"], "what may change is worked out anew"


async def test_one_piece_at_a_time_for_each_so_that_others_come_next() -> None:
    pool = ByHand()
    at = Beside(pool, 1, 0)
    asked = [_ask(at, name) for name in ("a1", "a2", "a3")] + [_ask(at, "b1", "Bob")]
    await _settle()
    assert pool.asked == ["a1", "b1"]
    pool.go.set()
    await asyncio.gather(*asked)
    assert pool.asked == ["a1", "b1", "a2", "a3"]


async def test_whoever_asks_for_what_waits_for_another_has_it_done_when_it_is_their_turn() -> None:
    pool = ByHand()
    at = Beside(pool, 1, 0)
    asked = [_ask(at, name) for name in ("a1", "a2", "a3")]
    await _settle()
    asked.append(_ask(at, "a3", "Bob"))
    await _settle()
    assert pool.asked == ["a1", "a3"], "Bob does not wait for all that Ada wants"
    asked.append(_ask(at, "a3", "Cid"))
    pool.go.set()
    assert await asyncio.gather(*asked) == [b"a1", b"a2", b"a3", b"a3", b"a3"]
    assert sorted(pool.asked) == ["a1", "a2", "a3"], "and it is done once"
    await _settle()
    assert not at._doing
    assert not at._of_account._taken
    assert not at._of_all._taken


async def test_whoever_only_joins_takes_no_place_and_leaves_none_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beside, "MOST_WAITING", 4)
    pool = ByHand()
    at = Beside(pool, 1, 0, each=2)
    asked = [_ask(at, "a1"), _ask(at, "a2"), _ask(at, "b1", "Bob")]
    await _settle()
    joined = _ask(at, "a2", "Bob")
    await _settle()
    assert set(at._doing["a2", "match"].turns) == {"Ada", "Bob"}
    joined.cancel()
    await _settle()
    assert set(at._doing["a2", "match"].turns) == {"Ada"}, "whoever has left does not queue any more"
    asked += [_ask(at, "a2", "Bob"), _ask(at, "b2", "Bob")]
    await _settle()
    assert sum(at._of_all._taken.values()) == len(at._doing) == 4
    pool.go.set()
    assert await asyncio.gather(*asked) == [b"a1", b"a2", b"b1", b"a2", b"b2"]
    assert sorted(pool.asked) == ["a1", "a2", "b1", "b2"]
    assert not at._of_all._taken


async def test_too_much_for_one_and_too_much_for_all_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beside, "MOST_WAITING", 3)
    pool = ByHand()
    at = Beside(pool, 1, 0, each=2)
    asked = [_ask(at, name) for name in ("a1", "a2")]
    await _settle()
    with pytest.raises(TooMany):
        await _ask(at, "a3")
    asked += [_ask(at, "a1", "Bob"), _ask(at, "b1", "Bob")]  # to wait for the same takes no place
    await _settle()
    with pytest.raises(Busy):
        await _ask(at, "c1", "Cid")
    pool.go.set()
    await asyncio.gather(*asked)
    assert await _ask(at, "c1", "Cid") == b"c1", "and there is room again"


async def test_what_stays_true_is_kept_as_far_as_there_is_room() -> None:
    pool = ByHand()
    pool.go.set()
    at = Beside(pool, 1, 2 * KEY_BYTES + 5)
    for name in ("aa", "bb", "aa", "cc", "aa", "bb", "x" * 2 * KEY_BYTES):
        assert await _ask(at, name, keep=True) == name.encode()
    assert pool.asked == ["aa", "bb", "cc", "bb", "x" * 2 * KEY_BYTES]
    kept = Kept(3 * KEY_BYTES + 10)
    for number in range(100):
        kept.put(number, b"xxx")
    assert kept.bytes == 3 * KEY_BYTES + 9


async def test_a_failure_in_a_worker_is_ours_and_a_hang_ends() -> None:
    at = Beside(Workers(1), 2, 0)
    try:
        with pytest.raises(RuntimeError, match="KeyError"):
            await _ask(at, "x", work=_fail)
        assert await _ask(at, "y") == b"y", "the worker is still there"
        with pytest.raises(Busy):
            await _ask(at, "z", work=_hang)
        assert await _ask(at, "again") == b"again"
    finally:
        await at.close()


async def test_what_takes_too_long_is_not_tried_again_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beside, "MOST_FAILED", 2)
    tries: list[str] = []

    class Late(AtOnce):
        """Whoever asks for something long waits in vain."""

        async def do(self, seconds: float, work: Callable[..., Any], *given: Any) -> Any:
            tries.append(given[-1])
            if given[-1].startswith("long"):
                raise TimeoutError
            return work(*given)

    async def ask(at: Beside, match: str, part: str) -> bytes:
        async def prepare() -> tuple[str]:
            return (part,)

        return await at.do((match, "history", part), _work, prepare, keep=False)

    at = Beside(Late(), 1, 0)
    for part in ("long 1", "long 1", "long 2", "short"):
        with pytest.raises(Busy, match="too much time"):
            await ask(at, "huge", part)
    assert tries == ["long 1"], "and neither is any other part of the same"
    assert await ask(at, "small", "short") == b"short"
    for match in ("huger", "hugest"):
        with pytest.raises(Busy):
            await ask(at, match, "long 3")
    assert await ask(at, "huge", "short") == b"short", "only so many are remembered"
    monkeypatch.setattr(beside, "FAILED_SECONDS", -1.0)
    for _ in range(2):
        with pytest.raises(Busy):
            await ask(at, "once", "long 4")
    assert tries[-2:] == ["long 4"] * 2, "and not for ever"


async def test_closing_waits_for_nobody() -> None:
    at = Beside(ByHand(), 60, 0)
    asked = [_ask(at, name) for name in ("a", "b")]
    await _settle()
    await at.close()
    assert all(isinstance(each, Closed) for each in await asyncio.gather(*asked, return_exceptions=True))


async def test_nothing_is_worked_out_for_those_who_have_left() -> None:
    pool = ByHand()
    at = Beside(pool, 1, 0)
    begun = _ask(at, "begun")
    given_up = [_ask(at, "given up"), _ask(at, "given up", "Bob")]
    wanted = [_ask(at, "wanted"), _ask(at, "wanted", "Bob")]
    await _settle()
    for each in (begun, *given_up, wanted[0]):
        each.cancel()
    await _settle()
    again = _ask(at, "given up", "Cid")
    pool.go.set()
    assert tuple(await asyncio.gather(wanted[1], again)) == (b"wanted", b"given up")
    assert sorted(pool.asked) == ["begun", "given up", "wanted"], "what is a worker's already is finished"


async def test_work_that_fails_after_everybody_left_is_no_error_of_ours(caplog: pytest.LogCaptureFixture) -> None:
    pool = ByHand()
    at = Beside(pool, 1, 0)
    asked = _ask(at, "x", work=_fail)
    await _settle()
    asked.cancel()
    pool.go.set()
    await _settle()
    assert not at._doing
    gc.collect()
    assert not caplog.records


async def test_a_worker_that_is_ended_leaves_nothing_behind() -> None:
    threads = threading.active_count()
    at = Beside(Workers(1), 0.2, 0)
    with pytest.raises(Busy):
        await _ask(at, "x", work=_hang)
    assert threading.active_count() == threads
    await at.close()


async def test_whoever_closes_a_connection_has_left() -> None:
    pool, gone = ByHand(), asyncio.Event()

    async def receive() -> dict[str, str]:
        await gone.wait()
        return {"type": "http.disconnect"}

    at = Beside(pool, 1, 0)
    asked = [_ask(at, name, receive=receive) for name in ("begun", "waiting")]
    await _settle()
    gone.set()
    for each in await asyncio.gather(*asked, return_exceptions=True):
        assert isinstance(each, BadInput)
    pool.go.set()
    await _settle()
    assert pool.asked == ["begun"]


async def test_many_identities_of_one_address_get_no_more_than_one_of_another() -> None:
    """With a real pool of one worker: who is served after the first of the crowd, and then in turn."""
    at, order = Beside(Workers(1), 30, 0), list[bytes]()
    try:
        crowd = [_ask(at, f"crowd {number}", f"guest {number}", address="one house") for number in range(5)]
        await _settle()
        modest = [_ask(at, "modest", "Ada")]
        for each in asyncio.as_completed(crowd + modest):
            order.append(await each)
    finally:
        await at.close()
    assert order.index(b"modest") == 1


async def test_one_address_cannot_take_all_places(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beside, "MOST_WAITING", 2 * ADDRESS_FACTOR + 2)
    pool = ByHand()
    at = Beside(pool, 1, 0, each=2)
    crowd = [
        _ask(at, f"{number} {name}", f"guest {number}", address="one house")
        for number in range(ADDRESS_FACTOR)
        for name in "ab"
    ]
    await _settle()
    crowd.append(_ask(at, "one more", "yet another", address="one house"))
    ada = _ask(at, "of Ada", "Ada")
    await _settle()
    assert (at._of_all.is_full(EVERYBODY), "one more" in pool.asked, "of Ada" in pool.asked) == (False, False, True)
    pool.go.set()
    assert await ada == b"of Ada"
    assert (await asyncio.gather(*crowd))[-1] == b"one more"
