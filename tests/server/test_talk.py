"""Talk at a table: who may say what to whom, who reads it, and that a private line leaves no trace for anybody else."""

from __future__ import annotations

import json
from typing import Any

import pytest

from armillary.api.terms import Talk
from armillary.core.errors import BadInput
from armillary.core.registry import game, slugs
from armillary.server.doctor import findings
from armillary.server.errors import Conflict
from armillary.server.storage import removals
from tests.server.api import Meeting, Person, Server, is_problem, listed, meet, running
from tests.server.ear import Ear
from tests.server.halls import processes

PRIVATE = {"kind": "private"}


def _say(match: Meeting, seat: int, text: str, to: int | None = None) -> Any:
    return match.people[seat - 1].post(f"{match.common}/chat", {"text": text, "to": to})


def _read(who: Person, match: Meeting, query: str = "") -> list[str]:
    answer = who.get(f"{match.common}/chat?{query}")
    assert answer.status_code == 200, answer.text
    return [line["text"] for line in answer.json()]


def _is_well(server: Server) -> bool:
    return [each.fault for each in findings(server.process.settings.database_url) if each.fault] == []


# -- the terms -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", slugs())
def test_without_a_word_in_the_terms_players_talk_as_their_game_says(server: Server, slug: str) -> None:
    match = meet(server, slug)
    talk = match.people[0].get(match.common).json()["talk"]
    assert talk == {"kind": game(slug).service.talk, "watched": False, "revealed": False}
    assert game(slug).service.talk == ("private" if slug in ("territory", "risky_stars") else "public")


def test_the_terms_can_be_changed_before_the_start_and_a_rematch_keeps_them(server: Server) -> None:
    host, guest = server.person(), server.person()
    seats = [{"kind": "me"}, {"kind": "open"}]
    made = host.post("/api/skirmish/matches", {"seats": seats, "talk": {"kind": "none"}}).json()["match"]
    match = Meeting(game("skirmish"), made["id"], [host, guest])
    assert is_problem(_say(match, 1, "hello"), 409, "Conflict")
    talk = {"kind": "private", "watched": True, "revealed": True}
    assert host.ask("PATCH", match.path, {"talk": talk}).json()["talk"] == talk
    assert host.ask("PATCH", match.path, {"autostart": True}).json()["talk"] == talk, "what is left out stays"
    guest.post(f"{match.common}/join", {})
    assert is_problem(host.ask("PATCH", match.path, {"talk": {"kind": "none"}}), 409, "Conflict")
    host.post(f"{match.common}/resign")
    assert host.post(f"{match.common}/rematch").json()["talk"] == talk
    assert _is_well(server)


@pytest.mark.parametrize("talk", [{"kind": "loud"}, {"kind": "public", "to": 1}, {"watched": 1}, "private", []])
def test_terms_that_are_none_are_refused(server: Server, talk: Any) -> None:
    seats = [{"kind": "me"}, {"kind": "open"}]
    assert is_problem(server.person().post("/api/skirmish/matches", {"seats": seats, "talk": talk}), 400)


# -- who may say what ------------------------------------------------------------------------------------------


def test_private_talk_is_between_two_people_of_a_match_that_is_played(server: Server) -> None:
    host, guest = server.person(), server.person()
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "level": "random"}, {"kind": "local", "name": "Eve"}]
    terms = {"seats": seats, "talk": PRIVATE, "autostart": False}
    made = host.post("/api/territory/matches", terms).json()["match"]
    match = Meeting(game("territory"), made["id"], [host, guest])
    guest.post(f"{match.common}/join", {})
    before = guest.post(f"{match.common}/chat", {"text": "psst", "to": 1})
    assert is_problem(before, 409), "before the start a seat may still be anybody's"
    host.post(f"{match.common}/start")

    def seen() -> list[Any]:
        return [who.get(f"{match.common}/chat{seat}").json() for who, seat in ((host, "?seat=4"), (guest, ""))]

    as_guest = {"path": f"{match.common}/chat", "who": guest}
    as_eve = {"path": f"{match.common}/chat?seat=4", "who": host}
    attempts: list[tuple[dict[str, Any], Any, int]] = [
        (as_guest, 2, 400),
        (as_guest, 3, 409),
        (as_guest, 99, 400),
        (as_guest, 0, 400),
        (as_guest, -1, 400),
        (as_guest, 10**9, 400),
        (as_guest, "1", 400),
        (as_guest, 1.5, 400),
        (as_guest, [1], 400),
        (as_eve, 1, 400),
        ({"path": f"{match.common}/chat", "who": server.person()}, 1, 403),
        ({"path": f"{match.common}/chat", "who": server.nobody()}, 1, 401),
    ]
    nothing = seen()
    for how, to, status in attempts:
        assert is_problem(how["who"].post(how["path"], {"text": "psst", "to": to}), status), to
    assert is_problem(guest.post(f"{match.common}/chat", {"text": "x" * 501, "to": 1}), 400)
    assert is_problem(guest.post(f"{match.common}/chat", {"text": " \n ", "to": 1}), 400)
    assert seen() == nothing
    assert guest.post(f"{match.common}/chat", {"text": "to a guest's guest", "to": 4}).status_code == 201
    assert [line["to"] for line in host.get(f"{match.common}/chat?seat=4").json()] == [4]
    assert host.get(f"{match.common}/chat?seat=1").json() == [], "each seat at one device has its own"
    assert host.post(f"{match.common}/resign?seat=4").status_code == 200
    assert guest.post(f"{match.common}/resign").status_code == 200
    assert _is_well(server)


def test_after_the_end_there_is_nothing_private_to_say(server: Server) -> None:
    match = meet(server, talk=PRIVATE)
    match.people[0].post(f"{match.common}/resign")
    assert is_problem(_say(match, 1, "psst", to=2), 409, "Conflict")
    assert _say(match, 1, "well played").status_code == 201


@pytest.mark.parametrize(("kind", "to"), [("none", None), ("none", 2), ("public", 2)])
def test_what_the_terms_do_not_allow_is_refused_on_both_ways(server: Server, kind: str, to: int | None) -> None:
    match = meet(server, talk={"kind": kind})
    before = match.table(2)
    told = _say(match, 1, "psst", to)
    assert is_problem(told, 409, "Conflict")
    with Ear(match.people[0], match.id) as ear:
        ear.hear()
        answer = ear.ask(type="say", text="psst", to=to)
        assert (answer["type"], answer["detail"]) == ("problem", told.json()["detail"])
    after = match.table(2)
    assert {**after, "now": 0} == {**before, "now": 0}


def test_private_lines_count_like_all_others(server: Server) -> None:
    bounds = server.process.limits.journal
    match = meet(server, talk=PRIVATE)
    room = server.inside(lambda: server.process.hall.room(match.id))
    for number in range(3):
        assert _say(match, 1, f"line {number}", to=2 if number else None).status_code == 201
    assert room.known.tally.lines == {1: 3}
    assert room.known.tally.chat_bytes[1] > 0
    assert bounds.lines > 3


def test_nobody_floods_a_table_in_private(tmp_path: Any) -> None:
    with running(tmp_path, chat_lines_per_player=5) as server:
        match = meet(server, talk=PRIVATE)
        for number in range(5):
            assert _say(match, 1, "psst", to=2 if number % 2 else None).status_code == 201
        for to in (None, 2):
            assert is_problem(_say(match, 1, "psst", to), 429, "TooMany")
        assert _say(match, 2, "still here", to=1).status_code == 201
        assert match.order(1, {"card": 5}).status_code == 200
        assert len(_read(match.people[1], match)) == 6


# -- who reads it ----------------------------------------------------------------------------------------------


def test_spectators_read_the_players_only_at_the_end_unless_the_terms_say_so(server: Server) -> None:
    for watched in (False, True):
        match = meet(server, talk={"kind": "public", "watched": watched})
        watcher = server.person()
        with Ear(watcher, match.id) as ear:
            ear.hear()
            _say(match, 1, "hello")
            match.order(1, {"card": 5})
            ear.until(lambda ear=ear: ear.table["submitted"] == [1])  # type: ignore[misc]
            assert ear.said == (["hello"] if watched else [])
        assert _read(watcher, match) == _read(server.nobody(), match) == ear.said
        assert _read(match.people[1], match) == ["hello"]
        match.people[0].post(f"{match.common}/resign")
        assert _read(watcher, match) == _read(server.nobody(), match) == ["hello"]


@pytest.mark.parametrize("revealed", [False, True])
def test_a_private_line_is_for_two_and_after_the_end_for_all_if_they_agreed(server: Server, revealed: bool) -> None:
    match = meet(server, "territory", seats=3, talk={"kind": "private", "revealed": revealed})
    _say(match, 1, "to all")
    _say(match, 1, "to two", to=2)
    _say(match, 2, "to one", to=1)
    _say(match, 3, "to two as well", to=2)
    first, second, third = match.people
    assert _read(first, match) == ["to all", "to two", "to one"]
    assert _read(second, match) == ["to all", "to two", "to one", "to two as well"]
    assert _read(third, match) == ["to all", "to two as well"]
    assert _read(server.person(), match) == []
    second.post(f"{match.common}/resign")
    assert _read(second, match) == ["to all", "to two", "to one", "to two as well"], "whoever sat there still may"
    first.post(f"{match.common}/resign")
    assert first.get(match.common).json()["status"] == "over"
    everything = ["to all", "to two", "to one", "to two as well"]
    assert _read(third, match) == (everything if revealed else ["to all", "to two as well"])
    assert _read(server.nobody(), match) == (everything if revealed else ["to all"])
    assert _is_well(server)


def test_what_was_said_is_read_from_either_end_in_parts(server: Server) -> None:
    match = meet(server, "territory", seats=3, talk=PRIVATE)
    for number in range(12):
        _say(match, 1, f"line {number}", to=(None, 2, 3)[number % 3])
    lines = match.people[1].get(f"{match.common}/chat").json()
    mine = [f"line {number}" for number in range(12) if number % 3 != 2]
    assert [line["text"] for line in lines] == mine
    assert _read(match.people[1], match, "limit=3") == mine[:3]
    assert _read(match.people[1], match, f"limit=3&since={lines[2]['seq']}") == mine[3:6]
    assert _read(match.people[1], match, "limit=3&before=1000") == mine[-3:]
    assert _read(match.people[1], match, f"limit=3&before={lines[-3]['seq']}") == mine[-6:-3]
    assert _read(match.people[1], match, f"limit=3&before={lines[2]['seq']}") == mine[:2]
    assert is_problem(match.people[1].get(f"{match.common}/chat?before=0"), 400)


def test_lines_of_others_in_between_do_not_end_a_part_early(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("armillary.server.play.views.LINES_PER_READ", 2)
    match = meet(server, "territory", seats=3, talk=PRIVATE)
    for number in range(9):
        _say(match, 1, f"line {number}", to=2 if number < 8 else 3)
    _say(match, 1, "last")
    assert _read(match.people[2], match, "limit=1") == _read(match.people[2], match, "limit=2&before=999")[:1]
    assert _read(match.people[2], match) == ["line 8", "last"]


def test_both_hear_it_at_once_and_again_after_a_drop_and_nobody_else_does(server: Server) -> None:
    match = meet(server, "territory", seats=3, talk=PRIVATE)
    ears = [Ear(who, match.id) for who in (*match.people, server.nobody())]
    one, two, three, watcher = ears
    with one, three, watcher:
        for ear in (one, three, watcher):
            ear.hear()
        assert one.ask(type="say", text="first", to=2)["type"] == "taken"
        one.until(lambda: one.said == ["first"])
        assert _say(match, 2, "second", to=1).status_code == 201
        one.until(lambda: one.said == ["first", "second"])
        assert _say(match, 1, "to all").status_code == 201
        three.until(lambda: three.said)
        assert (three.said, watcher.said) == (["to all"], [])
    with two:
        two.until(lambda: len(two.said) == 3)
    with two:  # from where it left off
        _say(match, 1, "third", to=2)
        two.until(lambda: len(two.said) == 4)
    assert two.said == ["first", "second", "to all", "third"]


# -- no trace --------------------------------------------------------------------------------------------------


def _seen(who: Person, match: Meeting) -> dict[str, Any]:
    """Everything somebody can ask about a match and its place in lists, but for the time of day."""
    paths = (match.common, f"{match.common}/chat", f"{match.common}/chat?before=9999", f"{match.common}/describe")
    found: dict[str, Any] = {path: who.get(path).json() for path in paths}
    for path in ("table", "history", "steps/0"):
        answer = who.get(f"{match.path}/{path}")
        found[path] = answer.json(), answer.headers.get("etag")
    found["table"][0].pop("now")
    found["record"] = who.get(f"{match.common}/record").text
    found["lists"] = [list(listed(who, query).values()) for query in ("", "mine=true", "status=playing")]
    return found


def test_a_private_line_changes_nothing_for_anybody_else(server: Server) -> None:
    match, _ = meet(server, "territory", seats=3, talk=PRIVATE), meet(server)  # the second stands before it in lists
    others = [match.people[2], server.person(), server.nobody()]
    before = [_seen(who, match) for who in others]
    server.clock.forward(60)
    with (
        match.people[2].home() as home,
        Ear(match.people[2], match.id) as ear,
        Ear(server.nobody(), match.id) as watcher,
    ):
        home.recv(10)
        for each in (ear, watcher):
            each.hear()
        for seat, to in ((1, 2), (2, 1), (1, 2)):
            assert _say(match, seat, "between us", to).status_code == 201
        assert [_seen(who, match) for who in others] == before
        home.send(json.dumps({"type": "ping", "id": "1"}))
        assert json.loads(home.recv(10))["type"] == "pong"
        for each in (ear, watcher):
            assert each.ask(type="ping")["type"] == "pong"
            assert "between us" not in str(each.__dict__)
    assert _is_well(server)


def test_nobody_counts_what_others_do_in_secret_by_changing_their_own_order(server: Server) -> None:
    match = meet(server, "territory", seats=3, talk=PRIVATE, pace={"kind": "live", "seconds": 600})
    order = match.default_order(3)
    told = []
    for secret in (False, True, False, True):
        if secret:
            _say(match, 1, "between us", to=2)
            match.people[0].post(f"{match.path}/orders", {"order": match.default_order(1), "ready": False})
        told.append(match.order(3, order).json()["seq"])
    assert told == [match.table(3)["seq"]] * 4


def test_whoever_watched_before_the_start_hears_that_a_line_was_removed(server: Server) -> None:
    ada, bob = server.person(), server.person()
    made = ada.post("/api/skirmish/matches", {"seats": [{"kind": "me"}, {"kind": "open"}]}).json()["match"]["id"]
    ada.post(f"/api/matches/{made}/chat", {"text": "rude"})
    with Ear(server.nobody(), made) as watcher:
        (line,) = watcher.hear()["said"]
        bob.post(f"/api/matches/{made}/join", {})
        while watcher.hear()["type"] != "table":
            pass
        ada.delete("/api/me")
        told = watcher.hear()
        while told["type"] != "unsaid":
            told = watcher.hear()
        assert told["lines"] == [line["seq"]]


def test_a_removed_private_line_is_told_to_its_two_readers_only(server: Server) -> None:
    match = meet(server, "territory", seats=3, talk=PRIVATE)
    _say(match, 1, "between us", to=2)
    _say(match, 1, "to all")
    seqs = [line["seq"] for line in match.people[1].get(f"{match.common}/chat").json()]
    with Ear(match.people[1], match.id) as reader, Ear(match.people[2], match.id) as other:
        for ear in (reader, other):
            ear.hear()
        match.people[0].delete("/api/me")
        assert reader.hear() == {"type": "unsaid", "lines": seqs}
        assert other.hear() == {"type": "unsaid", "lines": seqs[1:]}
    kept = match.people[1].get(f"{match.common}/chat").json()
    assert [(line["text"], line["removed"], line["to"]) for line in kept] == [("", True, 2), ("", True, None)]
    assert _is_well(server)


async def test_an_operator_can_remove_a_private_line(database: str) -> None:
    async with processes(database) as (only,):
        people = [await only.guest(), await only.guest()]
        room = await only.match("skirmish", people=people, talk=Talk("private"))
        await only.moves.say(room.row.id, people[0], "between us", to=2)
        assert await removals.remove_line(only.store, room.row.id, room.seq, 1)
        (line,) = await only.views.chat(room, 2, room.seq)
        assert (line.text, line.removed, line.to) == ("", True, 2)


# -- what is new -----------------------------------------------------------------------------------------------


def test_a_list_tells_the_newest_line_that_somebody_else_said_to_me(server: Server) -> None:
    match = meet(server, "territory", seats=3, talk=PRIVATE)

    def newest() -> list[int]:
        return [listed(who)[match.id]["said"] for who in (*match.people, server.person())]

    assert newest() == [0, 0, 0, 0]
    _say(match, 1, "to all")
    to_all = match.people[1].get(f"{match.common}/chat").json()[-1]["seq"]
    assert newest() == [0, to_all, to_all, 0]
    _say(match, 2, "to one", to=1)
    to_one = match.people[1].get(f"{match.common}/chat").json()[-1]["seq"]
    assert newest() == [to_one, to_all, to_all, 0]
    assert [match.people[seat - 1].get(match.common).json()["seq"] for seat in (1, 2, 3)] == [to_one, to_one, to_all]


def test_at_home_only_the_two_hear_of_a_private_line(server: Server) -> None:
    match = meet(server, "territory", seats=3, talk=PRIVATE)
    with match.people[1].home() as reader, match.people[2].home() as other:
        for home in (reader, other):
            home.recv(10)
        _say(match, 1, "between us", to=2)
        news = json.loads(reader.recv(10))
        assert (news["type"], news["why"]) == ("news", "said")
        assert news["match"]["said"] > 0
        other.send(json.dumps({"type": "ping"}))
        assert json.loads(other.recv(10))["type"] == "pong"


async def test_every_process_knows_what_was_said_and_to_whom(database: str) -> None:
    async with processes(database, 2) as (here, there):
        people = [await here.guest() for _ in range(3)]
        room = await here.match("territory", people=people)
        elsewhere = await there.hall.room(room.row.id)
        await here.moves.say(room.row.id, people[0], "between us", to=2)
        await there.moves.say(room.row.id, people[1], "to all")
        await here.hall.refresh(room.row.id)
        assert room.row == elsewhere.row
        for each in (here, there):
            lines = [await each.views.chat(room, seat, room.seq) for seat in (1, 2, 3, None)]
            assert [[line.text for line in seen] for seen in lines] == [
                ["between us", "to all"],
                ["between us", "to all"],
                ["to all"],
                [],
            ]
        with pytest.raises(BadInput):
            await there.moves.say(room.row.id, people[0], "hm", to=1)
    async with processes(database) as (after,):
        again = await after.hall.room(room.row.id)
        assert again.row == room.row
        with pytest.raises(Conflict):
            await after.moves.say((await after.match("skirmish", people=people[:2])).row.id, people[0], "hm", to=2)
