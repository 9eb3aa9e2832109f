"""What rule pages show of a match: what players type, as at a prompt, and what is told after it.

Player 1> play 3
Player 2> play 1
Player 1 played 3 and Player 2 played 1.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from armillary.core.match import AnyMatch

_BLOCK = re.compile(r"^```text\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_TYPED = re.compile(r"Player (\d+)> (.+)")


def transcripts(page: str) -> list[str]:
    """The blocks of a page in which somebody types."""
    return [block for block in _BLOCK.findall(page) if _TYPED.search(block)]


def replayed(block: str, match: AnyMatch) -> AnyMatch:
    """The match after what is typed in a block; what the block says is told must be what is told."""
    for typed, told in _parts(block):
        heard: list[str] = []
        for seat, text in typed:
            view = match.table(seat).view
            match = match.submit(seat, match.game.words.parse_order(text, view))
            heard += [
                match.game.words.tell(event, match.table(None).view) for step in match.recent for event in step.events
            ]
        assert " ".join(told.split()) == " ".join(" ".join(heard).split())
    return match


def _parts(block: str) -> Iterator[tuple[list[tuple[int, str]], str]]:
    """Orders that follow each other, and the text after them."""
    typed: list[tuple[int, str]] = []
    told: list[str] = []
    for line in block.splitlines():
        found = _TYPED.fullmatch(line)
        if found is None:
            told.append(line)
            continue
        if told:
            yield typed, " ".join(told)
            typed, told = [], []
        typed.append((int(found[1]), found[2]))
    yield typed, " ".join(told)
