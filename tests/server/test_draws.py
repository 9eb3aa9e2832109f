"""An agreed draw: offered and taken back through the one door, and the same in every process and after a restart."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import text

from armillary.core import record
from armillary.core.dice import FastDice
from armillary.core.errors import MatchOver, NotToAct
from armillary.core.registry import slugs
from armillary.games.skirmish.model import Play
from armillary.server.doctor import examine
from armillary.server.storage.store import Store
from tests.project.tree import environment
from tests.server.api import Meeting, Server, is_problem, meet
from tests.server.halls import Peer, processes


def _offer(match: Meeting, seat: int) -> dict[str, object]:
    answer = match.people[seat - 1].post(f"{match.common}/draw")
    assert answer.status_code == 200, answer.text
    told: dict[str, object] = answer.json()
    return told


def _take_back(match: Meeting, seat: int) -> dict[str, object]:
    answer = match.people[seat - 1].delete(f"{match.common}/draw")
    assert answer.status_code == 200, answer.text
    told: dict[str, object] = answer.json()
    return told


# -- through the API ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", slugs())
def test_every_game_can_end_in_a_draw(server: Server, slug: str) -> None:
    match = meet(server, slug)
    match.play(most=2)
    steps = match.table()["table"]["step"]
    history = match.people[0].get(f"{match.path}/history").json()["steps"]
    seats = range(1, len(match.people) + 1)
    for seat in seats[:-1]:
        assert _offer(match, seat)["offers"] == list(range(1, seat + 1))
    last = _offer(match, seats[-1])
    outcome = {"winners": [], "ranking": [list(seats)], "scores": [], "reason": "agreed_draw"}
    assert (last["offers"], last["outcome"]) == ([], outcome)
    info = server.nobody().get(match.common).json()
    assert (info["status"], info["outcome"], info["deadline"]) == ("over", outcome, None)
    kept = record.load(server.nobody().get(f"{match.common}/record").content)
    assert (len(kept.log), kept.log[-1]) == (steps + 1, {"kind": "agreed_draw"})
    assert record.verify(kept).outcome is not None
    *same, drawn = match.people[0].get(f"{match.path}/history").json()["steps"]
    assert (len(same), drawn["kind"], drawn["step"]) == (len(history), "agreed_draw", steps + 1)
    assert match.table()["table"]["outcome"] == outcome


def test_the_record_of_a_draw_can_be_checked_by_anybody(server: Server, tmp_path: Path) -> None:
    match = meet(server)
    match.play(most=1)
    _offer(match, 1)
    _offer(match, 2)
    file = tmp_path / "record.json"
    file.write_bytes(server.nobody().get(f"{match.common}/record").content)
    words = [sys.executable, "-m", "armillary.terminal", "verify", str(file)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=60, env=environment(), check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_offers_are_public_and_an_offer_made_twice_is_one(server: Server) -> None:
    match = meet(server, seats=3)
    first = _offer(match, 2)
    assert _offer(match, 2) == first
    for who in (*match.people, server.person(), server.nobody()):
        assert who.get(f"{match.path}/table").json()["offers"] == [2]
    back = _take_back(match, 2)
    assert (back["seq"], back["offers"]) == (int(str(first["seq"])) + 1, [])
    assert _take_back(match, 2) == back
    assert match.table()["offers"] == []


def test_an_offer_is_news_for_whoever_polls_or_listens(server: Server) -> None:
    match = meet(server)
    tag = match.people[1].get(f"{match.path}/table").headers["etag"]
    with match.people[1].live(match.id) as table:
        assert json.loads(table.recv(5))["table"]["offers"] == []
        seq = _offer(match, 1)["seq"]
        told = json.loads(table.recv(5))
        assert (told["type"], told["seq"], told["offers"]) == ("waiting", seq, [1])
        assert match.people[1].get(f"{match.path}/table", if_none_match=tag).status_code == 200
        _offer(match, 2)
        last = json.loads(table.recv(5))
        assert (last["type"], last["table"]["status"], last["table"]["offers"]) == ("table", "over", [])
        assert last["table"]["table"]["outcome"]["reason"] == "agreed_draw"
        assert [step["kind"] for step in last["happened"]] == ["agreed_draw"]


@pytest.mark.parametrize("slug", slugs())
def test_offers_lapse_with_the_next_step(server: Server, slug: str) -> None:
    match = meet(server, slug)
    _offer(match, 1)
    match.step(FastDice(1))
    assert match.table()["offers"] == []
    for seat in range(2, len(match.people) + 1):
        assert _offer(match, seat)["outcome"] is None


def test_an_agreement_sent_again_is_no_error_but_cannot_be_taken_back(server: Server) -> None:
    match = meet(server)
    _offer(match, 1)
    last = _offer(match, 2)
    assert _offer(match, 2) == last
    assert is_problem(match.people[0].delete(f"{match.common}/draw"), 409, "MatchOver")
    assert is_problem(match.order(1, {"card": 1}), 409, "MatchOver")


def test_a_draw_is_for_those_who_play(server: Server) -> None:
    match = meet(server, seats=3)
    for method in ("POST", "DELETE"):
        assert is_problem(server.nobody().ask(method, f"{match.common}/draw"), 401, "NotSignedIn")
        assert is_problem(server.person().ask(method, f"{match.common}/draw"), 403, "NotAllowed")
        assert is_problem(match.people[0].ask(method, "/api/matches/nonsense/draw"), 404, "NotFound")
    match.people[0].post(f"{match.common}/resign")
    assert is_problem(match.people[0].post(f"{match.common}/draw"), 409, "NotToAct")
    match.people[1].post(f"{match.common}/resign")
    assert is_problem(match.people[2].post(f"{match.common}/draw"), 409, "MatchOver")
    maker = server.person()
    made = maker.post("/api/skirmish/matches", {"seats": [{"kind": "me"}, {"kind": "open"}]}).json()["match"]["id"]
    for method in ("POST", "DELETE"):
        assert is_problem(maker.ask(method, f"/api/matches/{made}/draw"), 404, "NotFound")


def test_bots_never_agree_to_a_draw(server: Server) -> None:
    person = server.person()
    seats = [{"kind": "me"}, {"kind": "bot", "level": "random"}, {"kind": "open"}]
    made = person.post("/api/skirmish/matches", {"seats": seats}).json()["match"]["id"]
    server.person().post(f"/api/matches/{made}/join", {})
    refused = person.post(f"/api/matches/{made}/draw")
    assert is_problem(refused, 409, "Conflict")
    assert refused.json()["detail"] == "Bots never agree to a draw, and a bot is playing on seat 2."
    assert person.get(f"/api/skirmish/matches/{made}/table").json()["offers"] == []
    assert person.delete(f"/api/matches/{made}/draw").json()["offers"] == []


def test_late_spectators_hear_of_offers_late(server: Server) -> None:
    match = meet(server, spectators={"policy": "delayed", "steps": 1})
    watcher, dice = server.nobody(), FastDice(1)
    match.step(dice)
    _offer(match, 1)
    assert watcher.get(f"{match.path}/table").json()["offers"] == []
    match.step(dice)
    late = watcher.get(f"{match.path}/table").json()
    assert (late["table"]["step"], late["offers"]) == (1, [1])


# -- in the database ---------------------------------------------------------------------------------------


async def _faults(store: Store) -> list[str | None]:
    return [finding.fault async for finding in examine(store)]


async def _kinds(process: Peer, match_id: str) -> list[str]:
    return [row.kind for row in await process.store.journal(match_id) if row.kind not in ("join", "start")]


@pytest.mark.parametrize("slug", slugs())
async def test_offers_outlive_the_server_and_are_agreed_to_in_another(database: str, slug: str) -> None:
    async with processes(database) as (only,):
        room = await only.match(slug)
        match_id, seats = room.row.id, room.playing.standing
        for seat in (*seats[1:], seats[1]):
            await only.moves.offer_draw(match_id, seat)
        await only.moves.take_back_draw(match_id, seats[1])
        await only.moves.offer_draw(match_id, seats[1])
        assert await _kinds(only, match_id) == ["draw"] * len(seats[1:]) + ["no_draw", "draw"]
    async with processes(database) as (only,):
        assert (await only.hall.room(match_id)).playing.offers == seats[1:]
        assert await _faults(only.store) == [None]
        drawn = await only.moves.offer_draw(match_id, seats[0])
        assert (drawn.row.status, drawn.playing.step) == ("over", 1)
        assert (await _kinds(only, match_id))[-2:] == ["draw", "step"]
    async with processes(database) as (only,):
        again = await only.hall.room(match_id)
        assert again.playing.outcome == again.row.outcome == drawn.row.outcome
        assert again.playing.hashes[-1] == drawn.playing.hashes[-1]
        assert record.verify(record.load(await only.views.record(again, None))).drawn
        assert await _faults(only.store) == [None]


async def test_two_processes_agree_at_the_same_moment_and_once(shared_database: str) -> None:
    async with processes(shared_database, 2) as (here, there):
        for _ in range(5):
            match_id = (await here.match("skirmish")).row.id
            await there.hall.room(match_id)
            asked = [(each, seat) for each in (here, there) for seat in (1, 2)]
            await asyncio.gather(*(each.moves.offer_draw(match_id, seat) for each, seat in asked))
            assert await _kinds(here, match_id) == ["draw", "draw", "step"]
            rooms = [await each.hall.room(match_id) for each in (here, there)]
            assert [room.playing.drawn for room in rooms] == [True, True]
            assert rooms[0].playing.hashes == rooms[1].playing.hashes
        assert await _faults(here.store) == [None] * 5


async def test_an_offer_that_lapsed_elsewhere_is_made_anew(shared_database: str) -> None:
    async with processes(shared_database, 2) as (here, there):
        await here.relay.close()
        match_id = (await here.match("skirmish")).row.id
        await here.moves.offer_draw(match_id, 1)
        await there.default(match_id, 1, 2)
        assert (await here.moves.offer_draw(match_id, 1)).playing.offers == (1,)
        assert (await _kinds(here, match_id)).count("draw") == 2
        assert (await there.hall.room(match_id)).playing.offers == (1,)


async def test_an_offer_made_twice_at_once_is_acknowledged_when_it_is_durable(database: str) -> None:
    async with processes(database) as (only,):
        room = await only.match("skirmish")
        first = asyncio.create_task(only.moves.offer_draw(room.row.id, 1))
        await asyncio.sleep(0)
        assert room.playing.offers == ()
        await only.moves.offer_draw(room.row.id, 1)
        assert first.done()
        assert await _kinds(only, room.row.id) == ["draw"]


async def test_resigning_with_an_offer_on_the_table_comes_out_the_same_after_a_restart(database: str) -> None:
    async with processes(database) as (only,):
        left, agreed, alone = [(await only.match("skirmish", seats=seats)).row.id for seats in (4, 3, 2)]
        for seat in (1, 2):
            await only.moves.offer_draw(left, seat)
        await only.moves.submit(left, 2, Play(7))
        await only.moves.resign(left, 1)
        for seat in (1, 3):
            await only.moves.offer_draw(agreed, seat)
            await only.moves.submit(agreed, seat, Play(seat))
        await only.moves.resign(agreed, 2)
        await only.moves.offer_draw(alone, 1)
        await only.moves.resign(alone, 2)
    async with processes(database) as (only,):
        assert await _faults(only.store) == [None] * 3
        waiting = (await only.hall.room(left)).playing
        assert (waiting.offers, dict(waiting.pending), waiting.outcome) == ((2,), {2: Play(7)}, None)
        reasons = [(await only.hall.room(each)).playing.outcome for each in (agreed, alone)]
        assert [outcome and (outcome.reason, outcome.winners) for outcome in reasons] == [
            ("agreed_draw", ()),
            ("resignation", (1,)),
        ]
        with pytest.raises(NotToAct, match="not playing"):
            await only.moves.offer_draw(left, 1)
        with pytest.raises(MatchOver):
            await only.moves.take_back_draw(agreed, 1)


DAMAGE = {
    "an offer that was never made": "UPDATE journal SET kind = 'no_draw' WHERE match = :id AND kind = 'withdraw'",
    "an offer of a seat that resigned": "UPDATE journal SET seat = 3 WHERE match = :id AND kind = 'draw' AND seat = 1",
    "an agreement that is gone": "UPDATE journal SET kind = 'chat' WHERE match = :id AND kind = 'draw' AND seat = 2",
    "a draw somebody won": """UPDATE matches SET outcome = replace(outcome, 'agreed_draw', 'points') WHERE id = :id""",
}


async def test_the_doctor_sees_through_a_draw_that_was_none(database: str) -> None:
    async with processes(database) as (only,):
        matches = {name: await _drawn(only) for name in DAMAGE}
        assert set(await _faults(only.store)) == {None}
        for name, damage in DAMAGE.items():
            assert await _plant(only.store, damage, matches[name]) == 1, name
        found = {finding.match for finding in [each async for each in examine(only.store)] if finding.fault}
        assert found == set(matches.values())


async def _plant(store: Store, damage: str, match_id: str) -> int:
    done = await store.write(lambda connection: connection.execute(text(damage), {"id": match_id}))
    changed: int = done.rowcount
    return changed


async def _drawn(process: Peer) -> str:
    match_id = (await process.match("skirmish", seats=3)).row.id
    await process.moves.resign(match_id, 3)
    await process.moves.submit(match_id, 1, Play(4))
    await process.moves.withdraw(match_id, 1)
    for seat in (1, 2):
        await process.moves.offer_draw(match_id, seat)
    return match_id


async def test_an_order_that_was_there_when_another_seat_resigned_is_there_after_a_restart(database: str) -> None:
    async with processes(database) as (only,):
        match_id = (await only.match("skirmish", seats=3)).row.id
        await only.moves.submit(match_id, 1, Play(4))
        await only.moves.resign(match_id, 2)
    async with processes(database) as (only,):
        assert dict((await only.hall.room(match_id)).playing.pending) == {1: Play(4)}
        assert await _faults(only.store) == [None]
