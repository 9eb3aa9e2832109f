"""Tables of solved positions on disk: one file for each number of cards left, read in place and never trusted blindly.

A file is a header, a list of digests and the values: little-endian 32-bit whole numbers of grains, in the order of
`layout`. Each digest covers one block of values, and the header has a digest of everything before the values. Blocks
are compared with theirs when they are first looked at, so a bot starts at once and never plays from a damaged table.

Reading needs neither numpy nor numba.
"""

from __future__ import annotations

import mmap
import os
from hashlib import blake2b
from pathlib import Path
from struct import Struct
from typing import NamedTuple

from armillary.core.errors import BadInput
from armillary.core.files import write_whole
from armillary.games.skirmish.solved import layout
from armillary.games.skirmish.solved.layout import CARDS, GRAIN
from armillary.games.skirmish.solved.position import Position

MAGIC = b"Armillary: Skirmish solved, 1\n\0\0"
HEADER = Struct("<32sIIQ16s")
"""What it is, the number of cards, a zero, the number of values, the digest of all that and of the digests."""
VALUE = Struct("<i")
DIGEST = 16
BLOCK = 1 << 16
"""Bytes of values that share a digest."""


def folder() -> Path | None:
    """Where this user's tables are kept; None for a user without a home."""
    home = os.environ.get("XDG_CACHE_HOME", "")
    try:
        cache = Path(home) if Path(home).is_absolute() else Path("~/.cache").expanduser()
    except RuntimeError:
        return None
    return cache / "armillary" / "skirmish"


def path(place: Path, cards: int) -> Path:
    """The file for this many cards."""
    return place / f"skirmish-{cards:02}.table"


class Shape(NamedTuple):
    """Where things stand in the file for a number of cards."""

    values: int
    blocks: int
    first: int
    """Where the values begin."""
    length: int
    """Of the whole file."""


def shape(cards: int) -> Shape:
    """What follows from the number of cards."""
    values = layout.size(cards)
    blocks = -(-values * VALUE.size // BLOCK)
    first = HEADER.size + blocks * DIGEST
    return Shape(values, blocks, first, first + values * VALUE.size)


def write(place: Path, cards: int, values: bytes | memoryview) -> Path:
    """Write a table whole or not at all; raises `BadInput` where that is impossible."""
    made = path(place, cards)
    digests = b"".join(digest(values[at : at + BLOCK]) for at in range(0, len(values), BLOCK))
    try:
        place.mkdir(parents=True, exist_ok=True)
        write_whole(made, _header(cards, digests), digests, values)
    except OSError as error:
        raise BadInput(f"{made}: The table cannot be written: {error.strerror}.") from error
    return made


def _header(cards: int, digests: bytes) -> bytes:
    count = shape(cards).values
    return HEADER.pack(MAGIC, cards, 0, count, digest(HEADER.pack(MAGIC, cards, 0, count, bytes(DIGEST)) + digests))


def digest(data: bytes | memoryview) -> bytes:
    """What tells a block from any other."""
    return blake2b(data, digest_size=DIGEST).digest()


class TableFile:
    """One file, mapped into memory."""

    def __init__(self, file: Path, cards: int) -> None:
        """Raises `BadInput` for what is no table of this many cards, `OSError` for what cannot be read."""
        self.file = file
        self._shape = shape(cards)
        with file.open("rb") as opened:
            if os.fstat(opened.fileno()).st_size != self._shape.length:
                raise self._bad("its length is wrong")
            self._map = mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ)
        self._data = memoryview(self._map)
        self._digests = bytes(self._data[HEADER.size : self._shape.first])
        if self._data[: HEADER.size] != _header(cards, self._digests):
            raise self._bad("its header is not that of such a table, or is damaged")
        self._checked: set[int] = set()

    def value(self, at: int) -> float:
        """One value in points; raises `BadInput` if its block is damaged."""
        offset = at * VALUE.size
        self._check(offset // BLOCK)
        grains: int = VALUE.unpack_from(self._data, self._shape.first + offset)[0]
        return grains * GRAIN

    def values(self) -> memoryview:
        """All values as bytes, every block checked."""
        for block in range(self._shape.blocks):
            self._check(block)
        return self._data[self._shape.first :]

    def _check(self, block: int) -> None:
        if block in self._checked:
            return
        start = self._shape.first + block * BLOCK
        expected = self._digests[block * DIGEST : (block + 1) * DIGEST]
        if digest(self._data[start : start + BLOCK]) != expected:
            raise self._bad("its values are damaged")
        self._checked.add(block)

    def _bad(self, reason: str) -> BadInput:
        return BadInput(f"{self.file} is not a table of Stellar Skirmish that can be used: {reason}. Delete it.")


class Tables:
    """All tables in a folder, opened as they are needed; without a folder there are none."""

    def __init__(self, place: Path | None) -> None:
        self._place = place
        self._tables: dict[int, TableFile | None] = {}

    def reaches(self, cards: int) -> bool:
        """Is there a table for this many cards?"""
        return cards <= CARDS and self.table(cards) is not None

    def margin(self, position: Position) -> float | None:
        """The expected margin from here on, if a table has it."""
        if (placed := layout.place(position)) is None:
            return None
        cards, at, sign = placed
        table = self.table(cards)
        return None if table is None else sign * table.value(at)

    def table(self, cards: int) -> TableFile | None:
        """The table for this many cards, if it is there; raises `BadInput` if it cannot be used."""
        if self._place is None:
            return None
        if cards not in self._tables:
            file = path(self._place, cards)
            try:
                self._tables[cards] = TableFile(file, cards)
            except FileNotFoundError:
                self._tables[cards] = None
            except (OSError, ValueError) as error:
                raise BadInput(f"{file}: The table cannot be read: {error}") from error
        return self._tables[cards]
