"""Records that people bring: verified, kept for them alone, shown like any match that is over, and deleted again."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from armillary import Match, game
from armillary.core import codec, record
from armillary.core.dice import FastDice
from armillary.core.match import AnyMatch
from armillary.core.registry import slugs
from armillary.core.seeds import seed_from
from armillary.server.doctor import findings
from armillary.server.errors import NotFound, TooMany
from armillary.server.matches.uploads import replayed
from armillary.server.play import uploads
from armillary.server.settings import async_url
from armillary.server.storage.uploads import keep
from armillary.server.work.pool import Kind
from tests.server.api import Person, Server, is_problem, listed, running
from tests.server.halls import processes


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that keeps two records a player."""
    with running(tmp_path_factory.mktemp("few"), uploads_per_player=2) as listening:
        yield listening


def _played(slug: str, seed: str = "upload") -> AnyMatch:
    """A match with everything in it that a log can hold: turns, missed ones, a seat taken over, a resignation."""
    played, dice = game(slug), FastDice(1)
    match: AnyMatch = Match.begin(played, seed=seed_from(seed), players=("Ada", "Grace", "Mary")[: played.seats[0]])
    for number in range(4):
        for seat in match.to_act:
            match = match.submit(seat, played.hints.random_order(match.state, seat, dice))
        if number == 1:
            match = match.take_over(1, "bot:random").expire()
    return match.resign(1) if played.seats[0] == 2 else match.resign(1).resign(2)


def _from_position() -> AnyMatch:
    """A match that began from a position, and was drawn."""
    first = _played("skirmish")
    begun: AnyMatch = Match.from_position(game("skirmish"), first.state, seed=seed_from("on"), players=("Ada", "Grace"))
    return begun.offer_draw(1).offer_draw(2)


def _file(match: AnyMatch) -> bytes:
    return record.dump(record.export(match, reveal=True))


@pytest.mark.parametrize("slug", slugs())
def test_an_uploaded_record_is_looked_at_like_any_match(server: Server, slug: str) -> None:
    match, ada = _played(slug), server.person("Ada")
    answer = ada.post("/api/replays", _file(match))
    assert answer.status_code == 201, answer.text
    info = answer.json()
    assert (info["status"], info["origin"], info["yours"]) == ("over", "upload", [])
    first = info["seats"][0]
    assert (first["kind"], first["name"]) == ("recorded", "Ada")
    assert info["outcome"] == codec.tree(match.outcome)
    assert info["commitment"] == record.export(match).commitment
    common, path = f"/api/matches/{info['id']}", f"/api/{slug}/matches/{info['id']}"
    assert ada.get(f"{common}/record").content == _file(match)
    assert ada.get(f"{path}/table").json()["table"]["players"][0] == "bot:random"
    assert ada.get(f"{path}/steps/0").json()["players"][0] == "Ada"
    assert ada.get(f"{path}/steps/{match.step}").json()["outcome"] == info["outcome"]
    assert len(ada.get(f"{path}/history?limit=200").json()["steps"]) == min(200, match.step)
    faults = [finding.fault for finding in findings(server.process.settings.database_url)]
    assert set(faults) == {None}


def test_a_record_that_began_from_a_position_is_kept_too(server: Server) -> None:
    ada, match = server.person(), _from_position()
    info = ada.post("/api/replays", _file(match)).json()
    assert info["outcome"]["reason"] == "agreed_draw"
    assert ada.get(f"/api/matches/{info['id']}/record").content == _file(match)
    assert ada.get(f"/api/skirmish/matches/{info['id']}/steps/0").status_code == 200


def test_only_its_owner_finds_it_and_only_they_delete_it(server: Server) -> None:
    ada, other = server.person(), server.person()
    info = ada.post("/api/replays", _file(_played("skirmish"))).json()
    for who, which in ((ada, "mine=true"), (ada, "status=over"), (other, "mine=true"), (other, "status=over")):
        assert (info["id"] in listed(who, which)) is (who is ada)
    path = f"/api/matches/{info['id']}"
    assert is_problem(other.delete(path), 403, "NotAllowed")
    assert is_problem(other.post(f"{path}/rematch"), 403, "NotAllowed")
    assert is_problem(ada.post(f"{path}/rematch"), 403, "NotAllowed")
    assert is_problem(ada.post(f"{path}/chat", {"text": "x"}), 403, "NotAllowed")
    assert ada.delete(path).json()["id"] == info["id"]
    assert is_problem(ada.get(path), 404, "NotFound")
    assert is_problem(ada.delete(path), 404, "NotFound")


def test_a_player_keeps_a_limited_number(few: Server) -> None:
    ada, data = few.person(), _file(_played("skirmish"))
    first, _ = (ada.post("/api/replays", data).json()["id"] for _ in range(2))
    assert is_problem(ada.post("/api/replays", data), 429, "TooMany")
    assert few.person().post("/api/replays", data).status_code == 201
    ada.delete(f"/api/matches/{first}")
    assert ada.post("/api/replays", data).status_code == 201


def _changed(**fields: Any) -> bytes:
    tree = json.loads(_file(_played("skirmish")))
    return codec.encode(tree | fields)


BAD = {
    "a changed outcome": _changed(outcome={"winners": [1], "ranking": [[1], [2]], "scores": [], "reason": "x"}),
    "other players": _changed(players=["Ada", "Eve"]),
    "a name with a line break": _changed(players=["Ada", "Eve\n"]),
    "an endless name": _changed(players=["Ada", "E" * 1000]),
    "nobody": _changed(players=[]),
    "an unknown game": _changed(game="none such"),
    "an unknown version": _changed(version=99),
    "an unknown format": _changed(format=99),
    "too many steps": _changed(log=[{"kind": "agreed_draw"}] * 5001),
    "no seed": _changed(seed=None),
    "no outcome": _changed(outcome=None),
    "both a config and a position": _changed(position={}),
    "no record": b"{}",
    "no JSON": b"{",
    "a number": b"7",
}


@pytest.mark.parametrize("what", BAD)
def test_a_record_that_does_not_hold_is_refused(server: Server, what: str) -> None:
    ada = server.person()
    assert is_problem(ada.post("/api/replays", BAD[what]), 400)
    assert listed(ada, "mine=true") == {}


def test_a_record_needs_an_owner_and_has_a_size(server: Server) -> None:
    assert is_problem(server.nobody().post("/api/replays", _file(_played("skirmish"))), 401, "NotSignedIn")
    large = _changed(players=["x" * 1_000_000])
    assert is_problem(server.person().post("/api/replays", large), 413, "TooLarge")


def test_a_record_that_takes_too_long_is_given_up(few: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploads, "UPLOAD", Kind("upload", 0))
    refused = few.person().post("/api/replays", _file(_played("skirmish", "slow")))
    assert is_problem(refused, 400, "BadRecord")
    monkeypatch.undo()
    assert is_problem(few.person().post("/api/replays", _file(_played("skirmish", "slow"))), 400, "BadRecord")
    assert few.person().post("/api/replays", _file(_played("skirmish", "another"))).status_code == 201


def test_one_record_of_a_player_is_checked_at_a_time(few: Server) -> None:
    async def upload_three() -> list[Any]:
        player, data = await few.process.guests.welcome(), _file(_played("skirmish"))
        asked = [few.process.uploads.upload(player, data) for _ in range(3)]
        return await asyncio.gather(*asked, return_exceptions=True)

    first, *others = few.inside(upload_three)
    assert first.status == "over"
    assert [type(each) for each in others] == [TooMany, TooMany]


def test_both_databases_keep_records(database: str, tmp_path: Path) -> None:
    with running(tmp_path, database_url=async_url(database)) as server:
        ada = server.person()
        info = ada.post("/api/replays", _file(_played("territory"))).json()
        assert ada.get(f"/api/territory/matches/{info['id']}/steps/1").status_code == 200
        assert ada.delete(f"/api/matches/{info['id']}").status_code == 200
        assert listed(ada, "mine=true") == {}


async def test_a_record_that_was_deleted_in_one_process_is_gone_in_the_others(shared_database: str) -> None:
    async with processes(shared_database, 2) as (one, two):
        ada = await one.guest()
        stored = replayed(_file(_played("skirmish")), "copy", ada.id, 1)
        await keep(one.store, stored, 1)
        for process in (one, two):
            assert (await process.hall.room("copy")).row.status == "over"
        await one.uploads.delete(stored.row, ada)
        for process in (one, two):
            with pytest.raises(NotFound):
                await process.hall.room("copy")


# -- playing on --------------------------------------------------------------------------------------------

ALONE = [{"kind": "me"}, {"kind": "local", "name": "Bob"}]


def _fork(who: Person, match: str, slug: str = "skirmish", seats: Any = ALONE, **more: Any) -> Any:
    return who.post(f"/api/{slug}/matches/{match}/fork", {"seats": seats, **more})


@pytest.mark.parametrize("slug", slugs())
def test_a_position_of_a_finished_match_is_played_on_at_a_private_table(server: Server, slug: str) -> None:
    ada, played = server.person("Ada"), _played(slug)
    source = ada.post("/api/replays", _file(played)).json()["id"]
    seats = [*ALONE, {"kind": "bot", "level": "random"}][: game(slug).seats[0]]
    answer = _fork(ada, source, slug, seats, step=1)
    assert answer.status_code == 201, answer.text
    made = answer.json()
    assert (made["status"], made["origin"], made["yours"]) == ("playing", "fork", [1, 2])
    assert made["commitment"] != record.export(played).commitment
    path = f"/api/{slug}/matches/{made['id']}"
    before = server.nobody().get(f"/api/{slug}/matches/{source}/steps/1").json()
    assert is_problem(server.person().get(f"{path}/table"), 403, "NotAllowed")
    assert ada.get(f"{path}/table").json()["table"]["phase"] == before["phase"]
    for seat in (1, 2):
        ada.post(f"/api/matches/{made['id']}/resign?seat={seat}")
    assert is_problem(server.nobody().get(f"/api/matches/{made['id']}/record"), 403, "NotAllowed")
    kept = record.load(ada.get(f"/api/matches/{made['id']}/record").content)
    assert record.verify(kept).players[:2] == ("Ada", "Bob")
    assert made["id"] not in listed(server.nobody(), "status=over")
    faults = [finding.fault for finding in findings(server.process.settings.database_url)]
    assert set(faults) == {None}


def test_what_nobody_could_know_is_drawn_anew(server: Server) -> None:
    ada, played = server.person(), _played("skirmish")
    source = ada.post("/api/replays", _file(played)).json()["id"]
    decks = set()
    for _ in range(5):
        made = _fork(ada, source, step=1).json()["id"]
        room = server.inside(lambda made=made: server.process.hall.room(made))  # type: ignore[misc]
        setup, index = room.playing.state.setup, room.playing.state.current_planet_index
        decks.add(tuple(planet.id for planet in setup.planet_deck[index + 1 :]))
        assert setup.planet_deck[: index + 1] == played.opening.setup.planet_deck[: index + 1]
    assert len(decks) > 1
    made = _fork(ada, source, step=0).json()["id"]
    for seat in (1, 2):
        ada.post(f"/api/matches/{made}/resign?seat={seat}")
    again = ada.post(f"/api/matches/{made}/rematch").json()
    assert (again["origin"], again["status"], again["yours"]) == ("fork", "playing", [1, 2])
    first, second = (
        server.inside(lambda which=which: server.process.hall.room(which)).playing.opening  # type: ignore[misc]
        for which in (made, again["id"])
    )
    assert (first.hands, first != second) == (second.hands, True)


def test_a_match_that_goes_on_or_is_decided_cannot_be_played_on(server: Server) -> None:
    ada = server.person()
    running_one = ada.post("/api/skirmish/matches", {"seats": ALONE}).json()["match"]["id"]
    assert is_problem(_fork(ada, running_one), 409, "Conflict")
    match: AnyMatch = Match.begin(game("skirmish"), seed=seed_from("end"))
    for card in range(1, 16):
        match = match.submit(1, match.game.order(card)).submit(2, match.game.order(16 - card))
    source = ada.post("/api/replays", _file(match)).json()["id"]
    assert is_problem(_fork(ada, source, step=15), 409, "Conflict")
    at_last, before = _fork(ada, source), _fork(ada, source, step=14)
    assert (at_last.status_code, before.status_code) == (201, 201)
    assert ada.get(f"/api/matches/{at_last.json()['id']}").json()["status"] == "playing", "there is something to decide"


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"seats": [{"kind": "me"}]}, 400),
        ({"seats": [*ALONE, {"kind": "local"}]}, 400),
        ({"seats": [{"kind": "me"}, {"kind": "open"}]}, 400),
        ({"seats": [{"kind": "me"}, {"kind": "invite"}]}, 400),
        ({"seats": [{"kind": "me"}, {"kind": "bot"}]}, 400),
        ({"seats": [{"kind": "bot", "level": "random"}] * 2}, 400),
        ({"seats": ALONE, "step": -1}, 400),
        ({"seats": ALONE, "step": 99}, 404),
        ({"seats": ALONE, "step": 2**40}, 400),
        ({}, 400),
    ],
)
def test_a_bad_fork_makes_nothing(server: Server, body: Any, status: int) -> None:
    ada = server.person()
    source = ada.post("/api/replays", _file(_played("skirmish"))).json()["id"]
    assert is_problem(ada.post(f"/api/skirmish/matches/{source}/fork", body), status)
    assert is_problem(ada.post(f"/api/orbit/matches/{source}/fork", {"seats": ALONE}), 404, "NotFound")
    assert is_problem(server.nobody().post(f"/api/skirmish/matches/{source}/fork", {"seats": ALONE}), 401)
    assert len(listed(ada, "mine=true")) == 1
