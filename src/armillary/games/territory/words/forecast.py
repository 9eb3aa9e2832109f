"""What an order would do if nobody else moved, in plain text: first which squares the reader leaves and takes."""

from __future__ import annotations

from armillary.core.prose import counted, listed, player
from armillary.games.territory.model import NEUTRAL, Arrival, Preview, View
from armillary.games.territory.words.sentences import clean


def forecast(preview: Preview, view: View) -> str:
    """What everybody would read; or the squares left and taken, in one line that can stand alone, then the others."""
    if preview.text is not None:
        return f"Everybody would read: {clean(preview.text)}"
    if not preview.marches:
        return "All your units would stay."
    left = [each for each in preview.arrivals if _owner(each, view) == view.seat != each.owner]
    taken = [each for each in preview.arrivals if each.owner == view.seat != _owner(each, view)]
    rest = [each for each in preview.arrivals if each not in left and each not in taken]
    changes = [
        f"{verb} {listed([_square(each, view) for each in squares])}"
        for verb, squares in (("leave", left), ("take", taken))
        if squares
    ]
    first = [f"You {' and '.join(changes)}."] if changes else []
    others = [f"{_stands(each, view)}." for each in rest]
    return "\n".join([*first, *others, "That is if nobody else moves."])


def _owner(arrival: Arrival, view: View) -> int:
    """Whose the square is now."""
    return view.owners[arrival.y * view.setup.config.map_size + arrival.x]


def _square(arrival: Arrival, view: View) -> str:
    """`(4,0), a resource square, with 5 units`."""
    rich = arrival.y * view.setup.config.map_size + arrival.x in view.setup.resources
    units = f" with {counted(arrival.units, 'unit')}" if arrival.owner == view.seat else ""
    return f"the resource square ({arrival.x},{arrival.y}){units}" if rich else f"({arrival.x},{arrival.y}){units}"


def _stands(arrival: Arrival, view: View) -> str:
    """`You have 3 units in (1,0)`, or what an attack would leave of somebody else's."""
    at = f"({arrival.x},{arrival.y})"
    if arrival.owner == view.seat:
        return f"You have {counted(arrival.units, 'unit')} in {at}"
    if arrival.owner == NEUTRAL:
        return f"Nobody is left in {at}"
    return f"{player(arrival.owner, view)} keeps {at} with {counted(arrival.units, 'unit')}"
