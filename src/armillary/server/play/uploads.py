"""Records that people bring: verified beside the server, and kept as matches that are over."""

from __future__ import annotations

from concurrent.futures import BrokenExecutor

from armillary.api.people import Player
from armillary.core.errors import BadRecord
from armillary.server.errors import NotAllowed, TooMany
from armillary.server.limits.buckets import ADDRESS_FACTOR, Places
from armillary.server.limits.requester import asker
from armillary.server.limits.storage import Quota
from armillary.server.matches.rows import MatchRow
from armillary.server.matches.uploads import bytes_of, replayed
from armillary.server.people.guests import new_id
from armillary.server.play.hall import Hall
from armillary.server.storage import uploads
from armillary.server.storage.counts import patiently
from armillary.server.work.pool import Workers

SECONDS = 20.0
"""How long a record may take."""
MOST_WAITING = 20
EVERYBODY = "everybody"


class Uploads:
    """Reading and deleting records; one process of its own, so that no bot waits for them."""

    def __init__(self, hall: Hall, quota: Quota, most: int, seconds: float = SECONDS) -> None:
        self._hall = hall
        self._quota = quota
        self._most = most
        """How many a player may keep here."""
        self.seconds = seconds
        self._workers = Workers(1)
        self._of_player = Places(1, "A record of yours is being checked. Wait until that is done.")
        many = "Many records are being checked. Try again soon."
        self._of_address = Places(ADDRESS_FACTOR, many)
        self._of_all = Places(MOST_WAITING, many)

    async def upload(self, player: Player, data: bytes) -> MatchRow:
        """The match that a record tells of, kept for this player."""
        now = self._hall.clock.now()
        self._quota.expect(len(data))  # before it is replayed, which may take long
        address = asker().address
        with self._of_player.hold(player.id), self._of_address.hold(address), self._of_all.hold(EVERYBODY):
            try:
                async with self._workers.turn(player.id, "", address) as worker:
                    stored = await worker.do(self.seconds, replayed, data, new_id(), player.id, now)
            except (TimeoutError, BrokenExecutor):
                raise BadRecord("replaying this record takes too much time or memory") from None
            with self._quota.bill() as bill:
                bill.owe(bytes_of(stored))
                others = await patiently(lambda: uploads.keep(self._hall.store, stored, self._most))
                if others >= self._most:
                    raise TooMany(f"You keep {others} records here. Delete one first.")
        return stored.row

    async def delete(self, row: MatchRow, player: Player) -> None:
        """Delete a record that this player brought."""
        if row.created_by != player.id:
            raise NotAllowed("Only the player who brought a record can delete it.")
        await uploads.remove(self._hall.store, row.id)
        self._hall.forget(row.id)

    def close(self) -> None:
        """Stop checking."""
        self._workers.end()
