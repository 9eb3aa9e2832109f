"""Labels for what may be played, and what planets are called: by their names, or by what they are worth."""

from __future__ import annotations

from collections import Counter

from armillary.core.options import Options
from armillary.core.prose import labelled
from armillary.games.skirmish.model import Planet, Play, View


def label(options: Options[Play], view: View) -> Options[Play]:
    """The cards, by their strength."""
    return labelled(options, lambda order: "Play a card", lambda order, slot: "Card")


def title(planet: Planet) -> str:
    """`Planet 6`, or `a planet of 3 VP`."""
    return planet.name or f"a planet of {planet.victory_points} VP"


def titles(planet_ids: tuple[str, ...], view: View) -> list[str]:
    """What these planets are called."""
    known = view.planets
    return [title(known[planet_id]) for planet_id in planet_ids]


def by_name(view: View) -> dict[str, str]:
    """The ids of all planets by their names, or by their ids where several have one name, or none."""
    known = view.planets
    shared = Counter(planet.name for planet in known.values())
    ids = dict.fromkeys((*view.dealt, *view.stake, *view.undealt))
    return {(known[key].name if shared[known[key].name] == 1 else None) or key: key for key in ids}
