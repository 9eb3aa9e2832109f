"""Where many are woken at once, others are served in between."""

from __future__ import annotations

import asyncio

from armillary.server.limits.places import Lanes, Turnstile


async def test_a_few_go_on_each_time_the_loop_goes_round() -> None:
    turnstile, order = Turnstile(2), list[str]()

    async def crowd(number: int) -> None:
        await turnstile.enter()
        order.append(str(number))

    async def other() -> None:
        for _ in range(3):
            order.append("other")
            await asyncio.sleep(0)

    crowded = [asyncio.create_task(crowd(number)) for number in range(8)]
    crowded[5].cancel()
    await asyncio.gather(*crowded, other(), return_exceptions=True)
    assert [each for each in order if each != "other"] == ["0", "1", "2", "3", "4", "6", "7"]
    assert order.index("other") == 2
    last = len(order) - 1 - order[::-1].index("other")
    assert "7" in order[last:], "the crowd is not through before the others had their turn"


async def test_a_lane_is_one_key_s_and_keeps_nobody_else_waiting() -> None:
    lanes, order, go = Lanes(1), list[str](), asyncio.Event()

    async def use(key: str, name: str) -> None:
        async with lanes.of(key):
            order.append(name)
            await go.wait()

    using = [asyncio.create_task(use("a", "a1")), asyncio.create_task(use("a", "a2"))]
    using.append(asyncio.create_task(use("b", "b1")))
    await asyncio.sleep(0)
    before = list(order)
    go.set()
    await asyncio.gather(*using)
    assert order == ["a1", "b1", "a2"]
    assert before == ["a1", "b1"]
