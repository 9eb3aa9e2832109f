"""Workers that die: what they did is done once more, and only what fails twice is held against anybody."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from concurrent.futures import BrokenExecutor
from pathlib import Path
from typing import Any

import pytest

from armillary.server.errors import Busy
from armillary.server.work.jobs import Jobs
from armillary.server.work.pool import PAST, Pool
from tests.server.halls import AtOnce


def _work(name: str) -> bytes:
    return name.encode()


async def _ask(at: Jobs, name: str, work: Callable[[str], bytes]) -> Any:
    async def prepare() -> tuple[str]:
        return (name,)

    return await at.do(PAST, (name, "match"), work, prepare)


async def test_a_worker_that_is_killed_once_is_not_held_against_the_work() -> None:
    class Killed(AtOnce):
        """A worker that dies so many times."""

        def __init__(self, times: int) -> None:
            self.times = times

        async def do(self, seconds: float, work: Callable[..., Any], *given: Any) -> Any:
            self.times -= 1
            if self.times >= 0:
                raise BrokenExecutor
            return work(*given)

    assert await _ask(Jobs(Killed(1), 0), "x", _work) == b"x"
    twice = Killed(2)
    at = Jobs(twice, 0)
    for _ in range(2):
        with pytest.raises(Busy):
            await _ask(at, "x", _work)
    assert twice.times == 0, "what fails twice is not tried again for a while"


def _die_once(path: str) -> bytes:
    """Kill the process that does this, unless one was killed already."""
    if not Path(path).exists():
        Path(path).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return b"done"


async def test_a_killed_process_is_replaced_and_its_work_done_again(tmp_path: Path) -> None:
    pool = Pool(1, [PAST])
    at = Jobs(pool, 0)
    try:
        assert await _ask(at, f"{tmp_path}/killed", _die_once) == b"done"
    finally:
        await at.close()
        pool.end()
