"""The doctor finds every kind of damage, blames the right match, and calls nothing ill that is well."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from armillary.core.errors import BadInput
from armillary.games.skirmish.model import Play
from armillary.server.doctor import Finding, examine
from armillary.server.lobby import SeatPlan
from armillary.server.room import Plan, Standing, plan
from armillary.server.running import findings, serve
from armillary.server.store import Store
from tests.project.tree import environment
from tests.server.halls import Process, processes

# Every match below has: join 1, start 2, orders 3 and 4, step 5, chat 6, then more battles, and a resignation.
ORDER, STEP, CHAT = 4, 5, 6
SEED = {"sqlite": "zeroblob(32)", "postgresql": "decode(repeat('00', 32), 'hex')"}
DAMAGE = {
    "a changed order": f"UPDATE log SET body = '{{\"card\":9}}' WHERE match = :id AND seq = {ORDER}",
    "an illegal order": f"UPDATE log SET body = '{{\"card\":99}}' WHERE match = :id AND seq = {ORDER}",
    "an order that cannot be read": f"UPDATE log SET body = '{{' WHERE match = :id AND seq = {ORDER}",
    "an order of another seat": f"UPDATE log SET seat = 1 WHERE match = :id AND seq = {ORDER}",
    "a missing row": f"DELETE FROM log WHERE match = :id AND seq = {ORDER}",
    "a missing end": "DELETE FROM log WHERE match = :id AND seq = (SELECT max(seq) FROM log WHERE match = :id)",
    "a row too many": "INSERT INTO log SELECT match, seq + 1000, step, seat, kind, body, NULL, at FROM log "
    f"WHERE match = :id AND seq = {ORDER}",
    "a changed hash": f"UPDATE log SET body = '\"00\"' WHERE match = :id AND seq = {STEP}",
    "a step that is gone": f"UPDATE log SET kind = 'chat' WHERE match = :id AND seq = {STEP}",
    "a step told twice": "UPDATE log SET kind = 'step', step = 1, body = (SELECT body FROM log WHERE match = :id "
    f"AND seq = {STEP}) WHERE match = :id AND seq = {CHAT}",
    "a changed snapshot": """UPDATE snapshots SET body = replace(body, '"moving":[', '"moving":[7,') """
    f"WHERE match = :id AND seq = {STEP}",
    "a snapshot with another player": """UPDATE snapshots SET body = replace(body, 'Guest', 'Ghost') """
    f"WHERE match = :id AND seq = {STEP}",
    "a snapshot of the future": f"UPDATE snapshots SET seq = 1000 WHERE match = :id AND seq = {STEP}",
    "a changed outcome": """UPDATE matches SET outcome = replace(outcome, '"winners":[2]', '"winners":[1]') """
    "WHERE id = :id",
    "an outcome taken away": "UPDATE matches SET outcome = NULL WHERE id = :id",
    "an end taken back": "UPDATE matches SET status = 'playing' WHERE id = :id",
    "another seed": "UPDATE matches SET seed = {seed} WHERE id = :id",
    "another name": "UPDATE matches SET seats = replace(seats, 'Guest', 'Ghost') WHERE id = :id",
    "seats that cannot be read": "UPDATE matches SET seats = 'x' WHERE id = :id",
    "a game that is not installed": "UPDATE matches SET game = 'gone' WHERE id = :id",
    "rules of another version": "UPDATE matches SET rules_version = 77 WHERE id = :id",
}


async def _played(process: Process) -> str:
    """A match with everything in it, from its beginning to its end."""
    match_id = (await process.match("skirmish")).row.id

    def chat(on: Standing) -> Plan:
        return plan(on, process.hall.clock.now(), ("chat", 1, '["Ada","hello"]', None))

    for card in range(1, 4):
        await process.hall.submit(match_id, 1, Play(card))
        await process.hall.submit(match_id, 2, Play(16 - card))
        if card == 1:
            await process.hall.change(match_id, chat)
    await process.hall.submit(match_id, 1, Play(5))
    await process.hall.withdraw(match_id, 1)
    await process.hall.resign(match_id, 1)
    return match_id


async def _plant(store: Store, damage: str, match_id: str) -> int:
    written = damage.replace("{seed}", SEED["postgresql" if store.is_shared else "sqlite"]).replace('":', '"\\:')
    statement = text(written)
    done: Any = await store.write(lambda connection: connection.execute(statement, {"id": match_id}))
    changed: int = done.rowcount
    return changed


async def _findings(store: Store) -> dict[str, Finding]:
    return {finding.match: finding async for finding in examine(store)}


def test_every_kind_of_damage_is_found_and_nothing_else(database: str) -> None:
    async def story() -> tuple[dict[str, Finding], dict[str, Finding], list[str]]:
        async with processes(database) as (only,):
            matches = await asyncio.gather(*(_played(only) for _ in range(len(DAMAGE) + 2)))
            before = await _findings(only.store)
            for damage, match_id in zip(DAMAGE.values(), matches, strict=False):
                assert await _plant(only.store, damage, match_id) == 1, damage
            return before, await _findings(only.store), list(matches)

    before, after, matches = asyncio.run(story())
    assert {finding.fault for finding in before.values()} == {None}
    assert {finding.steps for finding in before.values()} == {4}
    found = {name for name, match_id in zip(DAMAGE, matches, strict=False) if after[match_id].fault}
    assert found == set(DAMAGE)
    assert [after[match_id].fault for match_id in matches[len(DAMAGE) :]] == [None, None]


def test_matches_that_wait_or_are_being_played_are_well(database: str) -> None:
    async def story() -> list[str | None]:
        async with processes(database) as (only,):
            room = await only.match("territory")
            await only.default(room.row.id, *room.playing.to_act)
            await only.default(room.row.id, 1)
            await only.lobby.make(room.playing.game, await only.guest(), (SeatPlan("open"),) * 3)
            maker = await only.guest()
            made = await only.lobby.make(room.playing.game, maker, (SeatPlan("open"),) * 3)
            await only.lobby.cancel(made.row.id, maker)
            return [finding.fault for finding in (await _findings(only.store)).values()]

    assert asyncio.run(story()) == [None, None, None]


def test_a_match_that_moves_while_it_is_looked_at_is_not_called_ill(database: str) -> None:
    async def story() -> list[str | None]:
        async with processes(database) as (only,):
            match_id = (await only.match("skirmish")).row.id

            async def play() -> None:
                for card in range(1, 16):
                    await only.hall.submit(match_id, 1, Play(card))
                    await only.hall.submit(match_id, 2, Play(16 - card))

            playing = asyncio.create_task(play())
            faults: list[str | None] = []
            while not playing.done():
                faults += [finding.fault for finding in (await _findings(only.store)).values()]
            await playing
            return faults

    faults = asyncio.run(story())
    assert len(faults) > 1
    assert set(faults) == {None}


def _armillary(command: str, database: str, folder: Path) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-m", "armillary.terminal", command, "--database", database]
    return subprocess.run(words, capture_output=True, text=True, timeout=60, cwd=folder, env=environment())


def test_the_command_names_the_match_and_ends_with_one(tmp_path: Path) -> None:
    async def story() -> str:
        async with processes(f"{tmp_path}/test.db") as (only,):
            await _played(only)
            ill = await _played(only)
            await _plant(only.store, DAMAGE["a changed order"], ill)
            return ill

    ill = asyncio.run(story())
    done = _armillary("doctor", "test.db", tmp_path)
    assert done.returncode == 1
    assert done.stdout.startswith(f"{ill} (skirmish): step 1: ")
    assert done.stdout.endswith("matches: 2, of which not well: 1\n")
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "url",
    ["no/such/folder.db", "sqlite://", "mysql://here/there", "postgresql://a:b:c", "postgresql://127.0.0.1:1/none", ""],
)
def test_without_a_database_there_is_one_clear_sentence(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BadInput, match="database"):
        list(findings(url))
    with pytest.raises(BadInput, match="database"):
        serve(database=url)
    assert list(tmp_path.iterdir()) == []


def test_the_doctor_makes_no_database(tmp_path: Path) -> None:
    done = _armillary("doctor", "missing.db", tmp_path)
    assert (done.returncode, done.stdout, list(tmp_path.iterdir())) == (2, "", [])
    assert "Traceback" not in done.stderr
