"""The screen and the keyboard that people at one terminal share."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from rich.cells import cell_len
from rich.console import Console

from armillary.core.contract import AnyGame
from armillary.core.prose import counted
from armillary.terminal import show
from armillary.terminal.cast import Cast
from armillary.terminal.text import safe

CLEAR = "\x1b[H\x1b[2J\x1b[3J"
"""Cursor home, clear the screen and what has scrolled off it: no secret may be left one page up."""
LEAVE = ("q", "quit", "exit")
GAP = 2
NARROWEST = 40
"""Positions are never drawn for fewer columns."""

Complete = Callable[[str], Sequence[str]]


def _nothing(line: str) -> Sequence[str]:  # noqa: ARG001 (whatever it is, it stays as it is)
    return ()


class Keyboard(Protocol):
    """Where lines come from."""

    def read(self, prompt: str, complete: Complete) -> str:
        """The next line; `complete` gives what Tab may make of an unfinished one. Raises EOFError at the end."""
        ...

    def forget(self) -> None:
        """Drop the history: the next person must not find an earlier person's order with the arrow keys."""
        ...


class PlainKeyboard:
    """Standard input, line by line."""

    def read(self, prompt: str, complete: Complete) -> str:  # noqa: ARG002 (nothing completes here)
        """One line of input."""
        return input(prompt)

    def forget(self) -> None:
        """There is no history."""


class LineEditor:
    """Standard input of a terminal, edited and completed with readline."""

    def __init__(self, readline: Any) -> None:
        self._readline = readline
        self._found: Sequence[str] = ()
        self._complete: Complete = _nothing
        readline.set_completer_delims("")
        readline.set_completer(self._next)
        libedit = "libedit" in (readline.__doc__ or "")
        readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")

    def read(self, prompt: str, complete: Complete) -> str:
        """One line of input."""
        self._complete = complete
        return input(prompt)

    def forget(self) -> None:
        """Clear the history and what was found for the last Tab."""
        self._readline.clear_history()
        self._found, self._complete = (), _nothing

    def _next(self, line: str, number: int) -> str | None:
        """readline asks for one completion after the other, until None."""
        if number == 0:
            self._found = self._complete(line)
        return self._found[number] if number < len(self._found) else None


def keyboard() -> Keyboard:
    """With readline at a terminal that has it."""
    if not sys.stdin.isatty():
        return PlainKeyboard()
    try:
        import readline  # noqa: PLC0415 (not on every system, and it touches the terminal when imported)
    except ImportError:
        return PlainKeyboard()
    return LineEditor(readline)


class Screen:
    """Everything that is shown to people at this terminal, and everything they are asked."""

    def __init__(self, out: Console, keys: Keyboard) -> None:
        self.out = out
        self._keys = keys
        self.cast = Cast(())
        """The players by name, as the person at the keyboard sees them."""

    def ask(self, prompt: str, complete: Complete = _nothing) -> str:
        """One line, typed by the person at the keyboard; a long prompt stands above it."""
        if cell_len(prompt) >= self.out.width:
            show.say(self.out, prompt.strip())
            prompt = "> "
        return self._keys.read(safe(prompt), complete).strip()

    def confirm(self, question: str) -> bool:
        """Ask; only a yes counts as one."""
        return self.choose(question, enter_means=False)

    def choose(self, question: str, *, enter_means: bool) -> bool:
        """Ask until the answer is yes or no."""
        answers = {"": enter_means, "y": True, "yes": True, "n": False, "no": False}
        while (answer := self.ask(f"{question} [{'Y/n' if enter_means else 'y/N'}] ").lower()) not in answers:
            self.say("Please type y or n.")
        return answers[answer]

    def say(self, text: str, style: str = "") -> None:
        """A paragraph that calls players by name."""
        show.say(self.out, self.cast.sentence(text, style))

    def draw(self, text: str) -> None:
        """A map or a table, its columns kept."""
        show.say(self.out, self.cast.layout(text))

    def head(self, title: str) -> None:
        """A line across the page with a title in it."""
        show.heading(self.out, self.cast.sentence(title, "bold"))

    def refuse(self, text: str) -> None:
        """Say that something was not done, and why."""
        self.say(f"Refused: {text}", "red")

    def warn(self, text: str) -> None:
        """Say that something will not go as it was typed."""
        self.say(f"Warning: {text}", "yellow")

    def position(self, game: AnyGame, view: Any) -> str:
        """The position at a glance, with room for the names of these players."""
        return game.words.overview(view, max(NARROWEST, self.out.width - self.cast.extra_width()))

    def columns(self, entries: Sequence[str]) -> None:
        """Entries in as many columns as fit, each column read downward."""
        shown = [safe(entry) for entry in entries]
        widest = max(map(cell_len, shown), default=0) + GAP
        count = max(1, (self.out.width + GAP) // widest)
        height = -(-len(shown) // count)
        for row in range(height):
            cells = shown[row::height]
            show.say(self.out, "".join(cell + " " * (widest - cell_len(cell)) for cell in cells).rstrip())

    def page(self, write: Callable[[], None]) -> None:
        """What `write` writes, one screen at a time on a terminal."""
        with self.out.capture() as caught:
            write()
        lines = caught.get().splitlines(keepends=True)
        room = max(1, self.out.height - 1) if self.out.is_terminal else len(lines)
        while lines:
            shown, lines = lines[:room], lines[room:]
            self.out.file.write("".join(shown))
            self.out.file.flush()
            if (
                lines
                and self.ask(f"-- {counted(len(lines), 'more line')}: press Enter, or q to stop -- ").lower() in LEAVE
            ):
                return

    def forget(self) -> None:
        """Another person sits down: what was typed before is not theirs to find."""
        self._keys.forget()

    def clear(self) -> None:
        """A fresh page that leaves nothing of the last one, not even by scrolling back."""
        self._keys.forget()
        if self.out.is_terminal and not self.out.is_dumb_terminal:
            self.out.file.write(CLEAR)
            self.out.file.flush()
        else:
            self.out.print("\n" * self.out.height)
