"""Text from outside, made harmless before it reaches a screen."""

from __future__ import annotations

import unicodedata

_HARMFUL = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Control, format (which can reverse text), lone surrogate, private, unassigned, unusual line ends."""

REPLACEMENT = "\N{REPLACEMENT CHARACTER}"


def safe(text: str) -> str:
    """The text with every character that could move a cursor, change a colour or reorder a line replaced.

    >>> safe("Mallory\\x1b[2J")
    'Mallory\ufffd[2J'
    """
    if text.isprintable():
        return text
    text = text.replace("\r\n", "\n").expandtabs(4)
    return "".join(char if char == "\n" or unicodedata.category(char) not in _HARMFUL else REPLACEMENT for char in text)


def one_line(text: str, most: int = 500) -> str:
    """The same on one line of limited length: what an error message may have."""
    line = " ".join(safe(text).split())
    return line if len(line) <= most else line[: most - 1] + "…"
