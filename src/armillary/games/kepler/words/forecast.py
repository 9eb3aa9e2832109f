"""What orders would do if everybody else held, in plain text: what changes, and first what it means for the reader."""

from __future__ import annotations

from string import ascii_lowercase

from armillary.core.prose import counted, listed, player
from armillary.core.values import Seat
from armillary.games.kepler.model import Preview, View
from armillary.games.kepler.words.sentences import region_name


def forecast(preview: Preview, view: View) -> str:
    """The regions lost and gained, in one line that can stand alone; then conflicts, and what changes for others."""
    seats = range(1, len(view.fleets) + 1)
    others = [
        f"{_standing(seat, preview, view)}." for seat in seats if seat != view.seat and _changes(seat, preview, view)
    ]
    own = [_own(view.seat, preview, view)] if view.seat else []
    return "\n".join([*own, *_conflicts(preview, view), *others, "That is if everybody else holds."])


def _own(seat: Seat, preview: Preview, view: View) -> str:
    """`You lose Lyra. You hold 5 regions.`"""
    changes = _changes(seat, preview, view)
    return f"{f'You {changes}. ' if changes else ''}You hold {counted(preview.scores[seat - 1], 'region')}."


def _standing(seat: Seat, preview: Preview, view: View) -> str:
    """`Player 2 loses Okab and holds 3 regions`."""
    held = counted(preview.scores[seat - 1], "region")
    return f"{player(seat, view)} {_changes(seat, preview, view)} and holds {held}"


def _changes(seat: Seat, preview: Preview, view: View) -> str:
    """`lose Lyra and gain Okab`, as said to the reader, or of somebody else; nothing where all stays as it is."""
    now = [region for region, owner in view.control.items() if owner == seat]
    then = [region for region, fleets in preview.occupancy.items() if {_owner(fleet) for fleet in fleets} == {seat}]
    ending = "" if seat == view.seat else "s"
    changes = (
        (f"lose{ending}", [region for region in now if region not in then]),
        (f"gain{ending}", [region for region in then if region not in now]),
    )
    return " and ".join(
        f"{verb} {listed([region_name(region, view) for region in regions])}" for verb, regions in changes if regions
    )


def _conflicts(preview: Preview, view: View) -> list[str]:
    """`Fleets meet in Lyra: you lose 2 fleets and Player 2 loses 1 fleet.`"""
    if not preview.conflicts:
        return []
    left = [_owner(fleet) for fleets in preview.occupancy.values() for fleet in fleets]
    losses = [(seat, len(own) - left.count(seat)) for seat, own in enumerate(view.fleets, start=1)]
    lost = [
        f"{'you lose' if seat == view.seat else f'{player(seat, view)} loses'} {counted(loss, 'fleet')}"
        for seat, loss in losses
        if loss
    ]
    where = listed([region_name(region, view) for region in preview.conflicts])
    return [f"Fleets meet in {where}{': ' if lost else ''}{listed(lost)}."]


def _owner(fleet: str) -> Seat:
    return int(fleet.rstrip(ascii_lowercase))
