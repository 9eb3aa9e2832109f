"""A database as a release leaves it behind, in `data/release-VERSION.sql`, and what is in it, in the `.json` beside it.

`python -m tests.server.release` plays it on a server of this version and writes both files. That is done once for every
release, right before its tag; files of earlier releases are never written again.
"""

from __future__ import annotations

import json
import sqlite3
import tempfile
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any

import httpx2
from sqlalchemy import Connection, MetaData

from armillary import __version__
from armillary.core.dice import FastDice
from armillary.core.registry import game
from armillary.server.settings import async_url
from armillary.server.storage.migrations import upgrade
from armillary.server.storage.postgresql import PostgresqlServer
from tests.clock import HandClock
from tests.server.api import Meeting, Person, Server, running, until

DATA = Path(__file__).parent / "data"
NOW = 1_800_000_000_000
NAMES = ("Ada", "Grace", "Mary")
"""Those who play, in the order of the seats."""
TERMS: dict[str, dict[str, Any]] = {
    "kepler": {"pace": {"kind": "correspondence", "hours": 24}},
    "orbit": {"spectators": {"policy": "delayed", "steps": 2}},
    "risky_stars": {"spectators": {"policy": "none"}},
    "skirmish": {"pace": {"kind": "live", "seconds": 60}},
    "territory": {"absent": {"then": "bot", "bot": "random"}},
}
"""Those of every game's running match."""


class Release:
    """The files of one release."""

    def __init__(self, version: str) -> None:
        self.version = version
        self.sql, self.contents = DATA / f"release-{version}.sql", DATA / f"release-{version}.json"

    def read(self) -> dict[str, Any]:
        """What is in the database: the `people` by name, with their credentials, and the `matches` by id."""
        contents: dict[str, Any] = json.loads(self.contents.read_text("utf-8"))
        return contents

    def load_into(self, file: str | Path) -> sqlite3.Connection:
        """The database, in a SQLite file."""
        connection = sqlite3.connect(file)
        connection.executescript(self.sql.read_text("utf-8"))
        return connection

    def revision(self) -> str:
        """The revision of its tables."""
        with closing(self.load_into(":memory:")) as connection:
            found: str = connection.execute("SELECT version_num FROM alembic_version").fetchone()[0]
            return found

    async def copy_to(self, url: str) -> None:
        """The same rows in an empty PostgreSQL database, in the tables of their revision."""
        database = PostgresqlServer(async_url(url))
        with closing(self.load_into(":memory:")) as source:
            source.row_factory = sqlite3.Row

            def copy(connection: Connection) -> None:
                upgrade(connection, self.revision())
                tables = MetaData()
                tables.reflect(connection)
                for table in tables.sorted_tables:
                    rows = [dict(row) for row in source.execute(f'SELECT * FROM "{table.name}"')]
                    if table.name not in ("alembic_version", "revisions") and rows:  # made by the upgrade
                        connection.execute(table.insert(), rows)

            await database.prepare(copy)
        await database.close()

    def write(self) -> None:
        """Play on a new server, and keep what it leaves."""
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "test.db"
            with running(Path(folder), HandClock(NOW)) as server:
                contents = _play(server)
            with closing(sqlite3.connect(file)) as connection:
                self.sql.write_text("\n".join(connection.iterdump()) + "\n", "utf-8")
        self.contents.write_text(json.dumps(contents, indent=1, ensure_ascii=False) + "\n", "utf-8")


def releases() -> list[Release]:
    """Every release there are files of."""
    return [Release(path.stem.removeprefix("release-")) for path in sorted(DATA.glob("release-*.sql"))]


def described(ada: Person, match: str) -> dict[str, Any]:
    """What Ada is shown of a match, as far as no release may change it."""
    path = f"/api/matches/{match}"
    info, chat = ada.get(path).json(), ada.get(f"{path}/chat").json()
    found = {name: info[name] for name in ("game", "rules_version", "status", "deadline", "outcome", "commitment")}
    found["seats"] = [[seat["kind"], seat["name"]] for seat in info["seats"]]
    found["chat"] = [[line["name"], line["text"]] for line in chat]
    if info["status"] == "over":
        found["record"] = sha256(ada.get(f"{path}/record").content).hexdigest()
    if info["status"] == "playing":
        answer = ada.get(f"/api/{info['game']}/matches/{match}/table").json()
        found |= {name: answer["table"][name] for name in ("step", "to_act", "submitted", "pending", "resigned")}
        found["offers"] = answer["offers"]
    return found


# -- what is played ------------------------------------------------------------------------------------------


def _play(server: Server) -> dict[str, Any]:
    people = {name: server.person(name) for name in NAMES}
    ada, grace, _ = people.values()
    tokens = {name: person.program("a program").headers["authorization"] for name, person in people.items()}
    matches = []
    for slug, terms in TERMS.items():
        over, goes_on = _meet(people, slug), _meet(people, slug, **terms)
        for match in (over, goes_on):
            match.play(most=3)
            _done(ada.post(f"{match.common}/chat", {"text": "Good luck, Grace – und viel Spaß! 🚀"}))
        _finish(over)
        _leave(goes_on)
        matches += [over.id, goes_on.id]
        if slug == "skirmish":
            matches += [_upload(ada, over), _fork(ada, over)]
    matches += [_make(ada, "orbit", "invite"), _make(ada, "kepler", "open"), _make(grace, "skirmish", "open")]
    _done(grace.delete(f"/api/matches/{matches[-1]}"))
    credentials = {
        name: {"id": person.id, "headers": [person.headers, {"authorization": tokens[name]}]}
        for name, person in people.items()
    }
    return {"people": credentials, "matches": {match: described(ada, match) for match in matches}}


def _done(answer: httpx2.Response) -> Any:
    assert answer.is_success, answer.text
    return answer.json()


def _make(maker: Person, slug: str, *others: str, **terms: Any) -> str:
    seats = [{"kind": kind} for kind in ("me", *others)]
    made: str = _done(maker.post(f"/api/{slug}/matches", {"seats": seats, **terms}))["match"]["id"]
    return made


def _meet(people: dict[str, Person], slug: str, **terms: Any) -> Meeting:
    """A match that has begun, with as few of these people as the game allows."""
    ada, *others = list(people.values())[: game(slug).seats[0]]
    match = Meeting(game(slug), _make(ada, slug, *("open" for _ in others), **terms), [ada, *others])
    for person in others:
        _done(person.post(f"{match.common}/join", {}))
    return match


def _finish(match: Meeting) -> None:
    """By the rules, by agreement, or because all others give up."""
    if match.game.slug == "skirmish":
        match.play()
    elif match.game.slug == "kepler":
        for person in match.people:
            _done(person.post(f"{match.common}/draw"))
    else:
        for person in match.people[1:]:
            _done(person.post(f"{match.common}/resign"))


def _leave(match: Meeting) -> None:
    """In the middle of a turn: with an order of Ada's where several are owed, otherwise with an offer of hers."""
    if len(match.table()["table"]["to_act"]) > 1:
        _done(match.order(1, match.some_order(1, FastDice(2)), idempotency_key="first"))
    else:
        _done(match.people[0].post(f"{match.common}/draw"))


def _upload(person: Person, match: Meeting) -> str:
    kept: str = _done(person.post("/api/replays", person.get(f"{match.common}/record").content))["id"]
    return kept


def _fork(person: Person, match: Meeting) -> str:
    """A private table against a bot, which has given its order."""
    seats = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
    fork = Meeting(match.game, _done(person.post(f"{match.path}/fork", {"seats": seats, "step": 2}))["id"], [person])
    until(lambda: fork.table()["table"]["submitted"] == [2])
    return fork.id


if __name__ == "__main__":
    Release(__version__.partition(".dev")[0]).write()
