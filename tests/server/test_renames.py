"""A rename reaches every table where its player sits; and at no table do two names look alike."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import ClientConnection

from armillary.api.people import Player
from armillary.api.terms import Absent, SeatPlan
from armillary.core import record
from armillary.core.registry import game
from armillary.server.doctor import examine
from armillary.server.limits.limits import MAX_RENAMES_PER_HOUR
from armillary.server.play.names import AT_ONCE
from armillary.server.storage import players
from armillary.server.storage.store import Store
from tests.clock import HandClock
from tests.server.api import Person, Server, is_problem, listed, meet
from tests.server.halls import Peer, processes
from tests.server.news import News, hears, listening, watched

ME, OPEN = {"kind": "me"}, {"kind": "open"}


def _names(seats: list[Any]) -> list[str]:
    return [seat["name"] for seat in seats]


def _hear(socket: ClientConnection, kind: str) -> Any:
    while (message := json.loads(socket.recv(5)))["type"] != kind:
        pass
    return message


async def _is_well(process: Peer) -> bool:
    found = [finding.fault async for finding in examine(process.store)]
    return set(found) == {None}


# -- open sockets ------------------------------------------------------------------------------------------


def test_everybody_at_the_table_hears_of_a_rename_before_the_start(server: Server) -> None:
    maker, guest = server.person("Ada"), server.person("Grace")
    match = maker.post("/api/skirmish/matches", {"seats": [ME, OPEN, OPEN]}).json()["match"]["id"]
    guest.post(f"/api/matches/{match}/join", {})
    with maker.live(match) as table, server.nobody().live(match) as watcher:
        for socket in (table, watcher):
            assert _names(_hear(socket, "seats")["match"]["seats"]) == ["Ada", "Grace", "open"]
        assert guest.put("/api/me", {"name": "Hopper"}).json()["name"] == "Hopper"
        for socket in (table, watcher):
            assert _names(_hear(socket, "seats")["match"]["seats"]) == ["Ada", "Hopper", "open"]


def test_everybody_at_the_table_and_at_home_hears_of_a_rename_during_play(server: Server) -> None:
    match = meet(server)
    first, second = match.people
    with first.live(match.id) as table, second.live(match.id) as own, first.home() as home:
        for socket in (table, own):
            _hear(socket, "table")
        _hear(home, "home")
        second.put("/api/me", {"name": "Grace"})
        for socket in (table, own):
            assert _names(_hear(socket, "seats")["match"]["seats"]) == ["Player 1", "Grace"]
        news = _hear(home, "news")
        assert (news["why"], _names(news["match"]["seats"])) == ("changed", ["Player 1", "Grace"])
    assert _names(listed(first)[match.id]["seats"]) == ["Player 1", "Grace"]
    second.post(f"{match.common}/chat", {"text": "hello"})
    assert [line["name"] for line in first.get(f"{match.common}/chat").json()] == ["Grace"]


def test_sentences_say_the_new_name_and_the_record_the_old_one(server: Server) -> None:
    match = meet(server)
    match.play(most=2)
    match.people[1].put("/api/me", {"name": "Grace"})
    told = json.dumps(match.people[0].get(f"{match.path}/history").json()["steps"])
    assert "Grace" in told
    assert "Player 2" not in told
    match.play()
    match.people[1].put("/api/me", {"name": "Hopper"})
    assert _names(match.people[0].get(match.common).json()["seats"]) == ["Player 1", "Grace"], "as it was played"
    found = record.load(match.people[0].get(f"{match.common}/record").content)
    assert found.players == ("Player 1", "Player 2"), "as it began"
    assert record.verify(found).outcome is not None


def test_a_delayed_spectator_learns_nothing_of_it(server: Server) -> None:
    """They see who sat down at the beginning: that somebody is there now, with another name, is for later."""
    pace, late = {"kind": "live", "seconds": 60}, {"policy": "delayed", "steps": 2}
    match, watcher = meet(server, spectators=late, pace=pace), server.person()

    def seen() -> list[Any]:
        answers = [watcher.get(path).json() for path in (match.common, f"{match.path}/table", f"{match.path}/history")]
        answers[1].pop("now")
        return [*answers, listed(watcher)[match.id]]

    before = seen()
    with watcher.live(match.id) as socket:
        _hear(socket, "table")
        match.order(1, match.default_order(1))
        server.clock.forward(5)
        match.people[0].put("/api/me", {"name": "Grace"})
        assert _names(match.people[0].get(match.common).json()["seats"]) == ["Grace", "Player 2"]
        socket.send('{"type": "ping"}')
        assert json.loads(socket.recv(5))["type"] == "pong"
    assert seen() == before


def test_names_are_changed_only_so_often(server: Server) -> None:
    person, other = server.person(), server.person()
    answers = [person.put("/api/me", {"name": f"Ada the {number}th"}) for number in range(MAX_RENAMES_PER_HOUR + 1)]
    assert {answer.status_code for answer in answers[:-1]} == {200}
    assert is_problem(answers[-1], 429, "TooMany")
    assert "20 times per hour" in answers[-1].json()["detail"]
    assert person.get("/api/me").json()["name"] == f"Ada the {MAX_RENAMES_PER_HOUR - 1}th"
    assert other.put("/api/me", {"name": "Grace"}).status_code == 200


# -- what is stored ----------------------------------------------------------------------------------------


async def test_a_rename_is_a_row_of_every_match_that_is_not_over(database: str) -> None:
    async with processes(database) as (only,):
        ada, grace = await only.guest(), await only.guest()
        rooms = [await only.match("skirmish", people=[ada, grace]) for _ in range(AT_ONCE + 3)]
        await only.moves.resign(rooms[0].row.id, 2)
        waiting = (await only.lobby.make(game("skirmish"), ada, [SeatPlan("me"), SeatPlan("open")])).row.id
        off = (await only.lobby.make(game("skirmish"), ada, [SeatPlan("me"), SeatPlan("open")])).row.id
        await only.lobby.cancel(off, ada)
        for _ in range(2):
            assert await only.names.rename(ada, "Ada") == Player(ada.id, "Ada")
        for match_id, old in ((rooms[0].row.id, True), (off, True), (waiting, False), (rooms[-1].row.id, False)):
            found = await only.store.read_all(match_id)
            assert found is not None
            renames = [(row.seat, row.body) for row in found.journal if row.kind == "rename"]
            assert found.row.seats[0].name == (ada.name if old else "Ada")
            assert renames == ([] if old else [(1, f'["{ada.name}","Ada"]')]), "asked twice, written once"
            assert found.row.players in ((), (ada.name, grace.name))
        assert await _is_well(only)


async def test_a_rename_that_was_broken_off_is_finished_by_asking_again(database: str) -> None:
    async with processes(database) as (only,):
        ada = await only.guest()
        room = await only.match("skirmish", people=[ada, await only.guest()])
        await only.guests.rename(ada, "Ada")
        assert room.row.seats[0].name == ada.name
        await only.names.rename(Player(ada.id, "Ada"), "Ada")
        assert room.row.seats[0].name == "Ada"


async def test_a_journal_without_room_keeps_the_old_name_and_the_rename_is_made(database: str) -> None:
    async with processes(database, changes_per_step=2) as (only,):
        ada = await only.guest()
        room = await only.match("skirmish", people=[ada, await only.guest()])
        for name in ("Ada", "Eve", "Mallory"):
            await only.names.rename(ada, name)
        assert room.row.seats[0].name == "Eve"
        assert await players.name_of(only.store, ada.id) == "Mallory"
        await only.default(room.row.id, 1, 2)
        await only.names.rename(ada, "Mallory")
        assert room.row.seats[0].name == "Mallory", "there is room again after a step"
        assert await _is_well(only)


async def test_a_rename_reaches_other_processes(shared_database: str, news: News) -> None:
    async with processes(shared_database, 2, redis_url=news.redis_url) as (here, there):
        await listening(news, here)
        ada = await here.guest()
        room = await here.match("skirmish", people=[ada, await here.guest()])
        same = await there.hall.room(room.row.id)
        changed = watched(same)
        await here.names.rename(ada, "Ada")
        await hears(same, changed, room.seq)
        assert same.row.seats[0].name == "Ada"
        assert (await there.views.show(same, None)).voice.names[0] == "Ada"
        await there.default(room.row.id, 1, 2)
        assert await _is_well(here)


async def test_of_two_renames_at_the_same_moment_one_name_is_at_all_tables(shared_database: str) -> None:
    async with processes(shared_database, 2) as (here, there):
        ada = await here.guest()
        rooms = [await here.match("skirmish", people=[ada, await here.guest()]) for _ in range(2 * AT_ONCE)]
        await asyncio.gather(
            *(here.names.rename(ada, f"Ada {number}") for number in range(5)), there.names.rename(ada, "Eve")
        )
        name = await players.name_of(here.store, ada.id)
        rows = [await there.store.match(room.row.id) for room in rooms]
        assert {row.seats[0].name for row in rows if row} == {name}
        assert await _is_well(here)


# -- names that look alike ---------------------------------------------------------------------------------


def _table(who: Person, match: str) -> list[str]:
    return _names(who.get(f"/api/matches/{match}").json()["seats"])


def test_whoever_sits_down_gets_a_number_if_their_name_looks_like_another(server: Server) -> None:
    people = [server.person(name) for name in ("Ada", "АDА", "Ada (2)", "Hard", "Grace")]
    match = people[0].post("/api/skirmish/matches", {"seats": [ME, *[OPEN] * 4]}).json()["match"]["id"]
    for person in people[1:]:
        assert person.post(f"/api/matches/{match}/join", {}).status_code == 200
    expected = ["Ada", "АDА (2)", "Ada (2) (2)", "Hard (2)", "Grace"]
    assert _table(people[0], match) == expected
    assert people[1].get("/api/me").json()["name"] == "АDА", "elsewhere it is theirs"
    people[1].post(f"/api/matches/{match}/chat", {"text": "I am Ada"})
    (line,) = people[0].get(f"/api/matches/{match}/chat").json()
    assert line["name"] == "АDА (2)"
    people[4].put("/api/me", {"name": "ada"})
    assert _table(people[0], match)[4] == "ada (3)"
    people[0].put("/api/me", {"name": "Lovelace"})
    people[4].put("/api/me", {"name": "ada"})
    assert _table(people[0], match)[4] == "ada", "nobody else is called so now"


def test_seats_that_a_host_fills_are_told_apart(server: Server) -> None:
    host = server.person("Ada")
    local = {"kind": "local", "name": "ADA"}
    seats = [ME, local, {"kind": "bot", "level": "random"}, OPEN]
    match = host.post("/api/skirmish/matches", {"seats": seats, "autostart": False}).json()["match"]["id"]
    assert _table(host, match)[:2] == ["Ada", "ADA (2)"]
    for name, expected in (("Aｄa", "Ada (3)"), ("Random", "Random (2)"), ("Player 3", "Player 3 (2)"), ("Eve", "Eve")):
        host.put(f"/api/matches/{match}/seats/4", {"kind": "local", "name": name})
        assert _table(host, match)[3].replace("ｄ", "d") == expected
    long = "x" * 40
    host.put(f"/api/matches/{match}/seats/2", {"kind": "local", "name": long})
    host.put(f"/api/matches/{match}/seats/4", {"kind": "local", "name": long.upper()})
    assert _table(host, match)[3] == "X" * 36 + " (2)"


async def test_whoever_takes_a_seat_over_is_told_apart(database: str) -> None:
    async with processes(database) as (only,):
        ada, eve, heir = await only.guest(), await only.guest(), await only.guest()
        for player, name in ((ada, "Ada"), (eve, "Eve"), (heir, "Аdа")):
            await only.guests.rename(player, name)
        people = [Player(ada.id, "Ada"), Player(eve.id, "Eve")]
        room = await only.match("skirmish", people=people, absent=Absent("open"))
        await only.moves.resign(room.row.id, 2)
        await only.lobby.join(room.row.id, Player(heir.id, "Аdа"))
        assert room.row.names == ("Ada", "Аdа (2)")
        await only.moves.resign(room.row.id, 1)
        await only.moves.resign(room.row.id, 2)
        assert room.row.status == "over"
        assert await _is_well(only)


def test_a_seat_that_is_kept_is_called_as_its_player_is_by_now(server: Server) -> None:
    match = meet(server)
    first, second = match.people
    first.post(f"{match.common}/resign")
    again = first.post(f"{match.common}/rematch").json()["id"]
    assert sorted(_table(first, again)) == ["Player 1", "Player 2"]
    second.put("/api/me", {"name": "player l"})
    assert sorted(_table(first, again)) == ["Player 1", "player l (2)"]
    assert second.post(f"/api/matches/{again}/join", {}).status_code == 200
    assert sorted(_table(first, again)) == ["Player 1", "player l (2)"]


# -- seats that are written at the same moment ---------------------------------------------------------------

ME_AND_OPEN = [SeatPlan("me"), SeatPlan("open")]


async def _make(process: Peer, player: Player) -> str:
    return (await process.lobby.make(game("skirmish"), player, ME_AND_OPEN)).row.id


async def _join(process: Peer, player: Player) -> str:
    match_id = await _make(process, await process.guest())
    await process.lobby.join(match_id, player)
    return match_id


async def _sit_down(process: Peer, player: Player) -> str:
    made = await process.lobby.make(game("skirmish"), player, [SeatPlan("open")] * 2)
    await process.lobby.set_seat(made.row.id, player, 2, SeatPlan("me"))
    return made.row.id


async def _ask_for_rematch(process: Peer, player: Player) -> str:
    room = await process.match("skirmish", people=[await process.guest(), player])
    await process.moves.resign(room.row.id, 1)
    return (await process.rematches.rematch(room.row.id, player)).id


WAYS = pytest.mark.parametrize("sit", [_make, _join, _sit_down, _ask_for_rematch])


async def _name_of(process: Peer, match_id: str, player: Player) -> list[str]:
    row = await process.store.match(match_id)
    assert row is not None
    return [seat.name for seat in row.seats if seat.player == player.id]


@WAYS
async def test_a_seat_has_the_name_that_another_process_gave_a_moment_ago(shared_database: str, sit: Any) -> None:
    async with processes(shared_database, 2, HandClock()) as (here, there):
        ada = await here.guest()
        known = await there.guests.by_id(ada.id)
        await here.names.rename(ada, "Ada")
        assert await _name_of(here, await sit(there, known), ada) == ["Ada"]
        assert await _is_well(here)


@WAYS
async def test_a_rename_while_the_seat_is_written_reaches_it(
    database: str, sit: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with processes(database, 2, HandClock()) as (here, other):
        there = other if here.store.is_shared else here
        ada = await here.guest()
        names = ["Ada", "Eve", "Mallory"]

        def late(write: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
            async def written(*given: Any) -> Any:
                if names:
                    await here.names.rename(ada, names.pop())
                return await write(*given)

            return written

        monkeypatch.setattr(there.store, "create", late(there.store.create))
        if here is not there:  # here, a rename waits for the one before, and changes matches as well
            monkeypatch.setattr(there.hall, "change", late(there.hall.change))
        match_id = await sit(there, ada)
        assert await _name_of(here, match_id, ada) == [await players.name_of(here.store, ada.id)]
        assert await _is_well(here)


async def test_a_rematch_keeps_seats_for_people_by_the_names_they_have_now(database: str) -> None:
    async with processes(database) as (only,):
        ada, grace = await only.guest(), await only.guest()
        room = await only.match("skirmish", people=[ada, grace])
        await only.moves.resign(room.row.id, 1)
        await only.names.rename(grace, "Grace")
        assert (await only.rematches.rematch(room.row.id, ada)).names == ("Grace", ada.name)


async def test_a_name_that_was_being_read_does_not_outlive_a_rename(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with processes(f"sqlite:///{tmp_path}/test.db", 2) as (first, later):
        ada = await first.guest()
        read = players.find

        async def slowly(store: Store, player_id: str) -> Any:
            monkeypatch.setattr(players, "find", read)
            found = await read(store, player_id)
            await later.names.rename(ada, "Ada")
            return found

        monkeypatch.setattr(players, "find", slowly)
        for _ in range(2):
            assert await later.guests.by_id(ada.id) == Player(ada.id, "Ada")
