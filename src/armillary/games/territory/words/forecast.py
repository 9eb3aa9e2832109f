"""What an order would do if nobody else moved, in plain text."""

from __future__ import annotations

from armillary.core.prose import player
from armillary.games.territory.model import Preview, View
from armillary.games.territory.words.sentences import WAYS, clean


def forecast(preview: Preview, view: View) -> str:
    """What would be shown, or what would stand where."""
    if preview.text is not None:
        return f"Everybody would read: {clean(preview.text)}"
    if not preview.marches:
        return "All your units would stay."
    lines = [f"{m.units} would march {WAYS[m.direction.upper()]} from ({m.x},{m.y})." for m in preview.marches]
    for square in preview.arrivals:
        who = f"{player(square.owner, view)} with {square.units}" if square.owner else "nobody"
        lines.append(f"If nobody else moves, ({square.x},{square.y}) then holds {who}.")
    return "\n".join(lines)
