"""The socket of a match: everything new is pushed, nothing is missed or told twice, nobody waits for a slow reader."""

from __future__ import annotations

import asyncio
import json
import random
import socket
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any, ClassVar, cast
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from armillary.core import codec
from armillary.core.dice import FastDice
from armillary.core.registry import slugs
from armillary.server.live import wire
from armillary.server.process import Process
from armillary.server.settings import Settings, async_url
from tests.clock import HandClock
from tests.server.api import Meeting, Person, Server, meet, running
from tests.server.ear import Ear

WATCHED = {"kind": "public", "watched": True}
SHORT: dict[str, Any] = {"territory": {"config": {"max_rounds": 2}}}

UPGRADE = (
    "host: here\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
    "sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA=="
)


def _all_steps(ear: Ear) -> list[int]:
    return list(range(1, ear.table["step"] + 1))


@pytest.mark.parametrize("slug", slugs())
def test_a_whole_match_on_the_socket(server: Server, slug: str) -> None:
    match, dice = meet(server, slug, **SHORT.get(slug, {})), FastDice(1)
    with ExitStack() as stack:
        ears = [stack.enter_context(Ear(person, match.id)) for person in match.people]
        _play_out(match, ears, dice)
    assert [ear.steps for ear in ears] == [_all_steps(ear) for ear in ears]


def _play_out(match: Meeting, ears: list[Ear], dice: FastDice) -> None:
    for ear in ears:
        ear.hear()
    while ears[0].table["outcome"] is None:
        step = ears[0].table["step"]
        for seat in ears[0].table["to_act"]:
            answer = ears[seat - 1].ask(type="order", order=match.some_order(seat, dice), id=f"{step}")
            assert (answer["type"], answer["id"]) == ("taken", f"{step}")
        for ear in ears:
            ear.until_step(step + 1)


def test_who_has_submitted_and_what_is_said_is_pushed_to_everybody(server: Server) -> None:
    match = meet(server, talk=WATCHED)
    with (
        Ear(match.people[0], match.id) as one,
        Ear(match.people[1], match.id) as two,
        Ear(server.nobody(), match.id) as three,
    ):
        for ear in (one, two, three):
            ear.hear()
        one.ask(type="order", order={"card": 4})
        one.ask(type="say", text="ready")
        for ear in (one, two, three):
            ear.until(lambda ear=ear: ear.said)  # type: ignore[misc]
            assert ear.table["submitted"] == [1]
            assert ear.said == ["ready"]
        assert one.table["pending"] == {"card": 4}
        assert two.table["pending"] is three.table["pending"] is None
        one.ask(type="withdraw")
        two.until(lambda: two.table["submitted"] == [])


def test_a_line_of_chat_comes_alone(server: Server) -> None:
    match = meet(server, "risky_stars", talk=WATCHED)
    with Ear(match.people[0], match.id) as one, Ear(server.nobody(), match.id) as watcher:
        for ear in (one, watcher):
            ear.hear()
        one.send(type="say", text="hello")
        message = watcher.hear()
        assert (message["type"], watcher.said) == ("said", ["hello"])
        assert len(codec.encode(message)) < 200


def test_whoever_changes_an_order_tells_nobody(server: Server) -> None:
    match = meet(server, talk=WATCHED)
    one, two = match.people
    with Ear(one, match.id) as first, Ear(two, match.id) as second, Ear(server.nobody(), match.id) as watcher:
        for ear in (first, second, watcher):
            ear.hear()
        for card in (4, 5, 4, 9):
            first.ask(type="order", order={"card": card})
        first.until(lambda: first.table["pending"] == {"card": 9})
        first.ask(type="say", text="done")
        for ear in (second, watcher):
            kinds = [ear.hear()["type"] for _ in range(2)]
            assert kinds == ["waiting", "said"], "one order, one line; nothing of the three changes"


def test_people_resign_and_agree_on_a_draw_on_the_socket(server: Server) -> None:
    match = meet(server)
    with Ear(match.people[0], match.id) as one, Ear(match.people[1], match.id) as two:
        for ear in (one, two):
            ear.hear()
        for offer, offers in ((True, [1]), (False, []), (True, [1])):
            assert one.ask(type="draw", offer=offer)["type"] == "taken"
            assert two.hear()["offers"] == offers
        assert two.ask(type="draw")["type"] == "taken"
        one.until(lambda: one.table["outcome"])
        assert one.table["outcome"]["reason"] == "agreed_draw"
        assert one.ask(type="resign")["code"] == "MatchOver"
    other = meet(server)
    with Ear(other.people[1], other.id) as ear:
        ear.hear()
        assert ear.ask(type="resign")["type"] == "taken"
        ear.until(lambda: ear.table["outcome"])
        assert ear.table["outcome"]["winners"] == [1]


def test_anybody_may_ask_whether_the_server_is_there(server: Server) -> None:
    match = meet(server)
    with Ear(server.nobody(), match.id) as watcher:
        watcher.hear()
        before = server.process.clock.now()
        answer = watcher.ask(type="ping", id="7")
        assert (answer["type"], answer["id"]) == ("pong", "7")
        assert before <= answer["now"] <= server.process.clock.now()
        assert watcher.ask(type="resign")["code"] == "NotAllowed"


def test_the_same_message_twice_is_answered_twice_and_done_once(server: Server) -> None:
    match = meet(server)
    with Ear(match.people[0], match.id) as ear:
        ear.hear()
        answers = [ear.ask(type="order", order={"card": 4}, id="same") for _ in range(2)]
        assert answers[0] == answers[1]
    assert match.order(1, {"card": 4}, idempotency_key="same").json() == answers[0]["result"]


def test_a_deadline_is_pushed_with_the_clock(tmp_path: Path) -> None:
    clock = HandClock()
    with running(tmp_path, clock) as server:
        match = meet(server, pace={"kind": "live", "seconds": 30})
        with Ear(match.people[0], match.id) as ear:
            first = ear.hear()["table"]
            assert (first["now"], first["deadline"]) == (clock.now(), clock.now() + 30_000)
            clock.forward(31)
            ear.until(lambda: ear.table["step"] == 1)
            assert ear.steps == [1]


# -- before the start --------------------------------------------------------------------------------------


def _open_match(maker: Person, *seats: str, **terms: Any) -> str:
    plan = {"seats": [{"kind": kind} for kind in seats or ("me", "open")], **terms}
    match: str = maker.post("/api/skirmish/matches", plan).json()["match"]["id"]
    return match


def test_whoever_comes_and_goes_before_the_start_is_seen_until_it_begins(server: Server) -> None:
    maker, guest = server.person("Ada"), server.person("Grace")
    made = _open_match(maker, autostart=False)
    path = f"/api/matches/{made}"
    with Ear(maker, made) as ear, Ear(server.nobody(), made) as watcher:
        heard = [ear.hear()]
        for ask in (f"{path}/join", f"{path}/leave", f"{path}/join"):
            guest.post(ask, {} if ask.endswith("join") else None)
            heard.append(ear.hear())
        assert [message["type"] for message in heard] == ["seats"] * 4
        names = [[seat["name"] for seat in message["match"]["seats"]] for message in heard]
        assert names == [["Ada", "open"], ["Ada", "Grace"], ["Ada", "open"], ["Ada", "Grace"]]
        assert [message["match"]["may_start"] for message in heard] == [False, True, False, True]
        assert heard[-1]["match"] == maker.get(path).json()
        watcher.until(lambda: watcher.seq == ear.seq)
        maker.post(f"{path}/start")
        assert ear.hear()["table"]["you"] == 1
        assert watcher.hear()["table"]["you"] is None


def test_people_talk_before_the_start_and_nothing_is_said_twice_when_it_begins(server: Server) -> None:
    maker, guest = server.person(), server.person()
    made = _open_match(maker, "me", "open", "open")
    with Ear(maker, made) as ear, Ear(server.nobody(), made) as watcher:
        assert ear.ask(type="say", text="anybody?")["type"] == "taken"
        guest.post(f"/api/matches/{made}/join", {})
        guest.post(f"/api/matches/{made}/chat", {"text": "me"})
        for each in (ear, watcher):
            each.until(lambda each=each: len(each.said) == 2)  # type: ignore[misc]
        ear.drop()
        guest.post(f"/api/matches/{made}/chat", {"text": "and who else?"})
        server.person().post(f"/api/matches/{made}/join", {})
        with ear:
            ear.until(lambda: ear.table)
        watcher.until(lambda: watcher.table)
        assert ear.said == watcher.said == ["anybody?", "me", "and who else?"]
        assert ear.steps == []


@pytest.mark.parametrize("seed", range(3))
def test_dropping_off_before_the_start_leaves_no_gap_and_no_repeat(
    server: Server, seed: int, caplog: pytest.LogCaptureFixture
) -> None:
    chance, maker, guest = random.Random(seed), server.person(), server.person()
    made = _open_match(maker, "me", "open", "open")
    ears = [Ear(who, made) for who in (maker, server.nobody())]
    said: list[str] = []
    for number in range(30):
        if chance.random() < 0.5:
            said.append(f"line {number}")
            maker.post(f"/api/matches/{made}/chat", {"text": said[-1]})
        else:
            seated = guest.get(f"/api/matches/{made}").json()["yours"] != []
            guest.post(f"/api/matches/{made}/{'leave' if seated else 'join'}", None if seated else {})
        with chance.choice(ears) as ear:
            if chance.random() < 0.7:
                assert ear.hear()["type"] == "seats"
    seq = maker.get(f"/api/matches/{made}").json()["seq"]
    for ear in ears:
        with ear:
            ear.until(lambda ear=ear: ear.seq >= seq)  # type: ignore[misc]
        assert ear.said == said
    assert caplog.text == "", "who hangs up is no error"


def test_an_order_before_the_start_is_refused_and_the_seat_is_kept(server: Server) -> None:
    maker = server.person()
    made = _open_match(maker)
    with Ear(maker, made) as ear:
        ear.hear()
        for message in ({"type": "order", "order": {"card": 1}}, {"type": "withdraw"}):
            refused = ear.ask(**message)
            assert (refused["type"], refused["code"]) == ("problem", "NotFound")
        assert ear.ask(type="say", text="not yet")["type"] == "taken"


def test_a_closed_table_shows_its_seats_to_those_who_sit_there(server: Server) -> None:
    maker, guest = server.person(), server.person()
    made = _open_match(maker, "me", "open", "open", spectators={"policy": "none"})
    for who in (guest, server.nobody()):
        with who.live(made) as table:
            assert _is_closed(table, 4403)
    guest.post(f"/api/matches/{made}/join", {})
    with Ear(maker, made) as one, Ear(guest, made) as two:
        assert [each.hear()["match"]["yours"] for each in (one, two)] == [[1], [2]]
        guest.post(f"/api/matches/{made}/leave")
        assert two.hear()["code"] == "NotAllowed"
        assert [seat["kind"] for seat in one.hear()["match"]["seats"]] == ["person", "open", "open"]


def test_who_comes_through_another_process_is_seen_here(shared_database: str, tmp_path: Path) -> None:
    url = async_url(shared_database)
    with running(tmp_path, database_url=url) as here, running(tmp_path, database_url=url) as there:
        maker, guest, last = here.person("Ada"), there.person("Grace"), there.person("Emmy")
        made = _open_match(maker, "me", "open", "open")
        with Ear(maker, made) as ear:
            ear.hear()
            guest.post(f"/api/matches/{made}/join", {})
            assert [seat["name"] for seat in ear.hear()["match"]["seats"]] == ["Ada", "Grace", "open"]
            guest.post(f"/api/matches/{made}/chat", {"text": "hello"})
            ear.until(lambda: ear.said == ["hello"])
            last.post(f"/api/matches/{made}/join", {})
            ear.until(lambda: ear.table)
            assert (ear.table["players"], ear.said) == (["Ada", "Grace", "Emmy"], ["hello"])
            guest.post(f"/api/matches/{made}/draw")
            assert ear.hear()["offers"] == [2]


def _is_closed(table: ClientConnection, status: int) -> bool:
    """Is this socket told why, and closed with this code?"""
    told = json.loads(table.recv(5))
    with pytest.raises(ConnectionClosed) as closed:
        table.recv(5)
    assert closed.value.rcvd is not None
    return (told["type"], told["status"], closed.value.rcvd.code) == ("problem", status - 4000, status)


def test_who_may_no_longer_watch_learns_why_and_is_disconnected(server: Server) -> None:
    maker = server.person()
    plan = {"seats": [{"kind": "me"}, {"kind": "open"}], "spectators": {"policy": "none"}}
    match = maker.post("/api/skirmish/matches", plan).json()["match"]["id"]
    guest = server.person()
    guest.post(f"/api/matches/{match}/join", {})
    with server.person().live(match) as table:
        assert json.loads(table.recv(5))["code"] == "NotAllowed"
        with pytest.raises(ConnectionClosed) as closed:
            table.recv(5)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4403


def test_who_gets_up_before_the_start_of_a_closed_match_sees_no_more_of_it(server: Server) -> None:
    maker, other, guest = server.person(), server.person(), server.person()
    plan = {"seats": [{"kind": "me"}, {"kind": "open"}], "spectators": {"policy": "none"}, "autostart": False}
    match = maker.post("/api/skirmish/matches", plan).json()["match"]["id"]
    guest.post(f"/api/matches/{match}/join", {})
    with guest.live(match) as table:
        assert json.loads(table.recv(5))["type"] == "seats"
        guest.post(f"/api/matches/{match}/leave")
        other.post(f"/api/matches/{match}/join", {})
        maker.post(f"/api/matches/{match}/start")
        assert _is_closed(table, 4403)


@pytest.mark.parametrize("seed", range(4))
def test_dropping_off_at_any_time_leaves_no_gap_and_no_repeat(server: Server, seed: int) -> None:
    chance, dice = random.Random(seed), FastDice(seed + 1)
    match = meet(server, talk=WATCHED)
    ears = [Ear(who, match.id) for who in (match.people[0], match.people[1], server.nobody())]
    said: list[str] = []
    for number in range(40):
        _something_happens(match, dice, chance, number, said)
        ear = chance.choice(ears)
        with ear:
            if chance.random() < 0.7:
                ear.hear()
    for ear in ears:
        with ear:
            ear.until(lambda ear=ear: ear.seq >= match.table()["seq"])  # type: ignore[misc]
        assert ear.steps == _all_steps(ear)
        assert ear.said == said


def test_nothing_is_lost_or_doubled_while_the_match_runs_on(server: Server) -> None:
    """Moves and talk come while a message is being put together: each belongs to one message only."""
    match = meet(server, talk=WATCHED)
    ears = [Ear(who, match.id) for who in (match.people[0], server.nobody())]

    def go_on() -> None:
        dice = FastDice(7)
        for number in range(15):
            match.people[0].post(f"{match.common}/chat", {"text": f"line {number}"})
            match.step(dice)

    with ThreadPoolExecutor(1) as others:
        going = others.submit(go_on)
        while not going.done():
            for ear in ears:
                with ear:
                    ear.hear()
        going.result()
    for ear in ears:
        with ear:
            ear.until(lambda ear=ear: ear.seq >= match.table()["seq"])  # type: ignore[misc]
        assert ear.steps == list(range(1, 16))
        assert ear.said == [f"line {number}" for number in range(15)]


def _something_happens(match: Meeting, dice: FastDice, chance: random.Random, number: int, said: list[str]) -> None:
    if chance.random() < 0.4:
        said.append(f"line {number}")
        match.people[0].post(f"{match.common}/chat", {"text": said[-1]})
    elif match.table()["status"] == "playing":
        match.step(dice)


def test_late_spectators_hear_every_step_once_and_late(server: Server) -> None:
    match, dice = meet(server, spectators={"policy": "delayed", "steps": 2}, talk=WATCHED), FastDice(4)
    with Ear(server.nobody(), match.id) as ear:
        ear.hear()
        for step in range(1, 6):
            match.people[0].post(f"{match.common}/chat", {"text": f"before {step}"})
            match.step(dice)
        ear.until(lambda: ear.table["step"] == 3)
        assert ear.steps == [1, 2, 3]
        assert ear.said == [f"before {step}" for step in range(1, 5)]
        match.people[0].post(f"{match.common}/resign")
        ear.until(lambda: ear.table["outcome"])
        assert ear.steps == [1, 2, 3, 4, 5, 6]
        assert ear.said[-1] == "before 5"


def test_a_reader_who_never_reads_holds_up_nobody(server: Server) -> None:
    match, where = meet(server), urlsplit(server.address)
    with socket.create_connection((str(where.hostname), int(where.port or 0)), timeout=10) as stuck:
        stuck.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        key = (
            "upgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-key: "
            + "A" * 22
            + "=="
        )
        stuck.sendall(f"GET /api/matches/{match.id}/live HTTP/1.1\r\nhost: x\r\n{key}\r\n\r\n".encode())
        assert stuck.recv(12) == b"HTTP/1.1 101"
        with Ear(match.people[1], match.id) as ear:
            for number in range(150):
                match.people[0].post(f"{match.common}/chat", {"text": f"{number} " + "x" * 480})
            ear.until(lambda: len(ear.said) == 150)
    assert server.nobody().get("/healthz").status_code == 200


class Hasty:
    """A socket whose messages are all here already."""

    scope: ClassVar[dict[str, Any]] = {"client": ("127.0.0.1", 1)}

    async def receive_text(self) -> str:
        return "{}"


async def test_whoever_sends_much_at_once_makes_nobody_wait_for_all_of_it(tmp_path: Path) -> None:
    turns = 0

    async def other() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    task, process = asyncio.create_task(other()), Process(Settings(database_url=async_url(str(tmp_path / "a.db"))))
    throttle = wire.Throttle(cast("wire.AnySocket", Hasty()), process, None)
    for _ in range(100):
        await throttle.receive()
    task.cancel()
    assert turns >= 100 // wire.AT_ONCE
