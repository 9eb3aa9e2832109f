"""Repeating an old idempotency key costs nobody anything, and always gets the first answer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from armillary.api.tables import Draft
from armillary.games.skirmish.model import Play
from armillary.server.errors import Conflict
from armillary.server.play import past
from armillary.server.process import Process
from armillary.server.settings import Settings, async_url
from armillary.server.storage.store import Store
from tests.server.halls import AtOnce, Peer, orders_checked, processes


@contextmanager
def _writes(store: Store) -> Iterator[list[object]]:
    """Everything that the store is to write meanwhile."""
    sent: list[object] = []

    def noting(write: Callable[..., Any]) -> Callable[..., Any]:
        def noted(work: object, *more: Any) -> Any:
            sent.append(work)
            return write(work, *more)

        return noted

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store, "append", noting(store.append))
        patch.setattr(store, "write", noting(store.write))
        yield sent


async def _order(peer: Peer, match_id: str, seat: int, card: int, key: str | None = None) -> Any:
    given = await peer.moves.give_order(await peer.hall.room(match_id), seat, Draft(Play(card)), key=key)
    return given.step, given.resolved, given.violations


async def test_a_repeated_key_writes_nothing_and_gets_the_first_answer(database: str) -> None:
    async with processes(database) as (only,):
        match_id = (await only.match("skirmish")).row.id
        first = await _order(only, match_id, 1, 4, "old")
        await _order(only, match_id, 2, 5)
        await _order(only, match_id, 1, 6)
        with _writes(only.store) as sent:
            again = await asyncio.gather(*(_order(only, match_id, 1, 4, "old") for _ in range(24)))
        assert set(again) == {first}
        assert not sent
        with pytest.raises(Conflict, match="another order"):
            await _order(only, match_id, 1, 7, "old")


async def test_a_rival_s_changes_go_through_while_an_old_key_is_repeated(database: str) -> None:
    async with processes(database) as (only,):
        match_id = (await only.match("skirmish")).row.id
        first = await _order(only, match_id, 1, 4, "old")
        await _order(only, match_id, 2, 5)
        seqs = []
        for number in range(30):
            repeats = [_order(only, match_id, 1, 4, "old") for _ in range(24)]
            given, *again = await asyncio.gather(_order(only, match_id, 2, 1 + number % 2), *repeats)
            assert set(again) == {first}
            assert given == (1, False, ())
            seqs.append((await only.hall.room(match_id)).row.seq)
    assert seqs == list(range(seqs[0], seqs[0] + 30))


async def test_a_key_that_is_on_its_way_counts_once(database: str) -> None:
    async with processes(database) as (only,):
        match_id = (await only.match("skirmish")).row.id
        with _writes(only.store) as sent:
            answers = await asyncio.gather(*(_order(only, match_id, 1, 4, "new") for _ in range(24)))
        assert len(set(answers)) == 1
        assert len(sent) == 1


async def test_nothing_is_checked_again_on_the_loop_for_an_old_key(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with processes(database) as (only,):
        match_id = (await only.match("skirmish")).row.id
        for number in range(20):
            first = await _order(only, match_id, 1, 4 + number % 2, f"key {number}")
        await only.moves.withdraw(match_id, 1)
        await _order(only, match_id, 1, 6, "last")
        checked = orders_checked(monkeypatch)
        only.hall.forget(match_id)
        room = await only.hall.room(match_id)
        assert room.playing.pending == {1: Play(6)}
        assert checked == [Play(6)], "orders that were changed are nobody's concern"
        checked.clear()
        asked: list[Any] = []

        async def beside(_: Any, key: Any, *__: Any) -> bytes:
            asked.append(key[1:])
            return b"[]"

        monkeypatch.setattr(only.jobs, "do", beside)
        monkeypatch.setattr(past, "FEW_ROWS", 10)
        assert await _order(only, match_id, 1, 5, "key 19") == first
        row = await only.store.find_key(match_id, 1, "key 19")
        assert row is not None
        assert asked == [("violations", row.seq)]
        assert checked == []


async def test_whoever_repeats_an_order_at_an_ordinary_table_waits_for_no_worker(database: str) -> None:
    async with processes(database) as (here,):
        match_id = (await here.match("skirmish")).row.id
        first = await _order(here, match_id, 1, 4, "old")
    there = Process(Settings(database_url=async_url(database)), None, Late())
    async with there.run(background=False):
        room = await there.hall.room(match_id)
        again = await there.moves.give_order(room, 1, Draft(Play(4)), key="old")
        assert (again.step, again.resolved, again.violations) == first


async def test_other_processes_and_later_ones_give_the_first_answer_without_writing(database: str) -> None:
    async with processes(database, 2) as (here, other):
        there = other if here.store.is_shared else here
        match_id = (await here.match("skirmish")).row.id
        await there.hall.room(match_id)
        first = await _order(here, match_id, 1, 4, "old")
        with _writes(there.store) as sent:
            assert await _order(there, match_id, 1, 4, "old") == first
        assert not sent
        await _order(here, match_id, 2, 5)
    async with processes(database) as (later,):
        with _writes(later.store) as sent:
            for _ in range(3):
                assert await _order(later, match_id, 1, 4, "old") == first
        assert not sent


class Late(AtOnce):
    """A pool whose workers are busy with something else for a while."""

    def __init__(self) -> None:
        self.go = asyncio.Event()

    async def do(self, seconds: float, work: Callable[..., Any], *given: Any) -> Any:
        await self.go.wait()
        return work(*given)


async def test_however_many_old_keys_are_repeated_at_once_each_gets_its_first_answer(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(past, "FEW_ROWS", 0)
    async with processes(database) as (here,):
        match_id = (await here.match("skirmish")).row.id
        first = [await _order(here, match_id, 1, 1 + number % 9, f"key {number}") for number in range(40)]
        await _order(here, match_id, 2, 5)
    pool = Late()
    there = Process(Settings(database_url=async_url(database)), None, pool)
    async with there.run(background=False):
        room = await there.hall.room(match_id)
        repeats = [
            asyncio.create_task(there.moves.give_order(room, 1, Draft(Play(1 + number % 9)), key=f"key {number}"))
            for number in range(40)
        ]
        while len(there.jobs) + sum(each.done() for each in repeats) < len(repeats):
            await asyncio.sleep(0)
        pool.go.set()
        again = await asyncio.gather(*repeats)
        assert [(each.step, each.resolved, each.violations) for each in again] == first
