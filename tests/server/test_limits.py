"""How many at a time: sockets and open matches are counted exactly, and whoever goes makes room."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import struct
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from armillary.api.terms import SeatPlan
from armillary.core.registry import game
from armillary.server.door import identity
from armillary.server.errors import Conflict, TooMany
from armillary.server.limits import buckets as limits
from armillary.server.limits.buckets import Buckets
from armillary.server.limits.limits import BURST_SECONDS
from armillary.server.limits.matches import Allowance
from armillary.server.limits.places import ADDRESS_FACTOR, Places
from armillary.server.live.wire import MAX_REFUSALS_IN_A_ROW
from armillary.server.play.lobby import Lobby
from armillary.server.storage.listings import Filters, page_of
from tests.abuse.wire import connection
from tests.clock import HandClock
from tests.server.api import PATIENCE, Person, Server, is_problem, meet, running, until
from tests.server.halls import processes

MOST = 3
OPEN = {"seats": [{"kind": "me"}, {"kind": "open"}]}


@pytest.fixture(scope="module")
def narrow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that lets nobody have more than three of anything."""
    folder = tmp_path_factory.mktemp("narrow")
    with running(folder, sockets_per_player=MOST, open_matches_per_player=MOST) as listening:
        yield listening


# -- sockets -----------------------------------------------------------------------------------------------


def _opened(who: Person, match: str, stack: ExitStack) -> ClientConnection | None:
    """A socket that was let in; None when there were too many."""
    table = stack.enter_context(who.live(match))
    told = json.loads(table.recv(5))
    if told["type"] != "problem":
        return table
    assert (told["status"], told["code"]) == (429, "TooMany")
    assert "sockets" in told["detail"]
    with pytest.raises(ConnectionClosed) as closed:
        table.recv(5)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4429
    return None


def _fill(who: Person, match: str, stack: ExitStack) -> list[ClientConnection]:
    """All the sockets somebody is let have."""
    found = []
    while (table := _opened(who, match, stack)) is not None:
        found.append(table)
        assert len(found) < 100
    return found


def _wait_until_all_are_gone(server: Server) -> None:
    """Every socket gives its place back before long."""
    places = server.process.limits.sockets, server.process.limits.sockets_by_address
    until(lambda: not any(map(len, places)))


def test_sockets_are_limited_per_player(narrow: Server) -> None:
    match = meet(narrow)
    with ExitStack() as stack:
        for who in (*match.people, narrow.person()):
            assert len(_fill(who, match.id, stack)) == MOST
        assert _opened(match.people[0].program(), match.id, stack) is None, "a program is the player it belongs to"
        assert len(_fill(narrow.nobody(), match.id, stack)) == MOST * ADDRESS_FACTOR
    _wait_until_all_are_gone(narrow)


def _hang_up(table: ClientConnection) -> None:
    table.close()


def _reset(table: ClientConnection) -> None:
    """Gone without a word, as when a cable is pulled and the other side finds out."""
    table.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    table.socket.close()


def _shut_down(table: ClientConnection) -> None:
    """The connection ends without a closing handshake."""
    table.socket.shutdown(socket.SHUT_RDWR)


def _send_too_much(table: ClientConnection) -> None:
    table.send("x" * 300_000)


@pytest.mark.parametrize("drop", [_hang_up, _reset, _shut_down, _send_too_much])
def test_a_socket_that_drops_gives_its_place_back(narrow: Server, drop: Any) -> None:
    match = meet(narrow)
    with ExitStack() as stack:
        for table in _fill(match.people[0], match.id, stack):
            drop(table)
        _wait_until_all_are_gone(narrow)
        assert len(_fill(match.people[0], match.id, stack)) == MOST
    _wait_until_all_are_gone(narrow)


def test_a_socket_that_is_refused_takes_no_place(narrow: Server) -> None:
    match, stranger = meet(narrow, spectators={"policy": "none"}), narrow.person()
    for who, where, since in ((stranger, match.id, 0), (stranger, "nonsense", 0), (match.people[0], match.id, "x")):
        for _ in range(2 * MOST):
            with who.live(where, since) as table:
                assert json.loads(table.recv(5))["code"] in ("NotAllowed", "NotFound", "BadInput")
    _wait_until_all_are_gone(narrow)


def test_who_is_let_go_by_the_server_gives_the_place_back(narrow: Server) -> None:
    maker, guest = narrow.person(), narrow.person()
    made = maker.post("/api/skirmish/matches", {**OPEN, "autostart": False, "spectators": {"policy": "none"}}).json()
    guest.post(f"/api/matches/{made['match']['id']}/join", {})
    with ExitStack() as stack:
        assert len(_fill(guest, made["match"]["id"], stack)) == MOST
        guest.post(f"/api/matches/{made['match']['id']}/leave")
        _wait_until_all_are_gone(narrow)


def test_places_are_counted_whatever_happens_to_whoever_holds_one() -> None:
    places = Places(1, "full")

    def twice() -> None:
        with places.hold("a"), places.hold("b"), places.hold("a"):
            raise AssertionError

    for _ in range(2):
        with pytest.raises(TooMany, match="full"):
            twice()
    assert len(places) == 0, "nobody is remembered"


# -- requests ----------------------------------------------------------------------------------------------


def test_new_keys_however_many_give_nobody_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_BUCKETS", 50)
    buckets = Buckets(rate=1, burst=10)
    for key in ("ada", "bob"):
        buckets.take(key, now=0, cost=10)
    for number in range(1_000):
        buckets.take(f"{number}", now=2 + number / 1_000)
        assert len(buckets) <= 50
    for key in ("ada", "bob"):
        with pytest.raises(TooMany):
            buckets.take(key, now=3, cost=4)
        buckets.take(key, now=3, cost=2.5)


def test_whoever_would_not_stop_gets_nothing_for_a_while_and_others_do() -> None:
    buckets = Buckets(rate=1, burst=10)
    buckets.exhaust("ada", now=0)
    buckets.take("bob", now=0)
    with pytest.raises(TooMany):
        buckets.take("ada", now=limits.MAX_DEBT_BURSTS * 10)
    buckets.take("ada", now=limits.MAX_DEBT_BURSTS * 10 + 1)


def test_a_thousand_identities_may_do_no_more_than_their_address(tmp_path: Path) -> None:
    with running(tmp_path, requests_per_second=2) as server:

        async def guests() -> list[str]:
            process = server.process
            return [process.guests.cookie(await process.guests.welcome()) for _ in range(1_000)]

        cookies = server.inside(guests)
        started = time.monotonic()
        answers = [Person(server, headers={"cookie": f"{server.cookie}={each}"}).get("/api/me") for each in cookies]
        may = 2 * ADDRESS_FACTOR * (BURST_SECONDS + time.monotonic() - started)
        assert 0 < [answer.status_code for answer in answers].count(200) <= may
        last = Person(server, headers={"cookie": f"{server.cookie}={cookies[-1]}"})
        assert last.get("/api/me", x_forwarded_for="203.0.113.9").status_code == 200, "another address is another's"


# -- open matches ------------------------------------------------------------------------------------------


def _make(who: Person, **terms: Any) -> str:
    made = who.post("/api/skirmish/matches", {**OPEN, **terms})
    assert made.status_code == 201, made.text
    match: str = made.json()["match"]["id"]
    return match


def test_open_matches_are_limited_per_player_until_one_is_started_or_called_off(narrow: Server) -> None:
    maker = narrow.person()
    first, second, _ = [_make(maker) for _ in range(MOST)]
    refused = maker.post("/api/skirmish/matches", OPEN)
    assert is_problem(refused, 429, "TooMany")
    assert refused.json()["detail"] == "You have 3 open matches. Start or cancel one first."
    _make(narrow.person())
    _make(maker, seats=[{"kind": "me"}, {"kind": "bot", "level": "random"}])
    assert len(maker.get("/api/matches?mine=true").json()["matches"]) == MOST + 1
    narrow.person().post(f"/api/matches/{first}/join", {})
    _make(maker)
    assert is_problem(maker.post("/api/skirmish/matches", OPEN), 429, "TooMany")
    maker.post(f"/api/matches/{second}/leave")
    assert is_problem(maker.post("/api/skirmish/matches", OPEN), 429, "TooMany"), "it is open still"
    assert maker.delete(f"/api/matches/{second}").json()["status"] == "cancelled"
    _make(maker)


async def test_a_match_called_off_is_so_in_every_process_and_after_a_restart(database: str) -> None:
    seats = (SeatPlan("me"), SeatPlan("open"))
    async with processes(database, 2) as (here, there):
        maker = await here.guest()
        match_id = (await here.lobby.make(game("skirmish"), maker, seats)).row.id
        known = await there.hall.room(match_id)
        await here.lobby.cancel(match_id, maker)
        await there.hall.refresh(match_id)
        assert (known.row.status, known.match) == ("cancelled", None)
        with pytest.raises(Conflict, match="cancelled"):
            await there.lobby.join(match_id, await there.guest())
    async with processes(database) as (only,):
        again = await only.hall.room(match_id)
        assert (again.row.status, again.match) == ("cancelled", None)
        assert [row.kind for row in await only.store.journal(match_id)] == ["cancel"]


async def test_matches_made_at_once_are_counted_one_by_one(database: str) -> None:
    async with processes(database, 2) as (here, there):
        maker, skirmish = await here.guest(), game("skirmish")
        lobbies = [
            Lobby(each.hall, Allowance(MOST), each.limits.stored, each.trials, each.names, each.addresses)
            for each in (here, there)
        ]
        seats = (SeatPlan("me"), SeatPlan("open"))
        asked = [lobbies[number % 2].make(skirmish, maker, seats) for number in range(4 * MOST)]
        made = await asyncio.gather(*asked, return_exceptions=True)
        kept = await page_of(here.store, Filters(mine=True), maker.id, None, 100)
        assert (sorted({type(each).__name__ for each in made}), kept.total) == (["Made", "TooMany"], MOST)


async def test_a_refusal_costs_nobody_else_a_commit(tmp_path: Path) -> None:
    """It is an answer of the transaction, not a failure of it: nothing is tried again."""
    async with processes(f"sqlite:///{tmp_path}/test.db") as (only,):
        maker, other = await only.guest(), await only.guest()
        lobby = Lobby(only.hall, Allowance(0), only.limits.stored, only.trials, only.names, only.addresses)
        write, batches = only.store.database.write, list[int]()

        async def counted(work: Any) -> Any:
            batches.append(len(work.args[0]))
            return await write(work)

        only.store.database.write = counted  # type: ignore[method-assign]
        seats = (SeatPlan("me"), SeatPlan("open"))
        asked = [each.make(game("skirmish"), who, seats) for each, who in ((lobby, maker), (only.lobby, other))]
        refused, made = await asyncio.gather(*asked, return_exceptions=True)
        assert isinstance(refused, TooMany)
        assert not isinstance(made, BaseException)
        assert batches == [2]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> HandClock:
    """The clock of limits."""
    clock = HandClock()
    monkeypatch.setattr(limits, "monotonic", clock.monotonic)
    return clock


def test_whoever_asks_too_often_waits_for_the_answer_and_others_do_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(identity, "PAUSE_SECONDS", 2.0)
    with running(tmp_path, requests_per_second=1) as server:
        ada, bob = server.person(), server.person()
        asked = f"GET /api/tokens HTTP/1.1\r\nhost: here\r\ncookie: {ada.headers['cookie']}\r\n\r\n".encode()
        with connection(server) as made:
            made.settimeout(1.0)
            made.sendall(asked * 3)
            heard = b""
            with suppress(TimeoutError):
                while part := made.recv(65_536):
                    heard += part
                    assert bob.get("/api/me").status_code == 200
            assert re.findall(rb"HTTP/1.1 (\d+)", heard) == [b"200", b"200"]
            made.settimeout(PATIENCE)
            assert made.recv(65_536).startswith(b"HTTP/1.1 429 ")


@pytest.mark.parametrize("message", ['{"type":"ping","id":"p"}', '{"type":"draft","id":"p"}', "nonsense"])
@pytest.mark.parametrize("who", ["nobody", "player", "home"])
def test_messages_count_as_requests_do_and_a_flood_closes_the_socket(
    tmp_path: Path, clock: HandClock, who: str, message: str
) -> None:
    with running(tmp_path, requests_per_second=2) as server:
        match = meet(server)
        player = match.people[0]
        clock.forward(1)  # enough for one more request
        sockets = {"nobody": server.nobody().live, "player": player.live}
        with player.home() if who == "home" else sockets[who](match.id) as table:
            table.recv(5)
            with suppress(ConnectionClosed):  # it may be closed before all were sent
                for _ in range(80):
                    table.send(message)
            answers, closed = _until_closed(table)
            clock.forward(1)  # enough for one more request of anybody else; to leave the socket may take much longer
            assert player.get("/api/me").status_code == (200 if who == "nobody" else 429)
            assert match.people[1].get("/api/me").status_code == 200
        codes = [answer["code"] for answer in answers if answer["type"] == "problem"]
        assert codes.count("TooMany") + codes.count("BadData") >= MAX_REFUSALS_IN_A_ROW
        assert answers[-1]["id"] is None, "it is the socket that is refused"
        assert (closed.code, closed.reason) == (4429, "TooMany")


def _until_closed(table: ClientConnection) -> tuple[list[Any], Any]:
    answers: list[Any] = []
    try:
        while True:
            answers.append(json.loads(table.recv(5)))
    except ConnectionClosed as closed:
        return answers, closed.rcvd


def test_whoever_slows_down_keeps_the_socket(tmp_path: Path, clock: HandClock) -> None:
    with running(tmp_path, requests_per_second=20) as server:
        match = meet(server)
        with match.people[0].live(match.id) as table:
            table.recv(5)
            answers = []
            for _ in range(3):
                for _ in range(30):
                    table.send('{"type":"ping","id":"p"}')
                answers += [json.loads(table.recv(5)) for _ in range(30)]
                clock.forward(1)
        assert {answer["type"] for answer in answers} <= {"pong", "problem"}
        assert {answer["id"] for answer in answers} == {"p"}, "each is told which message was refused"
