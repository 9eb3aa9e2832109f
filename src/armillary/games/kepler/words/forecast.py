"""What an order would do, in plain text."""

from __future__ import annotations

from collections import Counter
from string import ascii_lowercase

from armillary.core.prose import counted, listed, player
from armillary.games.kepler.model import Preview, View
from armillary.games.kepler.words.sentences import region_name


def forecast(preview: Preview, view: View) -> str:
    """Where everybody would be if everybody else held."""
    lines = ["If everybody else holds:"]
    for region, fleets in preview.occupancy.items():
        counts = Counter(fleet.rstrip(ascii_lowercase) for fleet in fleets)
        stacks = [f"{counted(number, 'fleet')} of {player(int(seat), view)}" for seat, number in counts.items()]
        lines.append(f"  {region_name(region, view)}: {listed(stacks)}")
    lines += [f"  Conflict in {region_name(region, view)}." for region in preview.conflicts]
    scores = [f"{score} by {player(seat, view)}" for seat, score in enumerate(preview.scores, start=1)]
    return "\n".join([*lines, f"Regions controlled: {', '.join(scores)}."])
