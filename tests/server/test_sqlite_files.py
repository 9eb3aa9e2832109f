"""A SQLite file that somebody deletes, replaces or damages while a server has it open: nothing is lost unnoticed."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from armillary.games.skirmish.model import Play
from armillary.server.errors import NotReady
from armillary.server.storage import sqlite
from tests.server.api import Meeting, Server, is_problem, meet, running, until
from tests.server.halls import processes


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Server]:
    with running(tmp_path) as server:
        yield server


def _delete(file: Path) -> None:
    file.unlink()


def _delete_all(file: Path) -> None:
    for each in file.parent.glob(f"{file.name}*"):
        each.unlink()


def _delete_newest_changes(file: Path) -> None:
    Path(f"{file}-wal").unlink()


def _replace(file: Path) -> None:
    shutil.copy(file, f"{file}.copy")
    Path(f"{file}.copy").replace(file)


def _said(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [entry.getMessage() for entry in caplog.records if entry.name == "armillary.database"]


@pytest.mark.parametrize("lose", [_delete, _delete_all, _delete_newest_changes, _replace])
def test_nothing_is_acknowledged_into_a_file_that_is_gone(
    served: Server, tmp_path: Path, caplog: pytest.LogCaptureFixture, lose: Callable[[Path], None]
) -> None:
    match = meet(served)
    assert match.order(1, {"card": 5}).status_code == 200
    lose(tmp_path / "test.db")
    for _ in range(2):
        assert is_problem(match.order(2, {"card": 6}), 503, "NotReady")
        assert is_problem(served.nobody().get("/api/me"), 503, "NotReady")
        assert is_problem(served.nobody().get("/readyz"), 503, "NotReady")
    (line,) = _said(caplog)
    assert "deleted, moved or replaced" in line


def test_a_file_that_is_put_back_is_used_again(
    served: Server, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    match, file = meet(served), tmp_path / "test.db"
    file.rename(tmp_path / "elsewhere.db")
    assert is_problem(match.order(1, {"card": 5}), 503, "NotReady")
    assert not file.exists(), "no empty file takes its place"
    (tmp_path / "elsewhere.db").rename(file)
    assert match.order(1, {"card": 5}).status_code == 200
    assert [line.partition(":")[0] for line in _said(caplog)] == [
        "The database cannot be used",
        "The database can be used again",
    ]


async def test_a_change_on_its_way_while_the_file_goes_is_not_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with processes(f"sqlite:///{tmp_path}/test.db") as (only,):
        room = await only.match("skirmish")
        write = only.store.database.write

        async def late(work: Callable[[object], object]) -> object:
            def then_gone(connection: object) -> object:
                result = work(connection)
                (tmp_path / "test.db").unlink(missing_ok=True)
                return result

            return await write(then_gone)

        monkeypatch.setattr(only.store.database, "write", late)
        with pytest.raises(NotReady):
            await only.moves.submit(room.row.id, 1, Play(5))
        assert room.playing.pending == {}


# -- damage --------------------------------------------------------------------------------------------------


def _with_everything_in_the_file(match: Meeting, file: Path) -> None:
    match.play()
    with sqlite3.connect(file) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()


def _overwrite(file: Path, start: int, length: int) -> None:
    with file.open("r+b") as opened:
        opened.seek(start)
        opened.write(b"\x5a" * length)


@pytest.mark.parametrize(("start", "share"), [(0, 0.001), (4096, 1.0)], ids=["the beginning", "all but the beginning"])
def test_a_server_on_a_damaged_file_is_not_ready(
    served: Server, tmp_path: Path, caplog: pytest.LogCaptureFixture, start: int, share: float
) -> None:
    file = tmp_path / "test.db"
    _with_everything_in_the_file(meet(served), file)
    assert served.nobody().get("/readyz").status_code == 200
    _overwrite(file, start, int((file.stat().st_size - start) * share))
    for _ in range(3):
        answer = served.nobody().get("/readyz")
        assert is_problem(answer, 503, "NotReady")
        assert "damaged" in answer.json()["detail"]
    assert [line.partition(":")[0] for line in _said(caplog)] == ["The database is damaged"]


def test_damage_deep_in_the_file_is_found_in_time(
    served: Server, tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a page that a glance does not reach."""
    file = tmp_path / "test.db"
    for _ in range(3):
        _with_everything_in_the_file(meet(served), file)
    assert served.nobody().get("/readyz").status_code == 200
    with sqlite3.connect(file) as connection:
        (page,) = connection.execute(
            "SELECT pageno FROM dbstat WHERE name = 'journal' AND pagetype = 'leaf' ORDER BY path DESC"
        ).fetchone()
    connection.close()
    _overwrite(file, (page - 1) * 4096, 4096)
    monkeypatch.setattr(sqlite, "CHECK_SECONDS", 0.0)
    until(lambda: served.nobody().get("/readyz").status_code == 503)
    assert [line.partition(":")[0] for line in _said(caplog)] == ["The database is damaged"]


def test_a_request_that_meets_damage_is_told_so(
    served: Server, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "test.db"
    match = meet(served)
    _with_everything_in_the_file(match, file)
    _overwrite(file, 4096, file.stat().st_size - 4096)
    served.process.hall.forget(match.id)
    assert is_problem(served.nobody().get(match.common), 503, "NotReady")
    assert [line.partition(":")[0] for line in _said(caplog)] == ["The database is damaged"]
