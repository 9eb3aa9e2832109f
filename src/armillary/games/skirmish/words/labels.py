"""Labels for what may be played."""

from __future__ import annotations

from armillary.core.options import Options
from armillary.core.prose import labelled
from armillary.games.skirmish.model import Play, View


def label(options: Options[Play], view: View) -> Options[Play]:
    """The cards, by their strength."""
    return labelled(options, lambda order: "Play a card", lambda order, slot: "Card")
