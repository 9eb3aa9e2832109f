"""Labels for what may be played."""

from __future__ import annotations

from msgspec.structs import replace

from armillary.core.options import Choice, Options
from armillary.games.skirmish.model import Play, View


def label(options: Options[Play], view: View) -> Options[Play]:  # noqa: ARG001 (a card needs no context)
    """One template with one slot: the cards, by their strength."""
    (template,) = options.templates
    (slot,) = template.slots
    assert isinstance(slot, Choice)
    cards = replace(slot, label="Card", labels=tuple(map(str, slot.values)))
    return Options((replace(template, label="Play a card", slots=(cards,)),))
