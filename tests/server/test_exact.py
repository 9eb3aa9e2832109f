"""What is counted in the database is exact: two processes, many requests at once, and never one too many."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from armillary.api.terms import Absent, SeatPlan
from armillary.core.registry import game
from armillary.server.errors import Conflict
from armillary.server.limits.matches import Allowance
from armillary.server.people.tokens import MAX_TOKENS_PER_PLAYER
from armillary.server.play.lobby import Lobby
from armillary.server.storage import uploads
from tests.server.api import Person, is_problem, meet, running
from tests.server.halls import Peer, processes

MOST = 3
MANY = 12
OPEN = (SeatPlan("me"), SeatPlan("open"))
BOT = SeatPlan("bot", level="random")


def _lobbies(peers: Sequence[Peer], allowance: Allowance) -> list[Lobby]:
    return [Lobby(each.hall, allowance, each.limits.stored, each.trials, each.names, each.addresses) for each in peers]


async def _at_once(*asked: Awaitable[Any]) -> Counter[str]:
    """All of these at the same time: how many gave what."""
    answers = await asyncio.gather(*asked, return_exceptions=True)
    return Counter(type(answer).__name__ for answer in answers)


async def test_matches_that_are_not_over_are_counted_when_they_are_made(database: str) -> None:
    async with processes(database, 2) as peers:
        maker, lobbies = await peers[0].guest(), _lobbies(peers, Allowance(100, 100, MOST))
        local = (SeatPlan("me"), SeatPlan("local"))
        asked = [lobbies[n % 2].make(game("skirmish"), maker, (OPEN, local)[n // 2 % 2]) for n in range(MANY)]
        assert await _at_once(*asked) == {"Made": MOST, "TooMany": MANY - MOST}


async def test_matches_that_are_not_over_are_counted_when_somebody_sits_down(database: str) -> None:
    async with processes(database, 2) as peers:
        guest, lobbies = await peers[0].guest(), _lobbies(peers, Allowance(100, 100, MOST))
        tables = [await peers[0].lobby.make(game("skirmish"), await peers[0].guest(), OPEN) for _ in range(MANY)]
        joined = await _at_once(*(lobbies[n % 2].join(made.row.id, guest) for n, made in enumerate(tables)))
        assert joined["Room"] == (await peers[0].store.count_matches(guest.id)).unfinished == MOST
        assert joined["TooMany"] + joined["Conflict"] == MANY - MOST


async def test_whoever_is_refused_a_seat_leaves_it_to_others(database: str) -> None:
    async with processes(database) as (only,):
        greedy, guest = await only.guest(), await only.guest()
        narrow = Lobby(only.hall, Allowance(100, 100, 1), only.limits.stored, only.trials, only.names, only.addresses)
        await narrow.make(game("skirmish"), greedy, OPEN)
        made = await only.lobby.make(game("skirmish"), await only.guest(), OPEN)
        refused, joined = await asyncio.gather(
            narrow.join(made.row.id, greedy), narrow.join(made.row.id, guest), return_exceptions=True
        )
        assert type(refused).__name__ == "TooMany"
        assert not isinstance(joined, BaseException)
        assert joined.row.seats[1].player == guest.id
        assert [row.kind for row in await only.store.journal(made.row.id)] == ["join", "start"]


async def test_matches_that_get_bots_later_are_counted_one_by_one(database: str) -> None:
    async with processes(database, 2) as peers:
        maker, allowance = await peers[0].guest(), Allowance(100, MOST)
        hosts = [
            Lobby(each.hall, allowance, each.limits.stored, each.trials, each.names, each.addresses) for each in peers
        ]
        plans = (*OPEN, SeatPlan("open"))
        tables = [(await peers[0].lobby.make(game("skirmish"), maker, plans)).row.id for _ in range(MANY)]
        asked: list[Awaitable[Any]] = [
            hosts[0].set_seat(each, maker, 2, BOT)
            if n % 2
            else hosts[1].set_terms(each, maker, 1, absent=Absent("bot", bot="random"))
            for n, each in enumerate(tables)
        ]
        changed = await _at_once(*asked)
        counted = (await peers[0].store.count_matches(maker.id)).with_bots
        assert changed["Made"] + changed["Room"] == counted == MOST
        assert changed["TooMany"] + changed["Conflict"] == MANY - MOST


async def test_tokens_are_counted_one_by_one(database: str) -> None:
    async with processes(database, 2) as peers:
        owner = await peers[0].guest()
        made = await _at_once(*(peers[n % 2].tokens.new(owner, "x") for n in range(2 * MAX_TOKENS_PER_PLAYER)))
        assert made == {"Token": MAX_TOKENS_PER_PLAYER, "Conflict": MAX_TOKENS_PER_PLAYER}
        assert len(await peers[0].tokens.all_of(owner)) == MAX_TOKENS_PER_PLAYER


async def test_records_are_counted_one_by_one(database: str) -> None:
    async with processes(database, 2) as peers:
        stored = await peers[0].store.read_all((await peers[0].match("skirmish")).row.id)
        assert stored is not None
        row = replace(stored.row, origin="upload", status="over")
        copies = [replace(stored, row=replace(row, id=f"copy{number}")) for number in range(MANY)]

        async def keep(number: int) -> int:
            store = peers[number % 2].store
            while (others := await uploads.keep(store, copies[number], MOST)) is None:
                await asyncio.sleep(0.001)
            return others

        others = await asyncio.gather(*(keep(number) for number in range(MANY)))
        assert (sum(number < MOST for number in others), max(others)) == (MOST, MOST)


async def test_chat_and_changes_are_counted_one_by_one(database: str) -> None:
    async with processes(database, 2, changes_per_step=MOST, chat_lines_per_player=MOST) as peers:
        row = (await peers[0].match("skirmish")).row
        speaker = await peers[0].guests.by_id(str(row.seats[0].player))
        assert speaker is not None

        async def insist(peer: Peer, number: int) -> None:
            for _ in range(MANY):  # whoever loses too many races is told to try again
                with suppress(Conflict):
                    await peer.moves.say(row.id, speaker, f"{number}", None)
                    break
            order = game("skirmish").rules.default_order((await peer.hall.room(row.id)).playing.state, 1)
            for _ in range(MANY):
                with suppress(Conflict):
                    await peer.moves.submit(row.id, 1, order)
                    break

        await _at_once(*(insist(peers[n % 2], n) for n in range(MANY)))
        found = Counter(entry.kind for entry in await peers[0].store.journal(row.id) if entry.seat == 1)
    assert found["chat"] == MOST
    assert found["order"] <= MOST


# -- what people see ---------------------------------------------------------------------------------------


def test_matches_between_people_are_limited_too(tmp_path: Path) -> None:
    with running(tmp_path, matches_per_player=2) as server:
        one, *_ = [meet(server) for _ in range(2)]
        ada = one.people[0]
        seats = {"seats": [{"kind": "me"}, {"kind": "open"}]}
        second = ada.post("/api/skirmish/matches", seats).json()["match"]["id"]
        refused = ada.post("/api/skirmish/matches", seats)
        assert is_problem(refused, 429, "TooMany")
        assert refused.json()["detail"] == "You have 2 unfinished matches. Finish one or resign first."
        third = server.person().post("/api/skirmish/matches", seats).json()["match"]["id"]
        assert is_problem(_join(ada, third), 429, "TooMany")
        assert is_problem(_join(ada, second), 409, "Conflict"), "she sits there already"
        ada.post(f"{one.common}/resign")
        assert _join(ada, third).status_code == 200


def test_whoever_made_a_match_and_sits_down_there_has_one_match(tmp_path: Path) -> None:
    with running(tmp_path, matches_per_player=1) as server:
        ada = server.person()
        made = ada.post("/api/skirmish/matches", {"seats": [{"kind": "open"}, {"kind": "open"}]}).json()
        assert _join(ada, made["match"]["id"]).status_code == 200


def _join(who: Person, match: str) -> Any:
    return who.post(f"/api/matches/{match}/join", {})
