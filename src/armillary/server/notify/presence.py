"""Who is at a table: the seats whose owners are connected, and how many others watch. In memory, nothing is stored.

Every process says who is at its sockets, when that changes and now and then anyway. What it said expires, so whoever
was connected to a process that was killed is away soon after. A process that hears of another for the first time at a
table answers it, so that both know of all.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import secrets
from collections import Counter
from collections.abc import Iterator, Mapping
from time import monotonic

import msgspec

from armillary.core.values import Seat
from armillary.server.play.room import Room

AWAY_SECONDS = 4.0
"""How long somebody whose last socket was closed is still here: a page that is loaded again is no absence."""
PUSH_SECONDS = 1.0
"""Changes within this time are told together."""
REPEAT_SECONDS = 20.0
EXPIRE_SECONDS = 60.0

_NOTE = re.compile(r"here ([0-9a-f]{16}) ([0-9A-Za-z]{1,64}) ([0-9]{1,9}) ((?:[0-9]{1,4}(?:,[0-9]{1,4})*)?)", re.ASCII)


class Present(msgspec.Struct, frozen=True):
    """Who is at the sockets of one process."""

    seats: tuple[Seat, ...] = ()
    watchers: int = 0


class AtTable(msgspec.Struct, frozen=True):
    """Who is at a table, in whichever process: people on their seats, people away from them, and others who watch."""

    here: tuple[Seat, ...]
    away: tuple[Seat, ...]
    watchers: int


class Presence:
    """Who is at the tables of this process, here and at the sockets of others."""

    tells = "who is at the tables"

    def __init__(self, rooms: Mapping[str, Room]) -> None:
        self._rooms = rooms
        self._name = secrets.token_hex(8)
        self._sockets: dict[str, Counter[str]] = {}
        """By match: how many sockets each player has here; all who are unknown count as one."""
        self._elsewhere: dict[str, dict[str, tuple[Present, float]]] = {}
        """By match: what other processes said last, and when that expires."""
        self._shown: dict[str, AtTable] = {}
        self._marked: set[str] = set()
        self._flushing: asyncio.TimerHandle | None = None
        self._own: dict[str, Present] = {}
        """Who is at our own sockets, as it was told last."""
        self._untold: set[str] = set()
        self._has_untold = asyncio.Event()
        self._repeat_at = 0.0

    def __len__(self) -> int:
        """How many tables are remembered: those that somebody here is at, or was a moment ago."""
        return len(self._sockets.keys() | self._elsewhere.keys() | self._shown.keys() | self._own.keys())

    def at(self, match_id: str) -> AtTable | None:
        """Who is at a table; None for a moment after the first has come."""
        return self._shown.get(match_id)

    @contextlib.contextmanager
    def hold(self, match_id: str, player: str) -> Iterator[None]:
        """Be at a table as long as this lasts, and a little longer; "" is somebody unknown."""
        self._sockets.setdefault(match_id, Counter())[player] += 1
        self.mark(match_id)
        try:
            yield
        finally:
            asyncio.get_running_loop().call_later(AWAY_SECONDS, self._leave, match_id, player)

    def _leave(self, match_id: str, player: str) -> None:
        self._sockets[match_id][player] -= 1
        self.mark(match_id)

    # -- what is shown -------------------------------------------------------------------------------------

    def mark(self, match_id: str) -> None:
        """Somebody has come or gone, or has changed seats: everybody at the table hears of it soon."""
        self._marked.add(match_id)
        if self._flushing is None:
            self._flushing = asyncio.get_running_loop().call_later(PUSH_SECONDS, self._flush)

    def _flush(self) -> None:
        marked, self._marked, self._flushing = self._marked, set(), None
        for match_id in marked:
            room, sockets = self._rooms.get(match_id), +self._sockets.get(match_id, Counter())
            own = Present() if room is None else _present(room, sockets)
            if own != self._own.pop(match_id, Present()):
                self._tell(match_id)
            if not sockets:
                for known in (self._sockets, self._elsewhere, self._shown):
                    known.pop(match_id, None)
            elif room is not None:
                self._own[match_id] = own
                shown = self._together(room, own)
                if shown != self._shown.get(match_id):
                    self._shown[match_id] = shown
                    room.wake()

    def _together(self, room: Room, own: Present) -> AtTable:
        all_of_them = [own, *(said for said, _ in self._elsewhere.get(room.row.id, {}).values())]
        people = [seat for seat, row in enumerate(room.row.seats, start=1) if row.kind == "person"]
        here = {seat for each in all_of_them for seat in each.seats}
        return AtTable(
            here=tuple(seat for seat in people if seat in here),
            away=tuple(seat for seat in people if seat not in here),
            watchers=sum(each.watchers for each in all_of_them),
        )

    # -- other processes -----------------------------------------------------------------------------------

    def hear(self, note: str) -> None:
        """A note from another process; anything else is ignored."""
        found = _NOTE.fullmatch(note)
        if found is None or found[1] == self._name or found[2] not in self._sockets:
            return
        process, match_id = found[1], found[2]
        said = Present(tuple(int(seat) for seat in found[4].split(",") if seat), int(found[3]))
        others = self._elsewhere.setdefault(match_id, {})
        if said == Present():
            others.pop(process, None)
        else:
            if process not in others:
                self._tell(match_id)
            others[process] = said, monotonic() + EXPIRE_SECONDS
        self.mark(match_id)

    def _tell(self, match_id: str) -> None:
        self._untold.add(match_id)
        self._has_untold.set()

    async def notes(self) -> list[str]:
        """What other processes must hear next: of tables where somebody came or went, and now and then of all."""
        wait = self._repeat_at - monotonic()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(max(0, wait)):
                await self._has_untold.wait()
        if monotonic() >= self._repeat_at:
            self._repeat_at = monotonic() + REPEAT_SECONDS
            self._untold |= self._own.keys()
            self._expire()
        self._has_untold.clear()
        untold, self._untold = self._untold, set()
        own = [(match_id, self._own.get(match_id, Present())) for match_id in sorted(untold)]
        return [f"here {self._name} {each} {now.watchers} {','.join(map(str, now.seats))}" for each, now in own]

    def _expire(self) -> None:
        now = monotonic()
        for match_id, others in self._elsewhere.items():
            for process in [name for name, (_, until) in others.items() if until < now]:
                del others[process]
                self.mark(match_id)


def _present(room: Room, sockets: Counter[str]) -> Present:
    """Who these players are at this table."""
    seats = {seat: row.player for seat, row in enumerate(room.row.seats, start=1) if row.player in sockets}
    others = sockets.keys() - set(seats.values()) - {""}
    return Present(tuple(seats), len(others) + sockets[""])
