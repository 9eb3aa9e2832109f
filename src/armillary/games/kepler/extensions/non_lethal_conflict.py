"""Non-lethal conflict: movers bounce, or sides wear each other down (KH-11.4).

Each function is a stage that may stand in the place of the base game's; it works on the turn's own tables.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from armillary.games.kepler.model import Bounced

if TYPE_CHECKING:
    from armillary.games.kepler.turn import Turn


def bounce(turn: Turn) -> None:
    """Who moved into a contested region goes back, all regions together, until none is contested by movers."""
    while back := _movers_in_conflict(turn):
        for fleet in back:
            origin, contested = turn.came_from.pop(fleet), turn.at[fleet]
            turn.at[fleet] = origin
            turn.verdicts[fleet] = ("bounced", "KH-11.4")
            turn.events.append(
                Bounced(seat=turn.owner[fleet], fleet=fleet, contested=contested, region=origin, rule="KH-11.4")
            )


def _movers_in_conflict(turn: Turn) -> list[str]:
    contested = turn.contested()
    return [fleet for fleet in turn.came_from if turn.at[fleet] in contested]


def wear_down(sides: list[list[str]]) -> list[str]:
    """Every side loses as many fleets as the second-largest has, highest ids first."""
    second = sorted(len(side) for side in sides)[-2]
    return [fleet for side in sides for fleet in side[max(0, len(side) - second) :]]


Losses = Callable[[list[list[str]]], list[str]]
"""From the fleets of every side in a region, in the order of their ids, those that are removed."""
