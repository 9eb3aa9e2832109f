"""An operator removes a match, or a line of chat, while servers run: these notice, and nothing else changes."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from typing import Any

import pytest

from armillary.api.terms import SeatPlan
from armillary.core.registry import game
from armillary.server.clock import WallClock
from armillary.server.doctor import examine, findings
from armillary.server.errors import NotFound
from armillary.server.storage import removals
from tests.project.tree import environment
from tests.server.api import Server, is_problem, listed, meet
from tests.server.ear import Ear
from tests.server.halls import processes


def _remove(database: str, *args: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "armillary.terminal", "remove", *args, "--database", database]
    return subprocess.run(command, env=environment(), capture_output=True, text=True)


def _file(server: Server) -> str:
    return server.process.settings.database_url.removeprefix("sqlite:///")


def test_a_match_that_an_operator_removes_is_gone_at_a_running_server(server: Server) -> None:
    match, other = meet(server), meet(server)
    with match.people[0].live(match.id) as socket:
        socket.recv(5)
        done = _remove(_file(server), match.id)
        assert (done.returncode, done.stdout) == (0, "Match removed.\n"), done.stderr
        assert '"status":404' in str(socket.recv(10))
    for path in (match.common, f"{match.path}/table", f"{match.common}/chat", f"{match.path}/history"):
        assert is_problem(match.people[0].get(path), 404, "NotFound")
    assert is_problem(match.order(1, {"card": 5}), 404, "NotFound")
    assert match.id not in listed(match.people[0])
    assert other.order(1, {"card": 5}).status_code == 200
    assert {finding.fault for finding in findings(_file(server))} == {None}


def test_of_a_line_that_an_operator_removes_only_its_place_stays(server: Server) -> None:
    match = meet(server)
    ada, grace = match.people
    for text in ("one", "two", "three"):
        ada.post(f"{match.common}/chat", {"text": text})
    lines = ada.get(f"{match.common}/chat").json()
    with Ear(grace, match.id) as ear:
        ear.hear()
        done = _remove(_file(server), match.id, "--line", str(lines[1]["seq"]))
        assert (done.returncode, done.stdout) == (0, f"Line {lines[1]['seq']} removed.\n"), done.stderr
        assert ear.hear() == {"type": "unsaid", "lines": [lines[1]["seq"]]}
    lines[1] |= {"text": "", "removed": True}
    assert grace.get(f"{match.common}/chat").json() == lines
    assert match.order(1, {"card": 5}).status_code == 200
    assert {finding.fault for finding in findings(_file(server))} == {None}


@pytest.mark.parametrize(
    "args", [("nosuchmatch",), ("\u001b[1m",), ("MATCH", "--line", "1"), ("MATCH", "--line", "99")]
)
def test_what_is_not_there_cannot_be_removed(server: Server, args: tuple[str, ...]) -> None:
    match = meet(server)
    done = _remove(_file(server), *(match.id if each == "MATCH" else each for each in args))
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1), done.stderr
    assert "There is no" in done.stderr
    assert match.table(1)["status"] == "playing"


async def test_a_removed_match_is_gone_in_every_process(shared_database: str) -> None:
    async with processes(shared_database, 2) as (here, there):
        room = await here.match("skirmish")
        match_id = room.row.id
        held = await there.hall.room(match_id)
        done = await asyncio.to_thread(_remove, shared_database, match_id)
        assert done.returncode == 0, done.stderr
        with pytest.raises(NotFound, match="no match"):
            await here.default(match_id, 1)
        await there.removals.check()
        assert held.is_gone
        with pytest.raises(NotFound, match="no match"):
            await there.hall.room(match_id)


async def test_a_match_that_is_removed_while_it_is_loaded_is_gone(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with processes(database) as (only,):
        match_id = (await only.match("skirmish")).row.id
        only.hall.forget(match_id)
        tally = only.store.tally

        async def meanwhile(match: str) -> Any:
            found = await tally(match)
            await only.removals.remove_match(match)
            return found

        monkeypatch.setattr(only.store, "tally", meanwhile)
        with pytest.raises(NotFound, match="no match"):
            await only.hall.room(match_id)
        assert match_id not in only.hall.rooms


async def test_a_removal_is_noticed_though_the_clock_was_set_back(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever removes something has the machine's clock, which the server's deadlines follow slowly."""
    real = time.time_ns
    async with processes(database) as (only,):
        room = await only.match("skirmish")
        monkeypatch.setattr(time, "time_ns", lambda: real() - 3600 * 10**9)
        await only.removals.check()
        assert await removals.remove_match(only.store, room.row.id, WallClock().now())
        await only.removals.check()
        assert room.is_gone


async def test_a_rematch_that_was_removed_can_be_asked_for_again(database: str) -> None:
    async with processes(database) as (only,):
        people = [await only.guest() for _ in range(2)]
        match_id = (await only.match("skirmish", people=people)).row.id
        await only.moves.resign(match_id, 1)
        removed = (await only.rematches.rematch(match_id, people[0])).id
        await only.removals.remove_match(removed)
        made = await only.rematches.rematch(match_id, people[0])
        assert (await only.hall.room(made.id)).row.status == "open"


async def test_a_bot_whose_match_is_removed_while_it_thinks_is_no_fault(
    database: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with processes(database) as (only,):
        seats = (SeatPlan("me"), SeatPlan("bot", "random"))
        room = await only.hall.room((await only.lobby.make(game("skirmish"), await only.guest(), seats)).row.id)
        await only.removals.remove_match(room.row.id)
        only.bots.wake(room)
        assert only.bots.count_busy() == 1
        while only.bots.count_busy():
            await asyncio.sleep(0.01)
    assert [entry.message for entry in caplog.records if entry.levelname == "ERROR"] == []


async def test_nothing_is_added_to_a_match_that_is_being_removed(shared_database: str) -> None:
    """Orders at one process, and the removal at another: whichever comes first, nothing is left over."""
    async with processes(shared_database, 2) as (here, there):
        for _ in range(5):
            match_id = (await here.match("skirmish")).row.id
            work = [here.default(match_id, 1, 2) for _ in range(3)]
            ended = await asyncio.gather(
                *work, removals.remove_match(there.store, match_id, there.clock.now()), return_exceptions=True
            )
            assert ended[-1] is True
            assert await there.store.read_all(match_id) is None
            assert await there.store.journal(match_id) == []
        assert [finding async for finding in examine(there.store)] == []
