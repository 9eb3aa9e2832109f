"""Requests are priced by how long they keep others waiting, whatever they ask for."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from time import thread_time
from typing import Any

import pytest

from armillary.server.limits import loop_time
from armillary.server.limits.loop_time import LoopTime, metered
from armillary.server.limits.requester import Requester, set_requester
from armillary.server.play.views import Views
from tests.server.api import PATIENCE, Server, is_problem, meet, running

ELSEWHERE = "203.0.113.9"
HELD_SECONDS = 0.06


class Clock:
    """Time that goes by when something says so: on the clock of the wall, and on that of this process."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._wall = self._used = 0.0
        monkeypatch.setattr(loop_time, "perf_counter", lambda: self._wall)
        monkeypatch.setattr(loop_time, "thread_time", lambda: self._used)

    def work(self, milliseconds: float) -> None:
        self._wall, self._used = self._wall + milliseconds / 1_000, self._used + milliseconds / 1_000

    def wait(self, milliseconds: float) -> None:
        self._wall += milliseconds / 1_000


class Bill(LoopTime):
    """Remembers who was charged, and for how many milliseconds."""

    def __init__(self) -> None:
        super().__init__(200)
        self.charged: list[tuple[str, float]] = []
        self.counted = 0.0

    def charge(self, address: str, seconds: float) -> None:
        self.charged.append((address, round(seconds * 1_000, 6)))
        super().charge(address, seconds)

    def count(self, address: str, seconds: float) -> None:
        self.counted += seconds * 1_000
        super().count(address, seconds)


async def test_every_long_step_is_charged_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, bill, given = Clock(monkeypatch), Bill(), asyncio.Event()

    async def work() -> str:
        clock.work(0.9)
        await asyncio.sleep(0)
        clock.work(7)
        given.set()
        await asyncio.sleep(0)
        clock.wait(500)  # the system had something else to do
        clock.work(3)
        await asyncio.sleep(0)
        return "done"

    async def other() -> None:
        await given.wait()
        clock.work(0.5)

    found, _ = await asyncio.gather(metered(work(), bill, "here"), other())
    assert found == "done"
    assert bill.charged[0] == ("here", 7.0)
    assert bill.charged[1:] == [("here", 3)], "the time of others is nobody's fault"
    assert bill.counted == pytest.approx(0.9 + 7 + 3)


async def test_a_socket_never_pays_for_a_busy_machine_however_long_it_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, bill = Clock(monkeypatch), Bill()

    async def socket() -> None:
        for _ in range(2_000):  # it is told many things, each in no time
            clock.work(0.5)
            await asyncio.sleep(0)
        for _ in range(100):
            clock.wait(50)  # the system had something else to do
            clock.work(0.5)
            await asyncio.sleep(0)

    await metered(socket(), bill, "here")
    assert max((seconds for _, seconds in bill.charged), default=0) < 3
    assert bill.counted == pytest.approx(2_100 * 0.5, abs=3)


async def test_work_that_is_cancelled_or_fails_does_so_as_without_a_meter(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, bill, ends = Clock(monkeypatch), Bill(), list[str]()

    async def work(seconds: float) -> None:
        try:
            await asyncio.sleep(seconds)
            clock.work(2)
            dict[str, int]()["x"]
        except BaseException as error:
            ends.append(type(error).__name__)
            raise

    with pytest.raises(KeyError):
        await metered(work(0), bill, "here")
    task = asyncio.create_task(metered(work(3_600), bill, "here"))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert ends == ["KeyError", "CancelledError"]
    assert bill.charged == [("here", 2.0)]


async def test_whoever_holds_the_loop_owes_and_others_do_not() -> None:
    prices = LoopTime(200)
    set_requester(Requester("here", "ada"))
    for _ in range(390 // 25):
        prices.charge("here", 0.005)
    assert prices.owed() == 0
    prices.charge("here", 0.005)
    prices.charge("here", 0.005)
    assert 0 < prices.owed() < 1, "for the identity; the address may use more"
    assert prices.by_address.owed("here") == 0
    prices.charge("here", 5.0)
    assert prices.owed() < 3, "one request costs a burst at most"
    assert prices.by_address.owed("here") < 1
    for _ in range(100):
        prices.charge("here", 5.0)
    assert 9 < prices.owed() <= 10
    set_requester(Requester("elsewhere", "grace"))
    assert prices.owed() == 0


async def test_short_steps_of_an_address_get_a_part_of_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, prices = Clock(monkeypatch), LoopTime(200)

    async def work() -> None:
        clock.work(0.5)

    for _ in range(990):
        await metered(work(), prices, "here")
    assert prices.by_address.owed("here") == 0, "two seconds' worth at once"
    for _ in range(500):
        await metered(work(), prices, "here")
    assert 0.5 < prices.by_address.owed("here") <= 1
    assert prices.by_address.owed("elsewhere") == 0


# -- at a server --------------------------------------------------------------------------------------------


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with running(tmp_path, requests_per_second=200) as listening:
        yield listening


def _hold(*_: object) -> Any:
    """Something that somebody forgot to think of."""
    until = thread_time() + HELD_SECONDS
    while thread_time() < until:
        pass
    return {}


def test_any_route_that_holds_the_loop_is_soon_refused(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    match, bystander = meet(server), server.person()
    monkeypatch.setattr(Views, "info", _hold)
    paths = [f"/api/matches/{match.id}"] * 12
    found = [match.people[0].get(path) for path in paths]
    assert found[0].status_code == 200
    refused = [each for each in found if each.status_code == 429]
    assert len(refused) >= 6
    assert is_problem(refused[-1], 429, "TooMany")
    assert refused[-1].json()["detail"] == loop_time.TOO_DEAR
    assert int(refused[-1].headers["retry-after"]) >= 1
    assert bystander.get("/api/me", x_forwarded_for=ELSEWHERE).status_code == 200


def test_nobody_is_held_to_it_by_address(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    match, nobody = meet(server), server.nobody()
    monkeypatch.setattr(Views, "info", _hold)
    found = [nobody.get(f"/api/matches/{match.id}", x_forwarded_for=ELSEWHERE).status_code for _ in range(12)]
    assert found[0] == 200
    assert found.count(429) >= 6
    assert match.people[0].get("/api/me").status_code == 200


def test_messages_on_a_socket_are_priced_alike(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    match = meet(server)
    monkeypatch.setattr("armillary.server.matches.drafts.consider", _hold)
    with match.people[0].live(match.id) as socket:
        socket.recv(PATIENCE)
        for number in range(16):
            socket.send(json.dumps({"type": "draft", "id": str(number), "order": {"card": 1}}))
        answers = [json.loads(socket.recv(PATIENCE)) for _ in range(16)]
    assert answers[0]["type"] == "considered"
    assert [each.get("code") for each in answers].count("TooMany") >= 4
