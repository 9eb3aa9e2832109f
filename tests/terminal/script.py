"""A screen with a keyboard that types by itself, what it has shown, and matches to play there."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from pathlib import Path

from rich.console import Console

from armillary import Match, game, seed_from
from armillary.core.match import AnyMatch
from armillary.terminal.players import bots_at
from armillary.terminal.screen import CLEAR, Complete, Screen
from armillary.terminal.table import TerminalTable
from tests.terminal import toy

WIDTH = 80


SEED = seed_from("a table in the corner")


def skirmish(*players: str) -> AnyMatch:
    """A match against the medium bot, unless others are named."""
    names = players or ("Player 1", "bot:medium")
    return Match.begin(game("skirmish"), seats=len(names), seed=SEED, players=names)


def count(*players: str) -> AnyMatch:
    """A match of the toy game."""
    return Match.begin(toy.GAME, seats=len(players), seed=SEED, players=players)


class Script:
    """Types its lines, then Ctrl-D. Remembers the prompts and what Tab would have offered."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = list(lines)
        self.prompts: list[str] = []
        self.offered: list[Sequence[str]] = []
        self.screens: list[str] = []
        """What had been written when each line was asked for."""
        self.forgotten = 0
        self.complete: Complete = lambda line: ()
        self.paper = io.StringIO()

    def read(self, prompt: str, complete: Complete) -> str:
        self.prompts.append(prompt)
        self.offered.append(complete(""))
        self.complete = complete
        self.screens.append(self.paper.getvalue())
        if not self._lines:
            raise EOFError
        return self._lines.pop(0)

    def forget(self) -> None:
        self.forgotten += 1


class Played:
    """A session at the table."""

    def __init__(
        self,
        match: AnyMatch,
        *lines: str,
        terminal: bool = False,
        colours: bool = False,
        height: int = 24,
        width: int = WIDTH,
        kept: Path | None = None,
    ) -> None:
        self.keys = Script(lines)
        out = Console(
            file=self.keys.paper,
            width=width,
            height=height,
            force_terminal=terminal,
            color_system="truecolor" if colours else None,
            markup=False,
            emoji=False,
            highlight=False,
            legacy_windows=False,
            _environ={},
        )
        self.table = TerminalTable(match, bots_at(match), Screen(out, self.keys), kept)
        self.next = self.table.run()
        """The table of the rematch, if they want one."""

    @property
    def match(self) -> AnyMatch:
        return self.table.match

    @property
    def text(self) -> str:
        """All that was written."""
        return self.keys.paper.getvalue()

    @property
    def pages(self) -> list[str]:
        """What was written, cut where the screen was cleared."""
        return self.text.split(CLEAR)
