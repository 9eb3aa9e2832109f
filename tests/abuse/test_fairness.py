"""Bots share workers fairly: whoever keeps them busy delays nobody else by more than the decision under way."""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import cycle
from pathlib import Path

import pytest

from armillary.server.work.fairness import Fairness
from armillary.server.work.pool import BOT, LONE_BOT, Kind, Pool
from armillary.server.work.worker import Worker
from tests.server.api import running


def _served(queue: Fairness[str], count: int, seconds: dict[str, float]) -> list[str]:
    """What is done by one worker, where everything takes as long as its person's things do."""
    found = []
    for _ in range(count):
        taken = queue.take()
        assert taken is not None
        person, match, item = taken
        queue.done(person, match, seconds[person])
        found.append(item)
    return found


def test_somebody_new_waits_only_for_what_is_under_way() -> None:
    queue: Fairness[str] = Fairness()
    for number in range(80):
        queue.add("greedy", f"match {number % 10}", f"greedy {number}")
    under_way = queue.take()
    assert under_way is not None
    queue.add("modest", "another match", "modest")
    queue.done(*under_way[:2], seconds=20.0)
    assert _served(queue, 2, {"greedy": 1.0, "modest": 0.01}) == ["modest", "greedy 1"]


def test_time_is_shared_and_not_turns() -> None:
    queue: Fairness[str] = Fairness()
    for number in range(1000):
        queue.add("slow", f"slow {number % 7}", "slow")
        queue.add("quick", "quick", "quick")
    served = Counter(_served(queue, 505, {"slow": 1.0, "quick": 0.01}))
    assert served["slow"] in range(4, 8)


def test_the_matches_of_one_person_have_their_turns() -> None:
    queue: Fairness[str] = Fairness()
    for match in ("a", "b", "c"):
        for number in (1, 2):
            queue.add("somebody", match, f"{match}{number}")
    assert _served(queue, 6, {"somebody": 1.0}) == ["a1", "b1", "c1", "a2", "b2", "c2"]


def test_a_match_is_served_twice_at_a_time_only_while_nobody_else_waits() -> None:
    queue: Fairness[str] = Fairness()
    for number in range(4):
        queue.add("first", "large", f"large {number}")
    queue.add("second", "small", "small")
    taken = [queue.take() for _ in range(3)]
    assert [each and each[2] for each in taken] == ["large 0", "small", "large 1"]


def test_time_that_nobody_asked_for_is_not_saved_up() -> None:
    queue: Fairness[str] = Fairness()
    for _ in range(100):
        queue.add("steady", "steady", "steady")
    _served(queue, 50, {"steady": 1.0})
    for _ in range(100):
        queue.add("late", "late", "late")
    assert Counter(_served(queue, 20, {"steady": 1.0, "late": 1.0})) == {"steady": 10, "late": 10}


def test_many_people_of_one_address_get_no_more_than_one_elsewhere() -> None:
    queue: Fairness[str] = Fairness()
    for number in range(30):
        queue.add(f"guest {number}", f"match {number}", "crowd", "one house")
    assert _served(queue, 5, {f"guest {number}": 1.0 for number in range(30)}) == ["crowd"] * 5
    for _ in range(3):
        queue.add("ada", "ada", "ada", "elsewhere")
    costs = {f"guest {number}": 1.0 for number in range(30)} | {"ada": 1.0}
    assert _served(queue, 6, costs).count("ada") == 3
    assert _served(queue, 1, costs) == ["crowd"]


def test_debts_are_kept_while_somebody_waits_and_nothing_is_kept_after_that() -> None:
    queue: Fairness[str] = Fairness()
    queue.add("spender", "one", "spender")
    queue.add("other", "two", "other")
    assert _served(queue, 1, {"spender": 20.0}) == ["spender"]
    queue.add("spender", "one", "spender")
    for _ in range(3):
        queue.add("other", "two", "other")
    assert _served(queue, 5, {"spender": 20.0, "other": 1.0}) == ["other"] * 4 + ["spender"]
    for person, match in (("spender", "one"), ("new", "three")):
        queue.add(person, match, person)
    assert _served(queue, 1, {"spender": 0.0}) == ["spender"], "whoever comes first is served first again"


async def test_whoever_gives_up_waiting_keeps_no_worker() -> None:
    workers, done = Pool(1, [BOT]), list[str]()

    async def use(name: str) -> None:
        async with workers.turn(BOT, name, name):
            await asyncio.sleep(0)
            done.append(name)

    first, second, third = (asyncio.create_task(use(name)) for name in ("first", "second", "third"))
    await asyncio.sleep(0)
    second.cancel()
    await first
    fourth = asyncio.create_task(use("fourth"))
    await asyncio.sleep(0)
    fourth.cancel()
    await asyncio.gather(second, third, fourth, return_exceptions=True)
    await use("last")
    assert done == ["first", "third", "last"]


async def test_what_may_wait_steps_back_behind_what_is_prompt() -> None:
    pool = Pool(0, [BOT, LONE_BOT])
    try:
        async with pool.turn(LONE_BOT, "ada") as lone, pool.turn(BOT, "grace") as prompt:
            assert (lone.niceness, prompt.niceness) == (LONE_BOT.niceness, 0)
            own = os.nice(0)
            assert await lone.do(60, os.nice, 0) == min(19, own + LONE_BOT.niceness)
            assert await prompt.do(60, os.nice, 0) == own
    finally:
        pool.end()


@pytest.mark.parametrize("guests", [1, 10], ids=["one guest", "many guests of one address"])
def test_a_guest_with_many_bots_does_not_keep_another_s_bot_waiting(
    tmp_path: Path, guests: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The order in which bots get their turns, at a real server with one worker for them."""
    turn, turns = Pool.turn, list[str]()

    @asynccontextmanager
    async def watched(self: Pool, kind: Kind, person: str, *more: str) -> AsyncIterator[Worker]:
        async with turn(self, kind, person, *more) as worker:
            turns.append(person)
            yield worker

    monkeypatch.setattr(Pool, "turn", watched)
    with running(tmp_path) as server:
        greedy, modest = cycle([server.person() for _ in range(guests)]), server.person()
        bots = [{"kind": "bot", "level": "hard"}] * 7
        for _ in range(10):
            assert next(greedy).post("/api/skirmish/matches", {"seats": [{"kind": "me"}, *bots]}).status_code == 201
        before = len(turns)
        elsewhere = {"x_forwarded_for": "203.0.113.9"} if guests > 1 else {}
        made = modest.post("/api/skirmish/matches", {"seats": [{"kind": "me"}, bots[0]]}, **elsewhere).json()
        path = f"/api/skirmish/matches/{made['match']['id']}/table"
        while 2 not in modest.get(path).json()["table"]["submitted"]:
            pass
        waited = turns[before:].index(str(modest.id))
    assert waited <= 2, turns
