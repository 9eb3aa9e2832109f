"""Load through crashes, and what must be true afterwards."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, TypeAlias

import msgspec
from sqlalchemy import func, select

from armillary.server.doctor import examine
from armillary.server.matches.journal import hand_over
from armillary.server.matches.rows import JournalRow, MatchRow
from armillary.server.settings import async_url
from armillary.server.storage import tables
from armillary.server.storage.store import Store
from tests.server.processes import PATIENCE, Guest, Server
from tests.server.ways import blocked, some_ways

CARDS = 15
MOMENT = 1.0
"""Seconds for which a process is stopped at most."""


class Ack(msgspec.Struct, frozen=True):
    """An order a server said it has."""

    match: str
    seat: int
    key: str
    order: Any
    seq: int
    step: int


Kind: TypeAlias = Literal["withdraw", "chat", "draw", "give_up", "join"]


class Deed(msgspec.Struct, frozen=True):
    """Something besides an order that a server said is done."""

    match: str
    seat: int
    kind: Kind
    text: str = ""
    """What must be in the row of the journal that is it."""


class Found(msgspec.Struct, frozen=True):
    """What a database looks like afterwards."""

    acknowledged: int
    lost: list[Ack]
    """Acknowledged, and not in the journal as they were acknowledged."""
    deeds: int
    undone: list[Deed]
    """Other deeds that were acknowledged, and are not in the journal."""
    twice: list[tuple[str, int]]
    """Steps resolved more than once."""
    faults: list[str]
    """What the doctor says."""
    ways: int
    """Ways to catch up that were tried."""
    blocked: list[str]
    """Those that lead elsewhere than replaying row by row."""
    misnamed: list[str]
    """Seats of matches that are not over whose players were renamed, and are called otherwise there."""
    stuck: list[str]
    """Matches that a server could not show, though it runs and has its database."""
    matches: int
    steps: int


class Load:
    """Pairs of guests who play one match of Stellar Skirmish after the other, each seat over its own server first."""

    def __init__(self, servers: Sequence[Server], pairs: int) -> None:
        self.acks: list[Ack] = []
        self.matches: list[str] = []
        self._ports = [server.port for server in servers]
        self._playing = [asyncio.create_task(self._play()) for _ in range(pairs)]

    async def until(self, acks: int) -> None:
        """Wait until this many more orders are acknowledged."""
        wanted = len(self.acks) + acks
        while len(self.acks) < wanted:
            for each in self._playing:
                if each.done():
                    each.result()
            await asyncio.sleep(0.01)

    async def stop(self) -> None:
        """Leave the tables as they are."""
        for each in self._playing:
            each.cancel()
        for ended in await asyncio.gather(*self._playing, return_exceptions=True):
            assert isinstance(ended, asyncio.CancelledError), ended

    async def _play(self) -> None:
        guests = (Guest(*self._ports), Guest(*reversed(self._ports)))
        try:
            for guest in guests:
                await guest.arrive()
            while True:
                await self._match(*guests)
        finally:
            for guest in guests:
                await guest.hang_up()

    async def _match(self, first: Guest, second: Guest) -> None:
        made = await first.call("POST", "/api/skirmish/matches", {"seats": [{"kind": "me"}, {"kind": "invite"}]})
        match_id = made["match"]["id"]
        self.matches.append(match_id)
        await _join(second, match_id, made["invites"]["2"])
        for card in range(1, CARDS + 1):
            taken = await asyncio.gather(
                self._order(first, match_id, 1, card), self._order(second, match_id, 2, CARDS + 1 - card)
            )
            assert sorted(taken) == [False, True], "of the last two orders one resolves"

    async def _order(self, guest: Guest, match_id: str, seat: int, card: int) -> bool:
        """The same order with the same key until a server says it has it; was it the last one in?"""
        key = f"card-{card}"
        taken = await guest.call("POST", f"/api/skirmish/matches/{match_id}/orders", {"order": {"card": card}}, key)
        self.acks.append(Ack(match_id, seat, key, {"card": card}, taken["seq"], taken["step"]))
        resolved: bool = taken["resolved"]
        return resolved


async def _join(guest: Guest, match_id: str, invite: str) -> None:
    """An invitation is used once: after a crash it may have been ours already."""
    info = await guest.call("GET", f"/api/matches/{match_id}")
    if not info["yours"]:
        try:
            await guest.call("POST", f"/api/matches/{match_id}/join", {"invite": invite})
        except AssertionError:
            info = await guest.call("GET", f"/api/matches/{match_id}")
            assert info["yours"] == [2], info


async def kill_at_random(server: Server, load: Load, dice: random.Random, *, restart: bool = True) -> None:
    """Let play go on for a while, kill the server at any moment, start it again, see play go on."""
    await load.until(dice.randint(20, 120))
    await asyncio.sleep(dice.random() * 0.2)
    server.kill()
    if restart:
        await server.start()
    await load.until(30)


async def stop_for_a_moment(server: Server, load: Load) -> None:
    """The others go on, and then it has to catch up."""
    server.freeze()
    try:
        with contextlib.suppress(TimeoutError):  # where everybody waits for somebody at this one
            async with asyncio.timeout(MOMENT):
                await load.until(100)
    finally:
        server.thaw()
    await load.until(10)


async def stuck_at(servers: Sequence[Server], matches: Iterable[str]) -> list[str]:
    """Which matches can a server not show?"""
    found = []
    for server in servers:
        guest = Guest(server.port)
        await guest.arrive()
        for match_id in matches:
            async with asyncio.timeout(PATIENCE):
                status, said = await guest.persist("GET", f"/api/matches/{match_id}")
            if status >= 500:
                found.append(f"{match_id}: {status} {said[:200]!r}")
        await guest.hang_up()
    return found


async def look(
    database: str,
    acks: Sequence[Ack],
    deeds: Sequence[Deed] = (),
    names: Mapping[str, str] | None = None,
    stuck: Iterable[str] = (),
) -> Found:
    """Is everything there that was acknowledged, is nothing there twice, does every match replay?

    And would a process that was away have found its way to where each of them is? `names` are those that people have
    been given, by their ids.
    """
    store = Store(async_url(database))
    await store.open()
    try:
        lost = [ack for ack in acks if not await _is_there(store, ack)]
        table = tables.journal
        steps = select(table.c.match, table.c.step).where(table.c.kind == "step")
        twice = steps.group_by(table.c.match, table.c.step).having(func.count() > 1)
        findings = [finding async for finding in examine(store)]
        dice, ways, wrong, misnamed = random.Random(0), 0, list[str](), list[str]()
        for finding in findings:
            row = await store.match(finding.match)
            assert row is not None
            misnamed += _misnamed(row, names or {})
            if row.has_begun:
                rows = await store.journal(row.id)
                tried = some_ways(rows, dice)
                ways += len(tried)
                wrong += blocked(row, rows, tried)
        return Found(
            acknowledged=len(acks),
            lost=lost,
            deeds=len(deeds),
            undone=await _undone(store, deeds),
            twice=[(row.match, row.step) for row in await store.read(twice)],
            faults=[f"{finding.match}: {finding.fault}" for finding in findings if finding.fault],
            ways=ways,
            blocked=wrong,
            misnamed=misnamed,
            stuck=list(stuck),
            matches=len(findings),
            steps=sum(finding.steps for finding in findings),
        )
    finally:
        await store.close()


def _misnamed(row: MatchRow, names: Mapping[str, str]) -> Iterator[str]:
    """The seats that do not have their players' names; one that looks like another's has a number after it."""
    for seat in row.seats:
        name = names.get(seat.player or "")
        goes_on = row.status in ("open", "playing") and seat.kind in ("person", "kept")
        if name is not None and goes_on and seat.name != name and not seat.name.startswith(f"{name} ("):
            yield f"{row.id}: {seat.name}, not {name}"


async def _is_there(store: Store, ack: Ack) -> bool:
    """The row with this key is this order; of one that resolved a step, the seq of that is what was acknowledged."""
    row = await store.find_key(ack.match, ack.seat, ack.key)
    if row is None or msgspec.json.decode(row.body) != ack.order:
        return False
    return ack.seq <= row.seq if ack.step == row.step else (ack.seq, ack.step) == (row.seq + 1, row.step + 1)


async def _undone(store: Store, deeds: Sequence[Deed]) -> list[Deed]:
    """What a server said is done, and the journal does not have."""
    missing: list[Deed] = []
    by_match: dict[str, list[Deed]] = {}
    for deed in deeds:
        by_match.setdefault(deed.match, []).append(deed)
    for match_id, done in by_match.items():
        missing += missing_of(await store.journal(match_id), done)
    return missing


def missing_of(rows: Sequence[JournalRow], deeds: Sequence[Deed]) -> list[Deed]:
    """The deeds that are not in a match's journal: each has a row of its own, but for an offer that stood already.

    Where nobody else is left, the seats that nobody sits on resign first, and the match ends with the last of them.
    """
    missing, free = [], list(rows)
    for deed in deeds:
        found = next((row for row in free if _is_row_of(row, deed)), None)
        if found is not None and deed.kind != "draw":
            free.remove(found)
        if found is None and not (deed.kind == "give_up" and _was_left_alone(rows, deed.seat)):
            missing.append(deed)
    return missing


def _is_row_of(row: JournalRow, deed: Deed) -> bool:
    if row.seat != deed.seat or deed.text not in row.body:
        return False
    if row.kind == "take_over":
        return deed.kind == ("give_up" if hand_over(row)[1].kind == "bot" else "join")
    return row.kind in ("resign", "vacate") if deed.kind == "give_up" else row.kind == deed.kind


def _was_left_alone(rows: Sequence[JournalRow], seat: int) -> bool:
    """Did a match end because the last seat that nobody sat on resigned, and only this person was still there?"""
    gone: set[int] = set()
    empty: set[int] = set()
    ended = False
    for row in rows:
        if row.kind in ("resign", "order", "withdraw", "expire", "take_over", "vacate"):
            ended = row.kind == "resign" and row.seat in empty
        if row.kind == "take_over":
            empty.discard(row.seat)
            gone.update({row.seat} if hand_over(row)[1].kind == "bot" else ())
        elif row.kind == "vacate":
            empty.add(row.seat)
        elif row.kind == "resign":
            empty.discard(row.seat)
            gone.add(row.seat)
    others = {row.seat for row in rows} - {0, seat}
    return ended and not empty and seat not in gone and others <= gone
