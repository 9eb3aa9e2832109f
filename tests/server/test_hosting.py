"""Before the start: the maker sets the table anew, and invitations are looked at, renewed, withdrawn and kept."""

from __future__ import annotations

from typing import Any

import pytest

from armillary.core import codec
from armillary.server.doctor import findings
from armillary.server.matches.terms import Terms
from tests.server.api import Person, Server, is_problem
from tests.server.ear import Ear


def _made(server: Server, *kinds: str, **terms: Any) -> tuple[Person, Any]:
    maker = server.person("Maker")
    plan = [{"kind": kind} for kind in kinds]
    return maker, maker.post("/api/skirmish/matches", {"seats": plan, **terms}).json()


def _kinds(info: Any) -> list[str]:
    return [seat["kind"] for seat in info["seats"]]


@pytest.fixture(autouse=True)
def _well(server: Server) -> Any:
    """Whatever was done, the doctor finds nothing wrong with it."""
    yield
    assert [finding.fault for finding in findings(server.process.settings.database_url) if finding.fault] == []


def test_a_person_is_sent_away_and_a_bot_sits_down(server: Server) -> None:
    maker, made = _made(server, "me", "open", "open")
    path, guest = f"/api/matches/{made['match']['id']}", server.person("Guest")
    guest.post(f"{path}/join", {"seat": 2})
    put = maker.put(f"{path}/seats/2", {"kind": "open"}).json()
    assert (_kinds(put["match"]), put["invite"]) == (["person", "open", "open"], None)
    assert guest.get(path).json()["yours"] == []
    assert maker.put(f"{path}/seats/2", {"kind": "bot", "level": "random"}).json()["match"]["status"] == "open"
    begun = maker.put(f"{path}/seats/3", {"kind": "local", "name": "Bob"}).json()["match"]
    assert (begun["status"], begun["yours"]) == ("playing", [1, 3])
    assert is_problem(maker.put(f"{path}/seats/3", {"kind": "open"}), 409, "Conflict")


def test_two_seats_change_places_with_whoever_sits_there(server: Server) -> None:
    maker, made = _made(server, "me", "invite", "open")
    path, guest = f"/api/matches/{made['match']['id']}", server.person()
    swapped = maker.post(f"{path}/seats/swap", {"seats": [1, 2]}).json()
    assert (_kinds(swapped), swapped["yours"]) == (["invite", "person", "open"], [2])
    same = maker.post(f"{path}/seats/swap", {"seats": [3, 3]}).json()
    assert same["seq"] == swapped["seq"]
    assert guest.post(f"{path}/join", {"invite": made["invites"]["2"]}).json()["yours"] == [1]
    assert is_problem(maker.post(f"{path}/seats/swap", {"seats": [1, 4]}), 404, "NotFound")


def test_only_the_maker_sets_the_table(server: Server) -> None:
    _, made = _made(server, "me", "open", "open")
    match, guest = made["match"]["id"], server.person()
    guest.post(f"/api/matches/{match}/join", {})
    requests: list[tuple[str, str, Any]] = [
        ("PUT", f"/api/matches/{match}/seats/3", {"kind": "me"}),
        ("POST", f"/api/matches/{match}/seats/swap", {"seats": [1, 2]}),
        ("PATCH", f"/api/skirmish/matches/{match}", {"autostart": False}),
    ]
    for method, url, body in requests:
        assert is_problem(guest.ask(method, url, body), 403, "NotAllowed")
        assert is_problem(server.nobody().ask(method, url, body), 401, "NotSignedIn")
    assert guest.get(f"/api/matches/{match}").json()["may_edit"] is False


@pytest.mark.parametrize(
    ("seat", "plan", "status"),
    [
        ("9", {"kind": "open"}, 404),
        ("0", {"kind": "open"}, 400),
        ("2", {"kind": "bot"}, 400),
        ("2", {"kind": "bot", "level": "none such"}, 400),
        ("2", {"kind": "open", "name": "x"}, 400),
        ("2", {"kind": "kept"}, 400),
        ("2", {"kind": "me"}, 409),
        ("99999999999999999999999", {"kind": "open"}, 400),
        ("x", {"kind": "open"}, 404),
    ],
)
def test_a_bad_plan_changes_nothing(server: Server, seat: str, plan: Any, status: int) -> None:
    maker, made = _made(server, "me", "open")
    path = f"/api/matches/{made['match']['id']}"
    assert is_problem(maker.put(f"{path}/seats/{seat}", plan), status)
    assert maker.get(path).json() == made["match"]


# -- terms -------------------------------------------------------------------------------------------------


def test_terms_change_before_the_start_and_everybody_sees_it(server: Server) -> None:
    maker, made = _made(server, "me", "open", autostart=False)
    match, guest = made["match"]["id"], server.person()
    config = {"planets": [{"id": "P1", "victory_points": 1}], "fleet_values": [1, 2, 3]}
    terms = {
        "config": config,
        "pace": {"kind": "live", "seconds": 30},
        "spectators": {"policy": "none"},
        "absent": {"then": "bot", "bot": "random", "after": 2},
    }
    guest.post(f"/api/matches/{match}/join", {})
    with Ear(guest, match) as ear:
        ear.hear()
        changed = maker.ask("PATCH", f"/api/skirmish/matches/{match}", terms).json()
        assert ear.hear()["match"]["pace"] == terms["pace"]
    assert changed["config"]["fleet_values"] == [1, 2, 3]
    assert changed["absent"] == terms["absent"]
    filled = maker.ask("PATCH", f"/api/skirmish/matches/{match}", {"autostart": True}).json()
    assert filled["status"] == "open", "a match never begins because its terms change"
    assert maker.ask("PATCH", f"/api/skirmish/matches/{match}", {"autostart": True}).json()["seq"] == filled["seq"]
    assert maker.post(f"/api/matches/{match}/start").json()["status"] == "playing"
    table = guest.get(f"/api/skirmish/matches/{match}/table").json()
    assert table["table"]["view"]["hands"][0] == [1, 2, 3]
    assert table["deadline"] == table["now"] + 30_000
    assert is_problem(maker.ask("PATCH", f"/api/skirmish/matches/{match}", {"autostart": False}), 409, "Conflict")


def test_a_journal_has_a_config_again_only_where_it_changed(server: Server) -> None:
    maker, made = _made(server, "me", "open")
    match = made["match"]["id"]
    config = {"planets": [{"id": "P1", "victory_points": 1}], "fleet_values": [1, 2, 3]}
    for terms in ({"autostart": False}, {"config": config}, {"config": config, "autostart": True}):
        assert maker.ask("PATCH", f"/api/skirmish/matches/{match}", terms).status_code == 200
    journal = server.inside(lambda: server.process.store.journal(match))
    said: list[Terms] = [codec.decode(entry.body, Terms) for entry in journal]
    assert [each.config is None for each in said] == [True, False, True]
    assert {finding.fault for finding in findings(server.process.settings.database_url)} == {None}


@pytest.mark.parametrize(
    ("terms", "status"),
    [
        ({"preset": "none such"}, 400),
        ({"config": {"planets": [{"id": "P", "name": "a\u0000b", "victory_points": 1}]}}, 422),
        ({"config": {"planets": 3}}, 400),
        ({"pace": {"kind": "live", "seconds": 0}}, 400),
        ({"pace": {"kind": "correspondence"}}, 400),
        ({"spectators": {"policy": "delayed", "steps": -1}}, 400),
        ({"absent": {"then": "bot"}}, 400),
        ({"absent": {"then": "open", "bot": "random"}}, 400),
        ({"absent": {"then": "open", "after": 0}}, 400),
        ({"seats": []}, 400),
    ],
)
def test_bad_terms_change_nothing(server: Server, terms: Any, status: int) -> None:
    maker, made = _made(server, "me", "open")
    assert is_problem(maker.ask("PATCH", f"/api/skirmish/matches/{made['match']['id']}", terms), status)
    assert maker.get(f"/api/matches/{made['match']['id']}").json() == made["match"]
    assert is_problem(maker.ask("PATCH", f"/api/orbit/matches/{made['match']['id']}", {}), 404, "NotFound")


# -- invitations -------------------------------------------------------------------------------------------


def test_an_invitation_says_what_it_is_for_even_where_nobody_may_watch(server: Server) -> None:
    _, made = _made(server, "me", "invite", "open", spectators={"policy": "none"})
    path, guest = f"/api/matches/{made['match']['id']}", server.person()
    invite = {"invite": made["invites"]["2"]}
    for who in (guest, server.nobody()):
        seen = who.post(f"{path}/invitation", invite).json()
        assert (seen["by"], seen["seat"], seen["usable"]) == ("Maker", 2, True)
        assert seen["match"]["id"] == made["match"]["id"]
        assert made["invites"]["2"] not in str(seen)
    for wrong in ({"invite": "guess"}, {"invite": ""}):
        assert is_problem(guest.post(f"{path}/invitation", wrong), 404, "NotFound")
    assert is_problem(guest.post(f"{path}/invitation", {}), 400)
    guest.post(f"{path}/join", invite)
    assert server.nobody().post(f"{path}/invitation", invite).json()["usable"] is False


def test_an_invited_seat_that_is_left_is_invited_again_with_the_same_secret(server: Server) -> None:
    _, made = _made(server, "me", "invite", "open")
    path, first, second = f"/api/matches/{made['match']['id']}", server.person(), server.person()
    invite = {"invite": made["invites"]["2"]}
    assert first.post(f"{path}/join", invite).json()["yours"] == [2]
    assert is_problem(second.post(f"{path}/join", invite), 409, "Conflict")
    left = first.post(f"{path}/leave").json()
    assert (_kinds(left), left["seats"][1]["name"]) == (["person", "invite", "open"], "invited")
    assert is_problem(second.post(f"{path}/join", {"seat": 2}), 409, "Conflict")
    assert second.post(f"{path}/join", invite).json()["yours"] == [2]


def test_a_renewed_invitation_replaces_the_old_one_and_a_withdrawn_one_is_worthless(server: Server) -> None:
    maker, made = _made(server, "me", "invite", "open")
    path, guest = f"/api/matches/{made['match']['id']}", server.person()
    old = {"invite": made["invites"]["2"]}
    renewed = maker.put(f"{path}/seats/2", {"kind": "invite"}).json()
    new = {"invite": renewed["invite"]}
    assert is_problem(guest.post(f"{path}/join", old), 409, "Conflict")
    assert is_problem(guest.post(f"{path}/invitation", old), 404, "NotFound")
    assert guest.post(f"{path}/invitation", new).json()["usable"] is True
    assert _kinds(maker.put(f"{path}/seats/2", {"kind": "open"}).json()["match"]) == ["person", "open", "open"]
    assert is_problem(guest.post(f"{path}/join", new), 409, "Conflict")
    assert guest.post(f"{path}/join", {"seat": 2}).json()["yours"] == [2]
