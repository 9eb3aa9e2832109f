"""How things look: paragraphs, headings and tables of harmless text. Colour never carries a meaning alone."""

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
from armillary.core.prose import listed
from armillary.core.values import Event, Outcome, Seat
from armillary.terminal.players import PREFIX
from armillary.terminal.text import safe

HANG = 2


class Page(Console):
    """A console that passes a closed pipe on to its caller."""

    def on_broken_pipe(self) -> None:
        """Raise instead of exiting."""
        raise BrokenPipeError


def console(*, stderr: bool = False) -> Console:
    """A console that shows text as it is, without interpreting markup."""
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
    """One line; what does not fit continues below, indented a little further."""
    words = line.lstrip(" ")
    indent = min(len(line) - len(words), out.width // 2)
    hang = HANG if cell_len(line) > out.width else 0
    for number, part in enumerate(Text(words, style).wrap(out, max(1, out.width - indent - hang))):
        out.print(Text(" " * (indent + hang if number else indent)).append_text(part), soft_wrap=True)


def heading(out: Console, title: str) -> None:
    """A line across the page with a title in it."""
    out.rule(plain(f" {title} ", "bold"), style="dim")


def points(out: Console, sentences: Iterable[str]) -> None:
    """Sentences, one per line."""
    for sentence in sentences:
        say(out, f"· {sentence}")


def table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> Table:
    """A light table with numbers aligned to the right."""
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


def news(game: AnyGame, events: Iterable[Event], view: Any) -> list[str]:
    """What happened, as far as the view's seat may know, in sentences."""
    return [game.words.tell(event, view) for event in seen(events, view.seat)]


def player(match: AnyMatch, seat: Seat) -> str:
    """`Player 2`, and who that is when the name says more."""
    name = match.players[seat - 1]
    if name.startswith(PREFIX):
        name = f"{name.removeprefix(PREFIX)} bot"
    return name if name == f"Player {seat}" else f"Player {seat} ({name})"


def verdict(match: AnyMatch, outcome: Outcome) -> str:
    """Who won, and with what score where there are scores."""
    winners = listed([player(match, seat) for seat in outcome.winners])
    scores = {outcome.scores[seat - 1] for seat in outcome.winners} if outcome.scores else set()
    score = f" with a score of {scores.pop()}" if len(scores) == 1 else ""
    if not winners:
        return "nobody wins"
    return f"{winners} wins{score}" if len(outcome.winners) == 1 else f"{winners} share the win{score}"


def reason(name: str) -> str:
    """How a match ended, from the outcome's named reason; a game's own reasons are words already."""
    return {"resignation": "all others resigned", "agreed_draw": "all players agreed to a draw"}.get(
        name, name.replace("_", " ")
    )


def ending(out: Console, match: AnyMatch, outcome: Outcome) -> None:
    """Who won and how it ended, then the ranking; players of equal rank share a place."""
    won = verdict(match, outcome)
    say(out, f"{won[0].upper()}{won[1:]}. How it ended: {reason(outcome.reason)}.", "bold")
    rows: list[tuple[object, ...]] = []
    place = 1
    for group in outcome.ranking:
        for seat in group:
            score = outcome.scores[seat - 1] if outcome.scores else "-"
            rows.append((place, player(match, seat), score))
        place += len(group)
    out.print(table(("place", "player", "score"), rows))
