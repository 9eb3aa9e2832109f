"""Text laid out for a width. Nothing is ever cut: what does not fit on a line goes on below it."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

FIRM = "\N{NO-BREAK SPACE}"
"""Ties words together that belong on one line."""


def filled(text: str, width: int, indent: int = 0, hang: int = 2) -> list[str]:
    """A paragraph in lines of this width; those after the first hang by so many columns more."""
    tied = text.replace("Player ", f"Player{FIRM}")
    first, later = " " * indent, " " * (indent + hang)
    lines = wrap(tied, width, initial_indent=first, subsequent_indent=later, break_on_hyphens=False)
    return [line.replace(FIRM, " ") for line in lines]


def aligned(rows: Sequence[Sequence[str]], sides: str, gap: int = 1) -> list[str]:
    """Rows in columns, each column `<` left or `>` right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    cells = ([f"{cell:{side}{wide}}" for cell, side, wide in zip(row, sides, widths, strict=True)] for row in rows)
    return [(" " * gap).join(row).rstrip() for row in cells]


def table(rows: Sequence[Sequence[str]], sides: str, width: int, gap: int = 1) -> list[str]:
    """A table whose first row is its heading; where it is too wide, a paragraph for each of its rows.

    >>> table([("", "hull", "heat"), ("Ada", "10", "2"), ("Bob", "lost", "")], "<>>", 14)
    ['    hull heat', 'Ada   10    2', 'Bob lost']
    >>> table([("", "hull", "heat"), ("Ada", "10", "2"), ("Bob", "lost", "")], "<>>", 12)
    ['Ada:', '  hull 10,', '  heat 2', 'Bob: lost']
    """
    lines = aligned(rows, sides, gap)
    if max(map(len, lines)) <= width:
        return lines
    (corner, *heads), *below = rows
    lines = filled(corner, width)
    for name, *cells in below:
        parts = [f"{head} {cell}".replace(" ", FIRM) for head, cell in zip(heads, cells, strict=True) if cell]
        lone = [cell for cell in cells if cell]
        lines += filled(f"{name}: {', '.join(parts if len(lone) > 1 else lone)}", width)
    return lines
