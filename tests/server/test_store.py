"""Both databases keep what the store promises; and the suite that says so is able to say no."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from armillary.server.matches.rows import Append
from armillary.server.storage import writer as writers
from armillary.server.storage.sqlite import SqliteFile
from armillary.testing import ContractBroken
from tests.server.store import check_store


def test_the_database_keeps_every_promise(database: str) -> None:
    check_store(database)


def test_a_store_that_does_not_compare_seqs_is_found_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def careless(jobs: list[writers.Appending], seqs: dict[str, int], _: Any) -> set[writers.Write]:
        return {job for job in jobs if job.append.row.id in seqs}

    monkeypatch.setattr(writers, "in_turn", careless)
    with pytest.raises(ContractBroken):
        check_store(f"sqlite:///{tmp_path}/test.db")


def test_a_store_that_lets_one_failure_spoil_a_batch_is_found_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write, spoilt = SqliteFile.write, dict[writers.Write, Exception]()

    async def careless(database: SqliteFile, work: Any) -> Any:
        batch: Sequence[writers.Write] = work.args[0] if isinstance(work, partial) else ()
        for job in batch:
            if job in spoilt:
                raise spoilt[job]
        try:
            return await write(database, work)
        except Exception as error:
            spoilt.update(dict.fromkeys(batch, error))
            raise

    monkeypatch.setattr(SqliteFile, "write", careless)
    with pytest.raises(ContractBroken, match="failures_fail_alone"):
        check_store(f"sqlite:///{tmp_path}/test.db")


def test_a_store_that_forgets_seats_is_found_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def careless(job: writers.Appending, append: Append, *others: Any) -> None:
        made(job, replace(append, seats=()), *others)

    made = writers.Appending.__init__
    monkeypatch.setattr(writers.Appending, "__init__", careless)
    with pytest.raises(ContractBroken, match="seats_change_with_their_match"):
        check_store(f"sqlite:///{tmp_path}/test.db")
