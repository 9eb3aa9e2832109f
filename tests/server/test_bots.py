"""Bots at the table: they play by themselves, hurt nobody when they fail, and go on after a restart."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AbstractAsyncContextManager, suppress
from pathlib import Path
from typing import Any

import pytest

from armillary.core import record
from armillary.core.registry import slugs
from armillary.server.work.pool import Kind, Pool
from armillary.server.work.worker import CutOff, Worker, cut_off_after
from tests.server.api import Person, Server, running, until
from tests.server.bad_bots import BOTS, installed

SLOW = 2.0
"""Seconds a bot of these tests may think."""
WORD = {"hangs": "A bot was too slow", "cheats": "A bot played an illegal order"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("bots")
    with installed(folder), running(folder, seconds=SLOW) as listening:
        yield listening


def _match(person: Person, slug: str, *bots: str, me: bool = True, **terms: Any) -> str:
    seats = [*([{"kind": "me"}] if me else []), *({"kind": "bot", "level": name} for name in bots)]
    made = person.post(f"/api/{slug}/matches", {"seats": seats, **terms})
    assert made.status_code == 201, made.text
    return str(made.json()["match"]["id"])


@pytest.mark.parametrize("slug", slugs())
def test_bots_play_a_match_among_themselves(server: Server, slug: str) -> None:
    terms = {"territory": {"config": {"max_rounds": 2}}, "orbit": {"config": {"max_rounds": 4}}}.get(slug, {})
    bots = ["random"] * (3 if slug == "territory" else 2)
    person = server.person()
    match = _match(person, slug, *bots, me=False, **terms)
    until(lambda: person.get(f"/api/matches/{match}").json()["status"] == "over")
    record.verify(record.load(person.get(f"/api/matches/{match}/record").content))


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_that_fails_plays_its_default_order_and_is_logged(
    server: Server, caplog: pytest.LogCaptureFixture, name: str
) -> None:
    person = server.person()
    match = _match(person, "bad_bots", name)
    path = f"/api/bad_bots/matches/{match}"
    until(lambda: 2 in person.get(f"{path}/table").json()["table"]["submitted"])
    person.post(f"{path}/orders", {"order": {"card": 15}})
    (told,) = person.get(f"{path}/history").json()["steps"]
    assert told["events"][0]["event"]["cards"] == [15, 1], "the lowest card is the default order"
    logged = {entry.getMessage() for entry in caplog.records if entry.__dict__.get("bot") == name}
    assert logged == {WORD.get(name, "A bot crashed")}
    person.post(f"/api/matches/{match}/resign")


def test_a_bot_that_hangs_neither_blocks_the_server_nor_spoils_its_neighbours(server: Server) -> None:
    person = server.person()

    def has_decided(match: str) -> bool:
        return 2 in person.get(f"/api/bad_bots/matches/{match}/table").json()["table"]["submitted"]

    hanging = _match(person, "bad_bots", "hangs")
    matches = [_match(person, "bad_bots", name) for name in ("medium", "crashes", "medium")]
    answers = 0
    while not has_decided(hanging):
        answers += person.get("/healthz").status_code == 200
    assert answers > 3, "a server that waits for its bot answers once, if at all"
    until(lambda: all(map(has_decided, matches)))


@pytest.mark.parametrize("is_alone", [False, True], ids=["with somebody", "among themselves"])
def test_nobody_s_bot_waits_for_a_long_decision_in_another_match(tmp_path: Path, is_alone: bool) -> None:
    with installed(tmp_path), running(tmp_path, seconds=3_600) as server:
        greedy, modest = server.person(), server.person()
        for _ in range(3):
            _match(greedy, "bad_bots", *["hangs"] * 3, me=not is_alone)
        until(lambda: server.process.bots.count_busy() == 9)
        for _ in range(3):
            match = _match(modest, "bad_bots", "medium")
            path = f"/api/bad_bots/matches/{match}/table"
            until(lambda path=path: 2 in modest.get(path).json()["table"]["submitted"])  # type: ignore[misc]
        until(lambda: server.process.bots.count_busy() == 9)  # the others still think, or wait for their turn


def test_a_slow_bot_is_cut_off_once_in_a_match_and_then_given_its_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    turn, turns = Pool.turn, list[str]()

    def watched(self: Pool, kind: Kind, *more: str) -> AbstractAsyncContextManager[Worker]:
        turns.append(kind.name)
        return turn(self, kind, *more)

    monkeypatch.setattr(Pool, "turn", watched)
    monkeypatch.setattr("armillary.server.background.bots.QUICK_SECONDS", 0.001)
    with running(tmp_path) as server:
        person = server.person()
        match = _match(person, "skirmish", "hard")
        path = f"/api/skirmish/matches/{match}"
        for card in (1, 2):
            until(lambda: 2 in person.get(f"{path}/table").json()["table"]["submitted"])
            assert person.post(f"{path}/orders", {"order": {"card": card}}).status_code == 200
        until(lambda: 2 in person.get(f"{path}/table").json()["table"]["submitted"])
    assert turns == ["bot", "slow bot", "slow bot", "slow bot"]


def _busy(seconds: float) -> tuple[int, bool]:
    try:
        with cut_off_after(seconds):
            while True:
                with suppress(Exception):
                    sum(range(1_000))
    except CutOff:
        return os.getpid(), True


async def test_work_that_is_cut_off_leaves_its_process_as_it_was() -> None:
    worker = Worker()
    try:
        first, was_cut_off = await worker.do(60, _busy, 0.01)
        assert was_cut_off
        assert (await worker.do(60, _busy, 0.01))[0] == first
        assert await worker.do(60, os.getpid) == first
    finally:
        worker.end()


def test_bots_that_owed_an_order_go_on_after_a_restart(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        server.process.bots.wake = lambda room, _=(): None  # type: ignore[method-assign]
        server.process.hall.listeners.clear()
        person = server.person()
        match = _match(person, "skirmish", "random")
        headers = person.headers
    with running(tmp_path) as server:
        person = Person(server, headers=headers)
        until(lambda: 2 in person.get(f"/api/skirmish/matches/{match}/table").json()["table"]["submitted"])


def test_a_server_that_is_killed_leaves_no_worker_behind() -> None:
    killed = """
import asyncio, os, signal
from armillary.server.work.pool import Worker

if __name__ == "__main__":
    print(asyncio.run(Worker().do(60, os.getpid)), flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
"""
    process = subprocess.run([sys.executable, "-c", killed], stdout=subprocess.PIPE, check=False)
    worker = int(process.stdout)
    assert process.returncode == -signal.SIGKILL
    until(lambda: not _runs(worker))


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    told = Path(f"/proc/{process}/stat")  # of one that has ended, something may be left until somebody asks for it
    return not told.exists() or told.read_text("utf-8").rpartition(")")[2].split()[0] != "Z"
