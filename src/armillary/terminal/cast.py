"""Who plays: names, shapes and colours of the players, wherever a text mentions them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rich.style import Style
from rich.text import Text

from armillary.core.match import AnyMatch
from armillary.core.prose import SHAPES, badge
from armillary.core.values import Seat
from armillary.terminal.players import PREFIX
from armillary.terminal.text import one_line, safe

COLOURS = ("#4BC4FF", "#FD9381", "#F1E956", "#9F67F1", "#B7FFCB", "#F03F8E", "#AC7B3C", "#EBEFF4")
"""Azure, coral, citron, violet, mint, rose, bronze, stone: easy to tell apart, for colour-blind people too."""
LONGEST_NAME = 24

_MENTION = re.compile(
    rf"(?P<shape>[{SHAPES}])(?! Player \d)"
    rf"|(?P<badge>[{SHAPES}] )?\bPlayer (?P<seat>[1-9]\d{{0,2}})\b(?P<you> \(you\))?(?P<room> {{2,}})?"
)


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
        """The name and what it leaves out: `Ada (Player 1)`, `Player 2 (greedy bot)`."""
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
        return self._painted(text, style, columns=False)

    def layout(self, text: str, style: str = "") -> Text:
        """The same for maps and tables: no shapes are added, and columns stay where they are."""
        return self._painted(text, style, columns=True)

    def _painted(self, text: str, style: str, *, columns: bool) -> Text:
        text, painted, end = safe(text), Text(style=style), 0
        for found in _MENTION.finditer(text):
            seat = int(found["seat"]) if found["seat"] else SHAPES.index(found["shape"]) + 1
            if seat > len(self.players):
                continue
            painted.append(text[end : found.start()])
            shown = found["shape"] or self._mention(found, seat, columns=columns)
            painted.append(shown, self._style(seat))
            end = found.end()
        return painted.append(text[end:])

    def _mention(self, found: re.Match[str], seat: Seat, *, columns: bool) -> str:
        """A player's name in the place of `Player 2`, with as much room after it as there was."""
        name, you, room = self.name(seat), found["you"] or "", found["room"] or ""
        if not columns:
            return f"{found['badge'] or badge(seat) + ' '}{name}{you}{room}"
        width = len(f"Player {seat}") + len(room)
        if room and len(name) >= width:
            name = name[: width - 2] + "…"
        return f"{found['badge'] or ''}{name}{you}".ljust(width + len(found["badge"] or "") + len(you) if room else 0)

    def _style(self, seat: Seat) -> Style:
        """A player's colour; one's own stands out."""
        return Style(color=COLOURS[(seat - 1) % len(COLOURS)], bold=True if seat == self.you else None)
