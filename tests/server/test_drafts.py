"""Drafts: one answer has everything about an order somebody is thinking of, legal or not, and changes nothing."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from armillary.api.tables import Draft
from armillary.core import codec, trees
from armillary.core.dice import FastDice
from armillary.core.match import Match
from armillary.core.options import Remove, change
from armillary.core.registry import game, slugs
from armillary.core.seeds import seed_from
from armillary.server.matches.drafts import consider
from armillary.server.matches.telling import Teller, Voice
from armillary.testing.orders import spoilt
from tests.server.api import Meeting, Server, is_problem, meet
from tests.server.ear import Ear

IN_TURN = [slug for slug in slugs() if not game(slug).simultaneous]


def _draft(match: Meeting, seat: int, body: Any) -> Any:
    answer = match.people[seat - 1].post(f"{match.path}/draft", body)
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.parametrize("slug", slugs())
def test_a_legal_draft_is_answered_with_everything_about_it(server: Server, slug: str) -> None:
    match = meet(server, slug)
    (seat, *_) = match.table()["table"]["to_act"]
    before = match.table(seat)
    order = codec.tree(match.some_order(seat, FastDice(3)))
    found = _draft(match, seat, {"order": order})
    assert (found["order"], found["violations"], found["ahead"], found["step"]) == (order, [], False, 0)
    assert found["options"]["templates"][0]["order"] == order
    assert found["forecast"].strip()
    assert set(found["preview"]) > {"violations"}
    assert _draft(match, seat, {"notation": found["notation"]}) == found, "the notation means the same order"
    for template in found["options"]["templates"]:
        assert template["label"]
        assert all(slot["label"] for slot in template["slots"])
    assert match.table(seat) == before, "asking changes nothing"


@pytest.mark.parametrize("slug", slugs())
def test_an_empty_draft_is_the_default_order(server: Server, slug: str) -> None:
    match = meet(server, slug)
    (seat, *_) = match.table()["table"]["to_act"]
    found = _draft(match, seat, {})
    assert found["order"] == found["options"]["templates"][0]["order"]
    assert found["violations"] == []


@pytest.mark.parametrize("route", ["draft", "orders"])
def test_an_order_given_twice_over_is_refused(server: Server, route: str) -> None:
    match = meet(server, "skirmish")
    twice = {"order": {"card": 1}, "notation": "play 2"}
    assert is_problem(match.people[0].post(f"{match.path}/{route}", twice), 400, "BadInput")
    assert match.table()["table"]["submitted"] == []


def test_an_illegal_draft_is_explained_and_its_legal_part_goes_on(server: Server) -> None:
    match = meet(server, "kepler")
    good = _draft(match, 1, {})["order"]["orders"][0]
    bad = {"fleet": "no such fleet", "to": None}
    found = _draft(match, 1, {"order": {"orders": [bad, good, bad]}})
    assert [(each["path"][:2], each["weight"]) for each in found["violations"]] == [
        (["orders", 0], "refused"),
        (["orders", 2], "refused"),
    ]
    assert all("no such fleet" in each["text"] for each in found["violations"])
    assert found["order"]["orders"] == [bad, good, bad], "what was drafted stays"
    assert found["options"]["templates"][0]["order"]["orders"] == [good], "options are those of its legal part"
    assert is_problem(match.people[0].post(f"{match.path}/orders", {"order": found["order"]}), 422, "OrderRefused")


@pytest.mark.parametrize("slug", slugs())
def test_any_spoilt_draft_has_an_answer_and_legal_options(slug: str) -> None:
    rules = game(slug)
    match: Any = Match.begin(rules, seats=rules.seats[0], seed=seed_from("spoilt"))
    dice = FastDice(5)
    for _ in range(4):
        seat = match.to_act[0]
        for order in spoilt(rules, rules.hints.random_order(match.state, seat, dice), dice):
            found = consider(match, seat, Draft(order), Voice())
            assert found.notation
            assert bool(found.violations) == bool(rules.rules.check(match.state, seat, order))
            assert not rules.rules.check(match.state, seat, found.options.templates[0].order)
        for seat in match.to_act:
            match = match.submit(seat, rules.hints.random_order(match.state, seat, dice))


@pytest.mark.parametrize("slug", IN_TURN)
def test_before_ones_turn_a_draft_is_made_as_if_it_had_come(server: Server, slug: str) -> None:
    match = meet(server, slug)
    (actor,) = match.table()["table"]["to_act"]
    other = 3 - actor
    found = _draft(match, other, {})
    assert found["ahead"] is True
    assert found["options"]["templates"]
    assert _draft(match, other, {"notation": found["notation"]})["order"] == found["order"]
    assert is_problem(match.order(other, found["order"]), 409, "NotToAct")
    assert match.people[other - 1].post(f"{match.common}/resign").status_code == 200
    assert is_problem(match.people[other - 1].post(f"{match.path}/draft", {}), 409, "MatchOver")


def test_whoever_has_resigned_drafts_nothing_more(server: Server) -> None:
    match = meet(server, "orbit", seats=3)
    assert match.people[2].post(f"{match.common}/resign").status_code == 200
    assert is_problem(match.people[2].post(f"{match.path}/draft", {}), 409, "NotToAct")


NOWHERE = {"fleet": "no such fleet", "to": None}


def test_a_draft_may_be_as_long_as_an_order_and_no_longer(server: Server) -> None:
    """Nonsense of 30 kB, every part of it explained, would keep everybody else waiting."""
    match = meet(server, "kepler")
    opening = Match.begin(match.game, seats=2, seed=seed_from("as long")).state
    longest = match.game.service.longest_order(opening, 1)
    for given in ({"order": {"orders": [NOWHERE] * 700}}, {"notation": "1a holds, " * 3_000}):
        refused = [match.people[0].post(f"{match.path}/{route}", given) for route in ("draft", "orders")]
        assert all(is_problem(each, 400, "BadInput") for each in refused)
        assert refused[0].json() == refused[1].json()
        with Ear(match.people[0], match.id) as ear:
            ear.hear()
            assert ear.ask(type="draft", id="long", **given)["detail"] == refused[0].json()["detail"]
    almost = {"orders": [NOWHERE] * (longest // len(codec.encode([NOWHERE, NOWHERE])) * 2 - 2)}
    assert _draft(match, 1, {"order": almost})["order"] == almost


def test_after_twenty_mistakes_the_rest_is_counted(server: Server) -> None:
    config = codec.tree(game("kepler").presets["standard"](2))
    config["map"]["fleets_per_home"] = 100
    match = meet(server, "kepler", config=config)
    order = {"orders": [NOWHERE] * 90}
    found = _draft(match, 1, {"order": order})
    assert found["order"] == order
    assert len(found["preview"]["violations"]) == 20
    *told, rest = found["violations"]
    assert [each["path"][1] for each in told] == list(range(20))
    assert rest == {
        "code": "more",
        "rule": "",
        "path": [],
        "params": {"count": 70},
        "weight": "refused",
        "text": "And 70 more.",
    }
    refused = match.order(1, order)
    assert is_problem(refused, 422, "OrderRefused")
    assert refused.json()["violations"] == found["violations"]


def test_the_rest_is_as_grave_as_the_gravest_of_it() -> None:
    rules = game("kepler")
    match: Any = Match.begin(rules, seats=2, seed=seed_from("weights"))
    (wrong,) = rules.rules.check(match.state, 1, codec.convert({"orders": [NOWHERE]}, rules.order))
    light = msgspec.structs.replace(wrong, weight="void")
    teller = Teller(rules, rules.sight.view(match.state, 1))
    assert teller.violations([light] * 30)[-1].weight == "void"
    assert teller.violations([light] * 25 + [wrong] + [light])[-1].weight == "refused"
    assert [each.code for each in teller.violations([wrong] * 20)] == [wrong.code] * 20


def test_drafts_are_for_those_who_sit_there(server: Server) -> None:
    match = meet(server)
    assert is_problem(server.person().post(f"{match.path}/draft", {}), 403, "NotAllowed")
    assert is_problem(server.nobody().post(f"{match.path}/draft", {}), 401, "NotSignedIn")
    assert is_problem(match.people[0].post(f"{match.path}/draft", {"notation": "what?"}), 400, "BadNotation")
    assert is_problem(match.people[0].post(f"/api/orbit/matches/{match.id}/draft", {}), 404, "NotFound")


def test_a_pending_order_of_others_changes_no_draft(server: Server) -> None:
    match = meet(server)
    before = _draft(match, 1, {"order": {"card": 5}})
    match.order(2, {"card": 9})
    assert _draft(match, 1, {"order": {"card": 5}}) == before


def test_slots_are_used_as_they_are_offered(server: Server) -> None:
    match = meet(server, "territory")
    for _ in range(match.table()["table"]["view"]["setup"]["config"]["declaration_count"]):
        for seat in match.table()["table"]["to_act"]:
            match.order(seat, match.default_order(seat))
    order: Any = {"kind": "commands", "commands": []}
    for _ in range(2):  # add two commands, then take the first out again
        (template,) = _draft(match, 1, {"order": order})["options"]["templates"]
        adding = template["slots"][-1]
        assert adding["kind"] == "choice"
        assert len(adding["labels"]) == len(adding["values"])
        one = {**adding["values"][-1], "units": 1}
        order = trees.put(order, tuple(adding["path"]), one)
    found = _draft(match, 1, {"order": order})
    removing = next(slot for slot in found["options"]["templates"][0]["slots"] if slot["kind"] == "remove")
    rules = game("territory")
    shorter = codec.tree(change(codec.convert(order, rules.order), codec.convert(removing, Remove)))
    assert _draft(match, 1, {"order": shorter})["violations"] == []


def test_a_draft_on_the_socket_is_answered_as_over_http(server: Server) -> None:
    match = meet(server)
    with Ear(match.people[0], match.id) as ear:
        ear.hear()
        answer = ear.ask(type="draft", order={"card": 99}, id="mine")
        assert (answer["type"], answer["id"]) == ("considered", "mine")
        assert answer["draft"] == _draft(match, 1, {"order": {"card": 99}})
        assert ear.ask(type="draft", notation="play 5", id="text")["draft"]["order"] == {"card": 5}
        assert ear.ask(type="draft", id="nothing")["draft"]["violations"] == []
        for body, code in (({"notation": "what?"}, "BadNotation"), ({"order": {"card": "x"}}, "BadData")):
            problem = ear.ask(type="draft", id="bad", **body)
            assert (problem["type"], problem["id"], problem["code"]) == ("problem", "bad", code)
    with Ear(server.nobody(), match.id) as ear:
        ear.hear()
        assert ear.ask(type="draft", id="peek")["code"] == "NotAllowed"
    assert match.table()["table"]["pending"] is None
