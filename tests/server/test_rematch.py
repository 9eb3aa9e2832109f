"""After the end the same people meet again: once, whoever asks, everybody one seat further on."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from armillary.api.terms import Live
from armillary.core import codec
from armillary.server.doctor import findings
from armillary.server.errors import Conflict, NotAllowed
from tests.server.api import Person, Server, is_problem, listed, meet
from tests.server.ear import Ear
from tests.server.halls import processes


def _seats(info: Any) -> list[tuple[str, str]]:
    return [(seat["kind"], seat["name"]) for seat in info["seats"]]


def _three(server: Server) -> tuple[Person, Person, str]:
    """Ada and Bob at one device, Grace at another, and a bot; it is over."""
    ada, grace = server.person("Ada"), server.person("Grace")
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "local", "name": "Bob"}, {"kind": "bot", "level": "random"}]
    terms = {"pace": {"kind": "live", "seconds": 60}, "spectators": {"policy": "none"}}
    match = ada.post("/api/skirmish/matches", {"seats": seats, **terms}).json()["match"]["id"]
    grace.post(f"/api/matches/{match}/join", {})
    assert is_problem(grace.post(f"/api/matches/{match}/rematch"), 409, "Conflict")
    for who, seat in ((ada, 1), (ada, 3), (grace, 2)):
        who.post(f"/api/matches/{match}/resign?seat={seat}")
    return ada, grace, match


def test_everybody_moves_one_seat_on_and_finds_a_seat_kept(server: Server) -> None:
    ada, grace, match = _three(server)
    before = ada.get(f"/api/matches/{match}").json()
    made = grace.post(f"/api/matches/{match}/rematch").json()
    assert _seats(made) == [("bot", "Random"), ("kept", "Ada"), ("person", "Grace"), ("local", "Bob")]
    assert (made["status"], made["yours"]) == ("open", [3])
    assert [made[name] for name in ("config", "pace", "spectators")] == [
        before[name] for name in ("config", "pace", "spectators")
    ]
    assert made["commitment"] != before["commitment"]
    assert ada.get(f"/api/matches/{match}").json()["rematch"] == made["id"]
    again = ada.post(f"/api/matches/{match}/rematch").json()
    assert again["id"] == made["id"]
    assert [seat["you"] for seat in again["seats"]] == [False, True, False, True]
    assert made["id"] in listed(ada, "mine=true")
    path = f"/api/matches/{made['id']}"
    for stranger in (server.person(), grace):
        assert is_problem(stranger.post(f"{path}/join", {"seat": 2}), 409, "Conflict")
    begun = ada.post(f"{path}/join", {}).json()
    assert (begun["status"], begun["yours"]) == ("playing", [2, 4])
    assert {finding.fault for finding in findings(server.process.settings.database_url)} == {None}


def test_a_seat_that_is_kept_can_be_declined(server: Server) -> None:
    ada, grace, match = _three(server)
    path = f"/api/matches/{grace.post(f'/api/matches/{match}/rematch').json()['id']}"
    assert is_problem(server.person().post(f"{path}/leave"), 403, "NotAllowed")
    declined = ada.post(f"{path}/leave").json()
    assert [each["kind"] for each in declined["seats"]] == ["bot", "open", "person", "local"]
    left = ada.post(f"{path}/leave?seat=4").json()
    assert (left["seats"][3]["kind"], left["yours"]) == ("open", [])
    assert path.rsplit("/", maxsplit=1)[-1] not in listed(ada, "mine=true")
    assert server.person().post(f"{path}/join", {}).json()["yours"] == [2]
    assert {finding.fault for finding in findings(server.process.settings.database_url)} == {None}


def test_with_nobody_else_it_begins_at_once(server: Server) -> None:
    ada = server.person("Ada")
    seats = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
    match = ada.post("/api/skirmish/matches", {"seats": seats}).json()["match"]["id"]
    ada.post(f"/api/matches/{match}/resign")
    made = ada.post(f"/api/matches/{match}/rematch").json()
    assert (made["status"], _seats(made)) == ("playing", [("bot", "Random"), ("person", "Ada")])


def test_everybody_at_the_old_table_hears_of_it(server: Server) -> None:
    match = meet(server)
    match.people[0].post(f"{match.common}/resign")
    with Ear(match.people[1], match.id) as ear:
        ear.hear()
        made = match.people[0].post(f"{match.common}/rematch").json()
        heard = ear.hear()
    assert (heard["type"], heard["match"]["rematch"]) == ("seats", made["id"])


def test_whoever_a_seat_is_kept_for_is_told_at_home(server: Server) -> None:
    ada, grace, match = _three(server)
    with ada.home() as home:
        assert codec.decode(str(home.recv(5)), dict)["type"] == "home"
        made = grace.post(f"/api/matches/{match}/rematch").json()
        told: list[Any] = [codec.decode(str(home.recv(5)), dict) for _ in range(2)]
    assert {(each["why"], each["match"]["id"]) for each in told} == {("changed", match), ("invited", made["id"])}


def test_only_those_who_sat_there_may_ask(server: Server) -> None:
    match = meet(server)
    match.people[0].post(f"{match.common}/resign")
    assert is_problem(server.person().post(f"{match.common}/rematch"), 403, "NotAllowed")
    assert is_problem(server.nobody().post(f"{match.common}/rematch"), 401, "NotSignedIn")
    assert server.nobody().get(match.common).json()["rematch"] is None


async def test_two_who_ask_at_once_in_two_processes_get_the_same_match(shared_database: str) -> None:
    async with processes(shared_database, 2) as (one, two):
        guests = [await one.guest(), await one.guest()]
        room = await one.match("skirmish", pace=Live(60), people=guests)
        await one.moves.resign(room.row.id, 1)
        asked = [
            process.rematches.rematch(room.row.id, guest) for process, guest in zip((one, two), guests, strict=True)
        ]
        made = await asyncio.gather(*asked)
        with pytest.raises(NotAllowed):
            await two.rematches.rematch(room.row.id, await two.guest())
        with pytest.raises(Conflict):
            await two.rematches.rematch(made[0].id, guests[0])
        rows = await one.store.journal(room.row.id)
        ids, links = {row.id for row in made}, sum(row.kind == "rematch" for row in rows)
    assert (len(ids), links) == (1, 1)
