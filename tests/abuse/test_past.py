"""A huge match whose past is asked for: worked out beside the event loop, by everybody in turn, and once."""

from __future__ import annotations

import asyncio
import http.client
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from armillary.server.http import responses
from armillary.server.live import match_socket
from armillary.server.matches import replay
from armillary.server.play.hall import Hall
from armillary.server.work.pool import PAST
from tests.abuse.attacks.past import SEATS, bring
from tests.server.api import PATIENCE, Server, is_problem, meet, running, until
from tests.server.ear import Ear
from tests.server.halls import processes
from tests.server.processes import Guest

TURNS = 6


async def test_nothing_of_a_huge_match_is_replayed_in_the_process_that_serves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(tmp_path) as server:
        port = int(server.address.rpartition(":")[2])
        match_id = await _played(port)
        server.inside(lambda: _forget(server.process.hall, match_id))
        nobody, path = server.nobody(), f"/api/kepler/matches/{match_id}"
        nobody.get(f"{path}/table")

        def replayed(*_: object) -> None:
            raise AssertionError("replayed on the event loop")

        for name in ("append", "submit", "begin"):
            monkeypatch.setattr(f"armillary.core.match.Match.{name}", replayed)
        told = nobody.get(f"{path}/history?limit=200").json()
        assert [step["step"] for step in told["steps"]] == list(range(1, TURNS + 1))
        assert len(told["steps"][0]["orders"]) == SEATS
        assert len(nobody.get(f"{path}/steps?from=0&to={TURNS}").json()) == TURNS + 1
        assert nobody.get(f"{path}/steps/2").json()["step"] == 2
        assert nobody.get(f"/api/matches/{match_id}/describe?step=3").status_code == 200
        kept = nobody.get(f"/api/matches/{match_id}/record").json()
        assert len(kept["log"]) == TURNS
        with Ear(nobody, match_id) as ear:
            ear.until(lambda: ear.table)
            assert ear.steps == list(range(1, TURNS + 1))


async def _played(port: int) -> str:
    guest = Guest(port)
    try:
        return await bring(guest, TURNS)
    finally:
        await guest.hang_up()


async def _forget(hall: Hall, match_id: str) -> None:
    hall.forget(match_id)


async def test_a_long_history_comes_in_parts_of_bounded_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay, "MAX_HISTORY_BYTES", 1)
    async with processes(f"sqlite:///{tmp_path}/test.db") as (only,):
        room = await only.match("skirmish")
        for _ in range(5):
            await only.default(room.row.id, 1, 2)
        room.recent, room.since = [], room.seq
        shown = await only.views.show(room, None)
        part = await only.views.history(room, shown, 0, 200)
        assert len(part.steps) == 1
        assert part.next is not None
        assert await only.steps(room) == [1, 2, 3, 4, 5]


WATCHED = {"kind": "public", "watched": True}


def test_a_socket_is_sent_a_long_past_in_parts_and_goes_on_in_the_middle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(match_socket, "MAX_STEPS_PER_ANSWER", 2)
    with running(tmp_path) as server:
        match = meet(server, talk=WATCHED)
        for number in range(1, 6):
            match.people[0].post(f"{match.common}/chat", {"text": f"line {number}"})
            for seat in (1, 2):
                match.order(seat, {"card": number})
        server.inside(lambda: _forget(server.process.hall, match.id))
        with Ear(server.nobody(), match.id) as whole:
            kinds = [whole.hear()["type"] for _ in range(3)]
        assert kinds == ["history", "history", "table"]
        assert (whole.steps, whole.said) == ([1, 2, 3, 4, 5], [f"line {number}" for number in range(1, 6)])
        dropped = Ear(server.nobody(), match.id)
        for _ in range(3):
            with dropped:
                dropped.hear()
        assert (dropped.steps, dropped.said, dropped.seq) == (whole.steps, whole.said, whole.seq)


def test_much_chat_comes_in_parts_before_the_start_and_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_socket, "MAX_CHAT_LINES_PER_MESSAGE", 2)
    with running(tmp_path) as server:
        ada, grace = server.person(), server.person()
        seats = [{"kind": "me"}, {"kind": "open"}]
        match = ada.post("/api/skirmish/matches", {"seats": seats, "talk": WATCHED}).json()["match"]["id"]
        lines = [f"line {number}" for number in range(1, 6)]
        for line in lines:
            ada.post(f"/api/matches/{match}/chat", {"text": line})
        with Ear(server.nobody(), match) as ear:
            assert [ear.hear()["type"] for _ in range(3)] == ["history", "history", "seats"]
        assert ear.said == lines
        grace.post(f"/api/matches/{match}/join", {})
        for number in (1, 2):
            for person in (ada, grace):
                person.post(f"/api/skirmish/matches/{match}/orders", {"order": {"card": number}})
        late = Ear(server.nobody(), match)
        while late.table is None:
            with late:
                late.hear()
        assert (late.said, late.steps, late.table["step"]) == (lines, [1, 2], 2)


@pytest.fixture
def waiting(tmp_path: Path) -> Iterator[tuple[Server, str]]:
    """A server whose only worker of the past is busy, and the address of something that waits for it."""
    with running(tmp_path) as server:
        match, done = meet(server), asyncio.Event()
        for seat in (1, 2):
            match.order(seat, {"card": 1})

        async def keep_the_worker() -> None:
            async with server.process.pool.turn(PAST, "somebody"):
                await done.wait()

        async def occupy() -> asyncio.Task[None]:
            server.process.hall.forget(match.id)
            return asyncio.create_task(keep_the_worker())

        async def finish() -> None:
            done.set()
            await busy

        busy = server.inside(occupy)
        yield server, f"{match.path}/history"
        server.inside(finish)
        assert len(server.nobody().get(f"{match.path}/history").json()["steps"]) == 1


def test_whoever_hangs_up_is_not_waited_for(waiting: tuple[Server, str]) -> None:
    server, path = waiting
    where, jobs = urlsplit(server.address), server.process.jobs
    with closing(http.client.HTTPConnection(str(where.hostname), where.port, timeout=PATIENCE)) as line:
        line.request("GET", path)
        until(lambda: len(jobs))
    until(lambda: not len(jobs))


def test_a_server_that_stops_says_so_to_whoever_still_waits(
    waiting: tuple[Server, str], caplog: pytest.LogCaptureFixture
) -> None:
    server, path = waiting

    async def cancel_requests() -> None:  # as uvicorn does once it has waited long enough
        for task in asyncio.all_tasks():
            if "run_asgi" in str(task.get_coro()):
                task.cancel()

    with ThreadPoolExecutor() as beside:
        asked = beside.submit(server.nobody().get, path)
        until(lambda: len(server.process.jobs))
        server.inside(cancel_requests)
        assert is_problem(asked.result(PATIENCE), 503, "Closed")
    assert not [each for each in caplog.records if each.levelname == "ERROR"]


def test_a_long_answer_is_sent_in_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(responses, "PIECE", 100)
    monkeypatch.setattr(responses, "MAX_COMPRESSED_BYTES", 1_000)
    with running(tmp_path) as server:
        match = meet(server)
        for number in (1, 2, 3):
            for seat in (1, 2):
                match.order(seat, {"card": number})
        match.people[0].post(f"{match.common}/resign")
        answer = server.nobody().get(f"{match.common}/record")
        assert (answer.status_code, "content-encoding" in answer.headers) == (200, False)
        assert int(answer.headers["content-length"]) == len(answer.content) > 1_000
        assert len(answer.json()["log"]) == 4
