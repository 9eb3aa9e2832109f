"""The socket of a person: every change that a list would show is told to whom it concerns, in whichever process."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from armillary.api.terms import SeatPlan
from armillary.core.registry import game
from armillary.games.skirmish.model import Play
from armillary.server.notify.personal import Listener
from tests.clock import HandClock
from tests.server.api import Person, Server, listed, meet, running, until
from tests.server.halls import processes
from tests.server.news import News, listening

SEATS = (SeatPlan("me"), SeatPlan("open"))


def _hear(home: ClientConnection, seconds: float = 5) -> Any:
    return json.loads(home.recv(seconds))


def _told(home: ClientConnection) -> Any:
    """The next news: why, of which match, and how many wait."""
    news = _hear(home)
    assert news["type"] == "news", news
    return news["why"], news["match"]["id"], news["your_move"]


def _silent(home: ClientConnection) -> bool:
    """Was nothing told until now? A pong comes after everything that was pushed before."""
    home.send('{"type":"ping","id":"now"}')
    return bool(_hear(home)["type"] == "pong")


def _made(maker: Person, *seats: str, **terms: Any) -> str:
    answer = maker.post("/api/skirmish/matches", {"seats": [{"kind": kind} for kind in seats], **terms})
    match_id: str = answer.json()["match"]["id"]
    return match_id


def test_a_match_is_told_of_from_its_first_guest_to_its_end(server: Server) -> None:
    maker, guest = server.person(), server.person()
    match = _made(maker, "me", "open", "open")
    path, orders = f"/api/matches/{match}", f"/api/skirmish/matches/{match}/orders"
    with maker.home() as home:
        assert _hear(home) == {"type": "home", "now": server.clock.now(), "your_move": 0}
        guest.post(f"{path}/join", {})
        assert _told(home) == ("changed", match, 0)
        guest.post(f"{path}/leave")
        assert _told(home) == ("changed", match, 0)
        guests = [server.person(), server.person()]
        for person, news in zip(guests, [("changed", match, 0), ("began", match, 1)], strict=True):
            person.post(f"{path}/join", {})
            assert _told(home) == news, "each is heard before the next: news of one match are told together"
        guests[0].post(orders, {"order": {"card": 3}})
        assert _told(home) == ("changed", match, 1)
        guests[1].post(f"{path}/chat", {"text": "your turn"})
        news = _hear(home)
        assert (news["why"], news["match"]) == ("said", listed(maker, "mine=true")[match])
        assert "your turn" not in json.dumps(news)
        maker.post(orders, {"order": {"card": 5}})
        assert _told(home) == ("changed", match, 0)
        guests[1].post(orders, {"order": {"card": 6}})
        assert _told(home) == ("your_move", match, 1)
        for person, why in zip(guests, ("changed", "ended"), strict=True):
            person.post(f"{path}/resign")
            assert _told(home)[0] == why
        assert listed(maker, "mine=true")[match]["last"].endswith(" wins: everybody else has resigned.")


def test_a_missed_deadline_brings_the_next_move(tmp_path: Path) -> None:
    with running(tmp_path, HandClock()) as server:
        match = meet(server, pace={"kind": "live", "seconds": 30})
        with match.people[0].home() as home:
            assert _hear(home)["your_move"] == 1
            server.clock.forward(31)
            server.inside(server.process.deadlines.check)
            assert _told(home) == ("your_move", match.id, 1)


@pytest.mark.parametrize("policy", ["public", "none"])
def test_whoever_loses_a_seat_hears_of_it(tmp_path: Path, policy: str) -> None:
    absent = {"then": "open", "after": 1}
    with running(tmp_path, HandClock()) as server:
        match = meet(server, pace={"kind": "live", "seconds": 30}, absent=absent, spectators={"policy": policy})
        with match.people[1].home() as home:
            assert _hear(home)["your_move"] == 1
            match.order(1, {"card": 5})
            assert _told(home) == ("changed", match.id, 1)
            server.clock.forward(31)
            server.inside(server.process.deadlines.check)
            news = _hear(home)
            while [seat["kind"] for seat in news["match"]["seats"]] != ["person", "open"]:  # a new turn is told first
                news = _hear(home)
            assert (news["why"], news["your_move"]) == ("changed", 0)
            assert bool(news["match"]["waiting"]) == (policy == "public")


def test_whoever_changes_an_order_or_offers_a_draw_tells_nobody_at_home(server: Server) -> None:
    match = meet(server)
    with match.people[1].home() as home:
        _hear(home)
        match.order(1, {"card": 5})
        assert _told(home) == ("changed", match.id, 1)
        for card in (6, 7, 5):
            match.order(1, {"card": card})
        match.people[0].post(f"{match.common}/draw")
        assert _silent(home)


def test_nobody_hears_of_other_peoples_matches(server: Server) -> None:
    match, stranger = meet(server), server.person()
    with stranger.home() as home:
        assert _hear(home)["your_move"] == 0
        match.order(1, {"card": 5})
        match.people[1].post(f"{match.common}/chat", {"text": "secret"})
        match.people[1].post(f"{match.common}/resign")
        assert _silent(home)


@pytest.mark.parametrize("policy", ["none", "delayed"])
def test_who_made_a_closed_match_hears_only_that_it_began_and_ended(server: Server, policy: str) -> None:
    maker, one, two = server.person(), server.person(), server.person()
    match = _made(maker, "open", "open", spectators={"policy": policy, "steps": 2})
    with maker.home() as home:
        _hear(home)
        for person, why in ((one, "changed"), (two, "began")):
            person.post(f"/api/matches/{match}/join", {})
            assert _told(home)[0] == why
        for person in (one, two):
            person.post(f"/api/skirmish/matches/{match}/orders", {"order": {"card": 5}})
        one.post(f"/api/matches/{match}/chat", {"text": "between us"})
        assert _silent(home)
        one.post(f"/api/matches/{match}/resign")
        assert _told(home)[0] == "ended"


def test_two_devices_of_one_player_hear_the_same(server: Server) -> None:
    match = meet(server)
    with match.people[0].home() as phone, match.people[0].program().home() as desk:
        for home in (phone, desk):
            _hear(home)
        match.order(2, {"card": 5})
        assert _told(phone) == _told(desk) == ("changed", match.id, 1)
        match.order(1, {"card": 5})
        assert _told(phone) == _told(desk) == ("your_move", match.id, 1)


def test_a_match_that_is_called_off_ends(server: Server) -> None:
    maker, guest = server.person(), server.person()
    match = _made(maker, "me", "open", "open")
    guest.post(f"/api/matches/{match}/join", {})
    with guest.home() as home:
        _hear(home)
        maker.delete(f"/api/matches/{match}")
        news = _hear(home)
        assert (news["why"], news["match"]["status"]) == ("ended", "cancelled")


def test_the_socket_is_for_people_who_are_known(server: Server) -> None:
    with server.nobody().home() as home:
        assert _hear(home)["code"] == "NotSignedIn"
        with pytest.raises(ConnectionClosed) as closed:
            home.recv(5)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4401


def test_another_site_cannot_listen(server: Server) -> None:
    with server.person().home(origin="https://elsewhere.example") as home:
        assert _hear(home)["code"] == "NotAllowed"


@pytest.mark.parametrize("text", ["", "{", "null", '{"type":"order"}', '{"type":"ping","id":7}', "\x00", "[" * 5000])
def test_a_bad_message_is_a_problem_and_changes_nothing(server: Server, text: str) -> None:
    with server.person().home() as home:
        _hear(home)
        home.send(text)
        assert _hear(home)["code"] == "BadData"
        assert _silent(home)


def test_sockets_at_home_count_like_all_others(tmp_path: Path) -> None:
    with running(tmp_path, sockets_per_player=2) as server:
        person = server.person()
        match = _made(person, "me", "open")
        with person.home() as one, person.live(match) as two:
            one.recv(5)
            two.recv(5)
            with person.home() as three:
                assert _hear(three)["code"] == "TooMany"
        with person.home() as again:
            assert _hear(again)["type"] == "home"


def test_nobody_is_remembered_who_has_left(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    process, match = server.process, meet(server)
    news = process.store.news

    async def asked() -> list[str]:
        """The matches that are asked for: those remembered, and whatever one hears of while somebody is at home."""
        found: list[str] = []

        async def noted(match_id: str, since: int) -> Any:
            found.append(match_id)
            return await news(match_id, since)

        with monkeypatch.context() as patch:
            patch.setattr(process.store, "news", noted)
            process.personal.hear("anything", 1)
            await asyncio.sleep(0)
            await process.personal.catch_up()
        return found

    with match.people[0].home() as home:
        _hear(home)
        assert match.id in server.inside(asked)
    until(lambda: server.inside(asked) == [])


# -- across processes --------------------------------------------------------------------------------------


async def _news(home: Listener, seconds: float = 20) -> Iterator[tuple[str, int]]:
    """What somebody at home is told next: why, and how far the match has gone."""
    async with asyncio.timeout(seconds):
        await home.changed.wait()
    return iter([(why, row.seq) for why, row in home.take()])


async def test_news_come_from_every_process(shared_database: str, news: News) -> None:
    async with processes(shared_database, 2, redis_url=news.redis_url) as (here, there):
        maker, guest = await here.guest(), await here.guest()
        await listening(news, here)
        async with there.personal.enter(maker.id) as (home, waiting):
            assert waiting == 0
            match_id = (await here.lobby.make(game("skirmish"), maker, SEATS)).row.id
            assert list(await _news(home)) == [("changed", 0)], "made at another device"
            await here.lobby.join(match_id, guest)
            assert list(await _news(home)) == [("began", 2)]
            for card in (9, 8):
                await here.moves.submit(match_id, 2, Play(card))
                if card == 9:
                    assert list(await _news(home)) == [("changed", 3)]
            await here.moves.submit(match_id, 1, Play(3))
            assert list(await _news(home)) == [("your_move", 6)]
            assert match_id not in there.hall.rooms, "nobody had to load the match"


async def test_notes_are_looked_into_only_where_somebody_is_at_home(
    shared_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with processes(shared_database, 2) as (here, there):
        await there.relay.close()  # what it hears comes from here alone, not late from the match being made
        asked: list[Any] = []
        read = there.store.database.read

        async def counted(work: Any) -> Any:
            asked.append(work)
            return await read(work)

        monkeypatch.setattr(there.store.database, "read", counted)
        room = await here.match("skirmish")
        there.personal.hear(room.row.id, room.seq)
        await asyncio.sleep(0)
        assert asked == []
        async with there.personal.enter(str(room.row.seats[0].player)) as (home, _):
            asked.clear()
            for seq in range(room.seq + 1, room.seq + 101):
                there.personal.hear(room.row.id, seq)
                there.personal.hear(f"nosuch{seq}", seq)
            await asyncio.sleep(0)  # all of them ask now
            await there.store.news(room.row.id, room.seq)  # who asks last is answered last
            assert not home.changed.is_set()
            assert len(asked) == 1, "one question for all"


async def test_news_whose_notes_were_lost_are_caught_up_with(shared_database: str) -> None:
    async with processes(shared_database, 2) as (here, there):
        await there.relay.close()
        room = await here.match("skirmish")
        async with there.personal.enter(str(room.row.seats[0].player)) as (home, waiting):
            assert waiting == 1
            await here.default(room.row.id, 1, 2)
            assert not home.changed.is_set()
            await there.personal.catch_up()
            assert list(await _news(home)) == [("your_move", room.seq)]
            await there.personal.catch_up()
            assert not home.changed.is_set()
