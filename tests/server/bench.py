"""What a store is tried on: matches in a database, and changes to them."""

from __future__ import annotations

from collections.abc import Awaitable
from itertools import count
from typing import Any

from msgspec.structs import replace

from armillary.api.people import Player
from armillary.api.terms import NoClock, Spectators
from armillary.server.clock import WallClock
from armillary.server.matches.rows import Append, JournalRow, MatchRow, Most, SeatRow
from armillary.server.people.guests import Guests
from armillary.server.people.sessions import Sessions
from armillary.server.storage.store import Store

NOW = 1_700_000_000_000
AWKWARD = "ship “Ærø” \\u0000 🚀 '; DROP TABLE journal; -- \n"
"""Text that a careless store would change, or obey."""


class Bench:
    """A store, and matches to try it on."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.store = Store(url)
        self.player = ""
        self._numbers = count(1)

    async def match(self) -> MatchRow:
        """A new match in the database."""
        if not self.player:
            self.player = (await self.guest()).id
        row = MatchRow(
            id=f"match{next(self._numbers)}",
            game="skirmish",
            rules_version=1,
            config="{}",
            seed=bytes(range(32)),
            pace=NoClock(),
            spectators=Spectators(),
            autostart=True,
            created_by=self.player,
            created_at=NOW,
            status="open",
            seats=(SeatRow("person", AWKWARD[:20], player=self.player), SeatRow("open", "open")),
            deadline=None,
            outcome=None,
            changed_at=NOW,
            seq=0,
        )
        await self.store.create(row, Most())
        made = await self.store.match(row.id)
        assert made is not None
        return made

    async def guest(self) -> Player:
        """Somebody new."""
        return await Guests(self.store, WallClock(), Sessions(self.store)).welcome()

    async def raises(self, kind: type[Exception], waited: Awaitable[Any]) -> bool:
        """Is this refused, with this error?"""
        try:
            await waited
        except kind:
            return True
        return False


def change(row: MatchRow, *keys: str | None, **more: Any) -> Append:
    """The next change to a match: an order for each of these idempotency keys."""
    rows = tuple(
        JournalRow(row.seq + number, 0, 1, "order", f'"{AWKWARD!r}"', key, NOW + number)
        for number, key in enumerate(keys, start=1)
    )
    return Append(replace(row, seq=row.seq + len(rows), changed_at=NOW + len(rows)), row.seq, rows, **more)


def seated(row: MatchRow, *seats: SeatRow) -> Append:
    """The next change to a match, with these on its seats."""
    made = change(row, None)
    changed = tuple(seat for seat, (old, new) in enumerate(zip(row.seats, seats, strict=True), 1) if old != new)
    return replace(made, row=replace(made.row, seats=seats), seats=changed)
