"""Games in a folder: their plan, their results as they come, and their records if they are wanted.

    arena.json       the plan
    results.jsonl    one line per game, in the order of their numbers
    records/         one record per game, named by its number

The same plan in the same folder continues where it stopped. More games may be asked for.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import IO, ClassVar, Generic, Protocol, Self, TypeVar

import msgspec

from armillary.arena.playing import Result
from armillary.arena.workers import Played
from armillary.core.errors import BadInput

if sys.platform != "win32":
    import fcntl

PLAN = "arena.json"
RESULTS = "results.jsonl"
RECORDS = "records"


class Planned(Protocol):
    """What is to be played: a struct, equal where the games are."""

    __struct_fields__: ClassVar[tuple[str, ...]]

    @property
    def games(self) -> int:
        """How many games are asked for."""
        ...

    @property
    def recorded(self) -> bool:
        """Are the records wanted, too?"""
        ...

    @property
    def can_grow(self) -> bool:
        """Are games that were played the same when more are asked for?"""
        ...


P = TypeVar("P", bound=Planned)


class Store(Generic[P]):
    """One folder, ours until we leave it. Raises `BadInput` for what cannot be read or written."""

    def __init__(self, folder: Path, kind: type[P]) -> None:
        self.folder = folder
        self._kind = kind
        self._file: IO[bytes] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._file:
            self._file.close()

    def plan(self) -> P | None:
        """What is played here; None in a new folder."""
        path = self.folder / PLAN
        try:
            return msgspec.json.decode(path.read_bytes(), type=self._kind) if path.exists() else None
        except OSError as error:
            raise BadInput(f"{path}: The file cannot be read: {error.strerror}.") from error
        except (msgspec.DecodeError, UnicodeError, BadInput) as error:
            raise BadInput(f"{path}: This is not an arena's plan: {error}") from error

    def begin(self, plan: P) -> list[Result]:
        """Play this plan here; gives what was played before."""
        kept = self.plan()
        if kept is not None:
            _compare(self.folder, kept, plan)
        try:
            (self.folder / RECORDS if plan.recorded else self.folder).mkdir(parents=True, exist_ok=True)
            self._file = (self.folder / RESULTS).open("ab")
            if sys.platform != "win32":
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if kept != plan:
                (self.folder / PLAN).write_bytes(msgspec.json.format(msgspec.json.encode(plan), indent=1) + b"\n")
            return self._results()
        except BlockingIOError as error:
            raise BadInput(f"{self.folder}: Another process is playing here.") from error
        except OSError as error:
            raise BadInput(f"{self.folder}: The folder cannot be written to: {error.strerror}.") from error

    def _results(self) -> list[Result]:
        """What was played; a line that was not finished is taken away."""
        path = self.folder / RESULTS
        data = path.read_bytes()
        whole = data[: data.rfind(b"\n") + 1]
        if self._file and whole != data:
            self._file.truncate(len(whole))
        results = []
        for number, line in enumerate(whole.splitlines(), start=1):
            try:
                results.append(msgspec.json.decode(line, type=Result))
            except (msgspec.DecodeError, UnicodeError) as error:
                raise BadInput(f"{path}: Line {number} is not a result: {error}") from error
        return results

    def add(self, played: Played) -> None:
        """Keep a game. Its record comes first: what is among the results is there as a whole."""
        assert self._file
        try:
            if played.record is not None:
                (self.folder / RECORDS / f"{played.result.number:06}.json").write_bytes(played.record)
            self._file.write(msgspec.json.encode(played.result) + b"\n")
            self._file.flush()
        except OSError as error:
            raise BadInput(f"{self.folder}: The folder cannot be written to: {error.strerror}.") from error


def _compare(folder: Path, kept: P, asked: P) -> None:
    """Raise unless this is the same plan, or the same with more games."""
    more = kept.can_grow and asked.games > kept.games
    for name in asked.__struct_fields__:
        there, here = getattr(kept, name), getattr(asked, name)
        if there != here and not (more and name == "games"):
            how = "another config" if name == "config" else f"{name} {there!r} instead of {here!r}"
            raise BadInput(f"{folder}: Results of something else are kept here, with {how}.")
