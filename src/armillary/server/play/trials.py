"""Configs, drafts, notation and descriptions tried out: small ones at once, and large ones in the pool."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any, cast

import msgspec

from armillary.api.problems import ViolationTold
from armillary.api.tables import Draft, Hint
from armillary.core import codec
from armillary.core.contract import AnyGame
from armillary.core.errors import ConfigRefused
from armillary.core.match import AnyMatch
from armillary.core.values import Seat
from armillary.server.errors import Busy
from armillary.server.matches import drafts, replay
from armillary.server.matches.replay import Stretch
from armillary.server.matches.telling import Explained, Teller, Voice, describe
from armillary.server.matches.terms import preset_of
from armillary.server.play.room import Room
from armillary.server.work.jobs import Jobs
from armillary.server.work.pool import DRAFT, HINT

LARGE_BYTES = 30_000
"""Of a config, or of all there is to read of a table: from here on it takes more than a few milliseconds to try
something with it."""


class Trials:
    """Tries what people would like to do. What comes from the pool is JSON already."""

    def __init__(self, jobs: Jobs) -> None:
        self._jobs = jobs

    async def config(self, game: AnyGame, seats: int, config: Any, preset: str) -> Any:
        """The config asked for, or the preset's; raises `BadInput` or `Explained`."""
        config = preset_of(game, preset)(seats) if config is None else config
        faults = await self.faults(game, config, seats)
        if refused := tuple(fault for fault in faults if fault.weight == "refused"):
            raise Explained(ConfigRefused(refused), refused)
        return config

    async def faults(self, game: AnyGame, config: Any, seats: int) -> tuple[ViolationTold, ...]:
        """Everything that keeps a match from beginning with this config."""
        written = codec.encode(config)
        if len(written) <= LARGE_BYTES:
            return Teller(game).violations(game.rules.check_config(config, seats))

        async def given() -> tuple[Any, ...]:
            return game.slug, game.version, written, seats

        key = blake2b(written, digest_size=16).digest(), "config", game.slug, game.version, seats
        found = await self._jobs.do(DRAFT, key, replay.config_faults, given, keep=True)
        return codec.decode(found, tuple[ViolationTold, ...])

    async def draft(self, room: Room, seat: Seat, draft: Draft[Any], voice: Voice) -> Any:
        """Everything about a draft, as `Considered`; raises what `drafts.consider` does."""
        match, row = room.playing, room.row
        if room.bytes_read <= LARGE_BYTES:
            return drafts.consider(match, seat, draft, voice)
        written = codec.encode(draft)

        async def given() -> tuple[Any, ...]:
            return Stretch.at(row, match), seat, written, voice

        key = row.id, "draft", match.step, seat, written, voice
        return msgspec.Raw(await self._jobs.do(DRAFT, key, replay.considered, given))

    async def order(self, room: Room, seat: Seat, draft: Draft[Any]) -> Any:
        """The order that is meant by a draft in notation; raises what `drafts.read` does."""
        match, row, notation = room.playing, room.row, draft.notation
        if room.bytes_read <= LARGE_BYTES or draft.order is not None:
            return drafts.read(draft, match, seat)

        async def given() -> tuple[Any, ...]:
            return Stretch.at(row, match), seat, notation

        found = await self._jobs.do(DRAFT, (row.id, "order", match.step, seat, notation), replay.order_read, given)
        return codec.decode(found, match.game.order)

    async def hint(self, room: Room, seat: Seat, known: str | None, left: int, voice: Voice) -> Hint[Any]:
        """A good order for a seat, and why: the one that is `known` already, or the best that is found."""
        match, row, kinds = room.playing, room.row, cast("Any", Hint)

        async def given() -> tuple[Any, ...]:
            return Stretch.at(row, match), seat, known, left, voice

        too_long = Busy("To look ahead takes too long at this table, so no good move can be shown.")
        key = row.id, "hint", match.step, seat, known, left, voice
        found: Hint[Any] = codec.decode(
            await self._jobs.do(HINT, key, replay.hint, given, too_long=too_long), kinds[match.game.order]
        )
        return found

    async def description(
        self, room: Room, match: AnyMatch, seat: Seat | None, voice: Voice, part: str | None, width: int | None
    ) -> Any:
        """A position of this match in words, as `Description`; raises `BadNotation` for a part that is none."""
        row = room.row
        if room.bytes_read <= LARGE_BYTES:
            return describe(match, seat, voice, part, width)

        async def given() -> tuple[Any, ...]:
            return Stretch.at(row, match), seat, voice, part, width

        key = row.id, "describe", match.step, match.outcome is None, seat, voice, part, width
        return msgspec.Raw(await self._jobs.do(DRAFT, key, replay.described, given, keep=True))
