"""Completion with readline, which a real terminal brings."""

from __future__ import annotations

import sys
from collections.abc import Callable

import pytest

from armillary.terminal import menu
from armillary.terminal.screen import LineEditor, PlainKeyboard, keyboard


class FakeReadline:
    """Keeps what it is given."""

    def __init__(self, doc: str = "GNU readline") -> None:
        self.__doc__ = doc
        self.completer: Callable[[str, int], str | None] = lambda line, number: None
        self.bound = ""
        self.cleared = 0

    def set_completer_delims(self, delims: str) -> None:
        assert delims == ""

    def set_completer(self, completer: Callable[[str, int], str | None]) -> None:
        self.completer = completer

    def parse_and_bind(self, line: str) -> None:
        self.bound = line

    def clear_history(self) -> None:
        self.cleared += 1


def _typed(line: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    fake = FakeReadline()
    editor = LineEditor(fake)
    monkeypatch.setattr("builtins.input", lambda prompt: "")
    editor.read("> ", lambda typed: menu.complete(typed, ["help", "play 1", "play 12"], ["Vega", "Lyra Gate"]))
    found: list[str] = []
    while (match := fake.completer(line, len(found))) is not None:
        found.append(match)
    return found


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("", ["help", "play 1", "play 12"]),
        ("h", ["help"]),
        ("play 1", ["play 1", "play 12"]),
        ("? play 12", ["? play 12"]),
        ("?pl", ["? play 1", "? play 12"]),
        ("PLAY 12", ["play 12"]),
        ("look v", ["look Vega"]),
        ("look lyra g", ["look Lyra Gate"]),
        ("1a-Vega, 1b-ly", ["1a-Vega, 1b-Lyra Gate"]),
        ("? 1a-v", ["? 1a-Vega"]),
        ("x", []),
        ("look ", ["look Vega", "look Lyra Gate"]),
    ],
)
def test_tab_completes_whole_lines_and_names_at_their_end(
    line: str, found: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert _typed(line, monkeypatch) == found


def test_forgetting_clears_the_history_and_what_tab_has_found(monkeypatch: pytest.MonkeyPatch) -> None:
    fake = FakeReadline()
    editor = LineEditor(fake)
    monkeypatch.setattr("builtins.input", lambda prompt: "")
    editor.read("> ", lambda typed: ["secret plan", "secret order"])
    assert fake.completer("s", 0) == "secret plan"
    editor.forget()
    assert fake.cleared == 1
    assert fake.completer("s", 1) is None
    assert fake.completer("s", 0) is None


def test_the_tab_key_is_bound_in_both_dialects() -> None:
    gnu, bsd = FakeReadline(), FakeReadline("built on libedit")
    LineEditor(gnu)
    LineEditor(bsd)
    assert (gnu.bound, bsd.bound) == ("tab: complete", "bind ^I rl_complete")


def test_a_pipe_has_a_plain_keyboard(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stdin, "isatty", lambda: False, raising=False)
    assert isinstance(keyboard(), PlainKeyboard)


def test_a_system_without_readline_has_a_plain_keyboard(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    monkeypatch.setitem(sys.modules, "readline", None)
    assert isinstance(keyboard(), PlainKeyboard)
