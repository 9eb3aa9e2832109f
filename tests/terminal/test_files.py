"""Files are read within bounds and written whole."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from armillary.core.codec import MAX_BYTES
from armillary.core.errors import BadInput
from armillary.terminal import files, saves


def test_a_file_is_written_whole_and_read_again(tmp_path: Path) -> None:
    path = files.write(str(tmp_path / "a.json"), b"{}")
    assert files.read(str(path)) == b"{}"
    assert [path.name for path in tmp_path.iterdir()] == ["a.json"]


def test_writing_replaces_what_was_there_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").write_bytes(b"old")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    files.write(str(tmp_path / "link"), b"new")
    assert (tmp_path / "real").read_bytes() == b"new"
    assert (tmp_path / "link").is_symlink()


def test_a_write_that_fails_leaves_the_old_file_and_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    path = tmp_path / "a.json"
    path.write_bytes(b"old")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(BadInput, match="No space left"):
        files.write(str(path), b"new")
    assert path.read_bytes() == b"old"
    assert [path.name for path in tmp_path.iterdir()] == ["a.json"]


@pytest.mark.parametrize("name", ["nowhere/a.json", "\0", "x" * 300, "~nobody-of-this-name/a"])
def test_a_place_that_cannot_be_written_is_a_clear_error(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BadInput):
        files.write(name, b"")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_or_a_device_is_never_replaced(tmp_path: Path) -> None:
    for name in (str(tmp_path), os.devnull):
        with pytest.raises(BadInput, match="not a regular file"):
            files.write(name, b"")


@pytest.mark.parametrize("name", ["nowhere", ".", "\0", "x" * 5000])
def test_what_cannot_be_read_is_a_clear_error(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BadInput, match="cannot be read"):
        files.read(name)


def test_a_huge_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "huge"
    with path.open("wb") as file:
        file.truncate(MAX_BYTES + 1)
    with pytest.raises(BadInput, match="larger than"):
        files.read(str(path))


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    (tmp_path / "binary").write_bytes(b"ab\xff")
    with pytest.raises(BadInput, match="byte 2"):
        files.read_text(str(tmp_path / "binary"))


def test_a_folder_that_is_not_there_yet_can_be_written_to_if_the_one_above_can(tmp_path: Path) -> None:
    saves.require_writable(tmp_path / "not" / "there" / "yet")
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "file").write_text("")
    for folder in (tmp_path / "file", tmp_path / "file" / "below", tmp_path / ("x" * 300)):
        with pytest.raises(BadInput, match="The folder cannot be written to: "):
            saves.require_writable(folder)
