"""What is kept for a while only: open tables, uploaded records, and guests without a match; all are told beforehand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from armillary.api.terms import DAY, Absent, Correspondence, Live, SeatPlan, Spectators
from armillary.core.registry import game
from armillary.server.doctor import examine
from armillary.server.errors import Conflict, NotAllowed, NotFound
from armillary.server.storage import players
from tests.clock import HandClock
from tests.server.api import is_problem, meet, running
from tests.server.ear import Ear
from tests.server.halls import processes

SEATS = (SeatPlan("me"), SeatPlan("open"))
A_DAY = DAY / 1000


async def test_an_open_table_is_cancelled_after_a_week_and_a_match_that_has_begun_is_not(database: str) -> None:
    clock = HandClock()
    async with processes(database, clock=clock) as (only,):
        table, begun = (
            (await only.lobby.make(game("skirmish"), await only.guest(), SEATS)).row,
            await only.match("skirmish"),
        )
        clock.forward(7 * A_DAY)
        await only.cleaning.clean()
        assert (await only.hall.room(table.id)).row.status == "open", "not before its time"
        clock.forward(1)
        younger = (await only.lobby.make(game("skirmish"), await only.guest(), SEATS)).row
        await only.cleaning.clean()
        rows = [(await only.hall.room(each.id)).row for each in (table, begun.row, younger)]
        assert [row.status for row in rows] == ["cancelled", "playing", "open"]
        assert [row.kind for row in await only.store.journal(table.id)] == ["cancel"]
        assert {finding.fault async for finding in examine(only.store)} == {None}


async def test_a_match_against_bots_ends_a_week_after_the_last_move(database: str) -> None:
    clock, alone = HandClock(), (SeatPlan("me"), SeatPlan("bot", level="random"))
    async with processes(database, clock=clock) as (only,):
        ada = await only.guest()
        left, kept = [(await only.lobby.make(game("skirmish"), ada, alone)).row.id for _ in range(2)]
        timed = (await only.lobby.make(game("skirmish"), ada, alone, pace=Correspondence(200))).row.id
        paused = (await only.lobby.make(game("skirmish"), ada, alone, pace=Live(60))).row.id
        await only.moves.ask_for_pause(paused, 1)
        people = (await only.match("skirmish")).row.id
        told = [only.views.info((await only.hall.room(each)).row, ada).expires_at for each in (left, timed, paused)]
        assert told == [clock.now() + 7 * DAY, None, None]
        clock.forward(6 * A_DAY)
        await only.default(kept, 1)
        clock.forward(A_DAY + 1)
        await only.cleaning.clean()
        rows = {each: (await only.hall.room(each)).row for each in (left, kept, timed, paused, people)}
        assert {each: row.status for each, row in rows.items()} == {
            left: "over",
            kept: "playing",
            timed: "playing",
            paused: "playing",
            people: "playing",
        }
        assert [each.result for each in rows[left].seats] == [2, 1], "who left has lost"
        assert {finding.fault async for finding in examine(only.store)} == {None}


def test_a_match_against_bots_is_shared_by_its_player_only(tmp_path: Path) -> None:
    with running(tmp_path, HandClock()) as server:
        ada, bob = server.person("Ada"), server.person("Bob")
        seats = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
        made = ada.post("/api/skirmish/matches", {"seats": seats}).json()["match"]
        assert (made["practice"], made["spectators"]["policy"]) == (True, "none")
        table, share = f"/api/skirmish/matches/{made['id']}/table", f"/api/matches/{made['id']}/share"
        assert is_problem(bob.get(table), 403)
        assert is_problem(bob.post(share, {}), 403)
        assert ada.post(share, {}).json()["spectators"]["policy"] == "public"
        assert ada.post(share, {}).status_code == 200, "a second time changes nothing"
        assert bob.get(table).status_code == 200
        ada.post(f"/api/matches/{made['id']}/resign", {})
        again = ada.post(f"/api/matches/{made['id']}/rematch", {}).json()
        assert again["spectators"]["policy"] == "none", "the next one is nobody else's again"
        among_people = meet(server, spectators={"policy": "none"})
        assert is_problem(among_people.people[0].post(f"{among_people.common}/share", {}), 403)


async def test_a_match_is_shared_while_it_is_played_and_after_its_end(database: str) -> None:
    alone = (SeatPlan("me"), SeatPlan("bot", level="random"))
    async with processes(database) as (only,):
        ada = await only.guest()
        played, over = [
            (await only.lobby.make(game("skirmish"), ada, alone, spectators=Spectators("none"))).row.id
            for _ in range(2)
        ]
        await only.moves.resign(over, 1)
        for each in (played, over):
            assert (await only.lobby.share(each, ada)).row.spectators.policy == "public"
        assert {finding.fault async for finding in examine(only.store)} == {None}


async def test_what_two_people_played_stays_theirs_though_a_bot_took_over(database: str) -> None:
    async with processes(database) as (only,):
        people = [await only.guest(), await only.guest()]
        room = await only.match(
            "skirmish", people=people, spectators=Spectators("none"), absent=Absent("bot", 3, "random")
        )
        await only.moves.resign(room.row.id, 2)
        assert [seat.kind for seat in room.row.seats] == ["person", "bot"]
        assert not only.views.info(room.row, people[0]).practice
        with pytest.raises(NotAllowed, match="alone against bots"):
            await only.lobby.share(room.row.id, people[0])
        with pytest.raises(Conflict, match="one player against bots"):
            await only.moves.hint(room, 1)


async def test_many_tables_end_though_one_of_them_cannot(
    database: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = HandClock()
    async with processes(database, clock=clock) as (only,):
        maker = await only.guest()
        made = [(await only.lobby.make(game("skirmish"), maker, SEATS)).row.id for _ in range(60)]
        change = only.hall.change

        async def broken(match_id: str, *given: Any) -> Any:
            if match_id == min(made):
                raise ValueError("broken")
            return await change(match_id, *given)

        monkeypatch.setattr(only.hall, "change", broken)
        clock.forward(8 * A_DAY)
        for _ in range(2):
            await only.cleaning.clean()
        rows = {match_id: (await only.hall.room(match_id)).row.status for match_id in made}
        assert [each for each in made if rows[each] != "cancelled"] == [min(made)]
        assert [record.message for record in caplog.records].count("What has expired could not be ended: broken") == 1


async def test_several_processes_clean_at_once(shared_database: str) -> None:
    clock = HandClock()
    async with processes(shared_database, 2, clock=clock) as (here, there):
        maker = await here.guest()
        made = [(await here.lobby.make(game("skirmish"), maker, SEATS)).row.id for _ in range(5)]
        clock.forward(8 * A_DAY)
        for peer in (here, there):
            await peer.cleaning.clean()
        for match_id in made:
            assert [row.kind for row in await there.store.journal(match_id)] == ["cancel"]


def test_when_a_table_or_a_record_ends_is_told_beforehand_and_those_who_wait_hear_of_it(tmp_path: Path) -> None:
    clock = HandClock()
    with running(tmp_path, clock, open_match_days=2, upload_days=3) as server:
        maker, match, now = server.person(), meet(server), clock.now()
        table = maker.post("/api/skirmish/matches", {"seats": [{"kind": "me"}, {"kind": "open"}]}).json()["match"]
        match.people[0].post(f"{match.common}/resign")
        data = match.people[0].get(f"{match.common}/record").content
        record = maker.post("/api/replays", data).json()
        assert [each["expires_at"] for each in (table, record)] == [now + 2 * DAY, now + 3 * DAY]
        lines = {each["id"]: each["expires_at"] for each in maker.get("/api/matches").json()["matches"]}
        assert [lines[each] for each in (table["id"], record["id"], match.id)] == [now + 2 * DAY, now + 3 * DAY, None]
        with Ear(maker, table["id"]) as ear:
            ear.hear()
            clock.forward(3 * A_DAY + 1)
            server.inside(server.process.cleaning.clean)
            assert ear.hear()["match"]["status"] == "cancelled"
        assert is_problem(maker.get(f"/api/matches/{record['id']}"), 404, "NotFound")
        assert maker.get(match.common).json()["status"] == "over"


async def test_guests_without_a_match_are_forgotten_after_ninety_days_without_a_visit(database: str) -> None:
    clock = HandClock()
    async with processes(database, clock=clock) as (only,):
        idle, visitor = await only.guest(), await only.guest()
        host = await only.guest()
        await only.tokens.new(idle, "a program")
        people = [await only.guest() for _ in range(2)]
        await only.match("skirmish", people=people)
        await only.lobby.make(game("skirmish"), host, SEATS)
        clock.forward(89 * A_DAY)
        assert await only.guests.by_id(visitor.id) is not None
        clock.forward(2 * A_DAY)
        await only.cleaning.clean()
        known = [await players.name_of(only.store, each.id) for each in (idle, visitor, host, *people)]
        assert [name is not None for name in known] == [False, True, True, True, True]
        assert await only.guests.by_id(idle.id) is None, "not even from memory"


async def test_a_visit_is_written_once_a_day(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = HandClock()
    async with processes(database, clock=clock) as (only,):
        guest, written = await only.guest(), list[int]()
        see = players.see

        async def seen(store: Any, player: str, now: int) -> bool:
            written.append(now)
            return await see(store, player, now)

        monkeypatch.setattr(players, "see", seen)
        for _ in range(4 * 24):
            await only.guests.by_id(guest.id)
            clock.forward(A_DAY / 24)
        assert len(written) == 3


async def test_an_upload_that_is_removed_by_itself_is_gone_elsewhere_too(shared_database: str) -> None:
    clock = HandClock()
    async with processes(shared_database, 2, clock=clock) as (here, there):
        over = await here.match("skirmish")
        await here.moves.resign(over.row.id, 1)
        owner = await here.guest()
        data = await here.views.record(await here.hall.room(over.row.id), None)
        kept = (await here.uploads.upload(owner, data)).id
        await there.hall.room(kept)
        clock.forward(31 * A_DAY)
        await here.cleaning.clean()
        for peer in (here, there):
            with pytest.raises(NotFound):
                await peer.hall.room(kept)
