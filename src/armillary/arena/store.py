"""A tournament in a folder: its plan, its results as they come, and its records if they are wanted.

    arena.json       the plan
    results.jsonl    one line per game, in the order of their numbers
    records/         one record per game, named by its number

Whoever plays the same plan into the same folder goes on where it stopped. More games may be asked for.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from armillary.arena.playing import Result
from armillary.arena.tournaments import Plan
from armillary.arena.workers import Played
from armillary.core.errors import BadInput

PLAN = "arena.json"
RESULTS = "results.jsonl"
RECORDS = "records"


class Store:
    """One folder. Raises `BadInput` for what cannot be read or written."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def plan(self) -> Plan | None:
        """What is played here; None in a new folder."""
        path = self.folder / PLAN
        try:
            return msgspec.json.decode(path.read_bytes(), type=Plan) if path.exists() else None
        except OSError as error:
            raise BadInput(f"{path}: cannot be read: {error.strerror}") from error
        except (msgspec.DecodeError, UnicodeError, BadInput) as error:
            raise BadInput(f"{path}: this is not an arena's plan: {error}") from error

    def begin(self, plan: Plan) -> list[Result]:
        """Play this plan here; gives what was played before."""
        kept = self.plan()
        if kept is not None:
            _compare(self.folder, kept, plan)
        try:
            (self.folder / RECORDS if plan.recorded else self.folder).mkdir(parents=True, exist_ok=True)
            (self.folder / PLAN).write_bytes(msgspec.json.format(msgspec.json.encode(plan), indent=1) + b"\n")
            return self._results()
        except OSError as error:
            raise BadInput(f"{self.folder}: cannot be written: {error.strerror}") from error

    def _results(self) -> list[Result]:
        """What was played; a line that was not finished is taken away."""
        path = self.folder / RESULTS
        data = path.read_bytes() if path.exists() else b""
        whole = data[: data.rfind(b"\n") + 1]
        if whole != data:
            path.write_bytes(whole)
        results = []
        for number, line in enumerate(whole.splitlines(), start=1):
            try:
                results.append(msgspec.json.decode(line, type=Result))
            except (msgspec.DecodeError, UnicodeError) as error:
                raise BadInput(f"{path}: line {number} is not a result: {error}") from error
        return results

    def add(self, played: Played) -> None:
        """Keep a game. Its record comes first: what is among the results is there as a whole."""
        try:
            if played.record is not None:
                (self.folder / RECORDS / f"{played.result.number:06}.json").write_bytes(played.record)
            with (self.folder / RESULTS).open("ab") as file:
                file.write(msgspec.json.encode(played.result) + b"\n")
        except OSError as error:
            raise BadInput(f"{self.folder}: cannot be written: {error.strerror}") from error


def _compare(folder: Path, kept: Plan, asked: Plan) -> None:
    """Raise unless this is the same plan, or the same with more games."""
    more = kept.kind != "swiss" and asked.games > kept.games
    for name in Plan.__struct_fields__:
        there, here = getattr(kept, name), getattr(asked, name)
        if there != here and not (more and name == "games"):
            raise BadInput(f"{folder}: another arena is kept here: its {name} is {there!r}, not {here!r}")
