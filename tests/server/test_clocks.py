"""The machine's clock is set to another time: nobody misses a deadline because of that."""

from __future__ import annotations

import time
from typing import Any

import pytest

from armillary.api.terms import Live
from armillary.games.skirmish.model import Play
from armillary.server.clock import RATE, SteadyClock
from tests.clock import HandClock
from tests.server.halls import Peer, processes

HOUR = 3600


def _said(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [entry.getMessage().partition(".")[0] for entry in caplog.records if entry.name == "armillary.clock"]


async def _table(only: Peer) -> Any:
    return await only.match("skirmish", pace=Live(60))


async def test_no_default_order_is_played_because_a_clock_jumps(
    database: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    real = time.time_ns
    async with processes(database) as (only,):
        room = await _table(only)
        monkeypatch.setattr(time, "time_ns", lambda: real() + HOUR * 10**9)
        assert await only.deadlines.check() == 0
        await only.moves.submit(room.row.id, 1, Play(5))
        assert room.playing.step == 0
        monkeypatch.setattr(time, "time_ns", real)
        assert await only.deadlines.check() == 0
    assert _said(caplog) == [
        "The machine's clock was set forward by 3600 seconds",
        "Deadlines agree with the machine's clock again",
    ]


@pytest.mark.parametrize("jump", [HOUR, -HOUR])
async def test_deadlines_pass_by_the_time_that_passes(database: str, jump: int) -> None:
    machine = HandClock()
    async with processes(database, clock=SteadyClock(machine, machine.monotonic)) as (only,):
        room = await _table(only)
        machine.jump(jump)
        machine.forward(60 / (1 + RATE) - 1)
        assert await only.deadlines.check() == 0
        machine.forward(60 / (1 - RATE) - 60 / (1 + RATE) + 2)
        assert await only.deadlines.check() == 1
        assert room.playing.step == 1


def test_a_clock_that_was_set_is_followed_slowly(caplog: pytest.LogCaptureFixture) -> None:
    machine = HandClock()
    clock = SteadyClock(machine, machine.monotonic)
    machine.jump(HOUR)
    before = clock.now()
    assert before == machine.now() - HOUR * 1000
    machine.forward(HOUR)
    assert clock.now() == before + (1 + RATE) * HOUR * 1000
    machine.forward(HOUR / RATE)
    assert clock.now() == machine.now()
    machine.jump(-0.9)
    assert clock.now() == machine.now(), "a small correction is no jump"
    assert len(_said(caplog)) == 2


def test_two_processes_agree_however_often_they_look() -> None:
    machine = HandClock()
    clocks = [SteadyClock(machine, machine.monotonic) for _ in range(2)]
    machine.jump(-HOUR)
    for _ in range(100):
        machine.forward(7)
        clocks[0].now()
    assert abs(clocks[0].now() - clocks[1].now()) <= 1


def test_a_machine_that_was_suspended_goes_on_with_the_time_that_it_is() -> None:
    machine = HandClock()
    clock = SteadyClock(machine, machine.monotonic)
    machine.forward(8 * HOUR)
    assert clock.now() == machine.now()
