"""The doctor finds every kind of damage, blames the right match, and calls nothing ill that is well."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, text

from armillary.api.terms import Absent, Live, SeatPlan
from armillary.core.errors import BadInput
from armillary.core.registry import game
from armillary.games.skirmish.model import Play
from armillary.server.doctor import Finding, examine, findings
from armillary.server.main import serve
from armillary.server.matches.change import Change, Standing, change_to
from armillary.server.storage import tables
from armillary.server.storage.store import Store
from tests.clock import HandClock
from tests.project.tree import environment
from tests.server.damage import (
    DAMAGE,
    DAMAGE_BEFORE_THE_START,
    DAMAGE_TO_A_TABLE_SET_ANEW,
    DAMAGE_TO_NAMES,
    DAMAGE_TO_SEATS_THAT_CHANGED_HANDS,
    DAMAGE_WHEN_CALLED_OFF,
    DAMAGE_WHILE_PLAYING,
    SEED,
)
from tests.server.halls import Peer, processes


async def _played(process: Peer) -> str:
    """A match with everything in it, from its beginning to its end."""
    match_id = (await process.match("skirmish")).row.id

    def chat(on: Standing) -> Change:
        return change_to(on, process.hall.clock.now(), ("chat", 1, '["Ada","hello"]', None))

    for card in range(1, 4):
        await process.moves.submit(match_id, 1, Play(card))
        await process.moves.submit(match_id, 2, Play(16 - card))
        if card == 1:
            await process.hall.change(match_id, chat)
    await process.moves.submit(match_id, 1, Play(5))
    await process.moves.withdraw(match_id, 1)
    await process.moves.resign(match_id, 1)
    return match_id


async def _playing(process: Peer) -> str:
    """A match with a clock that has run out once, and an order that waits."""
    match_id = (await process.match("skirmish", pace=Live(60))).row.id
    await process.moves.submit(match_id, 1, Play(9))
    await process.moves.submit(match_id, 1, Play(9))
    clock = process.hall.clock
    assert isinstance(clock, HandClock)
    clock.forward(60)
    await process.deadlines.expire(match_id)
    await process.moves.submit(match_id, 1, Play(5))
    return match_id


async def _open(process: Peer) -> str:
    """A match that waits for one more."""
    made = await process.lobby.make(game("skirmish"), await process.guest(), (SeatPlan("me"), *[SeatPlan("open")] * 2))
    room = await process.lobby.join(made.row.id, await process.guest())

    def chat(on: Standing) -> Change:
        return change_to(on, process.hall.clock.now(), ("chat", 1, '["Ada","hello"]', None))

    await process.hall.change(room.row.id, chat)
    return room.row.id


async def _called_off(process: Peer) -> str:
    """A match that nobody will play."""
    maker, guest = await process.guest(), await process.guest()
    made = await process.lobby.make(game("skirmish"), maker, (SeatPlan("me"), *[SeatPlan("open")] * 2))
    await process.lobby.join(made.row.id, guest)
    await process.lobby.leave(made.row.id, guest)
    await process.lobby.cancel(made.row.id, maker)
    now = process.hall.clock.now()
    await process.hall.change(made.row.id, lambda on: change_to(on, now, ("chat", 1, '["Ada","bye"]', None)))
    return made.row.id


async def _set_anew(process: Peer) -> str:
    """A match whose maker has changed nearly everything."""
    maker, guest = await process.guest(), await process.guest()
    plans = (SeatPlan("invite"), SeatPlan("open"), SeatPlan("me"))
    made = await process.lobby.make(game("skirmish"), maker, plans)
    match_id, hosting = made.row.id, process.lobby
    await hosting.set_seat(match_id, maker, 2, SeatPlan("bot", level="random"))
    await hosting.swap(match_id, maker, 1, 2)
    await hosting.set_terms(match_id, maker, 1, pace=Live(60), autostart=False)
    await process.lobby.join(match_id, guest, invite=made.invites["1"])
    await process.lobby.leave(match_id, guest)
    return match_id


async def _handed_over(process: Peer) -> str:
    """A match in which somebody gave up, a bot plays on, and somebody asks for a pause."""
    absent = Absent("bot", bot="random")
    match_id = (await process.match("skirmish", seats=3, pace=Live(60), absent=absent)).row.id
    await process.default(match_id, 1, 2, 3)
    await process.moves.resign(match_id, 1)
    await process.moves.ask_for_pause(match_id, 2)
    return match_id


async def _renamed(process: Peer) -> str:
    """A match in which people change their names before the start and after it, and one of them leaves."""
    maker, guest = await process.guest(), await process.guest()
    plans, absent = (SeatPlan("me"), SeatPlan("open")), Absent("bot", bot="random")
    match_id = (await process.lobby.make(game("skirmish"), maker, plans, absent=absent, autostart=False)).row.id
    await process.names.rename(maker, "Ada")
    await process.lobby.join(match_id, guest)
    await process.names.rename(guest, "Grace")
    await process.lobby.start(match_id, maker)
    await process.names.rename(maker, "Eve")
    await process.moves.resign(match_id, 2)
    await process.names.rename(maker, "Ada")
    return match_id


KINDS_OF_DAMAGE = {"over": (_played, DAMAGE), "playing": (_playing, DAMAGE_WHILE_PLAYING)}
KINDS_OF_DAMAGE |= {"set anew": (_set_anew, DAMAGE_TO_A_TABLE_SET_ANEW)}
KINDS_OF_DAMAGE |= {"handed over": (_handed_over, DAMAGE_TO_SEATS_THAT_CHANGED_HANDS)}
KINDS_OF_DAMAGE |= {"renamed": (_renamed, DAMAGE_TO_NAMES)}
KINDS_OF_DAMAGE |= {"open": (_open, DAMAGE_BEFORE_THE_START), "cancelled": (_called_off, DAMAGE_WHEN_CALLED_OFF)}


async def _plant(store: Store, damage: str, match_id: str) -> int:
    written = damage.replace("{seed}", SEED["postgresql" if store.is_shared else "sqlite"]).replace('":', '"\\:')
    statement = text(written)
    done: Any = await store.write(lambda connection: connection.execute(statement, {"id": match_id}))
    changed: int = done.rowcount
    return changed


async def _findings(store: Store) -> dict[str, Finding]:
    return {finding.match: finding async for finding in examine(store)}


@pytest.mark.parametrize("status", KINDS_OF_DAMAGE)
async def test_every_kind_of_damage_is_found_and_nothing_else(database: str, status: str) -> None:
    make, damages = KINDS_OF_DAMAGE[status]
    async with processes(database, clock=HandClock()) as (only,):
        matches = [await make(only) for _ in range(len(damages) + 2)]
        before = (await _findings(only.store)).values()
        assert {finding.fault for finding in before} == {None}
        steps = {"over": 4, "playing": 1, "handed over": 2, "renamed": 1}.get(status, 0)
        assert {finding.steps for finding in before} == {steps}
        for damage, match_id in zip(damages.values(), matches, strict=False):
            assert await _plant(only.store, damage, match_id) == 1, damage
        after = await _findings(only.store)
    found = {name for name, match_id in zip(damages, matches, strict=False) if after[match_id].fault}
    assert found == set(damages)
    assert [after[match_id].fault for match_id in matches[len(damages) :]] == [None, None]


async def test_a_match_whose_snapshots_were_all_taken_away_is_well_and_goes_on(database: str) -> None:
    async with processes(database, clock=HandClock()) as (only,):
        match_id = await _playing(only)
        done: Any = await only.store.write(lambda connection: connection.execute(delete(tables.snapshots)))
        assert done.rowcount
        assert [finding.fault for finding in (await _findings(only.store)).values()] == [None]
        await only.moves.submit(match_id, 2, Play(5))
        assert [finding.fault for finding in (await _findings(only.store)).values()] == [None]


async def test_a_change_of_mind_that_others_could_notice_is_found(database: str) -> None:
    clock = HandClock()
    async with processes(database, clock=clock) as (only,):
        match_id = await _playing(only)
        clock.forward(1)
        await only.moves.submit(match_id, 1, Play(6))
        assert [finding.fault for finding in (await _findings(only.store)).values()] == [None]
        told = f"UPDATE matches SET heard = seq, changed_at = {clock.now()} WHERE id = :id"
        assert await _plant(only.store, told, match_id) == 1
        (found,) = (await _findings(only.store)).values()
        assert found.fault == "The stored last change is not the last public one in the journal."


async def test_a_clock_that_nobody_asked_for_is_found(database: str) -> None:
    async with processes(database) as (only,):
        room = await only.match("skirmish")
        await _plant(only.store, "UPDATE matches SET deadline = 1 WHERE id = :id", room.row.id)
        (found,) = (await _findings(only.store)).values()
        assert found.fault == "The stored deadline is 1, not None."


async def _play_several(database: str, count: int) -> list[str]:
    async with processes(database) as (only,):
        return sorted([await _played(only) for _ in range(count)])


async def _spoil(database: str, match_id: str) -> None:
    async with processes(database) as (only,):
        await _plant(only.store, DAMAGE["a changed order"], match_id)


# `findings` runs an event loop of its own, so these two are no coroutines.


def test_findings_come_one_by_one_and_a_page_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("armillary.server.doctor.PAGE", 2)
    matches = asyncio.run(_play_several(f"{tmp_path}/test.db", 5))
    found = findings(f"{tmp_path}/test.db")
    first = next(found)
    asyncio.run(_spoil(f"{tmp_path}/test.db", matches[-1]))
    rest = list(found)
    assert [finding.match for finding in (first, *rest)] == matches
    assert [bool(finding.fault) for finding in (first, *rest)] == [False, False, False, False, True]


def test_a_doctor_who_is_sent_away_lets_go_of_the_database(tmp_path: Path) -> None:
    asyncio.run(_play_several(f"{tmp_path}/test.db", 3))
    found = findings(f"{tmp_path}/test.db")
    assert next(found).fault is None
    found.close()  # type: ignore[attr-defined]
    assert [thread.name for thread in threading.enumerate() if thread.name.startswith("armillary-")] == []


async def test_matches_that_wait_or_are_being_played_are_well(database: str) -> None:
    async with processes(database) as (only,):
        room = await only.match("territory")
        await only.default(room.row.id, *room.playing.to_act)
        await only.default(room.row.id, 1)
        await only.lobby.make(room.playing.game, await only.guest(), (SeatPlan("open"),) * 3)
        maker = await only.guest()
        made = await only.lobby.make(room.playing.game, maker, (SeatPlan("open"),) * 3)
        await only.lobby.cancel(made.row.id, maker)
        assert [finding.fault for finding in (await _findings(only.store)).values()] == [None, None, None]


async def test_a_match_that_moves_while_it_is_looked_at_is_not_called_ill(database: str) -> None:
    async with processes(database) as (only,):
        match_id = (await only.match("skirmish")).row.id

        async def play() -> None:
            for card in range(1, 16):
                await only.moves.submit(match_id, 1, Play(card))
                await only.moves.submit(match_id, 2, Play(16 - card))

        playing = asyncio.create_task(play())
        faults: list[str | None] = []
        while not playing.done():
            faults += [finding.fault for finding in (await _findings(only.store)).values()]
        await playing
    assert len(faults) > 1
    assert set(faults) == {None}


def _armillary(command: str, database: str, folder: Path) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-m", "armillary.terminal", command, "--database", database]
    return subprocess.run(words, capture_output=True, text=True, timeout=60, cwd=folder, env=environment())


async def test_the_command_names_the_match_and_ends_with_one(tmp_path: Path) -> None:
    async with processes(f"{tmp_path}/test.db") as (only,):
        await _played(only)
        ill = await _played(only)
        await _plant(only.store, DAMAGE["a changed order"], ill)
    done = _armillary("doctor", "test.db", tmp_path)
    assert done.returncode == 1
    assert done.stdout.startswith(f"{ill} (skirmish): Step 1: ")
    assert done.stdout.endswith("2 matches checked, 1 faulty.\n")
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "url",
    [
        *("no/such/folder.db", "sqlite://", "sqlite:///", "sqlite:///:memory:"),
        *("mysql://here/there", "postgresql://a:b:c", "postgresql://127.0.0.1:1/none", ""),
    ],
)
def test_without_a_database_there_is_one_clear_sentence(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BadInput, match="database"):
        list(findings(url))
    with pytest.raises(BadInput, match="database"):
        serve(database=url, port=0)
    assert list(tmp_path.iterdir()) == []


def test_the_doctor_makes_no_database(tmp_path: Path) -> None:
    done = _armillary("doctor", "missing.db", tmp_path)
    assert (done.returncode, done.stdout, list(tmp_path.iterdir())) == (2, "", [])
    assert "Traceback" not in done.stderr
