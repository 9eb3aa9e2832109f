"""Configs, drafts, notation and descriptions: small ones at once, and large ones beside the event loop."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from typing import Any

import msgspec

from armillary.api.history import Description
from armillary.api.problems import ViolationTold
from armillary.api.tables import Considered, Draft
from armillary.core import codec, errors, registry
from armillary.core.contract import AnyGame
from armillary.core.errors import BadInput, ConfigRefused, NotNow
from armillary.core.match import AnyMatch
from armillary.core.values import Seat
from armillary.server.matches import drafts
from armillary.server.matches.plans import preset_of
from armillary.server.matches.replay import Stretch
from armillary.server.matches.rows import MatchRow
from armillary.server.matches.telling import Explained, Teller, Voice
from armillary.server.play.room import Room
from armillary.server.work.jobs import Beside

LARGE = 30_000
"""Bytes of a config or of a state from which on it takes more than a few milliseconds to try something with it."""


class Trying:
    """Tries what people would like to do."""

    def __init__(self, beside: Beside) -> None:
        self._beside = beside

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
        if len(written) <= LARGE:
            return Teller(game).violations(game.rules.check_config(config, seats))

        async def given() -> tuple[Any, ...]:
            return game.slug, game.version, written, seats

        key = blake2b(written, digest_size=16).digest(), "config", game.slug, game.version, seats
        found = await self._beside.do(key, config_faults, given, keep=True)
        return codec.decode(found, tuple[ViolationTold, ...])

    async def draft(self, room: Room, seat: Seat, draft: Draft[Any], voice: Voice) -> Any:
        """A draft as `Considered`, perhaps as JSON already; raises what `drafts.consider` does."""
        match, row = room.playing, room.row
        if room.state_bytes <= LARGE:
            return drafts.consider(match, seat, draft, voice)
        written = codec.encode(draft)

        async def given() -> tuple[Any, ...]:
            return _standing(row, match), seat, written, voice

        return await self._look((row.id, "draft", match.step, seat, written, voice), considered, given)

    async def order(self, room: Room, seat: Seat, draft: Draft[Any]) -> Any:
        """The order that is meant; raises what `drafts.read` does."""
        match, row, notation = room.playing, room.row, draft.notation
        if room.state_bytes <= LARGE or draft.order is not None or notation is None:
            return drafts.read(draft, match, seat)

        async def given() -> tuple[Any, ...]:
            return _standing(row, match), seat, notation

        found = await self._look((row.id, "order", match.step, seat, notation), order_read, given)
        return codec.decode(bytes(found), match.game.order)

    async def description(self, room: Room, match: AnyMatch, seat: Seat | None, voice: Voice, part: str | None) -> Any:
        """A position of this match in words as `Description`, perhaps as JSON already; raises `BadNotation`."""
        row = room.row
        if room.state_bytes <= LARGE:
            return describe(match, seat, voice, part)

        async def given() -> tuple[Any, ...]:
            return _standing(row, match), seat, voice, part

        key = row.id, "describe", match.step, match.outcome is None, seat, voice, part
        return await self._look(key, described, given)

    async def _look(self, key: tuple[Any, ...], work: Any, given: Any) -> msgspec.Raw:
        """What a worker finds, as JSON; raises what it ran into."""
        looked: Looked = codec.decode(await self._beside.do(key, work, given, keep=False), Looked)
        if looked.error:
            error: Exception = getattr(errors, looked.error)(looked.text)
            raise error
        return looked.found


def _standing(row: MatchRow, match: AnyMatch) -> Stretch:
    """A match for a worker."""
    return Stretch(row, codec.encode(match.snapshot()).decode(), [])


def describe(match: AnyMatch, seat: Seat | None, voice: Voice, part: str | None) -> Description:
    """A position in words, or a part of it; raises `BadNotation` for a part that is none."""
    words, view = match.game.words, match.game.sight.view(match.state, seat)
    names = {voice.say(name): name for name in words.names(view)}
    text = words.describe(view, None if part is None else names.get(part, part))
    return Description(voice.say(text), tuple(names))


class Looked(msgspec.Struct, frozen=True, omit_defaults=True):
    """What came of looking at something: all about it, or an error's name and text."""

    found: msgspec.Raw = msgspec.Raw()
    error: str = ""
    text: str = ""


# -- what a worker does ------------------------------------------------------------------------------------


def config_faults(slug: str, version: int, written: bytes, seats: int) -> bytes:
    """Everything that keeps a match from beginning with this config."""
    game = registry.game(slug, version)
    config: Any = codec.decode(written, game.config)
    return codec.encode(Teller(game).violations(game.rules.check_config(config, seats)))


def considered(stretch: Stretch, seat: Seat, written: bytes, voice: Voice) -> bytes:
    """A draft at this point of a match, as `Looked`."""
    match = stretch.begin()
    kinds: Any = Draft

    def look() -> Considered[Any, Any]:
        draft: Draft[Any] = codec.decode(written, kinds[match.game.order])
        return drafts.consider(match, seat, draft, voice)

    return _looked(look)


def order_read(stretch: Stretch, seat: Seat, notation: str) -> bytes:
    """An order in notation at this point of a match, as `Looked`."""
    match = stretch.begin()
    return _looked(lambda: drafts.read(Draft(notation=notation), match, seat))


def described(stretch: Stretch, seat: Seat | None, voice: Voice, part: str | None) -> bytes:
    """This point of a match in words, as `Looked`."""
    match = stretch.begin()
    return _looked(lambda: describe(match, seat, voice, part))


def _looked(look: Callable[[], Any]) -> bytes:
    try:
        found = look()
    except (BadInput, NotNow) as error:
        return codec.encode(Looked(error=type(error).__name__, text=str(error)))
    return codec.encode(Looked(msgspec.Raw(codec.encode(found))))
