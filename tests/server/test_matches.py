"""Whole matches of every game over HTTP, and everything that can be asked about them on the way."""

from __future__ import annotations

import json
from typing import Any

import pytest

from armillary.core import record
from armillary.core.dice import FastDice
from armillary.core.registry import slugs
from armillary.core.seeds import commitment
from tests.server.api import Meeting, Server, is_problem, listed, meet

SHORT: dict[str, Any] = {"territory": {"config": {"max_rounds": 3}}}
"""Terms that keep a random match short."""


def _short_match(server: Server, slug: str, **terms: Any) -> Meeting:
    return meet(server, slug, **SHORT.get(slug, {}), **terms)


@pytest.mark.parametrize("slug", slugs())
def test_a_whole_match_of_every_game(server: Server, slug: str) -> None:
    match = _short_match(server, slug)
    promised = match.people[0].get(match.common).json()["commitment"]
    match.play()
    info = server.nobody().get(match.common).json()
    assert info["status"] == "over"
    assert info["outcome"]["reason"]
    kept = record.load(server.nobody().get(f"{match.common}/record").content)
    assert record.verify(kept).outcome is not None
    assert kept.seed is not None
    assert commitment(bytes.fromhex(kept.seed)) == promised == kept.commitment


@pytest.mark.parametrize("slug", slugs())
def test_history_tells_every_step_once_and_since_tells_the_rest(server: Server, slug: str) -> None:
    match = _short_match(server, slug)
    match.play(most=4)
    told = match.people[0].get(f"{match.path}/history").json()["steps"]
    seqs = [step["seq"] for step in told]
    assert seqs == sorted(seqs)
    assert [step["step"] for step in told] == list(range(1, len(told) + 1))
    assert all(event["text"] for step in told for event in step["events"])
    for number, seq in enumerate(seqs):
        rest = match.people[0].get(f"{match.path}/history?since={seq}").json()["steps"]
        assert rest == [step for step in told[number:] if step["seq"] > seq]


@pytest.mark.parametrize("slug", slugs())
def test_a_past_step_is_shown_as_it_was_seen_then(server: Server, slug: str) -> None:
    match, dice = _short_match(server, slug), FastDice(2)
    seen = []
    for _ in range(3):
        seen.append(match.table(2)["table"])
        match.step(dice)
    for table in seen:
        again = match.people[1].get(f"{match.path}/steps/{table['step']}").json()
        assert again == {**table, "submitted": [], "pending": None}
    steps = match.table()["table"]["step"]
    assert is_problem(match.people[1].get(f"{match.path}/steps/{steps + 1}"), 404)
    assert is_problem(match.people[1].get(f"{match.path}/steps/-1"), 400)


def test_an_order_is_data_or_notation(server: Server) -> None:
    match = meet(server)
    for body in ({"order": {"card": 5}}, {"notation": "play 5"}):
        answer = match.people[0].post(f"{match.path}/orders", body)
        assert answer.json()["resolved"] is False
        assert match.table()["table"]["pending"] == {"card": 5}


def test_an_order_can_be_changed_and_withdrawn_until_the_reveal(server: Server) -> None:
    match = meet(server)
    match.order(1, {"card": 5})
    match.order(1, {"card": 6})
    assert match.table(1)["table"]["pending"] == {"card": 6}
    assert match.people[0].delete(f"{match.path}/orders").status_code == 200
    assert match.table(1)["table"]["submitted"] == []
    assert is_problem(match.people[0].delete(f"{match.path}/orders"), 409, "NotToAct")
    match.order(1, {"card": 7})
    assert match.order(2, {"card": 8}).json()["resolved"] is True
    (told,) = match.people[0].get(f"{match.path}/history").json()["steps"]
    assert told["events"][0]["event"]["cards"] == [7, 8]
    assert is_problem(match.people[0].delete(f"{match.path}/orders"), 409, "NotToAct")


def test_a_repeated_request_gets_its_first_answer_and_changes_nothing(server: Server) -> None:
    match = meet(server)
    first = match.order(1, {"card": 5}, idempotency_key="one")
    assert match.order(1, {"card": 5}, idempotency_key="one").json() == first.json()
    second = match.order(2, {"card": 9}, idempotency_key="one")
    assert second.json()["resolved"] is True, "another seat's keys are its own"
    seq = match.table()["seq"]
    assert match.order(1, {"card": 5}, idempotency_key="one").json() == first.json()
    assert match.order(2, {"card": 9}, idempotency_key="one").json() == second.json()
    assert match.table()["seq"] == seq
    assert is_problem(match.order(1, {"card": 6}, idempotency_key="one"), 409, "Conflict")


def test_polling_is_cheap_when_nothing_is_new(server: Server) -> None:
    match = meet(server)
    person = match.people[0]
    tag = person.get(f"{match.path}/table").headers["etag"]
    assert person.get(f"{match.path}/table", if_none_match=tag).status_code == 304
    assert person.get(f"{match.path}/table", if_none_match=f'W/{tag}, "x"').status_code == 304
    assert match.people[1].get(f"{match.path}/table", if_none_match=tag).status_code == 200, "another viewer's tag"
    match.order(2, {"card": 1})
    news = person.get(f"{match.path}/table", if_none_match=tag)
    assert (news.status_code, news.json()["table"]["submitted"]) == (200, [2])
    assert "private" in news.headers["cache-control"]


def test_orders_after_the_end_are_refused(server: Server) -> None:
    match = meet(server)
    assert match.people[0].post(f"{match.common}/resign").json()["outcome"]["winners"] == [2]
    for seat in (1, 2):
        assert is_problem(match.order(seat, {"card": 1}), 409, "MatchOver")
        assert is_problem(match.people[seat - 1].post(f"{match.path}/draft", {}), 409, "MatchOver")
    assert is_problem(match.people[0].post(f"{match.common}/resign"), 409, "MatchOver")


def test_an_order_meant_for_one_step_is_taken_for_no_other(server: Server) -> None:
    match = meet(server)
    person = match.people[0]
    body = {"order": {"card": 5}, "step": 0}
    first = person.post(f"{match.path}/orders", body, idempotency_key="late")
    assert first.status_code == 200
    match.order(2, {"card": 9})
    stale = person.post(f"{match.path}/orders", {"order": {"card": 6}, "step": 0})
    assert is_problem(stale, 409, "NotToAct")
    assert "step 1" in stale.json()["detail"]
    assert match.table()["table"]["pending"] is None
    assert person.post(f"{match.path}/orders", body, idempotency_key="late").json() == first.json()
    assert person.post(f"{match.path}/orders", {"order": {"card": 6}, "step": 1}).status_code == 200


def test_a_seat_that_is_not_to_act_gets_a_clear_answer(server: Server) -> None:
    match = meet(server, "orbit")
    (actor,) = match.table()["table"]["to_act"]
    other = 3 - actor
    order = match.some_order(actor, FastDice(1))
    assert is_problem(match.order(other, order), 409, "NotToAct")


def test_a_refused_order_says_what_is_wrong_and_changes_nothing(server: Server) -> None:
    match = meet(server)
    before = match.table()
    refused = match.order(1, {"card": 99})
    assert is_problem(refused, 422, "OrderRefused")
    assert refused.json()["violations"][0]["path"] == ["card"]
    assert refused.json()["violations"][0]["text"] == refused.json()["detail"]
    assert "99" in refused.json()["detail"]
    assert is_problem(match.people[0].post(f"{match.path}/orders", {"notation": "what?"}), 400, "BadNotation")
    assert match.table() == before


def test_strangers_and_other_games_do_not_reach_a_match(server: Server) -> None:
    match, stranger = meet(server), server.person()
    assert is_problem(stranger.post(f"{match.path}/orders", {"order": {"card": 1}}), 403, "NotAllowed")
    assert is_problem(server.nobody().post(f"{match.path}/orders", {"order": {"card": 1}}), 401, "NotSignedIn")
    assert is_problem(match.people[0].get(f"/api/orbit/matches/{match.id}/table"), 404, "NotFound")


# -- before the start --------------------------------------------------------------------------------------


def _made(server: Server, *seats: str, **terms: Any) -> tuple[Any, dict[str, Any]]:
    maker = server.person("Maker")
    plan = [{"kind": kind} for kind in seats]
    answer = maker.post("/api/skirmish/matches", {"seats": plan, **terms})
    assert answer.status_code == 201, answer.text
    return maker, answer.json()


def test_an_invitation_is_for_one_seat_and_works_once(server: Server) -> None:
    _, made = _made(server, "me", "invite", "invite")
    path, secrets = f"/api/matches/{made['match']['id']}", made["invites"]
    assert set(secrets) == {"2", "3"}
    first, second = server.person(), server.person()
    assert is_problem(first.post(f"{path}/join", {}), 409, "Conflict")
    assert is_problem(first.post(f"{path}/join", {"seat": 2}), 409, "Conflict")
    assert is_problem(first.post(f"{path}/join", {"invite": "wrong"}), 409, "Conflict")
    assert first.post(f"{path}/join", {"invite": secrets["3"]}).json()["yours"] == [3]
    assert is_problem(second.post(f"{path}/join", {"invite": secrets["3"]}), 409, "Conflict")
    assert second.post(f"{path}/join", {"invite": secrets["2"]}).json()["status"] == "playing"
    assert not any(secret in server.nobody().get(path).text for secret in secrets.values())


def test_seats_are_taken_and_left_until_the_start(server: Server) -> None:
    maker, made = _made(server, "me", "open", autostart=False)
    path, guest = f"/api/matches/{made['match']['id']}", server.person()
    assert is_problem(maker.post(f"{path}/join", {}), 409, "Conflict")
    assert is_problem(maker.post(f"{path}/start"), 409, "Conflict")
    assert is_problem(guest.post(f"{path}/leave"), 403, "NotAllowed")
    assert guest.post(f"{path}/join", {}).json()["yours"] == [2]
    assert is_problem(server.person().post(f"{path}/join", {}), 409, "Conflict")
    assert guest.post(f"{path}/leave").json()["yours"] == []
    assert guest.post(f"{path}/join", {"seat": 2}).json()["status"] == "open"
    assert is_problem(guest.post(f"{path}/start"), 403, "NotAllowed")
    assert maker.get(path).json()["may_start"] is True
    assert maker.post(f"{path}/start").json()["status"] == "playing"
    assert is_problem(guest.post(f"{path}/leave"), 409, "Conflict")
    assert is_problem(maker.post(f"{path}/start"), 409, "Conflict")


def test_who_made_a_match_may_call_it_off_before_the_start(server: Server) -> None:
    maker, made = _made(server, "me", "open", "open")
    path, guest = f"/api/matches/{made['match']['id']}", server.person()
    guest.post(f"{path}/join", {})
    assert is_problem(guest.delete(path), 403, "NotAllowed")
    assert is_problem(server.nobody().delete(path), 401, "NotSignedIn")
    assert is_problem(maker.delete("/api/matches/nonsense"), 404, "NotFound")
    with guest.live(made["match"]["id"]) as table:
        assert json.loads(table.recv(5))["match"]["status"] == "open"
        off = maker.delete(path).json()
        assert json.loads(table.recv(5))["match"]["status"] == off["status"] == "cancelled"
    assert maker.delete(path).json() == off
    for asked in (maker.post(f"{path}/start"), guest.post(f"{path}/leave"), server.person().post(f"{path}/join", {})):
        assert is_problem(asked, 409, "Conflict")
        assert asked.json()["detail"] == "The match was cancelled."
    gone = maker.get(f"/api/skirmish{path[4:]}/table")
    assert is_problem(gone, 404, "NotFound")
    assert gone.json()["detail"] == "The match was cancelled."
    for who, query in ((maker, "mine=true"), (maker, ""), (server.nobody(), "status=open"), (server.nobody(), "")):
        assert made["match"]["id"] not in listed(who, query)


def test_a_match_that_has_begun_is_not_called_off(server: Server) -> None:
    match = meet(server)
    assert is_problem(match.people[0].delete(match.common), 409, "Conflict")
    assert match.table()["status"] == "playing"


@pytest.mark.parametrize(
    "terms",
    [
        {"seats": []},
        {"seats": [{"kind": "me"}]},
        {"seats": [{"kind": "me"}] * 2},
        {"seats": [{"kind": "open"}] * 9},
        {"seats": [{"kind": "me"}, {"kind": "bot"}]},
        {"seats": [{"kind": "me"}, {"kind": "bot", "level": "nonsense"}]},
        {"seats": [{"kind": "me"}, {"kind": "open", "level": "random"}]},
        {"seats": [{"kind": "me"}, {"kind": "open"}], "preset": "nonsense"},
        {"seats": [{"kind": "me"}, {"kind": "open"}], "pace": {"kind": "live", "seconds": 0}},
        {"seats": [{"kind": "me"}, {"kind": "open"}], "pace": {"kind": "correspondence", "hours": 10**9}},
        {"seats": [{"kind": "me"}, {"kind": "open"}], "spectators": {"policy": "delayed", "steps": -1}},
        {"seats": [{"kind": "me"}, {"kind": "open"}], "config": {"planets": [{"id": "A", "victory_points": 1}] * 2}},
        {"seats": [{"kind": "me"}, {"kind": "open"}], "config": {"nonsense": 1}},
    ],
)
def test_bad_terms_are_refused(server: Server, terms: dict[str, Any]) -> None:
    answer = server.person().post("/api/skirmish/matches", terms)
    assert answer.status_code in (400, 422)
    assert is_problem(answer, answer.status_code)


# -- talk and watching -------------------------------------------------------------------------------------


def test_chat_is_read_a_part_at_a_time_and_nothing_else_with_it(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = meet(server, talk={"kind": "public", "watched": True})
    match.play(most=2)
    said = [f"line {number}" for number in range(5)]
    for text in said:
        match.people[0].post(f"{match.common}/chat", {"text": text})
    monkeypatch.setattr(server.process.store, "journal", None)
    monkeypatch.setattr(server.process.store, "moves", None)
    found, since = list[str](), 0
    while part := server.nobody().get(f"{match.common}/chat?since={since}&limit=2").json():
        assert len(part) <= 2
        found, since = found + [line["text"] for line in part], part[-1]["seq"]
    assert found == said
    for limit in ("0", "201", "x"):
        assert is_problem(server.nobody().get(f"{match.common}/chat?limit={limit}"), 400)


def test_chat_is_kept_as_it_was_said_but_for_what_nobody_sees(server: Server) -> None:
    match = meet(server)
    for text in ("hello", "<b>\u0000</b> 🚀 \u202e"):
        assert match.people[0].post(f"{match.common}/chat", {"text": text}).status_code == 201
    said = match.people[1].get(f"{match.common}/chat").json()
    assert [line["text"] for line in said] == ["hello", "<b></b> 🚀"]
    assert [(line["seat"], line["name"]) for line in said] == [(1, "Player 1")] * 2
    later = match.people[1].get(f"{match.common}/chat?since={said[0]['seq']}").json()
    assert later == said[1:]
    assert is_problem(server.person().post(f"{match.common}/chat", {"text": "let me in"}), 403)
    assert is_problem(match.people[0].post(f"{match.common}/chat", {"text": ""}), 400)
    assert is_problem(match.people[0].post(f"{match.common}/chat", {"text": "x" * 501}), 400)


def test_a_closed_table_shows_nothing_to_spectators(server: Server) -> None:
    match, watcher = meet(server, spectators={"policy": "none"}), server.person()
    match.people[0].post(f"{match.common}/chat", {"text": "between us"})
    for path in (f"{match.path}/table", f"{match.path}/steps/0", f"{match.path}/history", f"{match.common}/chat"):
        assert is_problem(watcher.get(path), 403, "NotAllowed")
    match.people[0].post(f"{match.common}/resign")
    assert is_problem(watcher.get(f"{match.path}/table"), 403, "NotAllowed")


def test_a_closed_table_is_closed_before_the_start_too(server: Server) -> None:
    maker, made = _made(server, "me", "open", spectators={"policy": "none"})
    path = f"/api/matches/{made['match']['id']}"
    maker.post(f"{path}/chat", {"text": "waiting"})
    assert is_problem(server.nobody().get(f"{path}/chat"), 403, "NotAllowed")
    assert maker.get(f"{path}/chat").json()[0]["text"] == "waiting"


LATE: dict[str, Any] = {
    "spectators": {"policy": "delayed", "steps": 2},
    "talk": {"kind": "public", "watched": True},
}


def test_late_spectators_are_late_in_everything_and_miss_nothing(server: Server) -> None:
    match, watcher = meet(server, **LATE), server.nobody()
    dice, seq, heard, said = FastDice(5), 0, [], []
    for step in range(1, 7):
        match.people[0].post(f"{match.common}/chat", {"text": f"before {step}"})
        match.step(dice)
        answer = watcher.get(f"{match.path}/table").json()
        assert answer["table"]["step"] == max(0, step - 2)
        heard += watcher.get(f"{match.path}/history?since={seq}").json()["steps"]
        said += watcher.get(f"{match.common}/chat?since={seq}").json()
        seq = answer["seq"]
        assert is_problem(watcher.get(f"{match.path}/steps/{max(1, step - 1)}"), 404), "not even by its number"
    assert [told["step"] for told in heard] == [1, 2, 3, 4]
    assert [line["text"] for line in said] == [f"before {step}" for step in range(1, 6)]
    assert is_problem(watcher.get(f"{match.common}/record"), 403, "NotAllowed")


def test_a_record_before_the_end_has_no_seed(server: Server) -> None:
    match = meet(server)
    match.play(most=2)
    kept = record.load(match.people[0].get(f"{match.common}/record").content)
    assert (kept.seed, kept.outcome, kept.pending, len(kept.log)) == (None, None, (), 2)
    assert [[seat for seat, _ in entry["orders"]] for entry in kept.log] == [[1], [1]], "one's own orders only"


def test_games_say_what_they_are(server: Server) -> None:
    nobody = server.nobody()
    assert tuple(each["slug"] for each in nobody.get("/api/games").json()) == slugs()
    for slug in slugs():
        detail = nobody.get(f"/api/games/{slug}").json()
        assert "standard" in detail["presets"]
        assert detail["config_schema"]["$defs"]
        assert detail["game"]["bots"][0]["name"] == "random"
        assert {"standard", "lesson"} <= {each["name"] for each in detail["game"]["presets"]}
        assert detail["game"]["turn"] == ("series" if slug == "risky_stars" else "plan")
        many = nobody.get(f"/api/games/{slug}?seats={detail['game']['seats'][1]}").json()
        assert many["seats"] == detail["game"]["seats"][1]
        assert is_problem(nobody.get(f"/api/games/{slug}?seats=999"), 400, "BadInput")
    assert is_problem(nobody.get("/api/games/nonsense"), 404)
