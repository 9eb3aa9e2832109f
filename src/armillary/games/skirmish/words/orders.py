"""Cards as text: `play 7`, or just `7`."""

from __future__ import annotations

from armillary.core.errors import BadNotation
from armillary.games.skirmish.model import Play, View

MAX_DIGITS = 15


def parse_order(text: str, view: View, draft: Play | None = None) -> Play:
    """`play 7`, or just `7`; a card takes the place of the one drafted."""
    number = text.strip().lower().removeprefix("play").strip()
    if not (number.removeprefix("-").isascii() and number.removeprefix("-").isdigit() and len(number) <= MAX_DIGITS):
        raise BadNotation(f"A card is a whole number, for example 'play 7', not {text.strip()[:40]!r}.")
    return Play(int(number))


def format_order(order: Play, view: View) -> str:
    """`play 7`."""
    return f"play {order.card}"


def tell_order(order: Play, view: View) -> str:
    """`play the 7`."""
    return f"play the {order.card}"


def notation() -> str:
    """How cards are typed."""
    return "Type the card to play: '7' or 'play 7'. You may play any ship card in your hand; each can be played once."
