"""Limits hold across processes: what heavy users use at one counts at the others, within moments."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from armillary.server.errors import TooMany
from armillary.server.limits import buckets, places
from armillary.server.limits import shared as speaking
from armillary.server.limits.buckets import MAX_DEBT_BURSTS, MAX_KEYS_PER_NOTE, Buckets
from armillary.server.limits.places import ADDRESS_FACTOR, Places
from armillary.server.limits.shared import Shared
from tests.abuse.wire import AWAY, connection, only_answer
from tests.clock import HandClock
from tests.server.api import Person, Server, meet, running, until
from tests.server.halls import processes
from tests.server.news import News

RATE, BURST, MOST = 10.0, 20.0, 20
LONGEST_NOTE = 8_000
"""PostgreSQL takes shorter ones."""


class Keeper:
    """A store that keeps a secret, and that several processes use or one."""

    def __init__(self, *, is_shared: bool = True) -> None:
        self.is_shared = is_shared

    async def secret(self, name: str, fresh: bytes) -> bytes:
        return b"known to all processes"


class Side:
    """The limits of one process."""

    def __init__(self, **store: bool) -> None:
        self.buckets, self.places = Buckets(RATE, BURST), Places(MOST, "full")
        keeper: Any = Keeper(**store)
        self.speaker = Shared(keeper, {"requests": self.buckets}, {"sockets": self.places})

    def left(self, key: str) -> int:
        """How much this key can take here now."""
        taken = 0
        try:
            while True:
                self.buckets.take(key)
                taken += 1
        except TooMany:
            return taken


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody has to wait a second."""
    monkeypatch.setattr(speaking, "TELL_SECONDS", 0.01)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> HandClock:
    """The clock of limits and of what is told of them."""
    clock = HandClock()
    for module in (buckets, places, speaking):
        monkeypatch.setattr(module, "monotonic", clock.monotonic)
    return clock


async def _sides(count: int = 2) -> list[Side]:
    sides = [Side() for _ in range(count)]
    for side in sides:
        await side.speaker.open()
    return sides


async def _tell(sides: list[Side]) -> list[str]:
    """Everybody says what they must, and everybody hears it; all that was said."""
    said = [note for side in sides for note in await side.speaker.notes()]
    for side in sides:
        for note in said:
            side.speaker.hear(note)
    return said


@pytest.mark.usefixtures("quick")
async def test_what_was_taken_at_one_process_is_missing_at_the_others() -> None:
    sides = await _sides(3)
    assert sides[0].left("ada") == BURST
    await _tell(sides)
    assert [side.left("ada") for side in sides] == [0, 0, 0]
    assert sides[1].left("bob") == BURST, "everybody has their own"


@pytest.mark.usefixtures("quick")
async def test_whoever_took_too_much_everywhere_waits_until_it_is_paid_back(clock: HandClock) -> None:
    sides = await _sides(3)
    assert [side.left("ada") for side in sides] == [BURST] * 3, "before anybody has heard of it"
    await _tell(sides)
    owed = 2 * BURST / RATE
    for seconds, expected in ((owed - 1, 0), (2, RATE)):
        clock.forward(seconds)
        assert abs(sides[0].left("ada") - expected) <= 1


@pytest.mark.usefixtures("quick")
async def test_debts_are_bounded(clock: HandClock) -> None:
    here, there = await _sides()
    there.buckets.take("ada")
    (key,) = there.buckets.news(0)
    here.speaker.hear(f"used 0123456789abcdef requests {key}:999999999")
    clock.forward(MAX_DEBT_BURSTS * BURST / RATE + 1)
    assert here.left("ada") >= RATE - 1


@pytest.mark.usefixtures("quick")
async def test_light_users_cost_no_notes(clock: HandClock) -> None:
    sides = await _sides()
    clock.forward(100)
    for number in range(50):
        sides[0].buckets.take(f"light {number}")
        sides[0].places.enter(f"light {number}")
    assert await _tell(sides) == []


@pytest.mark.usefixtures("quick")
async def test_places_held_elsewhere_are_taken_until_they_are_left() -> None:
    sides = await _sides()
    here, there = sides
    with ExitStack() as stack:
        for _ in range(MOST - 5):
            stack.enter_context(here.places.hold("ada"))
        await _tell(sides)
        assert await _tell(sides) == [], "told once"
        with ExitStack() as others:
            for _ in range(5):
                others.enter_context(there.places.hold("ada"))
            for side in sides:
                await _tell(sides)
                with pytest.raises(TooMany), side.places.hold("ada"):
                    pass
        await _tell(sides)
        assert not here.places.is_full("ada")
    await _tell(sides)
    with ExitStack() as stack:
        for _ in range(MOST):
            stack.enter_context(there.places.hold("ada"))


@pytest.mark.usefixtures("quick")
async def test_places_are_told_again_and_expire_with_a_process_that_is_silent(clock: HandClock) -> None:
    sides = await _sides()
    here, there = sides
    for _ in range(MOST):
        here.places.enter("ada")
    lost = await here.speaker.notes()
    assert len(lost) == 1
    clock.forward(speaking.REPEAT_SECONDS)
    there.speaker.hear(*await here.speaker.notes())
    assert there.places.is_full("ada"), "a note that was lost is told again"
    clock.forward(speaking.EXPIRE_SECONDS + 1)
    assert not there.places.is_full("ada")
    there.places.news(again=True)
    assert len(there.places) == 0, "nobody is remembered"


@pytest.mark.usefixtures("quick")
async def test_a_flood_of_keys_is_no_flood_of_notes_and_the_heaviest_come_first() -> None:
    sides = await _sides()
    here, there = sides
    for number in range(5 * MAX_KEYS_PER_NOTE):
        here.buckets.take(f"{number}", cost=5 + number % 3)
        for _ in range(3):
            here.places.enter(f"{number}")
    for _ in range(MOST):
        here.buckets.take("ada", cost=1)
        here.places.enter("ada")
    said = await _tell(sides)
    assert len(said) == 2
    assert max(map(len, said)) < LONGEST_NOTE
    assert there.left("ada") == 0
    assert there.places.is_full("ada")
    while await _tell(sides):
        pass
    assert len(there.places) == 5 * MAX_KEYS_PER_NOTE + 1, "what did not fit is told next"


@pytest.mark.usefixtures("quick")
async def test_notes_name_nobody() -> None:
    sides = await _sides()
    sides[0].left("203.0.113.9")
    (said,) = await _tell(sides)
    assert "203.0.113.9" not in said


async def test_a_single_process_counts_nothing_for_others() -> None:
    only = Side(is_shared=False)
    await only.speaker.open()
    assert only.left("ada") == BURST
    for _ in range(MOST):
        only.places.enter("ada")
    assert only.buckets.news(0) == {}
    assert only.places.news(again=True) == {"ada": MOST}, "keys need no other names"


NOTES = [
    *("", "used", "used x requests 0123456789abcdef:1", "used 0123456789abcdef other 0123456789abcdef:1"),
    *("used 0123456789abcdef requests ", "used 0123456789abcdef requests 0123456789abcdef:"),
    *("used 0123456789abcdef requests 0123456789abcdef:--1", "used 0123456789abcdef requests 0123456789abcdef:१"),
    *("used 0123456789abcdef requests 0123456789abcdef:1,", "used 0123456789abcdef requests 0123456789abcdef:1\n"),
    f"used 0123456789abcdef requests 0123456789abcdef:{'9' * 16}",
    f"used 0123456789abcdef requests {','.join(['0123456789abcdef:1'] * (MAX_KEYS_PER_NOTE + 1))}",
]


@pytest.mark.parametrize("note", NOTES)
def test_whatever_is_no_note_is_ignored(note: str) -> None:
    side = Side()
    side.speaker.hear(note)
    assert (len(side.buckets), len(side.places)) == (0, 0)


def test_what_is_remembered_of_others_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(buckets, "MAX_BUCKETS", 50)
    monkeypatch.setattr(places, "MAX_KEYS_HEARD_OF", 50)
    side = Side()
    for name in ("requests", "sockets"):
        for number in range(200):
            side.speaker.hear(f"used 0123456789abcdef {name} {number:016x}:7")
    assert (len(side.buckets), len(side.places)) == (50, 50)


# -- processes ---------------------------------------------------------------------------------------------


@contextmanager
def _two(folder: Path, database: str, news: News, **settings: Any) -> Iterator[list[Server]]:
    """Two servers on one database, each with an event loop of its own, that hear each other."""
    with ExitStack() as stack:
        url = database.replace("postgresql:", "postgresql+asyncpg:")
        shared = {"database_url": url, "redis_url": news.redis_url, **settings}
        servers = [stack.enter_context(running(folder, **shared)) for _ in range(2)]
        until(lambda: asyncio.run(_listeners(database, news)) == 2)
        yield servers


async def _listeners(database: str, news: News) -> int:
    async with processes(database) as (only,):
        return await news.listeners(only) - (1 if not news.redis_url else 0)


def _moved(person: Person, server: Server) -> Person:
    return Person(server, person.id, person.headers)


@pytest.mark.usefixtures("quick")
def test_requests_at_one_server_count_at_the_other(tmp_path: Path, shared_database: str, news: News) -> None:
    with _two(tmp_path, shared_database, news, requests_per_second=2) as (here, there):
        ada, bob = here.person(), here.person()
        until(lambda: ada.get("/api/me").status_code == 429)
        until(lambda: there.process.limits.requests.left(str(ada.id)) < 1)
        assert _moved(ada, there).get("/api/me").status_code == 429
        assert _moved(bob, there).get("/api/me").status_code == 200


@pytest.mark.usefixtures("quick")
def test_guests_made_at_one_server_count_at_the_other(tmp_path: Path, shared_database: str, news: News) -> None:
    with _two(tmp_path, shared_database, news, guests_per_hour=10) as (here, there):
        for _ in range(10):
            here.person()
        until(lambda: there.process.limits.guests_by_address.left("127.0.0.1") < 1)
        assert there.nobody().get("/api/me").status_code == 429


def test_what_is_given_back_is_told_as_well() -> None:
    here, there = Side(), Side()
    here.buckets.share(str)
    there.buckets.share(str)
    here.buckets.take("ada", cost=BURST)
    for _ in range(2):
        for key, amount in here.buckets.news(0).items():
            there.buckets.hear(key, amount)
        here.buckets.give_back("ada", BURST)
    assert there.buckets.wait("ada", BURST) == 0


@pytest.mark.usefixtures("quick")
def test_what_one_server_stores_counts_at_the_other(tmp_path: Path, shared_database: str, news: News) -> None:
    with _two(tmp_path, shared_database, news, stored_megabytes_per_hour=0.1) as (here, there):
        ada, bob = here.person(), here.person()
        asked = {"seats": [{"kind": "me"}, {"kind": "open"}]}
        until(lambda: ada.post("/api/kepler/matches", asked).status_code == 429)
        until(lambda: len(there.process.limits.stored.by_identity) > 0)
        assert _moved(ada, there).post("/api/kepler/matches", asked).status_code == 429
        assert _moved(bob, there).post("/api/kepler/matches", asked).status_code == 201


@pytest.mark.usefixtures("quick")
def test_sockets_at_one_server_count_at_the_other(tmp_path: Path, shared_database: str, news: News) -> None:
    with _two(tmp_path, shared_database, news, sockets_per_player=3) as (here, there), ExitStack() as stack:
        match = meet(here)
        ada = match.people[0]
        for _ in range(3):
            stack.enter_context(ada.live(match.id)).recv(5)
        for _ in range(3 * ADDRESS_FACTOR):
            stack.enter_context(here.nobody().live(match.id)).recv(5)

        def is_refused(who: Person) -> bool:
            with who.live(match.id) as table:
                return bool(json.loads(table.recv(5)).get("status") == 429)

        until(lambda: is_refused(_moved(ada, there)))
        until(lambda: is_refused(there.nobody()))
        assert not is_refused(_moved(match.people[1], there))
        stack.close()
        until(lambda: not is_refused(_moved(ada, there)))


@pytest.mark.usefixtures("quick")
def test_connections_at_one_server_count_at_the_other(tmp_path: Path, shared_database: str, news: News) -> None:
    wide: dict[str, Any] = {
        "connections_per_address": 3,
        "head_seconds": 60,
    }  # nobody is sent away meanwhile
    with _two(tmp_path, shared_database, news, **wide) as (here, there), ExitStack() as stack:
        for _ in range(3):
            stack.enter_context(connection(here, AWAY))

        def is_refused() -> bool:
            with connection(there, AWAY) as made:
                made.sendall(b"GET /healthz HTTP/1.1\r\nhost: here\r\nconnection: close\r\n\r\n")
                return only_answer(made)[0] == 429

        until(is_refused)
        assert there.nobody().get("/healthz").status_code == 200, "a proxy's do not count"
        stack.close()
        until(lambda: not is_refused())
