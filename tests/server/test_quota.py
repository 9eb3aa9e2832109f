"""What is stored for somebody is bounded in bytes, by identity and by address, however they have it stored."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from typing import Any, TypeAlias

import httpx2
import pytest
from sqlalchemy import func, select

from armillary import Match, game
from armillary.core import codec, record
from armillary.core.errors import BadInput
from armillary.core.registry import slugs
from armillary.server.errors import Conflict, TooMany
from armillary.server.limits.buckets import MAX_DEBT_BURSTS
from armillary.server.limits.places import ADDRESS_FACTOR
from armillary.server.limits.requester import NOBODY, Requester, set_requester
from armillary.server.limits.storage import MEGABYTE, Quota
from armillary.server.settings import Settings
from armillary.server.storage import tables
from tests.abuse.attacks.stored import heavy_config, many_fleets, pointless_order
from tests.clock import HandClock
from tests.server.api import Person, Server, is_problem, running

HERE = "127.0.0.1"
MATCHES = "/api/kepler/matches"
OPEN = {"seats": [{"kind": "me"}, {"kind": "open"}]}
AT_HOME = {"seats": [{"kind": "me"}, {"kind": "local"}]}

Act: TypeAlias = Callable[[], httpx2.Response]


@pytest.fixture(autouse=True)
def _time_stands_still(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was taken does not come back meanwhile."""
    monkeypatch.setattr("armillary.server.limits.buckets.monotonic", HandClock().monotonic)


# -- the quota itself ----------------------------------------------------------------------------------------


def _be(who: str, address: str = HERE) -> None:
    set_requester(Requester(address, who))


def _pay(quota: Quota, *sizes: int) -> None:
    with quota.bill() as bill:
        for size in sizes:
            bill.owe(size)


def test_an_identity_has_its_own_and_an_address_several_times_as_much() -> None:
    quota = Quota(1)
    for number in range(ADDRESS_FACTOR):
        _be(f"guest {number}")
        _pay(quota, MEGABYTE)
    with pytest.raises(TooMany, match=r"the limit is 1 MB per hour for one player\. Try again in 60 minutes"):
        quota.require(MEGABYTE)
    _be("eve")
    with pytest.raises(TooMany, match=r"the limit is 8 MB per hour for one address\. Try again in 1 minute\."):
        quota.require(1_000)
    _be("eve", "203.0.113.9")
    quota.require(MEGABYTE)


def test_what_can_never_be_stored_is_said_to_be_too_large() -> None:
    _be("ada")
    with pytest.raises(BadInput, match=r"This may take 1\.5 MB, but the limit is 1 MB per hour"):
        Quota(1).require(3 * MEGABYTE // 2)


def test_what_is_refused_for_another_reason_costs_nothing() -> None:
    quota = Quota(1)
    _be("ada")

    def refused() -> None:
        with quota.bill() as bill:
            bill.owe(MEGABYTE)
            raise Conflict("")

    with pytest.raises(Conflict):
        refused()
    quota.require(MEGABYTE)


def test_a_bill_that_is_made_out_anew_is_paid_once() -> None:
    quota = Quota(1)
    _be("ada")
    _pay(quota, MEGABYTE // 2, MEGABYTE, MEGABYTE // 4)
    quota.require(3 * MEGABYTE // 4 - 1_000)
    with pytest.raises(TooMany):
        _pay(quota, MEGABYTE // 4, MEGABYTE)
    quota.require(3 * MEGABYTE // 4 - 1_000)


def test_whoever_asks_for_too_much_costs_their_address_nothing() -> None:
    quota = Quota(1)
    _be("ada")
    with pytest.raises(BadInput):
        _pay(quota, 2 * MEGABYTE)
    assert quota.by_address.wait(HERE, ADDRESS_FACTOR * MEGABYTE) == 0


def test_nobody_pays_for_nothing_or_for_what_the_server_does() -> None:
    quota = Quota(1)
    quota.by_identity.exhaust("ada")
    _be("ada")
    _pay(quota, 0)
    set_requester(NOBODY)
    _pay(quota, 2 * MEGABYTE)


# -- every way to have something stored ----------------------------------------------------------------------


def _made(answer: httpx2.Response) -> str:
    assert answer.status_code == 201, answer.text
    match: str = answer.json()["match"]["id"]
    return match


def _over(who: Person) -> str:
    match = _made(who.post(MATCHES, AT_HOME))
    who.post(f"/api/matches/{match}/resign?seat=1")
    return match


def _make(who: Person) -> Act:
    return lambda: who.post(MATCHES, {**OPEN, "config": heavy_config()})


def _begin(who: Person) -> Act:
    return lambda: who.post(MATCHES, {**AT_HOME, "config": many_fleets()})


def _set_terms(who: Person) -> Act:
    match = _made(who.post(MATCHES, OPEN))
    return lambda: who.ask("PATCH", f"{MATCHES}/{match}", {"config": heavy_config()})


def _rematch(who: Person) -> Act:
    match = _over(who)
    return lambda: who.post(f"/api/matches/{match}/rematch")


def _fork(who: Person) -> Act:
    match = _over(who)
    return lambda: who.post(f"{MATCHES}/{match}/fork", {**AT_HOME, "step": 0})


def _upload(who: Person) -> Act:
    data = record.dump(record.export(Match.begin(game("kepler")).resign(1), reveal=True))
    return lambda: who.post("/api/replays", data)


WAYS: dict[str, tuple[Callable[[Person], Act], int]] = {
    "make": (_make, 200_000),
    "begin": (_begin, 10_000_000),
    "set terms": (_set_terms, 200_000),
    "rematch": (_rematch, 20_000),
    "fork": (_fork, 20_000),
    "upload": (_upload, 3_000),
}
"""Each with the bytes that it takes at the least."""


def _stored(server: Server) -> list[int]:
    """How many rows there are, and how long their texts are together."""
    journal, matches = tables.journal, tables.matches
    rows = [select(func.count()).select_from(each) for each in (matches, tables.seats, tables.snapshots, journal)]
    texts = [select(func.sum(func.length(each))) for each in (journal.c.body, matches.c.config)]
    return [server.inside(partial(server.process.store.read, query))[0][0] or 0 for query in (*rows, *texts)]


@pytest.mark.parametrize("way", WAYS)
def test_whatever_is_stored_counts_and_what_is_too_much_changes_nothing(
    tmp_path: Path, database: str, way: str
) -> None:
    prepare, least = WAYS[way]
    url = database.replace("postgresql:", "postgresql+asyncpg:")
    with running(tmp_path, database_url=url, stored_megabytes_per_hour=100) as server:
        quota, who = server.process.limits.stored, server.person()
        act = prepare(who)
        before = _stored(server)
        for buckets, key in ((quota.by_identity, who.id or ""), (quota.by_address, HERE)):
            buckets.exhaust(key)
            refused = act()
            assert is_problem(refused, 429, "TooMany")
            assert "MB per hour for one" in refused.json()["detail"]
            assert _stored(server) == before
            buckets.give_back(key, (MAX_DEBT_BURSTS + 1) * buckets.burst)
        assert act().status_code in (200, 201)
        assert _stored(server) > before
        for buckets, key in ((quota.by_identity, who.id or ""), (quota.by_address, HERE)):
            assert least < buckets.burst - buckets.left(key) < 2 * least


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that stores as much as is usual."""
    most = Settings().stored_megabytes_per_hour
    with running(
        tmp_path_factory.mktemp("usual"), stored_megabytes_per_hour=most, open_matches_per_player=20
    ) as listening:
        yield listening


def test_whoever_makes_ordinary_matches_never_meets_the_limit(usual: Server) -> None:
    who = usual.person()
    for slug in islice(cycle(slugs()), 200):
        seats = [{"kind": "me"}, *[{"kind": "open"}] * (game(slug).seats[0] - 1)]
        match = _made(who.post(f"/api/{slug}/matches", {"seats": seats}))
        assert who.delete(f"/api/matches/{match}").status_code == 200
    buckets = usual.process.limits.stored.by_identity
    assert buckets.left(who.id or "") > buckets.burst * 0.95


@pytest.mark.parametrize("body", [{"seats": []}, {**OPEN, "config": {"map": 3}}, {**OPEN, "preset": "none such"}])
def test_a_request_that_is_refused_costs_nothing(usual: Server, body: Any) -> None:
    who = usual.person()
    assert who.post(MATCHES, body).status_code == 400
    buckets = usual.process.limits.stored.by_identity
    assert buckets.left(who.id or "") == buckets.burst


def test_one_match_too_many_costs_nothing(usual: Server) -> None:
    who, buckets = usual.person(), usual.process.limits.stored.by_identity
    for _ in range(20):
        _made(who.post(MATCHES, OPEN))
    left = buckets.left(who.id or "")
    assert "open matches" in who.post(MATCHES, {**OPEN, "config": heavy_config()}).json()["detail"]
    assert buckets.left(who.id or "") == left


def test_a_long_order_counts_as_many_changes_and_the_first_is_taken_from_anybody(usual: Server) -> None:
    who = usual.person()
    match = _made(who.post(MATCHES, {**AT_HOME, "config": many_fleets()}))
    usual.process.limits.stored.by_identity.exhaust(who.id or "")
    path, letters = f"{MATCHES}/{match}/orders?seat=1", cycle("xy")
    answers = [who.post(path, pointless_order(next(letters))).status_code for _ in range(5)]
    assert answers == [200, 200, 429, 429, 429]
    usual.inside(lambda: _forget(usual, match))
    assert is_problem(who.post(path, pointless_order("z")), 429, "TooMany"), "and so it is after a restart"
    assert who.post(f"{MATCHES}/{match}/orders?seat=2", {"order": {"orders": []}}).json()["resolved"]
    assert who.post(path, pointless_order("x")).status_code == 200, "another step"


async def _forget(server: Server, match: str) -> None:
    server.process.hall.forget(match)


def test_terms_changed_at_once_give_back_no_more_than_was_paid(usual: Server) -> None:
    who, buckets = usual.person(), usual.process.limits.stored.by_identity
    match = _made(who.post(MATCHES, {"seats": [{"kind": "open"}] * 2, "config": many_fleets()}))
    paid = buckets.burst - buckets.left(who.id or "")
    with ThreadPoolExecutor() as beside:
        small = [{"config": {**game_config(), "max_turns": turns}} for turns in range(5, 15)]
        asked = [beside.submit(who.ask, "PATCH", f"{MATCHES}/{match}", each) for each in small]
        assert {each.result().status_code for each in asked} <= {200, 409}
    left = buckets.burst - buckets.left(who.id or "")
    assert 0 < left < paid
    assert who.ask("PATCH", f"{MATCHES}/{match}", {"config": many_fleets()}).status_code == 200
    assert buckets.burst - buckets.left(who.id or "") > paid, "what the new config takes is paid for anew"


def game_config() -> dict[str, Any]:
    """A small config."""
    config: dict[str, Any] = codec.tree(game("kepler").presets["standard"](2))
    return config


def test_what_a_match_that_is_called_off_will_never_take_is_given_back(usual: Server) -> None:
    who, buckets = usual.person(), usual.process.limits.stored.by_identity
    for _ in range(5):
        match = _made(who.post(MATCHES, {"seats": [{"kind": "open"}] * 2, "config": many_fleets()}))
        assert buckets.burst - buckets.left(who.id or "") > 15 * MEGABYTE
        for _ in range(2):  # once, however often it is said
            assert who.delete(f"/api/matches/{match}").status_code == 200
    assert 0 < buckets.burst - buckets.left(who.id or "") < 20_000


def test_terms_that_leave_the_config_alone_cost_nothing(usual: Server) -> None:
    who = usual.person()
    match = _made(who.post(MATCHES, {**OPEN, "config": heavy_config()}))
    usual.process.limits.stored.by_identity.exhaust(who.id or "")
    terms = {"pace": {"kind": "live", "seconds": 30}}
    assert who.ask("PATCH", f"{MATCHES}/{match}", terms).status_code == 200
    (entry,) = usual.inside(lambda: usual.process.store.journal(match))
    assert len(entry.body) < 500
