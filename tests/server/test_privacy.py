"""What was agreed to be private stays private: invited seats, closed tables, and what is seen only later."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import ClientConnection

from armillary.core.dice import FastDice
from armillary.server.doctor import findings
from tests.clock import HandClock
from tests.server.api import Meeting, Person, Server, is_problem, listed, meet, running


def _invited(server: Server, **terms: Any) -> tuple[Meeting, str]:
    """A match that has begun between its maker and somebody invited; with the invitation."""
    host, guest = server.person("Host"), server.person("Guest")
    seats = [{"kind": "me"}, {"kind": "invite"}]
    made = host.post("/api/skirmish/matches", {"seats": seats, **terms}).json()
    match = Meeting(meet(server).game, made["match"]["id"], [host, guest])
    invite = made["invites"]["2"]
    assert guest.post(f"{match.common}/join", {"invite": invite}).status_code == 200
    return match, invite


def test_a_seat_that_an_invited_player_gives_up_is_for_nobody_without_the_invitation(server: Server) -> None:
    match, invite = _invited(server, absent={"then": "open"})
    host, guest = match.people
    stranger, friend = server.person(), server.person("Friend")
    assert guest.post(f"{match.common}/resign").status_code == 200
    assert [seat["kind"] for seat in host.get(match.common).json()["seats"]] == ["person", "invite"]
    assert match.id not in listed(stranger, "to_join=true")
    for body in ({}, {"seat": 2}, {"invite": "guess"}):
        assert is_problem(stranger.post(f"{match.common}/join", body), 409)
    step = match.table()["table"]["step"]
    assert match.order(1, match.default_order(1)).status_code == 200, "nobody waits for a seat that is empty"
    with host.live(match.id) as socket:
        while match.table()["table"]["step"] == step:
            socket.recv(10)
    assert friend.post(f"{match.common}/join", {"invite": invite}).status_code == 200
    assert friend.get(match.common).json()["yours"] == [2]
    assert [each.fault for each in findings(server.process.store.url) if each.fault] == []


def test_before_the_start_an_invited_seat_that_was_left_waits_for_its_invitation(server: Server) -> None:
    host, guest, stranger = server.person(), server.person(), server.person()
    seats = [{"kind": "me"}, {"kind": "invite"}, {"kind": "open"}]
    made = host.post("/api/territory/matches", {"seats": seats}).json()
    path, invite = f"/api/matches/{made['match']['id']}", made["invites"]["2"]
    guest.post(f"{path}/join", {"invite": invite})
    assert guest.post(f"{path}/leave").status_code == 200
    assert is_problem(stranger.post(f"{path}/join", {"seat": 2}), 409)
    assert guest.post(f"{path}/join", {"invite": invite}).status_code == 200


def test_a_rematch_keeps_an_empty_seat_for_whoever_was_invited(server: Server) -> None:
    match, invite = _invited(server, absent={"then": "open"})
    host, guest = match.people
    guest.post(f"{match.common}/resign")
    assert host.post(f"{match.common}/resign").json()["status"] == "over"
    again = host.post(f"{match.common}/rematch").json()
    assert "open" not in [seat["kind"] for seat in again["seats"]]
    assert is_problem(server.person().post(f"/api/matches/{again['id']}/join", {}), 409)
    assert guest.post(f"/api/matches/{again['id']}/join", {"invite": invite}).status_code == 200


@pytest.mark.parametrize("path", ["table", "history", "steps?from=0&to=1", "steps/1"])
def test_a_table_without_spectators_is_closed_to_others_also_when_it_is_over(server: Server, path: str) -> None:
    match = meet(server, spectators={"policy": "none"})
    match.play(most=2)
    match.people[0].post(f"{match.common}/resign")
    assert match.table()["status"] == "over"
    for who in (server.person(), server.nobody()):
        assert is_problem(who.get(f"{match.path}/{path}"), 403, "NotAllowed")
    assert match.people[1].get(f"{match.path}/{path}").status_code == 200


def test_what_was_played_and_said_in_private_is_private_for_ever(server: Server) -> None:
    match = meet(server, spectators={"policy": "none"})
    match.people[0].post(f"{match.common}/chat", {"text": "a secret"})
    match.play(most=2)
    match.people[0].post(f"{match.common}/resign")
    alone = [{"kind": "local"}] * 2
    for who in (server.person(), server.nobody()):
        for path in ("chat", "record", "describe"):
            assert is_problem(who.get(f"{match.common}/{path}"), 403, "NotAllowed")
        assert match.id not in listed(who)
        assert match.id not in listed(who, "status=over")
        info = who.get(match.common).json()
        assert (info["status"], info["outcome"], info["rematch"]) == ("over", None, None)
        assert info["changed_at"] == info["created_at"]
        with who.live(match.id) as socket:
            assert "NotAllowed" in str(socket.recv(10))
    assert is_problem(server.person().post(f"{match.path}/fork", {"seats": alone}), 403, "NotAllowed")
    for who in match.people:
        assert [line["text"] for line in who.get(f"{match.common}/chat").json()] == ["a secret"]
        assert who.get(f"{match.common}/record").status_code == 200
        assert who.get(match.common).json()["outcome"] is not None
        assert match.id in listed(who, "status=over")


def test_whoever_has_made_a_private_match_of_bots_can_see_how_it_ended(server: Server) -> None:
    maker = server.person()
    seats = [{"kind": "bot", "level": "random"}] * 2
    made = maker.post("/api/skirmish/matches", {"seats": seats, "spectators": {"policy": "none"}}).json()["match"]
    path = f"/api/matches/{made['id']}"
    assert is_problem(maker.get(f"{path}/record"), 403)
    while maker.get(path).json()["status"] != "over":
        server.inside(_a_moment)
    assert maker.get(f"{path}/record").status_code == 200
    assert is_problem(server.person().get(f"{path}/record"), 403)


async def _a_moment() -> None:
    await asyncio.sleep(0.02)


def _seen_by(who: Person, match: Meeting) -> dict[str, Any]:
    """Everything somebody can ask about a match, but for the time of day."""
    answers: dict[str, Any] = {path: who.get(path).json() for path in (match.common, f"{match.common}/chat")}
    for path in ("table", "history", "steps/0"):
        answers[path] = who.get(f"{match.path}/{path}").json()
    answers["table"].pop("now")
    answers["line"] = listed(who).get(match.id)
    return answers


def _rest(socket: ClientConnection) -> list[Any]:
    """What comes on a socket until it has nothing more to say."""
    found = []
    socket.send(json.dumps({"type": "ping", "id": "last"}))
    while (message := json.loads(socket.recv(10)))["type"] != "pong":
        found.append(message)
    return found


def test_whoever_watches_later_learns_nothing_of_what_happens_now(server: Server) -> None:
    pace = {"kind": "live", "seconds": 60}
    talk = {"kind": "public", "watched": True}
    match, dice = meet(server, spectators={"policy": "delayed", "steps": 2}, pace=pace, talk=talk), FastDice(7)
    first, second = match.people
    for steps in range(4):
        watcher = server.person()
        with watcher.live(match.id, kind=ClientConnection) as socket:
            while json.loads(socket.recv(10))["type"] != "table":
                pass
            before = _seen_by(watcher, match)
            server.clock.forward(5)
            assert match.order(1, match.some_order(1, dice)).status_code == 200
            assert first.post(f"{match.common}/chat", {"text": f"said at {steps}"}).status_code == 201
            assert second.post(f"{match.common}/pause").status_code == 200
            assert second.post(f"{match.common}/draw").status_code == 200
            with first.live(match.id):
                assert _seen_by(watcher, match) == before
                assert _rest(socket) == []
            assert (before["table"]["deadline"], before[match.common]["deadline"]) == (None, None)
            assert before["line"]["deadline"] is None
            assert steps or before["table"]["table"]["submitted"] == []
        assert match.order(2, match.some_order(2, dice)).status_code == 200
        told = [line["text"] for line in watcher.get(f"{match.common}/chat").json()]
        assert told == [f"said at {number}" for number in range(steps)]


def test_nobody_learns_that_a_step_is_over_before_they_may_see_any(server: Server) -> None:
    match, watcher = meet(server, spectators={"policy": "delayed", "steps": 1_000}), server.person()
    before = _seen_by(watcher, match)
    for _ in range(2):
        match.order(1, match.default_order(1))
        match.people[0].post(f"{match.common}/draw")
        match.order(2, match.default_order(2))
        assert _seen_by(watcher, match) == before


def test_a_list_does_not_tell_by_its_order_that_something_has_happened(tmp_path: Path) -> None:
    clock = HandClock()
    with running(tmp_path, clock) as server:
        matches = []
        for policy in ("public", "delayed", "none", "public", "delayed"):
            clock.forward(10)
            spectators = {"policy": policy, "steps": 2 if policy == "delayed" else 0}
            matches.append(meet(server, spectators=spectators))
        ids = [match.id for match in matches]
        watcher = server.person()

        def order(who: Person) -> list[int]:
            found, cursor = [], ""
            while True:
                page = who.get(f"/api/matches?limit=1{cursor}").json()
                found += [ids.index(line["id"]) for line in page["matches"]]
                if page["next"] is None:
                    return found
                cursor = f"&cursor={page['next']}"

        assert order(watcher) == [4, 3, 1, 0]
        for match in matches:
            clock.forward(10)
            assert match.order(1, {"card": 4}).status_code == 200
        assert order(watcher) == [3, 0, 4, 1], "where nothing is hidden, the newest change comes first"
        clock.forward(10)
        matches[1].order(2, {"card": 4})
        assert order(watcher) == [3, 0, 4, 1]
        assert order(matches[1].people[0])[0] == 1, "whoever plays sees it"


@pytest.mark.parametrize("policy", [{"policy": "none"}, {"policy": "delayed", "steps": 2}])
def test_who_left_and_who_came_is_told_only_later(server: Server, policy: dict[str, Any]) -> None:
    match = meet(server, spectators=policy, absent={"then": "bot", "bot": "random"}, seats=3)
    watcher, first = server.person(), match.people[0]
    listed_too = policy["policy"] == "delayed"

    def seen(who: Person) -> list[Any]:
        lines = [line["seats"] for line in listed(who).values() if line["id"] == match.id]
        return [who.get(match.common).json()["seats"], *lines]

    before = seen(watcher)
    assert len(before) == 1 + listed_too
    assert match.people[1].post(f"{match.common}/resign").status_code == 200
    assert seen(watcher) == before
    assert [each["kind"] for each in seen(first)[0]] == ["person", "bot", "person"]
    if listed_too:
        with watcher.live(match.id) as socket:
            assert json.loads(socket.recv(10))["type"] == "table"
            assert match.people[2].post(f"{match.common}/resign").status_code == 200
            assert _rest(socket) == []
    assert seen(watcher) == before


def test_a_seat_that_is_open_to_everybody_is_shown_at_once(server: Server) -> None:
    match = meet(server, spectators={"policy": "delayed", "steps": 2}, absent={"then": "open"}, seats=3)
    match.people[1].post(f"{match.common}/resign")
    newcomer = server.person()
    assert [each["kind"] for each in newcomer.get(match.common).json()["seats"]] == ["person", "open", "person"]
    assert match.id in listed(newcomer, "to_join=true")
    assert newcomer.post(f"{match.common}/join", {}).status_code == 200
    assert [each["name"] for each in server.nobody().get(match.common).json()["seats"]] == [
        f"Player {seat}" for seat in (1, 2, 3)
    ]


def test_those_who_play_see_all_of_that_at_once(server: Server) -> None:
    pace = {"kind": "live", "seconds": 60}
    match = meet(server, spectators={"policy": "delayed", "steps": 2}, pace=pace)
    match.order(1, match.default_order(1))
    match.people[0].post(f"{match.common}/chat", {"text": "hello"})
    seen = _seen_by(match.people[1], match)
    assert seen["table"]["deadline"] == seen[match.common]["deadline"] == seen["line"]["deadline"] is not None
    assert seen["table"]["table"]["submitted"] == [1]
    assert [line["text"] for line in seen[f"{match.common}/chat"]] == ["hello"]


def test_whoever_made_a_match_for_others_hears_of_it_at_home_no_earlier(server: Server) -> None:
    maker, first, second = server.person(), server.person(), server.person()
    terms = {"seats": [{"kind": "open"}] * 2, "spectators": {"policy": "delayed", "steps": 2}, "autostart": True}
    made = maker.post("/api/skirmish/matches", terms).json()["match"]
    for who in (first, second):
        assert who.post(f"/api/matches/{made['id']}/join", {}).status_code == 200
    match = Meeting(meet(server).game, made["id"], [first, second])
    with maker.home() as home:
        json.loads(home.recv(10))
        match.play(most=2)
        assert _rest(home) == []


def test_before_the_start_there_is_no_record_whoever_asks(server: Server) -> None:
    ada = server.person()
    private = {"seats": [{"kind": "me"}, {"kind": "open"}], "spectators": {"policy": "none"}}
    path = f"/api/matches/{ada.post('/api/skirmish/matches', private).json()['match']['id']}/record"
    for who in (ada, server.person(), server.nobody()):
        assert is_problem(who.get(path), 404, "NotFound")
    assert is_problem(ada.get(f"{path}?seat=2"), 404, "NotFound")
