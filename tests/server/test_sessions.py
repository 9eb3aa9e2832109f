"""Sockets end with the token, or the identity, that they were opened with: at once here, soon in other processes."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from armillary.server.errors import NotSignedIn
from armillary.server.people.guests import Guests
from armillary.server.people.sessions import Session, Sessions, note_of
from armillary.server.storage import players
from tests.project.tree import environment
from tests.server.api import Person, Server, is_problem, meet, running, until
from tests.server.halls import processes
from tests.server.news import News, ThroughPostgresql, listening
from tests.server.processes import Guest
from tests.server.processes import Server as ServerProcess

Opens = Callable[[Person, str], ClientConnection]
SOCKETS: dict[str, Opens] = {"table": lambda who, match: who.live(match), "home": lambda who, _: who.home()}
any_socket = pytest.mark.parametrize("opens", SOCKETS.values(), ids=SOCKETS)


def _token_of(program: Person) -> str:
    return program.headers["authorization"].removeprefix("Bearer ").partition(".")[0]


def _expect_end(socket: ClientConnection, reason: str) -> None:
    """It says why it ends, and is closed with the code of that."""
    while (message := json.loads(socket.recv(5)))["type"] != "problem":
        pass
    assert (message["code"], message["status"], message["detail"]) == ("NotSignedIn", 401, reason)
    with pytest.raises(ConnectionClosed) as closed:
        socket.recv(5)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4401


async def _is_signed_in(session: Session) -> bool:
    """At this moment: nothing else happens until it is known."""
    try:
        async with asyncio.timeout(0):
            await session.until_signed_out()
    except NotSignedIn:
        return False
    except TimeoutError:
        pass
    return True


def _is_open(socket: ClientConnection) -> bool:
    socket.send('{"type": "ping", "id": "there"}')
    while (message := json.loads(socket.recv(5)))["type"] not in ("pong", "problem"):
        pass
    return bool(message["type"] == "pong")


@any_socket
def test_a_deleted_tokens_sockets_close_and_no_others_do(server: Server, opens: Opens) -> None:
    match = meet(server)
    person = match.people[0]
    program, other = person.program(), person.program()
    with opens(program, match.id) as gone, opens(other, match.id) as kept, opens(person, match.id) as own:
        assert person.delete(f"/api/tokens/{_token_of(program)}").status_code == 204
        _expect_end(gone, "This token was deleted.")
        assert _is_open(kept)
        assert _is_open(own)


@any_socket
def test_a_given_up_identitys_sockets_close_and_no_others_do(server: Server, opens: Opens) -> None:
    match = meet(server)
    person, rival = match.people
    program = person.program()
    with opens(program, match.id) as by_token, opens(person, match.id) as by_cookie, opens(rival, match.id) as kept:
        assert person.delete("/api/me").status_code == 204
        for socket in (by_token, by_cookie):
            _expect_end(socket, "This identity was deleted.")
        assert _is_open(kept)
    until(lambda: len(server.process.sessions) == 0)


def test_a_given_up_identity_is_worth_nothing_and_its_name_stays(server: Server) -> None:
    match = meet(server)
    person, rival = match.people
    program = person.program()
    answer = person.delete("/api/me")
    assert answer.status_code == 204
    assert f"{server.cookie}=" in answer.headers["set-cookie"]
    assert "max-age=0" in answer.headers["set-cookie"].lower()
    for refused in (person.delete("/api/me"), person.get("/api/tokens"), person.put("/api/me", {"name": "Eve"})):
        assert is_problem(refused, 401, "NotSignedIn")
    assert is_problem(program.get("/api/me"), 401, "NotSignedIn")
    again = person.get("/api/me")
    assert again.json()["id"] != person.id
    assert server.cookie in again.cookies
    seats = rival.get(match.common).json()["seats"]
    assert [seat["name"] for seat in seats] == ["Player 1", "Player 2"]
    assert is_problem(match.order(1, {"card": 1}), 401, "NotSignedIn")
    assert match.order(2, {"card": 1}).status_code == 200


def test_a_program_can_give_up_the_identity_and_nobody_without_one_can(server: Server) -> None:
    person = server.person()
    assert is_problem(server.nobody().delete("/api/me"), 401, "NotSignedIn")
    assert is_problem(person.delete("/api/me", origin="https://evil.example"), 403, "NotAllowed")
    assert person.program().delete("/api/me").status_code == 204
    assert person.get("/api/me").json()["id"] != person.id


def test_an_invitation_still_says_who_sent_it(server: Server) -> None:
    host = server.person("Ada")
    made = host.post("/api/skirmish/matches", {"seats": [{"kind": "me"}, {"kind": "invite"}]}).json()
    host.delete("/api/me")
    path, invite = f"/api/matches/{made['match']['id']}", made["invites"]["2"]
    assert server.person().post(f"{path}/invitation", {"invite": invite}).json()["by"] == "Ada"


def test_whoever_was_let_in_a_moment_before_the_end_is_sent_away_when_they_arrive(server: Server) -> None:
    async def arrive() -> None:
        signed_in = Sessions(server.process.store)
        signed_in.end("token", "t1")
        with signed_in.hold("p1", "t1") as late, signed_in.hold("p1", "t2") as other:
            with pytest.raises(NotSignedIn, match="This token was deleted"):
                await asyncio.wait_for(late.until_signed_out(), 5)
            assert await _is_signed_in(other)

    server.inside(arrive)


def test_an_identity_given_up_while_somebody_asks_for_it_does_not_come_back(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    process, find = server.process, players.find
    guests = Guests(process.store, process.clock, process.sessions)  # they have to ask the database

    async def ask_twice() -> Any:
        guest = await process.guests.welcome()

        async def slowly(*given: Any) -> Any:
            found = await find(*given)
            await guests.revoke(guest)
            return found

        with monkeypatch.context() as patch:
            patch.setattr(players, "find", slowly)
            first = await guests.by_id(guest.id)
        return first, await guests.by_id(guest.id)

    assert server.inside(ask_twice) == (None, None)


# -- across processes --------------------------------------------------------------------------------------


async def test_sockets_at_other_processes_end_when_the_note_comes(shared_database: str, news: News) -> None:
    async with processes(shared_database, 2, redis_url=news.redis_url) as (here, there):
        await listening(news, here)
        ada, grace = await here.guest(), await here.guest()
        token = await here.tokens.new(ada, "bot")
        with (
            there.sessions.hold(ada.id, token.id) as program,
            there.sessions.hold(ada.id) as person,
            there.sessions.hold(grace.id) as other,
        ):
            await here.tokens.delete(ada, token.id)
            with pytest.raises(NotSignedIn, match="token was deleted"):
                await asyncio.wait_for(program.until_signed_out(), 5)
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(person.until_signed_out(), 0.1)
            await here.guests.revoke(ada)
            with pytest.raises(NotSignedIn, match="identity was deleted"):
                await asyncio.wait_for(person.until_signed_out(), 5)
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(other.until_signed_out(), 0.1)


async def test_sockets_whose_note_was_lost_end_at_the_next_look(
    shared_database: str, news: News, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("armillary.server.people.sessions.CHECK_SECONDS", 0.1)
    async with processes(shared_database, 2, redis_url=news.redis_url) as (here, there):
        ada, grace, alan = [await here.guest() for _ in range(3)]
        token = await here.tokens.new(ada, "bot")
        with (
            there.sessions.hold(ada.id, token.id) as program,
            there.sessions.hold(grace.id) as person,
            there.sessions.hold(alan.id) as other,
        ):
            await players.delete_token(here.store, ada.id, token.id)
            await players.revoke(here.store, grace.id, 1)
            with pytest.raises(NotSignedIn, match="token was deleted"):
                await asyncio.wait_for(program.until_signed_out(), 5)
            with pytest.raises(NotSignedIn, match="identity was deleted"):
                await asyncio.wait_for(person.until_signed_out(), 5)
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(other.until_signed_out(), 0.3)


async def test_a_single_process_tells_nobody_and_looks_for_nothing(tmp_path: Any) -> None:
    async with processes(f"sqlite:///{tmp_path}/test.db", 1) as (alone,):
        with alone.sessions.hold("p1"):
            alone.sessions.end("token", "t1")
        assert await alone.sessions.notes() == []
        assert [task for task in asyncio.all_tasks() if "relay" in task.get_name()] == []


async def test_a_look_that_fails_signs_nobody_out(shared_database: str) -> None:
    async with processes(shared_database, 1) as (here,):
        guest, sessions = await here.guest(), Sessions(here.store)
        with sessions.hold(guest.id) as person:
            await here.store.database.write(lambda made: made.execute(text("ALTER TABLE tokens RENAME TO away")))
            with pytest.raises(Exception, match="tokens"):
                await sessions.notes()
            assert await _is_signed_in(person)


NOTES = ["", "gone", "gone token", "gone player p1 x", "gone spirit p1", "gone player p1\n", "here 0 p1 1 1"]


@pytest.mark.parametrize("note", NOTES)
def test_whatever_is_no_note_is_ignored(note: str, server: Server) -> None:
    async def hear() -> Any:
        sessions = Sessions(server.process.store)
        with sessions.hold("p1") as person:
            sessions.hear(note)
            before = await _is_signed_in(person)
            sessions.hear(note_of("player", "p1"))
            return before, await _is_signed_in(person)

    assert server.inside(hear) == (True, False)


def _revoke(*args: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "armillary.terminal", "revoke", *args]
    return subprocess.run(command, env=environment(), capture_output=True, text=True)


async def test_an_operator_revokes_an_identity_and_running_servers_close_its_sockets(shared_database: str) -> None:
    async with processes(shared_database, 1) as (here,):
        await listening(ThroughPostgresql(), here, 1)
        guest = await here.guest()
        with here.sessions.hold(guest.id) as person:
            done = await asyncio.to_thread(_revoke, guest.id, "--database", shared_database)
            assert (done.returncode, done.stdout) == (0, f"Revoked: {guest.name}.\n"), done.stderr
            with pytest.raises(NotSignedIn, match="identity was deleted"):
                await asyncio.wait_for(person.until_signed_out(), 5)
        assert await players.name_of(here.store, guest.id) is None


def test_a_file_in_use_is_left_alone_and_an_unknown_identity_is_an_error(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        person = server.person("Ada")
        file = str(tmp_path / "test.db")
        in_use = _revoke(str(person.id), "--database", file)
        assert person.get("/api/me").json()["id"] == person.id
    done = [_revoke(each, "--database", file) for each in (str(person.id), str(person.id), "\u001b[1m")]
    assert [each.returncode for each in (in_use, *done)] == [2, 0, 2, 2]
    assert "Another server uses this database" in in_use.stderr
    assert done[0].stdout == "Revoked: Ada.\n"
    assert all("There is no active identity with the id" in each.stderr for each in done[1:])
    assert [len(each.stderr.splitlines()) for each in (in_use, *done)] == [1, 0, 1, 1]


async def _code_of(socket: Any) -> int:
    """With which code it is closed."""
    await asyncio.wait_for(socket.wait_closed(), 10)
    return int(socket.close_code)


async def test_a_socket_at_one_server_closes_when_the_identity_is_given_up_at_another(shared_database: str) -> None:
    async with ServerProcess(shared_database) as here, ServerProcess(shared_database) as there:
        guest = Guest(here.port)
        await guest.arrive()
        seats = [{"kind": "me"}, {"kind": "open"}]
        made = await guest.call("POST", "/api/skirmish/matches", {"seats": seats})
        async with await guest.socket(made["match"]["id"]) as table:
            await table.recv()
            elsewhere = Guest(there.port)
            elsewhere.cookie = guest.cookie
            assert (await elsewhere.exchange("DELETE", "/api/me"))[0] == 204
            await elsewhere.hang_up()
            await guest.hang_up()
            assert await _code_of(table) == 4401
