"""Who plays: names, shapes and colours of the players, wherever a text mentions them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text

from armillary.bots.deciding import PREFIX
from armillary.core.match import AnyMatch
from armillary.core.prose import SHAPES, badge
from armillary.core.values import Seat
from armillary.terminal.text import one_line, safe

COLOURS = ("#4BC4FF", "#FD9381", "#F1E956", "#9F67F1", "#B7FFCB", "#F03F8E", "#AC7B3C", "#EBEFF4")
"""Azure, coral, citron, violet, mint, rose, bronze, stone: easy to tell apart, for colour-blind people too."""
LONGEST_NAME = 40
"""Nobody at a server has a longer one; what a record has beyond that is not shown."""

_MENTION = re.compile(
    rf"(?P<shape>[{SHAPES}])(?! Player \d)"
    rf"|(?P<badge>[{SHAPES}] )?\b(?P<player>Player (?P<seat>[1-9]\d{{0,2}}))\b(?P<you> \(you\))?"
)
_ROW = re.compile(rf"[{SHAPES}] Player [1-9]\d{{0,2}}(?: \(you\))?(?P<gap> +)(?!\(you\))(?=\S)")
"""A row of a table whose first column is a player."""
_PIECE = re.compile(rf"{_MENTION.pattern}|(?P<gap> {{2,}})")
"""What is painted or moved in a table: a shape, a mention of a player, a gap between columns."""


@dataclass(frozen=True)
class Cast:
    """The players of a match, as the person at the screen (None: a spectator) sees them."""

    players: tuple[str, ...]
    """By seat, as the record has them."""
    you: Seat | None = None

    @classmethod
    def of(cls, match: AnyMatch, you: Seat | None = None) -> Cast:
        """The players of this match."""
        return cls(match.players, you)

    def name(self, seat: Seat) -> str:
        """What a player is called: their own name, or `Player 2`."""
        given = one_line(self.players[seat - 1], LONGEST_NAME)
        own = given and not given.startswith(PREFIX) and not re.fullmatch(r"Player \d+", given)
        return given if own else f"Player {seat}"

    def full_name(self, seat: Seat) -> str:
        """The name and what it leaves out: `Ada (Player 1)`, `Player 2 (medium bot)`."""
        name, given = self.name(seat), one_line(self.players[seat - 1], LONGEST_NAME)
        if given.startswith(PREFIX):
            return f"{name} ({given.removeprefix(PREFIX)} bot)"
        return name if name == f"Player {seat}" else f"{name} (Player {seat})"

    def label(self, seat: Seat) -> Text:
        """The full name, with shape and colour: for lists of players."""
        return Text.assemble((f"{badge(seat)} {self.full_name(seat)}", self._style(seat)))

    def seat_called(self, name: str) -> Seat | None:
        """The player of this name, in upper or lower case."""
        seats = range(1, len(self.players) + 1)
        return next((seat for seat in seats if self.name(seat).casefold() == name.casefold()), None)

    def sentence(self, text: str, style: str = "") -> Text:
        """A text with every player called by name, in their colour and with their shape."""
        text, painted, end = safe(text), Text(style=style), 0
        for found in _MENTION.finditer(text):
            seat = _seat(found)
            if seat <= len(self.players):
                painted.append(text[end : found.start()])
                mention = f"{badge(seat)} {self.name(seat)}{found['you'] or ''}"
                painted.append(found["shape"] or mention, self._style(seat))
                end = found.end()
        return painted.append(text[end:])

    def extra_width(self) -> int:
        """By how many columns the longest name is wider than `Player 2`."""
        return max(0, *(cell_len(self.name(seat)) - len(f"Player {seat}") for seat in range(1, len(self.players) + 1)))

    def layout(self, text: str, style: str = "") -> Text:
        """The same for maps and tables: no shapes are added, and columns stay below each other.

        The first column of a table of players is as wide as their names need it to be. Elsewhere the next gap between
        columns is wider or narrower by as much as a name is shorter or longer than `Player 2`.
        """
        painted = Text(style=style)
        lines = safe(text).split("\n")
        for number, (line, begin, room) in enumerate(zip(lines, *self._first_columns(lines), strict=True)):
            painted.append("\n" if number else "")
            first = self._columns(line[:begin].rstrip()) if begin else Text()
            painted.append_text(first).append(" " * (room - cell_len(first.plain)))
            painted.append_text(self._columns(line[begin:]))
        return painted

    def _first_columns(self, lines: Sequence[str]) -> tuple[list[int], list[int]]:
        """Where the second column begins in each line, and where it is to begin; 0 where there are no columns."""
        begins, rooms = [0] * len(lines), [0] * len(lines)
        rows = {number: found for number, line in enumerate(lines) if (found := _ROW.match(line))}
        for begin in {found.end() for found in rows.values()}:
            table = [number for number, found in rows.items() if found.end() == begin]
            gap = min(len(rows[number]["gap"]) for number in table)
            names = [cell_len(self._columns(lines[number][:begin].rstrip()).plain) for number in table]
            for number in range(max(0, table[0] - 1), len(lines)):
                left = lines[number][:begin]
                if number in table or (left[-1:] == " " and (number < table[0] or not left.strip())):
                    begins[number], rooms[number] = begin, max(begin, *(name + gap for name in names))
        return begins, rooms

    def _columns(self, line: str) -> Text:
        """A line with names in place of `Player 2`, its later columns where they were if there is room."""
        painted, end, owed = Text(), 0, 0
        for found in _PIECE.finditer(line):
            painted.append(line[end : found.start()])
            end = found.end()
            if found["gap"]:
                room = len(found["gap"]) + owed
                painted.append(" " * max(1, room))
                owed = min(0, room - 1)
            elif (seat := _seat(found)) > len(self.players):
                painted.append(found[0])
            elif found["shape"]:
                painted.append(found["shape"], self._style(seat))
            else:
                name = self.name(seat)
                painted.append(f"{found['badge'] or ''}{name}{found['you'] or ''}", self._style(seat))
                owed += len(found["player"]) - cell_len(name)
        return painted.append(line[end:])

    def _style(self, seat: Seat) -> Style:
        """A player's colour; one's own stands out."""
        return Style(color=COLOURS[(seat - 1) % len(COLOURS)], bold=True if seat == self.you else None)


def _seat(found: re.Match[str]) -> Seat:
    return int(found["seat"]) if found["seat"] else SHAPES.index(found["shape"]) + 1
