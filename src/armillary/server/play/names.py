"""Another name for somebody: at once for new tables, then at every table where they sit or a seat is kept for them.

Matches that are over keep the names they were played under.
"""

from __future__ import annotations

import asyncio
import contextlib
from weakref import WeakValueDictionary

from msgspec.structs import replace

from armillary.api.people import Player
from armillary.core import codec
from armillary.core.errors import UnknownGame, VersionNotInstalled
from armillary.server.errors import NotFound, TooMany
from armillary.server.matches.change import Change, Input, Standing, change_to
from armillary.server.matches.journal import game_of
from armillary.server.matches.seats import name_at, with_seats
from armillary.server.people.guests import Guests
from armillary.server.play.hall import Hall
from armillary.server.storage import listings, players

RENAMED = ("person", "kept")
"""Seats that are called as their player is; whoever shares a device is called as the player likes."""
AT_ONCE = 4
"""Tables at which a name is changed at the same time: they share commits, and others are served in between."""


class Names:
    """Changing names."""

    def __init__(self, hall: Hall, guests: Guests) -> None:
        self._hall = hall
        self._guests = guests
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """Everybody's renames come one after the other."""

    async def rename(self, player: Player, name: str) -> Player:
        """Give a player another display name, everywhere; whoever asks again finishes what was left undone."""
        async with self._turns.setdefault(player.id, asyncio.Lock()):
            return await self._rename(await self._guests.rename(player, name))

    async def of(self, player: Player) -> Player:
        """Somebody by the name that is to be written on a seat now."""
        return await self._guests.fresh(player.id) or player

    async def settle(self, *written: Player) -> None:
        """See to it that those whose names were written on seats are called so still.

        A rename looks for seats after its own commit, and this for a new name after the commit of the seat: whichever
        comes first, one of them finds the other.
        """
        for player in written:
            now = await self.of(player)
            if now.name != player.name:
                await self._rename(now)

    async def _rename(self, renamed: Player) -> Player:
        """At all tables. If another process gives them another name meanwhile, both see to it that it gets there."""
        while True:
            matches = await listings.seated_as_another(self._hall.store, renamed.id, renamed.name)
            for first in range(0, len(matches), AT_ONCE):
                some = matches[first : first + AT_ONCE]
                await asyncio.gather(*(self._rename_at(match_id, renamed) for match_id in some))
            now = await players.name_of(self._hall.store, renamed.id)
            if now in (None, renamed.name):
                return renamed
            renamed = replace(renamed, name=now)

    async def _rename_at(self, match_id: str, player: Player) -> None:
        """At one table; the old name stays where the journal has no room, or nobody can go on with the match."""

        def planner(on: Standing) -> Change | None:
            row, inputs = on.row, list[Input]()
            for seat, before in enumerate(row.seats, start=1):
                if row.status in ("open", "playing") and before.player == player.id and before.kind in RENAMED:
                    name = name_at(game_of(row), row.seats, seat, player.name)
                    if name != before.name:
                        inputs.append(("rename", seat, codec.encode((before.name, name)).decode(), None))
                        row = with_seats(row, {seat: replace(before, name=name)})
            return change_to(on, self._hall.clock.now(), *inputs, row=row) if inputs else None

        with contextlib.suppress(TooMany, NotFound, UnknownGame, VersionNotInstalled):
            await self._hall.change(match_id, planner)
