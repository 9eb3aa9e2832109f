"""How things look: paragraphs, headings and tables of harmless text. Colour never carries a meaning alone."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from rich import box
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from armillary.core.contract import AnyGame
from armillary.core.match import AnyMatch, seen
from armillary.core.prose import SHAPES
from armillary.core.values import Event, Outcome, Seat
from armillary.terminal.cast import Cast
from armillary.terminal.text import safe

HANG = 2
MAX_TABLE = 10_000
HEADING_MARGIN = 6
"""Columns around the title in a heading."""
_GAP = re.compile(r"(?<=\S) {2,}(?=\S)")
"""Between the columns of a table."""
_TIED = re.compile(rf"(?<=[{SHAPES}]) |(?<=\bPlayer) (?=\d)| (?=\(you\))")
"""Spaces at which a line is not broken: a player stays in one piece."""
TIE = "\ue000"


class Page(Console):
    """A console that passes a closed pipe on to its caller."""

    def on_broken_pipe(self) -> None:
        """Raise instead of exiting."""
        raise BrokenPipeError


def console(*, stderr: bool = False) -> Console:
    """A console that shows text as it is, without interpreting markup."""
    return Page(stderr=stderr, markup=False, emoji=False, highlight=False)


def plain(text: str | Text, style: str = "") -> Text:
    """Text as it is, made harmless; what is painted already is harmless."""
    return text if isinstance(text, Text) else Text(safe(text), style)


def say(out: Console, text: str | Text, style: str = "") -> None:
    """A paragraph: wrapped for a reader, left in whole lines for a pipe."""
    for line in plain(text, style).split("\n", allow_blank=True):
        if out.is_terminal:
            _wrapped(out, line)
        else:
            out.print(line, soft_wrap=True)


def _wrapped(out: Console, line: Text) -> None:
    """One line; what does not fit continues below, under the column it began in or indented a little further."""
    if cell_len(line.plain) <= out.width:
        out.print(line, soft_wrap=True)
        return
    blank = len(line.plain) - len(line.plain.lstrip(" "))
    columns = [gap.end() for gap in _GAP.finditer(line.plain) if gap.end() <= out.width // 2]
    kept, begin = (columns[-1], columns[-1]) if columns else (blank, min(blank, out.width // 2) + HANG)
    tied = line[kept:]
    tied.plain = _TIED.sub(TIE, tied.plain)
    for number, part in enumerate(tied.wrap(out, max(1, out.width - begin))):
        part.plain = part.plain.replace(TIE, " ")
        margin = Text(" " * begin) if number else line[:kept] if columns else Text(" " * (begin - HANG))
        part.rstrip()
        out.print(margin.append_text(part), soft_wrap=True)


def heading(out: Console, title: str | Text) -> None:
    """A line across the page with a title in it; a title that is too long for that stands below the line."""
    title = plain(title, "bold")
    if cell_len(title.plain) + HEADING_MARGIN <= out.width:
        out.rule(Text.assemble(" ", title, " "), style="dim")
    else:
        out.rule(style="dim")
        say(out, title)


def points(out: Console, sentences: Iterable[str | Text]) -> None:
    """Sentences, one per line."""
    for sentence in sentences:
        say(out, Text("· ").append_text(plain(sentence)))


def table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> Table:
    """A light table with numbers aligned to the right."""
    rows = [tuple(row) for row in rows]
    made = Table(box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    for at, column in enumerate(columns):
        numbers = all(isinstance(row[at], int | float) for row in rows)
        made.add_column(plain(column), justify="right" if numbers else "left", overflow="fold")
    for row in rows:
        made.add_row(*(plain(cell if isinstance(cell, Text) else str(cell)) for cell in row))
    return made


def put_table(out: Console, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Print a table; on a screen that is too narrow for it, a paragraph for each of its rows."""
    rows = [tuple(row) for row in rows]
    made = table(columns, rows)
    if not out.is_terminal or made.__rich_measure__(out, out.options.update(width=MAX_TABLE)).maximum <= out.width:
        out.print(made)
        return
    for first, *others in rows:
        line = plain(first if isinstance(first, Text) else str(first)).copy()
        cells = [
            (head, plain(cell if isinstance(cell, Text) else str(cell)))
            for head, cell in zip(columns[1:], others, strict=True)
        ]
        told = [Text.assemble(f"{head} " if head else "", cell) for head, cell in cells if cell.plain]
        say(out, Text.assemble(line, ": ", Text(", ").join(told)))


def as_json(value: Any) -> str:
    """JSON for other programs; ASCII, so that it is harmless on a screen as well."""
    return json.dumps(msgspec.to_builtins(value, str_keys=True), indent=2)


# -- matches -----------------------------------------------------------------------------------------------


def news(game: AnyGame, events: Iterable[Event], view: Any) -> list[str]:
    """What happened, as far as the view's seat may know, in sentences."""
    return [game.words.tell(event, view) for event in seen(events, view.seat)]


def reason(name: str) -> str:
    """How a match ended, from the outcome's named reason; a game's own reasons are words already."""
    named = {
        "resignation": "all others resigned",
        "agreed_draw": "all players agreed to a draw",
        "failure": "bots failed",
    }
    return named.get(name, name.replace("_", " "))


def ending(out: Console, match: AnyMatch, outcome: Outcome, seat: Seat | None) -> None:
    """Who won and why, then the ranking; players of equal rank share a place."""
    cast = Cast.of(match, seat)
    say(out, cast.sentence(match.game.words.conclude(outcome, match.game.sight.view(match.state, seat)), "bold"))
    rows: list[tuple[object, ...]] = []
    place = 1
    for group in outcome.ranking:
        for player in group:
            score = outcome.scores[player - 1] if outcome.scores else "-"
            rows.append((place, cast.label(player), score))
        place += len(group)
    put_table(out, ("place", "player", "score"), rows)
