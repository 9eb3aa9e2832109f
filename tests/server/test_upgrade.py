"""Databases of earlier releases are opened by this version: nothing in them is lost, and everything goes on."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from alembic.script import ScriptDirectory
from sqlalchemy import text

from armillary.core import codec, record
from armillary.core.dice import FastDice
from armillary.core.registry import game, slugs
from armillary.server.doctor import findings
from armillary.server.settings import async_url
from armillary.server.storage import migrations
from armillary.server.storage.store import Store
from tests.clock import HandClock
from tests.server.api import Meeting, Person, Server, running
from tests.server.release import NOW, TERMS, Release, described, releases

REVISIONS = {"0.1.0": "0001"}
"""The revision of the tables of every release."""
ALL = {release.version: release for release in releases()}


@pytest.fixture(params=ALL)
def release(request: pytest.FixtureRequest) -> Release:
    """Every release, one after the other."""
    return ALL[request.param]


@pytest.fixture
def left_behind(release: Release, database: str, tmp_path: Path) -> str:
    """The URL of the database of a release, in a file and then in PostgreSQL."""
    if database.startswith("sqlite"):
        release.load_into(tmp_path / "test.db").close()
    else:
        asyncio.run(release.copy_to(database))
    return database


def _revision(database: str) -> str:
    async def read() -> str:
        store = Store(async_url(database))
        try:
            found: str = (await store.read(text("SELECT version_num FROM alembic_version")))[0][0]
            return found
        finally:
            await store.database.close()

    return asyncio.run(read())


def _people(server: Server, contents: dict[str, Any], credential: int = 0) -> dict[str, Person]:
    return {
        name: Person(server, person["id"], person["headers"][credential]) for name, person in contents["people"].items()
    }


def _faults(database: str) -> dict[str, str | None]:
    return {finding.match: finding.fault for finding in findings(database)}


def test_there_is_a_database_of_every_release_and_the_first_has_the_first_tables() -> None:
    assert {version: release.revision() for version, release in ALL.items()} == REVISIONS
    history = ScriptDirectory(str(Path(migrations.__file__).parent))
    assert history.get_bases() == [REVISIONS["0.1.0"]]


def test_every_game_is_there_running_and_finished(release: Release) -> None:
    found = {(match["game"], match["status"]) for match in release.read()["matches"].values()}
    games = {slug for slug, _ in found}
    assert games >= {"kepler", "orbit", "risky_stars", "skirmish", "territory"}
    assert found >= {(slug, status) for slug in games for status in ("playing", "over")}
    assert {status for _, status in found} == {"open", "playing", "over", "cancelled"}


def test_the_next_release_leaves_matches_of_every_game() -> None:
    assert set(TERMS) == set(slugs())


def test_the_tables_are_upgraded_and_the_doctor_finds_no_fault(release: Release, left_behind: str) -> None:
    assert _revision(left_behind) == release.revision()
    assert _faults(left_behind) == dict.fromkeys(release.read()["matches"])
    head = ScriptDirectory(str(Path(migrations.__file__).parent)).get_current_head()
    assert _revision(left_behind) == head


def test_nothing_is_lost_and_records_verify(release: Release, left_behind: str, tmp_path: Path) -> None:
    contents = release.read()
    with running(tmp_path, HandClock(NOW), database_url=async_url(left_behind)) as server:
        ada = _people(server, contents)["Ada"]
        assert {match: described(ada, match) for match in contents["matches"]} == contents["matches"]
        for match, then in contents["matches"].items():
            if then["status"] == "over":
                kept = record.load(ada.get(f"/api/matches/{match}/record").content)
                assert codec.tree(record.verify(kept).outcome) == then["outcome"]


@pytest.mark.parametrize("credential", [0, 1], ids=["cookie", "token"])
def test_everybody_is_still_signed_in(release: Release, left_behind: str, tmp_path: Path, credential: int) -> None:
    with running(tmp_path, HandClock(NOW), database_url=async_url(left_behind)) as server:
        people = _people(server, release.read(), credential)
        told = {name: person.get("/api/me").json() for name, person in people.items()}
    assert {name: (me["id"], me["name"]) for name, me in told.items()} == {
        name: (person.id, name) for name, person in people.items()
    }


def test_running_matches_go_on(release: Release, left_behind: str, tmp_path: Path) -> None:
    contents, dice = release.read(), FastDice(1)
    playing = {match: then for match, then in contents["matches"].items() if then["status"] == "playing"}
    with running(tmp_path, HandClock(NOW), database_url=async_url(left_behind)) as server:
        people = _people(server, contents)
        for match, then in playing.items():
            seated = [people[name] for kind, name in then["seats"] if kind == "person"]
            meeting = Meeting(game(then["game"]), match, seated)
            for seat in set(then["to_act"]) - set(then["submitted"]):
                answer = meeting.order(seat, meeting.some_order(seat, dice))
                assert answer.status_code == 200, answer.text
            assert meeting.table()["table"]["step"] > then["step"]
            if then["game"] == "skirmish" and len(seated) == len(then["seats"]):
                meeting.play()
                assert meeting.table()["status"] == "over"
    assert set(_faults(left_behind).values()) == {None}


def test_an_order_repeated_after_the_upgrade_counts_once(release: Release, left_behind: str, tmp_path: Path) -> None:
    contents = release.read()
    given = {match: then for match, then in contents["matches"].items() if then.get("pending") is not None}
    assert given
    with running(tmp_path, HandClock(NOW), database_url=async_url(left_behind)) as server:
        ada = _people(server, contents)["Ada"]
        for match, then in given.items():
            path = f"/api/{then['game']}/matches/{match}"
            seq = ada.get(f"{path}/table").json()["seq"]
            again, changed = (
                ada.post(f"{path}/orders", {"order": then["pending"]}, idempotency_key=key) for key in ("first", "new")
            )
            assert (again.json()["seq"], again.json()["resolved"]) == (seq, False), again.text
            assert (changed.json()["seq"], changed.json()["resolved"]) == (seq, False), changed.text
