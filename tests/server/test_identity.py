"""Who you are, what may act for you, how often you may ask, and what the logs say of it."""

from __future__ import annotations

import gc
import json
import logging
import re
import tracemalloc
from pathlib import Path

import httpx2
import pytest
from sqlalchemy import text
from websockets.exceptions import ConnectionClosed

from armillary.server.logs import JsonLines
from tests.server.api import Person, Server, is_problem, meet, running


def test_the_first_visit_makes_a_guest(server: Server) -> None:
    answer = server.nobody().get("/api/me")
    flags = answer.headers["set-cookie"].lower()
    assert "httponly" in flags
    assert "samesite=lax" in flags
    assert "secure" not in flags
    assert answer.json()["name"].startswith("Guest ")
    guest = Person(server, headers={"cookie": f"{server.cookie}={answer.cookies[server.cookie]}"})
    again = guest.get("/api/me")
    assert again.json() == answer.json()
    assert "set-cookie" not in again.headers


def test_behind_https_the_cookie_is_for_https_only(tmp_path: Path) -> None:
    with running(tmp_path, https=True) as server:
        answers = [server.nobody().get("/api/me"), server.person().delete("/api/me")]
        assert [answer.cookies.get(server.cookie) is None for answer in answers] == [False, True]
        for answer in answers:
            name, *flags = re.split("=|; ", answer.headers["set-cookie"].lower())
            assert name.startswith("__host-armillary_guest_"), "browsers hold it to what follows"
            assert {"secure", "path", "/"} <= set(flags)
            assert "domain" not in flags


def test_two_servers_on_one_host_leave_each_others_guests_alone(tmp_path: Path) -> None:
    folders = [tmp_path / name for name in ("one", "other")]
    for folder in folders:
        folder.mkdir()
    with running(folders[0]) as one, running(folders[1]) as other, httpx2.Client() as browser:
        here = browser.get(f"{one.address}/api/me").json()
        there = browser.get(f"{other.address}/api/me").json()
        assert here["id"] != there["id"]
        for _ in range(2):  # whoever comes back is still known, at both
            assert browser.get(f"{one.address}/api/me").json() == here
            assert browser.get(f"{other.address}/api/me").json() == there
        assert browser.delete(f"{other.address}/api/me").status_code == 204
        assert browser.get(f"{one.address}/api/me").json() == here


def test_the_cookies_name_stays_when_the_server_is_started_again(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        before = server.person("Ada")
    with running(tmp_path) as server:
        assert Person(server, headers=before.headers).get("/api/me").json()["name"] == "Ada"


@pytest.mark.parametrize("forgery", ["{id}", "{id}.", "{id}.{wrong}", "nobody.{signature}", "."])
def test_a_forged_cookie_is_nobody(server: Server, forgery: str) -> None:
    person = server.person("Ada")
    _, _, value = person.headers["cookie"].partition("=")
    player, _, signature = value.partition(".")
    cookie = forgery.format(id=player, signature=signature, wrong="0" * len(signature))
    forger = Person(server, headers={"cookie": f"{server.cookie}={cookie}"})
    assert is_problem(forger.put("/api/me", {"name": "Eve"}), 401, "NotSignedIn")
    assert person.get("/api/me").json()["name"] == "Ada"


def test_tokens_are_made_used_listed_and_dropped(server: Server) -> None:
    person = server.person("Ada")
    made = person.post("/api/tokens", {"name": "my bot"}).json()
    program = Person(server, headers={"authorization": f"Bearer {made['secret']}"})
    assert program.get("/api/me").json() == person.get("/api/me").json()
    (listed,) = person.get("/api/tokens").json()
    assert (listed["id"], listed["name"], listed["secret"]) == (made["id"], "my bot", None)
    assert is_problem(server.person().delete(f"/api/tokens/{made['id']}"), 404)
    assert person.delete(f"/api/tokens/{made['id']}").status_code == 204
    assert is_problem(program.get("/api/me"), 401, "NotSignedIn")
    assert is_problem(person.delete(f"/api/tokens/{made['id']}"), 404)
    assert is_problem(person.delete("/api/tokens/%00"), 404)


def test_the_number_of_tokens_per_player_is_limited(server: Server) -> None:
    person = server.person()
    answers = [person.post("/api/tokens", {"name": "x"}) for _ in range(21)]
    assert {answer.status_code for answer in answers[:20]} == {201}
    assert is_problem(answers[20], 409, "Conflict")


@pytest.mark.parametrize("bearer", ["x", "x.y", ".", "a" * 5000])
def test_an_unknown_token_is_refused_even_next_to_a_good_cookie(server: Server, bearer: str) -> None:
    headers = server.person().headers | {"authorization": f"Bearer {bearer}"}
    assert is_problem(Person(server, headers=headers).get("/api/me"), 401, "NotSignedIn")


CROSS_SITE = [
    {"origin": "https://evil.example"},
    {"origin": "null"},
    {"origin": "http://["},
    {"origin": ""},
    {"sec_fetch_site": "cross-site"},
    {"sec_fetch_site": "same-site"},
]


@pytest.mark.parametrize("headers", CROSS_SITE, ids=str)
def test_another_site_cannot_act_with_a_cookie_but_a_token_is_no_cookie(
    server: Server, headers: dict[str, str]
) -> None:
    person = server.person("Ada")
    assert is_problem(person.put("/api/me", {"name": "Eve"}, **headers), 403, "NotAllowed")
    assert is_problem(person.post("/api/tokens", {"name": "Eve"}, **headers), 403, "NotAllowed")
    assert person.get("/api/me").json()["name"] == "Ada"
    assert person.program().put("/api/me", {"name": "Grace"}, **headers).json()["name"] == "Grace"


def test_our_own_pages_act_with_a_cookie(server: Server) -> None:
    person = server.person()
    own = {"origin": server.address, "sec_fetch_site": "same-origin"}
    assert person.put("/api/me", {"name": "Ada"}, **own).json()["name"] == "Ada"


def test_another_site_cannot_open_a_socket_with_a_cookie(server: Server) -> None:
    match = meet(server)
    with match.people[0].live(match.id, Origin="https://evil.example") as table:
        assert json.loads(table.recv(5))["code"] == "NotAllowed"
        with pytest.raises(ConnectionClosed) as closed:
            table.recv(5)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4403
    with match.people[0].live(match.id, Origin=server.address) as table:
        assert json.loads(table.recv(5))["table"]["you"] == 1


SECURITY = (
    "x-content-type-options",
    "x-frame-options",
    "referrer-policy",
    "content-security-policy",
    "cross-origin-opener-policy",
    "cross-origin-resource-policy",
    "permissions-policy",
)


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/healthz", 200),
        ("GET", "/schema", 307),
        ("GET", "/docs/nonsense", 404),
        ("GET", "/schema/openapi.json", 200),
        ("GET", "/plain.css", 200),
        ("GET", "/", 200),
        ("GET", "/nonsense", 404),
        ("PATCH", "/api/me", 405),
        ("PUT", "/api/me", 400),
        ("POST", "/api/tokens", 400),
        ("GET", "/api/tokens", 401),
        ("GET", "/api/matches?limit=x", 400),
    ],
)
def test_every_answer_has_the_security_headers(server: Server, method: str, path: str, status: int) -> None:
    answer = server.nobody().ask(method, path)
    assert answer.status_code == status
    assert [name for name in SECURITY if len(answer.headers.get_list(name)) != 1] == []
    assert "unsafe" not in answer.headers["content-security-policy"]
    assert "<style" not in answer.text


def test_behind_https_browsers_are_told_to_come_back_by_https(server: Server, tmp_path: Path) -> None:
    name = "strict-transport-security"
    assert name not in server.nobody().get("/healthz").headers
    with running(tmp_path, https=True) as secure:
        addresses = ("/healthz", "/schema", "/nonsense", f"/{'x' * 9_000}")
        assert {secure.nobody().get(each).headers[name] for each in addresses} == {"max-age=31536000"}


def test_our_own_faults_are_answered_in_brief_with_the_same_headers(
    server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken() -> None:
        raise RuntimeError("secret details")

    monkeypatch.setattr(server.process.store, "ping", broken)
    answer = server.nobody().get("/readyz")
    assert is_problem(answer, 500, "InternalError")
    assert "secret details" not in answer.text
    assert [name for name in SECURITY if name not in answer.headers] == []
    assert "secret details" in caplog.text


OTHERS = [{"sec_fetch_site": "cross-site"}, {"sec_fetch_site": "same-site"}, {"origin": "https://evil.example"}]


def _count_guests(server: Server) -> int:
    return int(server.inside(lambda: server.process.store.read(text("SELECT count(*) FROM players")))[0][0])


def test_only_who_asks_for_it_becomes_a_guest(server: Server) -> None:
    before = _count_guests(server)
    nobody = server.nobody()
    assert nobody.ask("HEAD", "/api/me").status_code == 401
    for headers in OTHERS:
        refused = nobody.get("/api/me", **headers)
        assert is_problem(refused, 401, "NotSignedIn"), "a picture on another site"
        assert "set-cookie" not in refused.headers
    for method in ("PUT", "POST", "DELETE", "OPTIONS"):
        nobody.ask(method, "/api/me", {"name": "Ada"})
    nobody.get("/api/matches")
    assert _count_guests(server) == before
    person = server.person()
    assert person.ask("HEAD", "/api/me").status_code == 200
    assert person.get("/api/me", sec_fetch_site="cross-site").status_code == 200, "by a link from elsewhere"
    assert _count_guests(server) == before + 1


# -- limits ------------------------------------------------------------------------------------------------


def test_who_asks_too_often_has_to_wait_and_others_do_not(tmp_path: Path) -> None:
    with running(tmp_path, requests_per_second=5) as server:
        greedy, modest = server.person().headers, server.person()
        answers = [Person(server, headers=greedy).get("/api/me") for _ in range(15)]
        refused = [answer for answer in answers if answer.status_code == 429]
        assert 3 <= len(refused) <= 6
        assert is_problem(refused[0], 429, "TooMany")
        assert int(refused[0].headers["retry-after"]) >= 1
        assert modest.get("/api/me").status_code == 200


def test_an_address_has_a_limit_too_whatever_it_asks_for(tmp_path: Path) -> None:
    with running(tmp_path, requests_per_second=1) as server:
        answers = [server.nobody().get("/nonsense") for _ in range(30)]
        assert {answer.status_code for answer in answers} == {404, 429}
        refused = answers[-1]
        assert is_problem(refused, 429, "TooMany")
        assert int(refused.headers["retry-after"]) >= 1
        assert [name for name in SECURITY if name not in refused.headers] == []


def test_new_guests_are_limited_by_address(tmp_path: Path) -> None:
    with running(tmp_path, guests_per_hour=5) as server:
        people = [server.person() for _ in range(5)]
        refused = server.nobody().get("/api/me")
        assert is_problem(refused, 429, "TooMany")
        assert refused.json()["detail"] == (
            "Too many new guests have come from your address. Keep the cookie you get, or try again later."
        )
        assert "set-cookie" not in refused.headers
        assert {person.get("/api/me").status_code for person in people} == {200}
        assert server.nobody().get("/api/me", x_forwarded_for="203.0.113.9").status_code == 200
        assert _count_guests(server) == 6


def test_messages_on_a_socket_count_too(tmp_path: Path) -> None:
    with running(tmp_path, requests_per_second=20) as server:
        match = meet(server)
        with match.people[0].live(match.id) as table:
            for number in range(50):
                table.send(json.dumps({"type": "withdraw", "id": str(number)}))
            answers = [json.loads(table.recv(5)) for _ in range(51)]
        assert {answer.get("code") for answer in answers} == {None, "NotToAct", "TooMany"}


# -- logs --------------------------------------------------------------------------------------------------


def test_logs_hold_no_cookie_token_invitation_or_seed(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    with running(tmp_path) as server:
        person = server.person()
        program = person.program()
        plan = {"seats": [{"kind": "me"}, {"kind": "invite"}, {"kind": "bot", "level": "random"}]}
        made = program.post("/api/skirmish/matches", plan).json()
        path, invite = f"/api/matches/{made['match']['id']}", made["invites"]["2"]
        server.person().post(f"{path}/join", {"invite": "wrong"})
        server.person().post(f"{path}/join", {"invite": invite})
        with person.live(made["match"]["id"]) as table:
            table.recv(5)
            table.send("nonsense")
            table.recv(5)
        seed = server.inside(lambda: server.process.hall.room(made["match"]["id"])).row.seed
    cookie, token = person.headers["cookie"].partition("=")[2], program.headers["authorization"].split()[1]
    lines = [JsonLines().format(entry) for entry in caplog.records]
    assert any("Application startup" in line for line in lines), "something was logged"
    assert [line for line in lines for secret in (cookie, token, invite, seed.hex()) if secret in line] == []


def test_a_failing_database_is_logged_without_what_was_to_be_written(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with running(tmp_path) as server:
        person = server.person()

        async def spoil() -> None:
            await server.process.store.write(
                lambda connection: connection.execute(text("ALTER TABLE matches RENAME TO x"))
            )

        server.inside(spoil)
        answer = person.post("/api/skirmish/matches", {"seats": [{"kind": "me"}, {"kind": "open"}]})
        assert is_problem(answer, 500, "InternalError")
    assert "no such table: matches" in caplog.text
    assert "SQL parameters hidden" in caplog.text
    assert str(person.id) not in caplog.text


def test_a_log_line_is_one_json_object() -> None:
    entry = logging.LogRecord("armillary", logging.ERROR, "", 0, "two\nlines %s", ("here",), None)
    entry.match = "abc"
    line = JsonLines().format(entry)
    assert "\n" not in line
    assert json.loads(line)["message"] == "two\nlines here"
    assert json.loads(line)["match"] == "abc"


def test_other_cookies_are_neither_read_nor_remembered(server: Server) -> None:
    person, nobody = server.person("Ada"), server.nobody()
    others = "; ".join(f"other_{number}=x" for number in range(200))
    mixed = Person(server, headers={"cookie": f"{others};{person.headers['cookie']} ; {others}"})
    assert mixed.get("/api/me").json()["name"] == "Ada"

    def held(number: int) -> int:
        """Bytes in use after another request with many cookies."""
        nobody.get("/api/matches", cookie="; ".join(f"{number}_{each}=" for each in range(900)))
        gc.collect()
        return tracemalloc.get_traced_memory()[0]

    tracemalloc.start()
    try:
        first, *_, last = map(held, range(21))
    finally:
        tracemalloc.stop()
    assert last - first < 20 * 50_000, "requests are kept for a while, but not what could be made of them"


# -- programs ------------------------------------------------------------------------------------------------


def test_a_program_is_marked_at_its_tables_and_in_lists(server: Server) -> None:
    bot, ada = server.person(), server.person()
    assert bot.get("/api/me").json()["program"] is False
    assert bot.put("/api/me/program").json()["program"] is True
    made = ada.post("/api/skirmish/matches", {"seats": [{"kind": "me"}, {"kind": "open"}]}).json()["match"]
    bot.post(f"/api/matches/{made['id']}/join", {})
    seats = server.nobody().get(f"/api/matches/{made['id']}").json()["seats"]
    assert [seat["program"] for seat in seats] == [False, True]
    (line,) = ada.get("/api/matches?mine=true").json()["matches"]
    assert [seat["program"] for seat in line["seats"]] == [False, True]


def test_seats_that_a_program_gives_to_itself_are_marked_too(server: Server) -> None:
    bot = server.person()
    bot.put("/api/me/program")
    seats = [{"kind": "me"}, {"kind": "local", "name": "Bob"}]
    made = bot.post("/api/skirmish/matches", {"seats": seats}).json()["match"]
    assert [seat["program"] for seat in made["seats"]] == [True, True]
    bot.post(f"/api/matches/{made['id']}/resign?seat=1")
    again = bot.post(f"/api/matches/{made['id']}/rematch").json()
    assert [seat["program"] for seat in again["seats"]] == [True, True]


def test_a_program_stays_one(server: Server) -> None:
    bot = server.person()
    bot.put("/api/me/program")
    assert bot.put("/api/me/program").status_code == 200
    assert bot.put("/api/me", {"name": "Just a person"}).json()["program"] is True
    assert bot.get("/api/me").json()["program"] is True


def test_nobody_becomes_a_program_in_the_middle_of_a_match(server: Server) -> None:
    ada = server.person()
    made = ada.post("/api/skirmish/matches", {"seats": [{"kind": "me"}, {"kind": "open"}]}).json()["match"]
    refused = ada.put("/api/me/program")
    assert (refused.status_code, refused.json()["code"]) == (409, "Conflict")
    assert "Finish or leave them first" in refused.json()["detail"]
    assert ada.get("/api/me").json()["program"] is False
    ada.delete(f"/api/matches/{made['id']}")
    assert ada.put("/api/me/program").json()["program"] is True


def test_a_program_needs_an_identity(server: Server) -> None:
    assert server.nobody().put("/api/me/program").status_code == 401
