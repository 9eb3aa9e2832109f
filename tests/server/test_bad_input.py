"""Whatever is sent, the answer is one clear error in one shape, and nothing has changed."""

from __future__ import annotations

import http.client
import json
import socket
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import ConnectionClosed

from armillary.core.registry import slugs
from armillary.server.settings import async_url
from tests.server.api import Server, is_problem, meet, running

DEEP = b"[" * 100_000 + b"]" * 100_000


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b'"text"',
        b"\xff\xfe",
        b'{"name": "\xff"}',
        b'{"name": "\\ud800"}',
        b'{"name": 1}',
        b'{"name": null}',
        b'{"other": "x"}',
        b'{"name": "x", "extra": 1}',
        b'{"name": "' + b"x" * 201 + b'"}',
        b'{"name": ' + DEEP + b"}",
        DEEP,
    ],
)
def test_a_body_that_is_not_understood_is_refused(server: Server, body: bytes) -> None:
    person = server.person("Ada")
    assert is_problem(person.put("/api/me", body), 400)
    assert person.get("/api/me").json()["name"] == "Ada"


def test_brackets_inside_each_other_get_a_sentence(server: Server) -> None:
    match = meet(server)
    for answer in (
        match.people[0].post("/api/replays", DEEP),
        match.people[0].post("/api/replays", b'{"config": ' + DEEP + b"}"),
        match.people[0].post("/api/skirmish/check", b'{"seats": 2, "config": {"planets": [' + DEEP + b"]}}"),
    ):
        assert is_problem(answer, 400)
        assert "recursion" not in answer.text
    assert "There are too many brackets inside each other." in match.people[0].post("/api/replays", DEEP).text
    with match.people[0].live(match.id) as table:
        table.recv(5)
        table.send('{"type": "order", "order": ' + "[" * 16_000 + "]" * 16_000 + "}")
        assert json.loads(table.recv(5))["detail"] == "message: There are too many brackets inside each other."


def test_nothing_is_quoted_at_length(server: Server) -> None:
    match, body = meet(server), {"x" * 200_000: 1}
    for answer in (match.people[0].put("/api/me", body), match.people[0].post(f"{match.path}/orders", body)):
        assert is_problem(answer, 400)
        assert len(answer.json()["detail"]) <= 2_000


def test_a_missing_body_is_called_that(server: Server) -> None:
    assert server.person("Ada").put("/api/me", b"").json()["detail"] == "The request needs a body."


@pytest.mark.parametrize("slug", slugs())
@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"7",
        b'{"order": 7}',
        b'{"order": ' + DEEP + b"}",
        b'{"order": {"kind": "nonsense"}}',
        b'{"order": {"card": 1e999}}',
        b'{"notation": ' + b"9" * 5000 + b"}",
        b'{"notation": "\\u0000\\u0000"}',
        b'{"notation": "' + b"9" * 90_000 + b'"}',
        b'{"notation": "play ' + b"9" * 90_000 + b'"}',
        b'{"notation": "' + b"( " * 45_000 + b'"}',
    ],
    ids=lambda body: str(body)[:40],
)
def test_an_order_that_is_none_is_refused_in_every_game(server: Server, slug: str, body: bytes) -> None:
    match = meet(server, slug)
    (seat, *_) = match.table()["table"]["to_act"]
    before = match.table(seat)
    for route in ("orders", "draft"):
        answer = match.people[seat - 1].post(f"{match.path}/{route}", body)
        if route == "orders" or answer.status_code != 200:
            assert is_problem(answer, answer.status_code)
            assert answer.status_code in (400, 422), answer.text
    assert match.table(seat) == before


@pytest.mark.parametrize("number", [10**12, 10**15, -(10**15)])
def test_large_numbers_are_judged_like_others(server: Server, number: int) -> None:
    match = meet(server)
    body = f'{{"order": {{"card": {number}}}}}'.encode()
    assert is_problem(match.people[0].post(f"{match.path}/orders", body), 422, "OrderRefused")
    assert match.people[0].post(f"{match.path}/draft", body).status_code == 200


@pytest.mark.parametrize("path", ["/api/me", "/api/tokens"])
def test_a_body_that_is_too_large_is_not_read(server: Server, path: str) -> None:
    person = server.person()
    body = b'{"name": "' + b"x" * 300_000 + b'"}'
    method = "PUT" if path == "/api/me" else "POST"
    assert is_problem(person.ask(method, path, body), 413)


@pytest.mark.parametrize(
    "path",
    [
        "/nonsense",
        "/api/nonsense",
        "/api/matches/nonsense",
        "/api/matches/%00",
        "/api/matches/%ff%fe",
        "/api/matches/" + "x" * 7_000,
        "/api/matches/..%2f..%2fetc",
        "/api/skirmish/matches/nonsense/table",
        "/api/skirmish/matches/nonsense/steps/0",
        "/api/skirmish/matches/nonsense/steps/x",
        "/api/skirmish/matches/nonsense/steps/" + "9" * 5000,
        "/api/games/%00",
        "/api/skirmish/matches/nonsense/history?since=-1",
    ],
    ids=lambda path: str(path)[:40],
)
def test_a_path_that_leads_nowhere_is_a_problem_like_any_other(server: Server, path: str) -> None:
    answer = server.nobody().get(path)
    assert answer.status_code in (400, 404)
    assert is_problem(answer, answer.status_code)
    assert len(answer.content) < 1000, "nothing long is echoed"


@pytest.mark.parametrize("query", ["since=-1", "since=x", f"since={10**30}", "since=%00"])
def test_a_seq_that_is_none_is_refused(server: Server, query: str) -> None:
    match = meet(server)
    for route in (f"{match.path}/history", f"{match.common}/chat"):
        assert is_problem(match.people[0].get(f"{route}?{query}"), 400)


@pytest.mark.parametrize("step", ["-1", "1", "9" * 30, "9" * 5000])
def test_a_step_that_never_was_is_not_found(server: Server, step: str) -> None:
    match = meet(server)
    answer = match.people[0].get(f"{match.path}/steps/{step}")
    assert answer.status_code in (400, 404)
    assert is_problem(answer, answer.status_code)


@pytest.mark.parametrize(
    "query",
    [
        *("limit=0", "limit=x", "limit=101", f"limit={10**30}", "status=nonsense", "status=cancelled", "pace=x"),
        *("mine=x", "game=nonsense", "cursor=", "cursor=x", "cursor=1-", "cursor=-1-a", "cursor=1-a%27b", "cursor=٣-a"),
        *(f"cursor={'9' * 40}-a", f"cursor={'9' * 5000}", f"game={'x' * 5000}"),
    ],
)
def test_a_list_that_cannot_be_is_refused(server: Server, query: str) -> None:
    assert is_problem(server.nobody().get(f"/api/matches?{query}"), 400)


@pytest.mark.parametrize("method", ["PATCH", "TRACE", "DELETE"])
def test_a_wrong_method_is_a_problem_like_any_other(server: Server, method: str) -> None:
    assert is_problem(server.nobody().ask(method, "/api/games"), 405)


def test_something_that_is_not_http_is_turned_away(server: Server) -> None:
    where = urlsplit(server.address)
    with socket.create_connection((str(where.hostname), int(where.port or 0)), timeout=5) as raw:
        raw.sendall(b"\x16\x03\x01 nonsense\r\n\r\n")
        assert raw.recv(100).startswith(b"HTTP/1.1 400")
    assert server.nobody().get("/healthz").status_code == 200


def test_a_body_that_never_comes_holds_nobody_up(server: Server) -> None:
    where = urlsplit(server.address)
    slow = http.client.HTTPConnection(str(where.hostname), where.port, timeout=5)
    slow.putrequest("PUT", "/api/me")
    slow.putheader("content-length", "100")
    slow.endheaders(b'{"na')
    assert server.nobody().get("/healthz").status_code == 200
    slow.close()


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("Ada", "Ada"),
        ("  Ada\n\tLovelace  ", "AdaLovelace"),
        ("A\u0000d\u202ea\u200b", "Ada"),
        ("<script>", "<script>"),
        ("", "Guest"),
        ("\u0000", "Guest"),
        ("x" * 200, "x" * 40),
        ("🚀" * 50, "🚀" * 40),
    ],
)
def test_names_are_cleaned(server: Server, name: str, kept: str) -> None:
    person = server.person()
    assert person.put("/api/me", {"name": name}).json()["name"] == kept
    assert person.get("/api/me").json()["name"] == kept


@pytest.mark.parametrize("key", ["x" * 61, "é", "a\tb"])
def test_a_key_that_is_none_is_refused_or_kept_whole(server: Server, key: str) -> None:
    match = meet(server)
    body = json.dumps({"type": "order", "order": {"card": 1}, "id": key})
    with match.people[0].live(match.id) as table:
        table.recv(5)
        table.send(body)
        told = next(each for each in (json.loads(table.recv(5)) for _ in range(2)) if each["type"] != "waiting")
    assert told["code"] in ("BadData", "BadInput") if told["type"] == "problem" else told["id"] == key


# -- the socket --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "message",
    [
        "",
        "nonsense",
        "null",
        "[]",
        "{}",
        '{"type": "nonsense"}',
        '{"type": "order"}',
        '{"type": "order", "order": 7}',
        '{"type": "order", "order": {"card": "x"}}',
        '{"type": "order", "order": {"card": 1}, "id": "\\u0000"}',
        '{"type": "order", "order": {"card": 99}}',
        '{"type": "order", "order": ' + "[" * 50_000 + "]" * 50_000 + "}",
        '{"type": "order", "extra": 1}',
        '{"type": "withdraw"}',
        '{"type": "say", "text": ""}',
        '{"type": "say", "text": 7}',
        '{"type": "say", "text": "\\ud800"}',
        b"\x00\xff\xfe",
        b"",
    ],
    ids=lambda message: str(message)[:40],
)
def test_a_bad_message_is_answered_and_the_table_stays(server: Server, message: Any) -> None:
    match = meet(server)
    with match.people[0].live(match.id) as table:
        before = json.loads(table.recv(5))["table"]["table"]
        table.send(message)
        told = json.loads(table.recv(5))
        assert (told["type"], told["status"] < 500, bool(told["detail"])) == ("problem", True, True), told
        table.send('{"type": "order", "order": {"card": 1}, "id": "good"}')
        answers = [json.loads(table.recv(5)) for _ in range(2)]
        assert {answer["type"] for answer in answers} == {"taken", "waiting"}
        assert before["pending"] is None


def test_a_message_that_is_too_large_ends_the_socket_and_nothing_else(server: Server) -> None:
    match = meet(server)
    with match.people[0].live(match.id) as table:
        table.recv(5)
        table.send("x" * 300_000)
        with pytest.raises(ConnectionClosed) as closed:
            table.recv(5)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009
    assert match.table()["table"]["pending"] is None


def test_a_socket_to_nowhere_says_so_and_closes(server: Server) -> None:
    for match_id in ("nonsense", "%00", "x" * 3000):
        with server.nobody().live(match_id) as table:
            assert json.loads(table.recv(5))["code"] == "NotFound"
            with pytest.raises(ConnectionClosed) as closed:
                table.recv(5)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4404


def test_spectators_only_watch(server: Server) -> None:
    match = meet(server)
    for who, code in ((server.nobody(), "NotAllowed"), (server.person(), "NotAllowed")):
        with who.live(match.id) as table:
            assert json.loads(table.recv(5))["table"]["you"] is None
            for message in ('{"type":"say","text":"x"}', '{"type":"withdraw"}', '{"type":"order","order":{"card":1}}'):
                table.send(message)
                assert json.loads(table.recv(5))["code"] == code


@pytest.mark.parametrize(
    "since",
    [
        "-1",
        str(10**30),
        "9" * 6000,
        "x",
        "",
        "1_0",
        "%00",
        "%ff",
        "%",
        "[]",
        "5%20",
        "-1&since=3",
        "0&since=0",
        "01",
        "1e3",
    ],
)
def test_a_socket_with_an_invalid_seq_gets_a_problem_and_is_closed(
    server: Server, since: str, caplog: pytest.LogCaptureFixture
) -> None:
    match = meet(server)
    with match.people[0].live(match.id, since) as table:
        told = json.loads(table.recv(5))
        assert (told["type"], told["status"], told["code"]) == ("problem", 400, "BadInput")
        assert told["detail"].startswith("since: ")
        assert len(told["detail"]) < 100, "nothing long is echoed"
        with pytest.raises(ConnectionClosed) as closed:
            table.recv(5)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4400
    assert caplog.text == ""


def test_postgresql_meets_no_text_it_cannot_store(shared_database: str, tmp_path: Path) -> None:
    """It has no place for NUL: names and chat lose it, JSON keeps it, and no id or key has it."""
    nul = "a\u0000b"
    with running(tmp_path, database_url=async_url(shared_database)) as server:
        person = server.person(nul)
        assert person.get("/api/me").json()["name"] == "ab"
        assert person.post("/api/tokens", {"name": nul}).json()["name"] == "ab"
        seats = {"seats": [{"kind": "me"}, {"kind": "open"}]}
        config = {"planets": [{"id": "P", "name": nul, "victory_points": 1}]}
        assert is_problem(person.post("/api/skirmish/matches", {**seats, "config": config}), 422, "ConfigRefused")
        made = person.post("/api/skirmish/matches", seats).json()["match"]
        path = f"/api/matches/{made['id']}"
        assert person.post(f"{path}/chat", {"text": nul}).status_code == 201
        assert person.get(f"{path}/chat").json()[0]["text"] == "ab"
        assert is_problem(server.person().post(f"{path}/join", {"invite": nul}), 409)
        assert is_problem(person.post("/api/skirmish/matches", {**seats, "preset": nul}), 400)
        for wrong in ("/api/matches/%00", "/api/games/%00", "/api/skirmish/matches/%00/table"):
            assert is_problem(person.get(wrong), 404)
        assert is_problem(person.delete("/api/tokens/%00"), 404)
        plans = meet(server, "territory")
        assert plans.order(1, {"kind": "declare", "text": nul}).status_code == 200
        assert plans.table(1)["table"]["pending"]["text"] == nul
        server.person().post(f"{path}/join", {})
        with person.live(made["id"]) as table:
            table.recv(5)
            table.send(json.dumps({"type": "order", "order": {"card": 1}, "id": nul}))
            assert json.loads(table.recv(5))["code"] == "BadInput"
