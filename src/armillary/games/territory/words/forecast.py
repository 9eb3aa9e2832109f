"""What an order would do if nobody else moved, in plain text."""

from __future__ import annotations

from armillary.core.prose import counted, player
from armillary.games.territory.model import Preview, View
from armillary.games.territory.words.sentences import WAYS, clean


def forecast(preview: Preview, view: View) -> str:
    """What everybody would read, or what would stand where."""
    if preview.text is not None:
        return f"Everybody would read: {clean(preview.text)}"
    if not preview.marches:
        return "All your units would stay."
    lines = [
        f"{counted(march.units, 'unit')} would march {WAYS[march.direction.upper()]} from ({march.x},{march.y})."
        for march in preview.marches
    ]
    for square in preview.arrivals:
        at = f"({square.x},{square.y})"
        holds = f"{player(square.owner, view)} then holds {at} with {counted(square.units, 'unit')}"
        lines.append(f"If nobody else moves, {holds if square.owner else f'{at} is then empty'}.")
    return "\n".join(lines)
