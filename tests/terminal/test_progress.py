"""The progress bar: only for somebody who looks, and never between the items and who wants them."""

from __future__ import annotations

import sys

import pytest

from armillary.terminal.progress import progress


def test_without_a_screen_nothing_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert list(progress(iter("abc"), 3)) == ["a", "b", "c"]
    assert capsys.readouterr().err == ""


def test_somebody_who_looks_sees_how_far_it_is_and_the_time_left(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    assert list(progress(iter("abc"), 9, lambda: 7)) == ["a", "b", "c"]
    shown = capsys.readouterr()
    assert shown.out == ""
    assert "0/9" in shown.err
    assert "left:" in shown.err
    assert "7/9" in shown.err
