"""Whoever gives up their identity leaves nobody waiting, and takes their words along."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from armillary.api.terms import Absent, SeatPlan
from armillary.core.registry import game
from armillary.server.doctor import examine, findings
from armillary.server.errors import Conflict
from tests.project.tree import environment
from tests.server.api import Server, is_problem, listed, meet, running
from tests.server.ear import Ear
from tests.server.halls import Peer, processes

SEATS = (SeatPlan("me"), SeatPlan("open"), SeatPlan("open"))


async def _gives_up(peer: Peer, player: Any) -> None:
    await peer.leaving.forget_words(player.id)
    await peer.guests.revoke(player)
    await peer.leaving.leave_tables(player.id)


async def _is_well(peer: Peer) -> bool:
    return {finding.fault async for finding in examine(peer.store)} == {None}


def test_open_tables_are_cancelled_with_their_maker(server: Server) -> None:
    maker, guest = server.person("Maker"), server.person("Guest")
    made = maker.post("/api/skirmish/matches", {"seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]}).json()
    match = made["match"]["id"]
    guest.post(f"/api/matches/{match}/join", {})
    assert match in listed(server.nobody(), "to_join=true")
    with Ear(guest, match) as ear:
        ear.hear()
        assert maker.delete("/api/me").status_code == 204
        assert ear.hear()["match"]["status"] == "cancelled", "those who wait there are told"
    assert match not in listed(server.nobody(), "to_join=true")
    assert is_problem(server.person().post(f"/api/matches/{match}/join", {}), 409, "Conflict")


async def test_their_seats_at_the_open_tables_of_others_are_free_again_in_every_process(shared_database: str) -> None:
    async with processes(shared_database, 2) as (here, there):
        host, gone = await here.guest(), await here.guest()
        match_id = (await here.lobby.make(game("skirmish"), host, SEATS)).row.id
        invited = await here.lobby.make(game("skirmish"), host, (SeatPlan("me"), SeatPlan("invite"), SeatPlan("open")))
        secret = invited.invites["2"]
        await here.lobby.join(match_id, gone)
        await here.lobby.join(invited.row.id, gone, invite=secret)
        own = (await here.lobby.make(game("skirmish"), gone, SEATS)).row.id
        for each in (match_id, own):
            await there.hall.room(each)
        await _gives_up(here, gone)
        assert [seat.kind for seat in (await there.hall.room(match_id)).row.seats] == ["person", "open", "open"]
        assert [seat.kind for seat in (await there.hall.room(invited.row.id)).row.seats] == ["person", "invite", "open"]
        with pytest.raises(Conflict, match="was cancelled"):
            await there.lobby.join(own, host)
        assert await _is_well(there)


async def test_a_table_made_while_its_maker_was_deleted_is_found_and_cancelled(database: str) -> None:
    """The identity ends at one process while another, which has not heard of it yet, makes a table for it."""
    async with processes(database) as (only,):
        gone, other = await only.guest(), await only.guest()
        await only.guests.revoke(gone)
        late = (await only.lobby.make(game("skirmish"), gone, SEATS)).row.id
        seat = (await only.lobby.make(game("skirmish"), other, SEATS)).row.id
        await only.lobby.join(seat, gone)
        await only.cleaning.clean()
        assert (await only.hall.room(late)).row.status == "cancelled"
        assert [each.kind for each in (await only.hall.room(seat)).row.seats] == ["person", "open", "open"]
        assert await _is_well(only)


def test_words_go_with_their_speaker_and_orders_and_the_name_stay(server: Server) -> None:
    match = meet(server)
    ada, grace = match.people
    for who, text in ((ada, "Good luck!"), (grace, "You too."), (ada, "I live at the harbour.")):
        who.post(f"{match.common}/chat", {"text": text})
    match.order(1, {"card": 5})
    match.order(2, {"card": 6})
    before = grace.get(f"{match.common}/chat").json()
    with Ear(grace, match.id) as ear:
        ear.hear()
        ada.delete("/api/me")
        told = ear.hear()
    after = grace.get(f"{match.common}/chat").json()
    assert told == {"type": "unsaid", "lines": [line["seq"] for line in before if line["seat"] == 1]}
    assert [(line["text"], line["removed"]) for line in after] == [("", True), ("You too.", False), ("", True)]
    kept = ("seq", "at", "seat", "name")
    assert [[line[name] for name in kept] for line in after] == [[line[name] for name in kept] for line in before]
    assert match.table(2)["table"]["step"] == 1
    assert {finding.fault for finding in findings(server.process.settings.database_url)} == {None}


async def test_only_the_own_words_go_where_a_seat_has_changed_hands(database: str) -> None:
    async with processes(database) as (only,):
        gone, stays, next_one = [await only.guest() for _ in range(3)]
        match_id = (await only.match("skirmish", people=[gone, stays], absent=Absent("open", 2))).row.id
        await only.moves.say(match_id, gone, "mine")
        await only.moves.resign(match_id, 1)
        await only.lobby.join(match_id, next_one)
        room = await only.moves.say(match_id, next_one, "not mine")
        await _gives_up(only, gone)
        assert [line.text for line in await only.views.chat(room, 1, room.seq)] == ["", "not mine"]
        assert await _is_well(only)


def test_an_operator_who_revokes_an_identity_leaves_no_ghost_table_either(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        match = meet(server, talk={"kind": "public", "watched": True})
        ada = match.people[0]
        ada.post(f"{match.common}/chat", {"text": "a secret"})
        seats = [{"kind": "me"}, {"kind": "open"}]
        table = ada.post("/api/skirmish/matches", {"seats": seats}).json()["match"]["id"]
    command = [
        sys.executable,
        "-m",
        "armillary.terminal",
        "revoke",
        str(ada.id),
        "--database",
        str(tmp_path / "test.db"),
    ]
    subprocess.run(command, env=environment(), check=True, capture_output=True)
    with running(tmp_path) as server:
        assert server.nobody().get(f"/api/matches/{table}").json()["status"] == "cancelled"
        assert [line["removed"] for line in server.nobody().get(f"{match.common}/chat").json()] == [True]


# -- what strangers may not know -----------------------------------------------------------------------------------


@pytest.mark.parametrize("policy", ["public", "delayed", "none"])
@pytest.mark.parametrize("asked", [{}, {"seat": 2}, {"invite": "0" * 32}])
def test_a_refused_join_tells_nobody_that_an_invited_player_has_left(
    server: Server, policy: str, asked: dict[str, Any]
) -> None:
    host, invited, stranger = (server.person() for _ in range(3))
    spectators = {"policy": policy} | ({"steps": 3} if policy == "delayed" else {})
    terms = {"spectators": spectators, "absent": {"then": "open"}}
    seats = [{"kind": "me"}, {"kind": "invite"}, {"kind": "local"}]
    made = host.post("/api/skirmish/matches", {"seats": seats, **terms}).json()
    path, secret = f"/api/matches/{made['match']['id']}", made["invites"]["2"]
    invited.post(f"{path}/join", {"invite": secret})
    before = stranger.post(f"{path}/join", asked)
    assert invited.post(f"{path}/resign").status_code == 200
    after = stranger.post(f"{path}/join", asked)
    assert is_problem(before, 409, "Conflict")
    assert after.json() == before.json()
    assert invited.post(f"{path}/join", {"invite": secret}).status_code == 200, (
        "who has the invitation can use it again"
    )
