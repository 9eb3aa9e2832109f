"""How things look: rich tables and rules from harmless text. Colour is never the only sign."""

from __future__ import annotations

import json
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
from armillary.core.values import Event, Outcome, Seat
from armillary.terminal.text import safe

HANG = 2


class Page(Console):
    """A console that leaves a closed pipe to whoever runs the command."""

    def on_broken_pipe(self) -> None:
        """Pass it on instead of exiting."""
        raise BrokenPipeError


def console(*, stderr: bool = False) -> Console:
    """A console that interprets nothing in what it is given."""
    return Page(stderr=stderr, markup=False, emoji=False, highlight=False)


def plain(text: str, style: str = "") -> Text:
    """Text as it is, made harmless."""
    return Text(safe(text), style)


def say(out: Console, text: str, style: str = "") -> None:
    """A paragraph: wrapped for a reader, left in whole lines for a pipe."""
    for line in safe(text).split("\n"):
        if out.is_terminal:
            _wrapped(out, line, style)
        else:
            out.print(Text(line, style), soft_wrap=True)


def _wrapped(out: Console, line: str, style: str) -> None:
    """One line; what does not fit goes on below, a little further in."""
    words = line.lstrip(" ")
    indent = min(len(line) - len(words), out.width // 2)
    hang = HANG if cell_len(line) > out.width else 0
    for number, part in enumerate(Text(words, style).wrap(out, max(1, out.width - indent - hang))):
        out.print(Text(" " * (indent + hang if number else indent)).append_text(part), soft_wrap=True)


def heading(out: Console, title: str) -> None:
    """A line across the page with a title in it."""
    out.rule(plain(f" {title} ", "bold"), style="dim")


def points(out: Console, sentences: Iterable[str]) -> None:
    """Sentences, one a line."""
    for sentence in sentences:
        say(out, f"· {sentence}")


def table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> Table:
    """A light table; numbers stand to the right."""
    rows = [tuple(row) for row in rows]
    made = Table(box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    for at, column in enumerate(columns):
        numbers = all(isinstance(row[at], int | float) for row in rows)
        made.add_column(plain(column), justify="right" if numbers else "left", overflow="fold")
    for row in rows:
        made.add_row(*(plain(str(cell)) for cell in row))
    return made


def as_json(value: Any) -> str:
    """JSON for other programs; ASCII, so that it is harmless on a screen as well."""
    return json.dumps(msgspec.to_builtins(value, str_keys=True), indent=2)


# -- matches -----------------------------------------------------------------------------------------------


def told(game: AnyGame, events: Iterable[Event], view: Any) -> list[str]:
    """What happened, as far as the view's seat may know, in sentences."""
    return [game.words.tell(event, view) for event in seen(events, view.seat)]


def listed(items: Sequence[object]) -> str:
    """`1, 2 and 3`."""
    *most, last = (str(item) for item in items)
    return f"{', '.join(most)} and {last}" if most else last


def player(match: AnyMatch, seat: Seat) -> str:
    """`Player 2`, and who that is when the name tells more."""
    name = match.players[seat - 1]
    return name if name == f"Player {seat}" else f"Player {seat} ({name})"


def verdict(match: AnyMatch, outcome: Outcome) -> str:
    """Who won and why, as one sentence."""
    winners = [player(match, seat) for seat in outcome.winners]
    won = {0: "Nobody wins"}.get(
        len(winners)
    ) or f"{listed(winners)} {'wins' if len(winners) == 1 else 'share the win'}"
    return f"{won} ({outcome.reason.replace('_', ' ')})."


def ending(out: Console, match: AnyMatch, outcome: Outcome) -> None:
    """The verdict and the ranking; players of equal rank share a place."""
    say(out, verdict(match, outcome), "bold")
    rows: list[tuple[object, ...]] = []
    place = 1
    for group in outcome.ranking:
        for seat in group:
            score = outcome.scores[seat - 1] if outcome.scores else "-"
            rows.append((place, player(match, seat), score))
        place += len(group)
    out.print(table(("place", "player", "score"), rows))
