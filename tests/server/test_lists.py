"""Lists of matches: what is in them, for whom, in which order, and what each line says of where a match stands."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from armillary.api.matches import MatchLine
from armillary.api.terms import SeatPlan
from armillary.core.dice import FastDice
from armillary.core.registry import game, slugs
from armillary.server.storage.listings import Filters, page_of
from tests.abuse.attacks.past import huge_map
from tests.clock import HandClock
from tests.server.api import Person, Server, is_problem, listed, meet, running
from tests.server.halls import processes

SHORT: dict[str, Any] = {"territory": {"config": {"max_rounds": 3}}}
FIELDS = set(MatchLine.__struct_fields__)


def _made(maker: Person, *seats: str, **terms: Any) -> str:
    answer = maker.post("/api/skirmish/matches", {"seats": [{"kind": kind} for kind in seats], **terms})
    assert answer.status_code == 201, answer.text
    match_id: str = answer.json()["match"]["id"]
    return match_id


# -- which matches -----------------------------------------------------------------------------------------


def test_everybody_finds_what_can_be_joined_watched_or_looked_at_again(server: Server) -> None:
    maker = server.person()
    free, invited = _made(maker, "me", "open"), _made(maker, "me", "invite")
    public, closed, over = meet(server), meet(server, spectators={"policy": "none"}), meet(server)
    over.people[0].post(f"{over.common}/resign")
    for who in (server.nobody(), server.person()):
        found = listed(who)
        assert {free, public.id, over.id} <= set(found)
        assert not {invited, closed.id} & set(found), "nobody can join the one or watch the other"
        assert free in listed(who, "status=open")
        assert public.id in listed(who, "status=playing")
        assert over.id in listed(who, "status=over")
        assert listed(who, "mine=true") == listed(who, "your_move=true") == {}
    assert set(listed(maker, "mine=true")) == set(listed(maker, "mine=true&status=open")) == {free, invited}
    assert set(listed(closed.people[1], "mine=true")) == {closed.id}


def test_a_match_that_somebody_made_is_theirs_though_they_do_not_sit_there(server: Server) -> None:
    maker = server.person()
    left, never = _made(maker, "me", "open"), _made(maker, "open", "open")
    maker.post(f"/api/matches/{left}/leave")
    assert set(listed(maker, "mine=true")) == {left, never}
    maker.delete(f"/api/matches/{left}")
    assert set(listed(maker, "mine=true")) == {never}


def test_filters_are_combined_freely(server: Server) -> None:
    live, slow = {"kind": "live", "seconds": 60}, {"kind": "correspondence", "hours": 24}
    matches = [meet(server, pace=live), meet(server, pace=slow), meet(server), meet(server, "kepler", pace=live)]
    for number, query in enumerate(("pace=live", "pace=correspondence", "pace=none", "pace=live")):
        match = matches[number]
        of_kind = f"{query}&game={match.game.slug}"
        asked = f"{of_kind}&status=playing"
        assert {each.id for each in matches} & set(listed(server.nobody(), asked)) == {match.id}
        assert set(listed(match.people[0], f"{asked}&mine=true&your_move=true")) == {match.id}
        assert listed(match.people[0], f"{of_kind}&mine=true&status=over") == {}


def test_a_match_is_found_by_the_terms_it_has_now(server: Server) -> None:
    maker, other = server.person(), server.person()
    match = _made(maker, "me", "open")
    terms = {"pace": {"kind": "live", "seconds": 60}, "spectators": {"policy": "none"}}
    assert match in listed(server.nobody(), "pace=none&to_join=true")
    assert maker.ask("PATCH", f"/api/skirmish/matches/{match}", terms).status_code == 200
    assert match not in listed(server.nobody(), "pace=none")
    assert match in listed(server.nobody(), "pace=live&to_join=true")
    other.post(f"/api/matches/{match}/join", {})
    assert match not in listed(server.nobody(), "pace=live")
    assert match in listed(other, "pace=live&status=playing")


def test_what_is_to_watch_runs_and_may_be_watched_and_is_not_played_by_the_viewer(server: Server) -> None:
    public, late = meet(server), meet(server, spectators={"policy": "delayed", "steps": 3})
    closed, over = meet(server, spectators={"policy": "none"}), meet(server)
    over.people[0].post(f"{over.common}/resign")
    found = set(listed(server.nobody(), "to_watch=true"))
    assert {public.id, late.id} <= found
    assert not {closed.id, over.id} & found
    assert public.id not in listed(public.people[0], "to_watch=true")
    assert late.id in listed(public.people[0], "to_watch=true")


# -- pages -------------------------------------------------------------------------------------------------


def test_pages_show_every_match_once_though_some_change_meanwhile(tmp_path: Path) -> None:
    clock = HandClock()
    with running(tmp_path, clock) as server:
        maker, made = server.person(), []
        for number in range(25):
            clock.forward(number % 2)  # many have the same time of change
            made.append(_made(maker, "me", "open"))
        seen, cursor = [], ""
        for page in range(20):
            answer = maker.get(f"/api/matches?mine=true&limit=4{cursor}").json()
            assert answer["total"] == 25
            seen += [line["id"] for line in answer["matches"]]
            if answer["next"] is None:
                break
            cursor = f"&cursor={answer['next']}"
            clock.forward(1)
            maker.post(f"/api/matches/{seen[page]}/chat", {"text": "it moves to the front"})
        assert len(seen) == 25
        assert set(seen) == set(made)
        assert list(listed(maker, "mine=true"))[:6] == list(reversed(seen[:6])), "the newest change first"


def test_totals_say_how_many_fit_and_how_many_wait_for_me(server: Server) -> None:
    one, two = meet(server), meet(server)
    person = one.people[0]
    joined = _made(server.person(), "me", "open")
    person.post(f"/api/matches/{joined}/join", {})
    _made(person, "me", "open")

    def totals(query: str) -> tuple[int, int]:
        answer = person.get(f"/api/matches?limit=1&mine=true{query}").json()
        return answer["total"], answer["your_move"]

    assert totals("") == (3, 2)
    assert totals("&your_move=true") == (2, 2)
    one.order(1, {"card": 5})
    assert totals("&your_move=true") == (1, 1)
    assert totals("&status=open") == (1, 1)
    one.order(2, {"card": 5})
    assert totals("&your_move=true") == (2, 2)
    assert two.people[1].get("/api/matches?game=orbit").json()["your_move"] == 1, "whatever the filters"
    assert server.nobody().get("/api/matches").json()["your_move"] == 0


# -- lines -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", slugs())
def test_a_line_says_where_a_match_of_any_game_stands(server: Server, slug: str) -> None:
    match, dice = meet(server, slug, **SHORT.get(slug, {})), FastDice(4)
    for _ in range(4):
        table = match.table()["table"]
        line = listed(match.people[0], "mine=true")[match.id]
        assert set(line) == FIELDS
        assert (line["round"], line["phase"]) == (table["phase"]["round"], table["phase"]["name"])
        assert line["waiting"] == table["to_act"]
        assert line["your_move"] == (1 in table["to_act"])
        assert listed(server.nobody(), f"game={slug}")[match.id] == {
            **line,
            "your_move": False,
            "seats": [{**seat, "you": False} for seat in line["seats"]],
        }
        if table["outcome"]:  # chance decides where armies begin, and may decide everything
            break
        first, *others = table["to_act"]
        if others:
            match.order(first, match.some_order(first, dice))
            assert listed(match.people[0], "mine=true")[match.id]["waiting"] == others
            match.people[first - 1].delete(f"{match.path}/orders")
            assert listed(match.people[0], "mine=true")[match.id]["waiting"] == table["to_act"]
        match.step(dice)


def test_a_line_has_the_last_sentence_and_in_the_end_who_won(tmp_path: Path) -> None:
    clock = HandClock()
    with running(tmp_path, clock) as server:
        match = meet(server, seats=3)

        def line() -> Any:
            return listed(server.nobody())[match.id]

        began = clock.now()
        assert (line()["round"], line()["phase"], line()["since"], line()["waiting"]) == (1, "battle", began, [1, 2, 3])
        clock.forward(5)
        for seat, card in ((1, 9), (2, 5)):
            match.order(seat, {"card": card})
        assert (line()["since"], line()["waiting"], line()["round"]) == (began, [3], 1)
        match.order(3, {"card": 6})
        assert line()["last"].startswith("Player 1 won with 9 and claimed P")
        assert (line()["since"], line()["waiting"], line()["round"]) == (clock.now(), [1, 2, 3], 2)
        match.people[1].post(f"{match.common}/resign")
        assert (line()["last"], line()["waiting"]) == ("Player 2 resigned.", [1, 3])
        match.people[2].post(f"{match.common}/resign")
        assert line()["last"] == "Player 1 wins: everybody else has resigned."
        assert (line()["status"], line()["waiting"], line()["your_move"]) == ("over", [], False)
        results = [listed(player, "mine=true")[match.id]["result"] for player in match.people]
        assert (results, line()["result"], line()["origin"]) == (["won", "lost", "lost"], None, "table")


@pytest.mark.parametrize("policy", [{"policy": "none"}, {"policy": "delayed", "steps": 2}])
def test_whoever_may_not_watch_yet_learns_nothing_from_a_line(server: Server, policy: dict[str, Any]) -> None:
    maker, one, two = server.person(), server.person(), server.person()
    match = _made(maker, "open", "open", spectators=policy)
    for person in (one, two):
        person.post(f"/api/matches/{match}/join", {})
    for person, card in ((one, 9), (two, 5), (one, 4)):
        person.post(f"/api/skirmish/matches/{match}/orders", {"order": {"card": card}})
    hidden: dict[str, Any] = {
        "round": None,
        "phase": None,
        "waiting": [],
        "since": None,
        "last": "",
        "your_move": False,
    }
    shown = listed(two, "mine=true")[match]
    assert (shown["round"], shown["waiting"], shown["your_move"]) == (2, [2], True)
    assert shown["last"]
    for who in (maker, server.nobody()):
        lines = listed(who, "status=playing&mine=true" if who is maker else "")
        if match in lines:
            assert {name: lines[match][name] for name in hidden} == hidden
    assert match in listed(maker, "mine=true")
    one.post(f"/api/matches/{match}/resign")
    assert listed(maker, "status=over")[match]["last"].endswith(" wins: everybody else has resigned.")
    assert (match in listed(server.nobody(), "status=over")) == (policy["policy"] == "delayed")


async def test_lists_are_alike_on_both_databases_and_in_every_process(database: str) -> None:
    clock = HandClock()
    async with processes(database, 2, clock) as (here, there):
        room = await here.match("skirmish")
        one, two = (str(seat.player) for seat in room.row.seats)
        await here.default(room.row.id, 1)
        for player, waits in ((one, 0), (two, 1)):
            page = await page_of(there.store, Filters(your_move=True), player, None, 10)
            assert (len(page.rows), page.total, page.your_move) == (waits, waits, waits)
        (row,) = (await page_of(there.store, Filters(mine=True), one, None, 10)).rows
        assert row == replace(room.row, config="")
        line = there.views.line(row, None)
        assert (line.round, line.phase, line.waiting, line.since) == (1, "battle", (2,), clock.now())


async def test_a_seat_is_not_taken_for_another_whose_number_begins_alike(database: str) -> None:
    async with processes(database) as (only,):
        room = await only.match("territory", seats=12)
        await only.default(room.row.id, *(seat for seat in room.playing.to_act if seat != 12))
        assert room.row.waiting == (12,)
        for seat in (1, 2, 12):
            player = str(room.row.seats[seat - 1].player)
            page = await page_of(only.store, Filters(your_move=True), player, None, 10)
            assert page.total == (seat == 12)


async def test_a_match_called_off_or_not_begun_waits_for_nobody(database: str) -> None:
    async with processes(database) as (only,):
        maker = await only.guest()
        made = await only.lobby.make(game("skirmish"), maker, (SeatPlan("me"), SeatPlan("open")))
        assert (made.row.round, made.row.phase, made.row.since, made.row.waiting) == (None, None, None, ())
        assert (await page_of(only.store, Filters(your_move=True), maker.id, None, 10)).total == 0
        await only.lobby.cancel(made.row.id, maker)
        assert (await page_of(only.store, Filters(), maker.id, None, 10)).total == 0


def test_an_unknown_game_is_named_in_the_refusal(server: Server) -> None:
    refused = server.nobody().get("/api/matches?game=chess")
    assert is_problem(refused, 400, "BadInput")
    assert "There is no game 'chess'; choose one of: " in refused.json()["detail"]


# -- how long they are -------------------------------------------------------------------------------------


def test_lists_stay_small_whatever_is_in_a_config(server: Server) -> None:
    maker = server.person()
    config = {"map": huge_map(), "max_turns": 30}
    plan = {"seats": [{"kind": "me"}, *({"kind": "open"} for _ in range(7))], "config": config}
    made = maker.post("/api/kepler/matches", plan)
    assert made.status_code == 201, made.text
    found = maker.get("/api/matches?mine=true")
    assert len(found.content) < 3_000
    rows = server.inside(lambda: page_of(server.process.store, Filters(mine=True), maker.id or "", None, 10)).rows
    assert [(row.config, row.position) for row in rows] == [("", None)], "nor is it read"
