"""Uploaded records: verified in the pool, and kept as matches that are over."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

from armillary.api.people import Player
from armillary.core.errors import BadRecord
from armillary.server.errors import NotAllowed, TooMany
from armillary.server.limits.storage import Quota
from armillary.server.matches.rows import MatchRow, Stored
from armillary.server.matches.uploads import bytes_of, replayed
from armillary.server.people.ids import new_id
from armillary.server.play.hall import Hall
from armillary.server.play.removals import Removals
from armillary.server.storage import uploads
from armillary.server.storage.counts import patiently
from armillary.server.work.jobs import Jobs
from armillary.server.work.pool import UPLOAD

TOO_MUCH = "Replaying this record takes too much time or memory."


class Uploads:
    """Records that people keep here."""

    def __init__(self, hall: Hall, removals: Removals, quota: Quota, jobs: Jobs, most: int) -> None:
        self._hall = hall
        self._removals = removals
        self._quota = quota
        self._jobs = jobs
        self._most = most
        """How many a player may keep here."""

    async def upload(self, player: Player, data: bytes) -> MatchRow:
        """The match that a record tells of, kept for this player; raises `BadRecord` with what is wrong with it."""
        self._quota.require(len(data))  # before it is replayed, which may take long
        now = self._hall.clock.now()

        match_id = new_id()

        async def given() -> tuple[Any, ...]:
            return data, match_id, player.id, now

        key = blake2b(data, digest_size=16).digest(), "upload", match_id  # nobody shares what becomes their own
        stored: Stored = await self._jobs.do(UPLOAD, key, replayed, given, too_long=BadRecord(TOO_MUCH))
        with self._quota.bill() as bill:
            bill.owe(bytes_of(stored))
            others = await patiently(lambda: uploads.keep(self._hall.store, stored, self._most))
            if others >= self._most:
                raise TooMany(f"You have {others} uploaded records. Delete one first.")
        return stored.row

    async def delete(self, row: MatchRow, player: Player) -> None:
        """Delete a record that this player uploaded."""
        if row.created_by != player.id:
            raise NotAllowed("Only the player who uploaded a record can delete it.")
        await self._removals.remove_match(row.id)
