"""Variable transit costs: a move over a link of cost k takes effect in the k-th Movement Phase (KH-11.1)."""

from __future__ import annotations

from armillary.games.kepler.model import Link, Setup


def extra_turns(setup: Setup) -> dict[Link, int]:
    """How many turns later than usual a move takes effect, by link and direction; nothing while switched off."""
    if not setup.extensions.transit_costs:
        return {}
    later = {}
    for one, other, cost in setup.map.costs:
        later[one, other] = later[other, one] = cost - 1
    return later
