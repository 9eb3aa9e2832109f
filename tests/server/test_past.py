"""The past over the API: who ordered what and when, in parts that leave nothing out, and tables that never change."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from armillary.api.people import Player
from armillary.core import codec
from armillary.core.dice import FastDice
from armillary.core.registry import slugs
from armillary.server.play.hall import Hall
from tests.clock import HandClock
from tests.server.api import Meeting, Person, Server, is_problem, meet, running
from tests.server.ear import Ear
from tests.server.halls import processes

SHORT: dict[str, Any] = {"territory": {"config": {"max_rounds": 4}}}
FOR_EVER = "private, max-age=31536000, immutable"


def _meet(server: Server, slug: str, **terms: Any) -> Meeting:
    return meet(server, slug, **SHORT.get(slug, {}), **terms)


def _steps(who: Person, match: Meeting, query: str = "") -> list[Any]:
    answer = who.get(f"{match.path}/history?{query}")
    assert answer.status_code == 200, answer.text
    steps: list[Any] = answer.json()["steps"]
    return steps


def _owners(step: Any) -> list[int]:
    return [order["seat"] for order in step["orders"]]


# -- what happened -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", slugs())
def test_history_has_the_orders_with_their_notation_and_hides_what_is_hidden(server: Server, slug: str) -> None:
    match, dice = _meet(server, slug), FastDice(6)
    given: list[dict[int, Any]] = []
    for _ in range(4):
        given.append({})
        for seat in match.table()["table"]["to_act"]:
            given[-1][seat] = match.some_order(seat, dice)
            match.order(seat, given[-1][seat])
    hidden = match.game.hidden
    for seat, who in ((1, match.people[0]), (2, match.people[1]), (0, server.nobody()), (0, server.person())):
        for step, orders in zip(_steps(who, match), given, strict=True):
            assert _owners(step) == [owner for owner in orders if owner == seat or not hidden]
            assert all(order["notation"] for order in step["orders"])
            assert step["missed"] == []
    for person in match.people[1:]:
        person.post(f"{match.common}/resign")
    turns = [step for step in _steps(server.nobody(), match) if step["kind"] == "turn"]
    for step, orders in zip(turns, given, strict=False):
        assert _owners(step) == list(orders), "once it is over everybody sees them all"


def test_every_step_says_when_it_was_what_it_was_and_who_missed_it(tmp_path: Path) -> None:
    clock = HandClock()
    with running(tmp_path, clock) as server:
        match = meet(server, seats=3, pace={"kind": "live", "seconds": 60})
        match.order(1, {"card": 4})
        clock.forward(61)
        server.inside(server.process.deadlines.check)
        first = clock.now()
        clock.forward(5)
        match.people[1].post(f"{match.common}/resign")
        second = clock.now()
        clock.forward(5)
        for seat in (1, 3):
            match.people[seat - 1].post(f"{match.common}/draw")
        turn, gone, drawn = _steps(server.nobody(), match)
    assert (turn["kind"], turn["step"], turn["at"], turn["missed"]) == ("turn", 1, first, [2, 3])
    assert (gone["kind"], gone["step"], gone["at"], gone["seat"]) == ("resignation", 2, second, 2)
    assert (drawn["kind"], drawn["step"], drawn["at"]) == ("agreed_draw", 3, clock.now())
    assert turn["orders"][0] == {"seat": 1, "order": {"card": 4}, "notation": "play 4"}
    assert turn["phase"]["round"] == 1
    assert gone["phase"]["round"] == drawn["phase"]["round"] == 2


def test_history_comes_in_parts_that_leave_nothing_out(server: Server) -> None:
    match = meet(server)
    match.play(most=7)
    match.people[0].post(f"{match.common}/resign")
    whole = _steps(server.nobody(), match)
    for limit in (1, 2, 3, 8, 200):
        seen, since = [], 0
        while True:
            part = server.nobody().get(f"{match.path}/history?since={since}&limit={limit}").json()
            assert 0 < len(part["steps"]) <= limit
            seen += part["steps"]
            if part["next"] is None:
                break
            since = part["next"]
        assert seen == whole


def test_steps_that_were_resolved_together_are_never_parted(server: Server) -> None:
    match = meet(server, seats=3)
    for seat, card in ((1, 4), (2, 5)):
        match.order(seat, {"card": card})
    match.people[2].post(f"{match.common}/resign")
    part = server.nobody().get(f"{match.path}/history?limit=1").json()
    assert [(step["kind"], step["step"]) for step in part["steps"]] == [("resignation", 1), ("turn", 2)]
    assert part["next"] is None


@pytest.mark.parametrize("slug", slugs())
async def test_the_same_history_is_read_from_memory_and_from_the_journal(database: str, slug: str) -> None:
    async with processes(database) as (only,):
        room = await only.match(slug, seats=3)
        for _ in range(4):
            await only.default(room.row.id, *room.playing.waiting_for)
        await only.moves.resign(room.row.id, 3)
        again = await Hall(only.store, only.hall.clock).room(room.row.id)
        assert (room.since, again.since) == (0, room.seq), "one has everything in memory, the other nothing"
        for player in (None, *(Player(seat.player or "", seat.name) for seat in room.row.seats)):
            shown = await only.views.show(room, player)
            for since in (0, room.recent[1].seq, room.recent[-1].seq):
                told = await only.views.history(room, shown, since, 200)
                assert codec.tree(told) == codec.tree(await only.views.history(again, shown, since, 200))
            for limit in (1, 2):
                part = await only.views.history(room, shown, 0, limit)
                assert codec.tree(part) == codec.tree(await only.views.history(again, shown, 0, limit))


async def test_a_room_keeps_the_newest_steps_and_the_journal_has_the_others(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("armillary.server.play.room.MAX_PARTS_KEPT", 20)
    async with processes(database) as (only,):
        room = await only.match("skirmish")
        for _ in range(8):
            await only.default(room.row.id, 1, 2)
        count, recent, told = len(room.recent), [each.step for each in room.recent], await only.steps(room)
    assert 1 <= count < 8
    assert recent == list(range(9 - count, 9))
    assert told == list(range(1, 9))


# -- past tables -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", slugs())
def test_a_range_of_steps_is_what_each_of_them_is(server: Server, slug: str) -> None:
    match = _meet(server, slug)
    match.play(most=4)
    for who in (match.people[1], server.nobody()):
        singles = [who.get(f"{match.path}/steps/{step}").json() for step in range(5)]
        for table in singles:
            if "setup" in table["view"]:
                table["view"]["setup"] = None
        for first, last in ((0, 4), (1, 3), (2, 2), (4, 4), (3, 4)):
            asked = who.get(f"{match.path}/steps?from={first}&to={last}")
            assert asked.json() == singles[first : last + 1]


def test_a_range_over_steps_that_were_resolved_together(server: Server) -> None:
    match = meet(server, seats=3)
    match.play(most=1)
    hands = match.table()["table"]["view"]["hands"]
    for seat in (1, 2):
        match.order(seat, {"card": hands[seat - 1][0]})
    match.people[2].post(f"{match.common}/resign")
    match.people[0].post(f"{match.common}/chat", {"text": "two steps at once"})
    singles = [match.people[0].get(f"{match.path}/steps/{step}").json() for step in range(4)]
    for single in singles:
        single["view"]["setup"] = None
    assert match.people[0].get(f"{match.path}/steps?from=0&to=3").json() == singles
    assert match.people[0].get(f"{match.path}/steps?from=2&to=3").json() == singles[2:]


@pytest.mark.parametrize(
    ("query", "status"),
    [
        *(
            (query, 400)
            for query in ("", "from=0", "to=1", "from=1&to=0", "from=0&to=50", "from=-1&to=0", "from=x&to=1")
        ),
        ("from=0&to=1", 404),
        ("from=7&to=8", 404),
        (f"from={2**31 - 9}&to={2**31 - 1}", 404),
        (f"from=0&to={10**30}", 400),
    ],
)
def test_a_range_that_is_none_is_refused(server: Server, query: str, status: int) -> None:
    match = meet(server)
    assert is_problem(match.people[0].get(f"{match.path}/steps?{query}"), status)


def test_past_tables_are_kept_for_ever_only_under_an_address_with_the_seat(server: Server) -> None:
    match, watcher = meet(server), server.nobody()
    match.play(most=3)
    for path in (f"{match.path}/steps/1?", f"{match.path}/steps?from=0&to=2&"):
        for who, seat in ((match.people[0], 1), (match.people[1], 2), (watcher, 0), (server.person(), 0)):
            kept, plain = who.get(f"{path}seat={seat}"), who.get(path)
            assert kept.json() == plain.json()
            assert (kept.headers["cache-control"], plain.headers["cache-control"]) == (FOR_EVER, "private, no-cache")
            assert "cookie, authorization" in kept.headers["vary"]
            for other in {0, 1, 2} - {seat}:
                refused = who.get(f"{path}seat={other}")
                assert is_problem(refused, 403, "NotAllowed")
                assert "cache-control" not in refused.headers
    late = watcher.get(f"{match.path}/steps/9?seat=0")
    assert is_problem(late, 404)
    assert "cache-control" not in late.headers


def test_what_was_kept_is_still_so_once_the_match_is_over(server: Server) -> None:
    """Nothing in a past table comes to light later: neither hidden cards, nor the outcome, nor a name."""
    for slug in slugs():
        match = _meet(server, slug, spectators={"policy": "delayed", "steps": 1})
        match.play(most=3)
        viewers = [(person, seat) for seat, person in enumerate(match.people, start=1)] + [(server.nobody(), 0)]
        asked = [(who, f"{match.path}/steps/{step}?seat={seat}") for who, seat in viewers for step in (0, 1, 2)]
        before = [who.get(path) for who, path in asked]
        assert {answer.status_code for answer in before} == {200}
        match.people[0].put("/api/me", {"name": "Somebody Else"})
        for person in match.people[1:]:
            person.post(f"{match.common}/resign")
        assert match.table()["status"] == "over"
        assert [who.get(path).json() for who, path in asked] == [answer.json() for answer in before]


def test_late_spectators_see_no_range_before_its_time(server: Server) -> None:
    match, watcher = meet(server, spectators={"policy": "delayed", "steps": 2}), server.nobody()
    match.play(most=4)
    assert [table["step"] for table in watcher.get(f"{match.path}/steps?from=0&to=2").json()] == [0, 1, 2]
    assert is_problem(watcher.get(f"{match.path}/steps?from=0&to=3"), 404)
    assert [step["step"] for step in _steps(watcher, match)] == [1, 2]
    closed = meet(server, spectators={"policy": "none"})
    for path in (f"{closed.path}/steps?from=0&to=0", f"{closed.path}/steps?from=0&to=0&seat=0"):
        assert is_problem(watcher.get(path), 403, "NotAllowed")


# -- the socket --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", slugs())
def test_what_never_changes_comes_once_on_a_connection(server: Server, slug: str) -> None:
    match, dice = _meet(server, slug), FastDice(1)
    has_setup = "setup" in match.table()["table"]["view"]
    with Ear(match.people[1], match.id) as ear:
        for number in range(3):
            ear.until(lambda number=number: ear.table is not None and ear.table["step"] == number)  # type: ignore[misc]
            if has_setup:
                assert (ear.table["view"]["setup"] is None) == (number > 0)
            assert match.table(2)["table"]["view"].get("setup", "absent") is not None
            match.step(dice)
        ear.drop()
        with ear:
            ear.until_step(3)
            assert ear.table["view"] == match.table(2)["table"]["view"], "all of it again after a drop"
