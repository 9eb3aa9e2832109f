"""Addresses that nobody means: every parameter of every path and query, with whatever somebody may write there."""

from __future__ import annotations

import http.client
import json
import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import ConnectionClosed

from armillary.server.app import create_app
from armillary.server.settings import Settings, async_url
from tests.server.api import PATIENCE, Meeting, Person, Server, is_problem, meet, running

DOCUMENT: dict[str, Any] = create_app(Settings()).state.document

LONG = "x" * 7_000
STRANGE = ("%00", "a%00b", "%ff", "%ed%a0%80", "..", "%2e%2e", "..%2f..%2fetc", "%0d%0aset-cookie:a", "%zz", "%", "*")


@pytest.fixture(scope="module")
def match(server: Server) -> Meeting:
    """A match that has begun."""
    return meet(server)


def _routes() -> Iterator[tuple[str, str, Any]]:
    for path, methods in DOCUMENT["paths"].items():
        for method, operation in methods.items():
            yield path, method.upper(), operation


def _addresses(match: Meeting, value: str) -> Iterator[tuple[str, str, bytes]]:
    """Every route with this value for each of its parameters: the method, the address, and a body if it needs one."""
    known = {"match_id": match.id, "slug": "skirmish", "rule": "SS-1", "step": "0", "seat": "1", "token_id": "none"}
    for path, method, operation in _routes():
        for name in re.findall(r"{(\w+)}", path):
            yield method, path.format(**known | {name: value}), b"{}" if "requestBody" in operation else b""


def _ask(who: Person, method: str, address: str, body: bytes) -> tuple[int, bytes]:
    """An answer to exactly this address: the tests' usual client would tidy it up first."""
    where = urlsplit(who.server.address)
    with closing(http.client.HTTPConnection(str(where.hostname), where.port, timeout=PATIENCE)) as line:
        line.request(method, address, body, who.headers)
        answer = line.getresponse()
        return answer.status, answer.read()


def _expect_problem(status: int, content: bytes, *statuses: int) -> None:
    told = json.loads(content)
    assert status in statuses, told
    assert (told["status"], set(told)) == (status, {"status", "code", "detail", "violations"})
    assert len(content) < 2_500, "nothing is quoted at length"


@pytest.mark.parametrize("value", [LONG, *STRANGE], ids=lambda value: str(value)[:20])
def test_a_strange_value_in_a_path_is_a_problem_like_any_other(match: Meeting, value: str) -> None:
    before = match.table()
    for method, address, body in _addresses(match, value):
        _expect_problem(*_ask(match.people[0], method, address, body), 400, 404)
    assert match.table() == before


def test_an_address_that_is_too_long_is_not_read(match: Meeting) -> None:
    for method, address, body in _addresses(match, "x" * 8_000):
        _expect_problem(*_ask(match.people[0], method, address, body), 414)


def test_postgresql_is_asked_for_nothing_that_it_cannot_hold(shared_database: str, tmp_path: Path) -> None:
    with running(tmp_path, database_url=async_url(shared_database)) as server:
        match = meet(server)
        for value in ("%00", "a%00b", "%ff", "%ed%a0%80"):
            for method, address, body in _addresses(match, value):
                _expect_problem(*_ask(match.people[0], method, address, body), 400, 404)
        for query in ("cursor=%00", "cursor=1-%00", "game=%00", "status=%00"):
            assert is_problem(match.people[0].get(f"/api/matches?{query}"), 400)
        _expect_closed(match.people[0], "%00", "0", 4404)


@pytest.mark.parametrize("value", [LONG, *STRANGE[:4]], ids=lambda value: str(value)[:20])
def test_a_socket_at_a_strange_address_says_so_and_closes(server: Server, value: str) -> None:
    for who in (server.nobody(), server.person()):
        _expect_closed(who, value, "0", 4404)


def _expect_closed(who: Person, match_id: str, query: str, code: int) -> None:
    with who.live(match_id, query) as table:
        assert json.loads(table.recv(PATIENCE))["status"] == code - 4000
        with pytest.raises(ConnectionClosed) as closed:
            table.recv(PATIENCE)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == code


# -- queries -----------------------------------------------------------------------------------------------

NO_NUMBERS = ("", "01", "1e3", "1.0", "-0", "+1", "-1", "%201", "0x1", "1_0", "%D9%A3", "%00", "%ff", "9" * 5_000)
NO_BOOLEANS = ("", "0", "1", "2", "yes", "True", "TRUE", "%20true", "null", "%00", "x" * 5_000)


def _queries() -> Iterator[tuple[str, str, str, Any]]:
    """Every parameter of every query: the route, its name and its schema."""
    for path, method, operation in _routes():
        for each in operation.get("parameters", ()):
            if each["in"] == "query":
                yield path, method, each["name"], each["schema"]


def test_every_parameter_of_every_query_is_read_in_one_way(match: Meeting) -> None:
    tried = set()
    for path, method, name, schema in _queries():
        address = path.format(match_id=match.id, slug="skirmish", step=0)
        bad = {"integer": NO_NUMBERS, "boolean": NO_BOOLEANS}.get(schema.get("type", ""), ("x" * 5_000, "%00"))
        good = {"integer": "1", "boolean": "true"}.get(schema.get("type", ""), schema.get("enum", ["x"])[0])
        twice, disguised = f"{name}={good}&{name}={good}", f"{name}={good}&%{ord(name[0]):x}{name[1:]}={good}"
        for query in (*(f"{name}={value}" for value in bad), twice, disguised):
            _expect_problem(*_ask(match.people[0], method, f"{address}?{query}", b"{}"), 400, 404)
            tried.add(name)
    assert {"since", "seat", "limit", "step", "from", "to", "marks", "cursor", "game", "mine", "part"} <= tried


TWO_WAYS = ("since=1&since=1", "seat=1&seat=1", "since=01", "since=1e3", "seat=01", "seat=", "seat=0")


@pytest.mark.parametrize("query", TWO_WAYS)
def test_a_query_that_can_be_read_in_two_ways_says_so(match: Meeting, query: str) -> None:
    (name, _, _) = query.partition("=")
    for path in (f"{match.path}/history", f"{match.common}/chat"):
        answer = match.people[0].get(f"{path}?{query}")
        assert is_problem(answer, 400)
        assert name in answer.json()["detail"]
    _expect_closed(match.people[0], match.id, query.replace("since=", "", 1) if name == "since" else f"0&{query}", 4400)


@pytest.mark.parametrize("query", ["other=%ff", "=&&;", "other", "since=0&other=1", "Since=0", "since[]=0", "sinse=0"])
def test_a_parameter_that_a_route_does_not_have_is_refused(match: Meeting, query: str) -> None:
    for path in (f"{match.path}/history", "/api/games", "/healthz"):
        answer = match.people[0].get(f"{path}?{query}")
        assert is_problem(answer, 400, "BadInput")
        assert "There is no parameter" in answer.json()["detail"] or "since=0&" in query
    _expect_closed(match.people[0], match.id, f"0&{query}", 4400)


def test_a_query_may_have_gaps_and_be_written_in_percents(match: Meeting) -> None:
    for query in ("", "&", "since=%30", "&since=0&&marks=true&", "%73ince=0"):
        assert match.people[0].get(f"{match.path}/history?{query}").status_code == 200


# -- paths and bodies --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path",
    [
        *("/api/games/", "/api//games", "//api/games", "/api%2fgames", "/api%2Fgames", "/healthz/"),
        *("{path}/table/", "{path}//table", "{path}/steps/0/"),
        *("{path}/steps/00", "{path}/steps/+0", "{path}/steps/-0", "{path}/steps/%200", "{path}/steps/0_0"),
        *("{path}/steps/%D9%A0", "{path}/steps/%30"),
    ],
)
def test_a_path_has_one_spelling(match: Meeting, path: str) -> None:
    where = urlsplit(match.people[0].server.address)
    wire = http.client.HTTPConnection(str(where.hostname), where.port, timeout=PATIENCE)
    wire.request("GET", path.format(path=match.path), headers=match.people[0].headers)  # httpx2 would mend it
    answer = wire.getresponse()
    assert (answer.status, json.loads(answer.read())["code"]) == (404, "NotFound")
    wire.close()


@pytest.mark.parametrize(
    ("route", "body"),
    [
        ("join", b'{"seat": "2"}'),
        ("join", b'{"seat": 2.0}'),
        ("seats/swap", b'{"seats": ["1", "2"]}'),
        ("seats/swap", b'{"seats": [1.0, 2]}'),
        ("chat", b'{"text": 7}'),
    ],
)
def test_a_value_of_another_type_is_not_taken_for_the_right_one(server: Server, route: str, body: bytes) -> None:
    person = server.person()
    made = person.post("/api/skirmish/matches", {"seats": [{"kind": "me"}, {"kind": "open"}]}).json()["match"]
    path = f"/api/matches/{made['id']}"
    assert is_problem((server.person() if route == "join" else person).post(f"{path}/{route}", body), 400, "BadData")
    assert person.get(path).json() == made


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "garbage", ""])
def test_a_body_is_json_whatever_its_type_is_said_to_be(server: Server, kind: str) -> None:
    person = server.person()
    assert person.put("/api/me", {"name": "Ada"}, content_type=kind).json()["name"] == "Ada"
    assert is_problem(person.put("/api/me", b"name=Eve", content_type=kind), 400, "BadData")
