"""The working copy a turn is played on: private tables that the stages of `rules.TURN` change one after the other."""

from __future__ import annotations

from collections.abc import Mapping

from armillary.core import values
from armillary.core.values import Seat
from armillary.games.kepler.chart import chart_of
from armillary.games.kepler.model import EndReason, Fleet, Fleets, Orders, State


class Turn:
    """Where every fleet is while a turn is resolved, and what has happened so far."""

    __slots__ = (
        "at",
        "came_from",
        "chart",
        "end_reason",
        "events",
        "fleets",
        "lost",
        "number",
        "orders",
        "owner",
        "removed",
        "sent",
        "setup",
        "state",
        "verdicts",
    )

    def __init__(self, state: State, orders: Mapping[Seat, Orders]) -> None:
        self.state = state
        self.setup = state.setup
        self.chart = chart_of(state.setup)
        self.number = state.turn
        self.orders = [(seat, orders[seat].orders) for seat in sorted(orders)]
        self.fleets: Fleets = state.fleets
        self.at: dict[str, str] = {}
        self.owner: dict[str, Seat] = {}
        for seat, own in enumerate(state.fleets, start=1):
            for fleet in own:
                self.at[fleet.id] = fleet.region
                self.owner[fleet.id] = seat
        self.came_from: dict[str, str] = {}
        """The origins of the fleets that have moved in this turn."""
        self.sent: dict[str, Fleet] = {}
        """The fleets that are bound to a move in a later turn."""
        self.removed: dict[str, str] = {}
        """The fleets that are lost, and where."""
        self.verdicts: dict[str, tuple[str, str]] = {}
        """What became of an order, and by which rule; nothing said: the fleet held."""
        self.lost = state.lost
        self.end_reason: EndReason | None = None
        self.events: list[values.Event] = []

    def contested(self) -> set[str]:
        """The regions with fleets of more than one player (KH-7)."""
        owners: dict[str, Seat] = {}
        found = set()
        owner = self.owner
        for fleet, region in self.at.items():
            seat = owner[fleet]
            if owners.setdefault(region, seat) != seat:
                found.add(region)
        return found
