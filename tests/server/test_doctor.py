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
from armillary.server.main import findings, serve
from armillary.server.matches.change import Change, Standing, change_to
from armillary.server.matches.doctor import Finding, examine
from armillary.server.storage import tables
from armillary.server.storage.store import Store
from tests.project.tree import environment
from tests.server.halls import Peer, TestClock, processes

# Every match below has: join 1, start 2, orders 3 and 4, step 5, chat 6, then more battles, and a resignation.
ORDER, STEP, CHAT = 4, 5, 6
STRANGER = "(SELECT min(id) FROM players WHERE id NOT IN (SELECT player FROM seats WHERE match = :id))"
SEED = {"sqlite": "zeroblob(32)", "postgresql": "decode(repeat('00', 32), 'hex')"}
DAMAGE = {
    "a changed order": f"UPDATE journal SET body = '{{\"card\":9}}' WHERE match = :id AND seq = {ORDER}",
    "an illegal order": f"UPDATE journal SET body = '{{\"card\":99}}' WHERE match = :id AND seq = {ORDER}",
    "an order that cannot be read": f"UPDATE journal SET body = '{{' WHERE match = :id AND seq = {ORDER}",
    "an order of another seat": f"UPDATE journal SET seat = 1 WHERE match = :id AND seq = {ORDER}",
    "a missing row": f"DELETE FROM journal WHERE match = :id AND seq = {ORDER}",
    "a missing end": "DELETE FROM journal WHERE match = :id AND seq = (SELECT max(seq) FROM journal WHERE match = :id)",
    "a row too many": "INSERT INTO journal SELECT match, seq + 1000, step, seat, kind, body, NULL, at FROM journal "
    f"WHERE match = :id AND seq = {ORDER}",
    "a changed hash": f"UPDATE journal SET body = '\"00\"' WHERE match = :id AND seq = {STEP}",
    "a step that is gone": f"UPDATE journal SET kind = 'chat' WHERE match = :id AND seq = {STEP}",
    "a step recorded twice": "UPDATE journal SET kind = 'step', step = 1, body = "
    f"(SELECT body FROM journal WHERE match = :id AND seq = {STEP}) WHERE match = :id AND seq = {CHAT}",
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
    "another name": "UPDATE seats SET name = 'Ghost' WHERE match = :id AND seat = 1",
    "seats that cannot be read": "UPDATE seats SET kind = 'x' WHERE match = :id AND seat = 1",
    "a game that is not installed": "UPDATE matches SET game = 'gone' WHERE id = :id",
    "rules of another version": "UPDATE matches SET rules_version = 77 WHERE id = :id",
    "a kind of row that nobody knows": f"UPDATE journal SET kind = 'prattle' WHERE match = :id AND seq = {CHAT}",
    "a line of chat that cannot be read": f"UPDATE journal SET body = 'x' WHERE match = :id AND seq = {CHAT}",
    "a key without an order": f"UPDATE journal SET key = 'key' WHERE match = :id AND seq = {CHAT}",
    "an order of another step": f"UPDATE journal SET step = 7 WHERE match = :id AND seq = {ORDER}",
    "an order written in another way": "UPDATE journal SET body = '{\"card\": 15}' "
    f"WHERE match = :id AND seq = {ORDER}",
    "a second start": f"UPDATE journal SET kind = 'start' WHERE match = :id AND seq = {CHAT}",
    "somebody who sits down after the start": "UPDATE journal SET kind = 'join', body = '\"Guest\"' "
    f"WHERE match = :id AND seq = {CHAT}",
    "a start with others": 'UPDATE journal SET body = \'["Ada","Grace"]\' WHERE match = :id AND seq = 2',
    "a snapshot behind its step": f"UPDATE snapshots SET seq = {CHAT} WHERE match = :id AND seq = {STEP}",
    "a snapshot of another round": f"UPDATE snapshots SET round = 77 WHERE match = :id AND seq = {STEP}",
    "a snapshot kept twice": f"INSERT INTO snapshots SELECT match, 77, seq, body FROM snapshots "
    f"WHERE match = :id AND seq = {STEP}",
    "a newest snapshot that is gone": "DELETE FROM snapshots WHERE match = :id AND seq = "
    "(SELECT max(seq) FROM snapshots WHERE match = :id)",
    "a deadline after the end": "UPDATE matches SET deadline = 1 WHERE id = :id",
    "another time of change": "UPDATE matches SET changed_at = changed_at + 1 WHERE id = :id",
    "a player who is not listed": "UPDATE seats SET player = NULL WHERE match = :id AND seat = 1",
    "a stranger on the maker's seat": f"UPDATE seats SET player = {STRANGER} WHERE match = :id AND seat = 1",
    "a stranger on a seat that was taken": f"UPDATE seats SET player = {STRANGER} WHERE match = :id AND seat = 2",
    "a player on two seats": "UPDATE seats SET player = (SELECT created_by FROM matches WHERE id = :id) "
    "WHERE match = :id AND seat = 2",
    "a person called a bot": "UPDATE seats SET kind = 'bot' WHERE match = :id AND seat = 1",
    "a person with a bot's name": "UPDATE seats SET bot = 'random' WHERE match = :id AND seat = 1",
    "a seat that is gone": "DELETE FROM seats WHERE match = :id AND seat = 2",
    "a first seat that is gone": "DELETE FROM seats WHERE match = :id AND seat = 1",
    "a seat too many": "INSERT INTO seats (match, seat, kind, name) VALUES (:id, 3, 'open', 'open')",
    "another result": "UPDATE seats SET result = 7 WHERE match = :id AND seat = 1",
    "another round": "UPDATE matches SET round = round + 1 WHERE id = :id",
    "another phase": "UPDATE matches SET phase = 'siesta' WHERE id = :id",
    "somebody waited for after the end": "UPDATE matches SET waiting = ',1,' WHERE id = :id",
    "another last sentence": "UPDATE matches SET last = 'Player 1 wins.' WHERE id = :id",
    "a result taken away": "UPDATE seats SET result = NULL WHERE match = :id AND seat = 2",
    "others who began": 'UPDATE matches SET players = \'["Ada","Grace"]\' WHERE id = :id',
    "a pause after the end": "UPDATE matches SET pause = '{\"left\":1}' WHERE id = :id",
    "a rematch that nobody asked for": "UPDATE matches SET rematch = 'x' WHERE id = :id",
    "deadlines that nobody missed": "UPDATE seats SET missed = 1 WHERE match = :id AND seat = 1",
    "another opening": "UPDATE matches SET position = '{}' WHERE id = :id",
    "an entry of a record": f"UPDATE journal SET kind = 'entry' WHERE match = :id AND seq = {ORDER}",
}
# Every match below has: join 1, start 2, orders 3 and 4, an expired deadline 5, step 6, an order that waits 7.
EXPIRED, PENDING = 5, 7
DAMAGE_WHILE_PLAYING = {
    "a clock without a deadline": "UPDATE matches SET deadline = NULL WHERE id = :id",
    "another deadline": "UPDATE matches SET deadline = deadline + 1 WHERE id = :id",
    "a deadline that expired too early": f"UPDATE journal SET at = at - 1 WHERE match = :id AND seq = {EXPIRED}",
    "an illegal order that waits": f"UPDATE journal SET body = '{{\"card\":99}}' WHERE match = :id AND seq = {PENDING}",
    "an order of nobody": f"UPDATE journal SET seat = 9 WHERE match = :id AND seq = {PENDING}",
    "an order that was given before": "UPDATE journal SET body = '{\"card\":9}' "
    f"WHERE match = :id AND seq = {PENDING}",
    "an order that waits for another step": f"UPDATE journal SET step = 0 WHERE match = :id AND seq = {PENDING}",
    "an order that was taken back and never given": "UPDATE journal SET kind = 'withdraw', body = 'null' "
    f"WHERE match = :id AND seq = {PENDING}",
    "a snapshot that hides an order": f"UPDATE snapshots SET seq = {PENDING} WHERE match = :id AND seq = {PENDING} - 1",
    "a result before the end": "UPDATE seats SET result = 1 WHERE match = :id AND seat = 1",
    "somebody waited for who has ordered": "UPDATE matches SET waiting = ',1,2,' WHERE id = :id",
    "nobody waited for": "UPDATE matches SET waiting = '' WHERE id = :id",
    "another time since when it waits": "UPDATE matches SET since = since - 1 WHERE id = :id",
    "a round without a time": "UPDATE matches SET since = NULL WHERE id = :id",
    "a match that begins again": "UPDATE matches SET status = 'open' WHERE id = :id",
    "a missed deadline that is forgotten": "UPDATE seats SET missed = 0 WHERE match = :id AND seat = 2",
    "somebody who asks for a pause": "UPDATE matches SET pause = '{\"asked\":[1]}' WHERE id = :id",
}
# Every match below is open: join 1, chat 2.
DAMAGE_BEFORE_THE_START = {
    "a deadline before the start": "UPDATE matches SET deadline = 1 WHERE id = :id",
    "an outcome before the start": "UPDATE matches SET outcome = "
    """'{"winners":[1],"ranking":[[1]],"scores":[],"reason":"x"}' WHERE id = :id""",
    "a match that never began": "UPDATE matches SET status = 'playing' WHERE id = :id",
    "an order before the start": "UPDATE journal SET kind = 'order', body = '{\"card\":9}' "
    "WHERE match = :id AND seq = 2",
    "a snapshot before the start": "INSERT INTO snapshots VALUES (:id, 1, 1, 'x')",
    "a seat that was never left": "UPDATE journal SET kind = 'leave', body = 'null' WHERE match = :id AND seq = 1",
    "somebody else who sat down": "UPDATE journal SET body = '\"Ghost\"' WHERE match = :id AND seq = 1",
    "an open seat with a player": "UPDATE seats SET player = (SELECT min(id) FROM players) "
    "WHERE match = :id AND seat = 3",
    "an invitation without a secret": "UPDATE seats SET kind = 'invite' WHERE match = :id AND seat = 3",
    "a seat that is not there": "UPDATE journal SET seat = 9 WHERE match = :id AND seq = 1",
    "a round before the start": "UPDATE matches SET round = 1 WHERE id = :id",
    "somebody waited for before the start": "UPDATE matches SET waiting = ',1,' WHERE id = :id",
    "a time of change without one": "UPDATE matches SET changed_at = 0 WHERE id = :id",
}
# Every match below was called off: join 1, leave 2, cancel 3, chat 4.
DAMAGE_WHEN_CALLED_OFF = {
    "a match called back": "UPDATE matches SET status = 'open' WHERE id = :id",
    "a match played though called off": "UPDATE matches SET status = 'playing' WHERE id = :id",
    "a match that nobody called off": "UPDATE journal SET kind = 'chat', body = '[\"Ada\",\"x\"]' "
    "WHERE match = :id AND seq = 3",
    "a match called off twice": "UPDATE journal SET kind = 'cancel' WHERE match = :id AND seq = 4",
}
# Every match below is open: a bot on a seat 1, two seats swapped 2 and 3, other terms 4, an invited seat taken 5 and
# left 6.
DAMAGE_TO_A_TABLE_SET_ANEW = {
    "terms that nobody agreed on": "UPDATE matches SET autostart = 1 WHERE id = :id",
    "another pace": 'UPDATE matches SET pace = \'{"kind":"live","seconds":7}\' WHERE id = :id',
    "another policy": 'UPDATE matches SET absent = \'{"then":"open"}\' WHERE id = :id',
    "terms that cannot be read": "UPDATE journal SET body = 'x' WHERE match = :id AND seq = 4",
    "another bot": "UPDATE seats SET bot = 'greedy' WHERE match = :id AND seat = 1",
    "an invitation without a name": "UPDATE seats SET name = 'open' WHERE match = :id AND seat = 2",
    "an invitation that was never sent": "UPDATE seats SET kind = 'open' WHERE match = :id AND seat = 2",
    "a seat set in another place": "UPDATE journal SET seat = 3 WHERE match = :id AND seq = 2",
    "a seat kept for nobody": "UPDATE seats SET kind = 'kept' WHERE match = :id AND seat = 1",
}
# Every match below has: joins 1 and 2, start 3, orders 4 to 6, step 7, a bot that takes seat 1 over 8, step 9, and
# somebody who asks for a pause 10.
TAKEN, ASKED = 8, 10
DAMAGE_TO_SEATS_THAT_CHANGED_HANDS = {
    "a seat taken back": "UPDATE seats SET kind = 'person', bot = NULL, player = "
    "(SELECT created_by FROM matches WHERE id = :id) WHERE match = :id AND seat = 1",
    "another heir": f"UPDATE journal SET body = replace(body, 'random', 'greedy') WHERE match = :id AND seq = {TAKEN}",
    "another former owner": f"UPDATE journal SET body = replace(body, 'Guest', 'Ghost') "
    f"WHERE match = :id AND seq = {TAKEN}",
    "a take-over by nobody": f"UPDATE journal SET seat = 9 WHERE match = :id AND seq = {TAKEN}",
    "a seat that was only left": f"UPDATE journal SET kind = 'vacate' WHERE match = :id AND seq = {TAKEN}",
    "those of today as those who began": 'UPDATE matches SET players = \'["bot:random","x","y"]\' WHERE id = :id',
    "a pause forgotten": "UPDATE matches SET pause = '{}' WHERE id = :id",
    "a clock that stands": "UPDATE matches SET pause = '{\"left\":60000}', deadline = NULL WHERE id = :id",
    "a pause that nobody ended": f"UPDATE journal SET kind = 'resume' WHERE match = :id AND seq = {ASKED}",
}


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
    assert isinstance(clock, TestClock)
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
    match_id, hosting = made.row.id, process.hosting
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
    await process.pauses.ask(match_id, 2)
    return match_id


KINDS_OF_DAMAGE = {"over": (_played, DAMAGE), "playing": (_playing, DAMAGE_WHILE_PLAYING)}
KINDS_OF_DAMAGE |= {"set anew": (_set_anew, DAMAGE_TO_A_TABLE_SET_ANEW)}
KINDS_OF_DAMAGE |= {"handed over": (_handed_over, DAMAGE_TO_SEATS_THAT_CHANGED_HANDS)}
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
def test_every_kind_of_damage_is_found_and_nothing_else(database: str, status: str) -> None:
    make, damages = KINDS_OF_DAMAGE[status]

    async def story() -> tuple[dict[str, Finding], dict[str, Finding], list[str]]:
        async with processes(database, clock=TestClock()) as (only,):
            matches = [await make(only) for _ in range(len(damages) + 2)]
            before = await _findings(only.store)
            for damage, match_id in zip(damages.values(), matches, strict=False):
                assert await _plant(only.store, damage, match_id) == 1, damage
            return before, await _findings(only.store), matches

    before, after, matches = asyncio.run(story())
    assert {finding.fault for finding in before.values()} == {None}
    assert {finding.steps for finding in before.values()} == {
        {"over": 4, "playing": 1, "handed over": 2}.get(status, 0)
    }
    found = {name for name, match_id in zip(damages, matches, strict=False) if after[match_id].fault}
    assert found == set(damages)
    assert [after[match_id].fault for match_id in matches[len(damages) :]] == [None, None]


def test_a_match_whose_snapshots_were_all_taken_away_is_well_and_goes_on(database: str) -> None:
    async def story() -> list[str | None]:
        async with processes(database, clock=TestClock()) as (only,):
            match_id = await _playing(only)
            done: Any = await only.store.write(lambda connection: connection.execute(delete(tables.snapshots)))
            assert done.rowcount
            faults = [finding.fault for finding in (await _findings(only.store)).values()]
            await only.moves.submit(match_id, 2, Play(5))
            return faults + [finding.fault for finding in (await _findings(only.store)).values()]

    assert asyncio.run(story()) == [None, None]


def test_a_clock_that_nobody_asked_for_is_found(database: str) -> None:
    async def story() -> list[str | None]:
        async with processes(database) as (only,):
            room = await only.match("skirmish")
            await _plant(only.store, "UPDATE matches SET deadline = 1 WHERE id = :id", room.row.id)
            return [finding.fault for finding in (await _findings(only.store)).values()]

    assert asyncio.run(story()) == ["the stored deadline is 1, not None"]


def test_findings_come_one_by_one_and_a_page_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("armillary.server.matches.doctor.PAGE", 2)

    async def story() -> list[str]:
        async with processes(f"{tmp_path}/test.db") as (only,):
            return sorted([await _played(only) for _ in range(5)])

    async def damage(match_id: str) -> None:
        async with processes(f"{tmp_path}/test.db") as (only,):
            await _plant(only.store, DAMAGE["a changed order"], match_id)

    matches = asyncio.run(story())
    found = findings(f"{tmp_path}/test.db")
    first = next(found)
    asyncio.run(damage(matches[-1]))
    rest = list(found)
    assert [finding.match for finding in (first, *rest)] == matches
    assert [bool(finding.fault) for finding in (first, *rest)] == [False, False, False, False, True]


def test_a_doctor_who_is_sent_away_lets_go_of_the_database(tmp_path: Path) -> None:
    async def story() -> None:
        async with processes(f"{tmp_path}/test.db") as (only,):
            for _ in range(3):
                await _played(only)

    asyncio.run(story())
    found = findings(f"{tmp_path}/test.db")
    assert next(found).fault is None
    found.close()  # type: ignore[attr-defined]
    assert [thread.name for thread in threading.enumerate() if thread.name.startswith("armillary-")] == []


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
                    await only.moves.submit(match_id, 1, Play(card))
                    await only.moves.submit(match_id, 2, Play(16 - card))

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
    assert done.stdout.endswith("2 matches checked, 1 faulty\n")
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
