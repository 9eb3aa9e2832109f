"""Several people at one device: one identity holds several seats, and every request says which one it is for."""

from __future__ import annotations

import json
from typing import Any

import pytest

from armillary.core import record
from tests.server.api import Person, Server, is_problem
from tests.server.ear import Ear

PLAN = [{"kind": "me"}, {"kind": "local", "name": " Bob\n"}, {"kind": "open"}]


def _table(server: Server) -> tuple[Person, Person, str]:
    """Ada on seats 1 and 2, a guest on seat 3."""
    ada, guest = server.person("Ada"), server.person("Guest")
    made = ada.post("/api/skirmish/matches", {"seats": PLAN}).json()["match"]
    guest.post(f"/api/matches/{made['id']}/join", {})
    return ada, guest, made["id"]


def _order(who: Person, match: str, card: int, seat: int | None = None) -> Any:
    named = "" if seat is None else f"?seat={seat}"
    return who.post(f"/api/skirmish/matches/{match}/orders{named}", {"order": {"card": card}})


def test_one_identity_plays_two_seats_each_with_its_own_secrets(server: Server) -> None:
    ada, guest, match = _table(server)
    seats = ada.get(f"/api/matches/{match}").json()
    assert seats["yours"] == [1, 2]
    assert [(each["kind"], each["name"], each["you"]) for each in seats["seats"]] == [
        ("person", "Ada", True),
        ("local", "Bob", True),
        ("person", "Guest", False),
    ]
    table = f"/api/skirmish/matches/{match}/table"
    assert _order(ada, match, 5, seat=2).json()["resolved"] is False
    assert [ada.get(f"{table}{named}").json()["you"] for named in ("", "?seat=1", "?seat=2")] == [1, 1, 2]
    assert ada.get(f"{table}?seat=1").json()["table"]["pending"] is None
    assert ada.get(f"{table}?seat=2").json()["table"]["pending"] == {"card": 5}
    assert _order(ada, match, 7, seat=1).json()["resolved"] is False
    assert _order(guest, match, 9).json()["resolved"] is True


def test_who_holds_several_seats_names_the_one_that_acts(server: Server) -> None:
    ada, guest, match = _table(server)
    common, path = f"/api/matches/{match}", f"/api/skirmish/matches/{match}"
    requests = [
        ("POST", f"{path}/orders", {"order": {"card": 5}}),
        ("DELETE", f"{path}/orders", None),
        ("POST", f"{path}/draft", {"order": {"card": 5}}),
        ("POST", f"{common}/chat", {"text": "hello"}),
        ("POST", f"{common}/draw", None),
        ("DELETE", f"{common}/draw", None),
        ("POST", f"{common}/resign", None),
    ]
    for method, url, body in requests:
        answer = ada.ask(method, url, body)
        assert is_problem(answer, 400, "BadInput")
        assert "You hold seats 1 and 2" in answer.json()["detail"], url
        assert is_problem(guest.ask(method, f"{url}?seat=2", body), 403, "NotAllowed")
        assert is_problem(ada.ask(method, f"{url}?seat=3", body), 403, "NotAllowed")
        assert ada.ask(method, f"{url}?seat=0", body).status_code == 400
    assert ada.get(f"{path}/table?seat=1").json()["table"]["submitted"] == []
    assert ada.post(f"{common}/chat?seat=2", {"text": "hello"}).status_code == 201
    assert [(each["seat"], each["name"]) for each in guest.get(f"{common}/chat").json()] == [(2, "Bob")]


@pytest.mark.parametrize("where", ["table", "steps/0"])
def test_nobody_looks_from_a_seat_of_somebody_else(server: Server, where: str) -> None:
    ada, guest, match = _table(server)
    url = f"/api/skirmish/matches/{match}/{where}"
    assert ada.get(f"{url}?seat=2").status_code == 200
    for who in (guest, server.person(), server.nobody()):
        assert is_problem(who.get(f"{url}?seat=2"), 403, "NotAllowed")
    assert is_problem(guest.get(f"/api/skirmish/matches/{match}/history?seat=2"), 403, "NotAllowed")
    for path in ("chat", "record", "describe"):
        assert is_problem(guest.get(f"/api/matches/{match}/{path}?seat=2"), 403, "NotAllowed")


def test_a_socket_is_of_one_seat(server: Server) -> None:
    ada, guest, match = _table(server)
    _order(ada, match, 5, seat=2)
    with Ear(ada, match, seat=2) as ear:
        table = ear.hear()["table"]
        assert (table["you"], table["table"]["pending"]) == (2, {"card": 5})
        assert ear.ask(type="order", order={"card": 6}, id="mind")["type"] == "taken"
    with Ear(ada, match) as ear:
        assert ear.hear()["table"]["you"] == 1
        answer = ear.ask(type="withdraw", id="which")
        assert (answer["type"], answer["status"]) == ("problem", 400)
    for who, seat, status in ((guest, "2", 403), (ada, "nonsense", 400), (ada, "0", 400)):
        with who.live(match, seat=seat) as socket:
            assert json.loads(socket.recv(5))["status"] == status


def test_a_table_of_one_device_begins_at_once_and_its_record_names_everybody(server: Server) -> None:
    ada = server.person("Ada")
    seats = [{"kind": "local", "name": "Bob"}, {"kind": "local"}]
    made = ada.post("/api/skirmish/matches", {"seats": seats}).json()["match"]
    assert (made["status"], made["yours"]) == ("playing", [1, 2])
    assert ada.post(f"/api/matches/{made['id']}/resign?seat=1").json()["outcome"]["winners"] == [2]
    kept = record.load(server.nobody().get(f"/api/matches/{made['id']}/record").content)
    assert record.verify(kept).players == ("Bob", "Player 2")


def test_a_name_is_for_local_seats_and_mine_is_one(server: Server) -> None:
    ada = server.person()
    for seats in ([{"kind": "me"}, {"kind": "me"}], [{"kind": "me", "name": "x"}, {"kind": "open"}]):
        assert is_problem(ada.post("/api/skirmish/matches", {"seats": seats}), 400, "BadInput")


def test_a_local_seat_is_left_by_name_and_then_anybodys(server: Server) -> None:
    ada = server.person("Ada")
    made = ada.post("/api/skirmish/matches", {"seats": PLAN}).json()["match"]
    path = f"/api/matches/{made['id']}"
    assert is_problem(ada.post(f"{path}/leave"), 400, "BadInput")
    left = ada.post(f"{path}/leave?seat=2").json()
    assert (left["yours"], left["seats"][1]["kind"], left["seats"][1]["name"]) == ([1], "open", "open")
