"""The working copy a turn is played on: private tables that the stages of a turn change one after the other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from armillary.core import values
from armillary.core.values import Seat
from armillary.games.kepler.map.tables import tables_of
from armillary.games.kepler.model import MAX_TEXT, EndReason, Fleet, Fleets, Moved, Orders, State, Stayed


class Board:
    """Where every fleet is while a turn is resolved, and what has happened so far."""

    __slots__ = (
        "at",
        "bound",
        "came_from",
        "end_reason",
        "events",
        "fleets",
        "lost",
        "number",
        "orders",
        "owner",
        "removed",
        "setup",
        "tables",
        "verdicts",
    )

    def __init__(self, state: State, orders: Mapping[Seat, Orders]) -> None:
        self.setup = state.setup
        self.tables = tables_of(state.setup)
        self.number = state.turn
        self.orders = [(seat, orders[seat].orders) for seat in sorted(orders)]
        self.fleets: Fleets = state.fleets
        self.at = {fleet.id: fleet.region for own in state.fleets for fleet in own}
        self.owner: dict[str, Seat] = {f.id: seat for seat, own in enumerate(state.fleets, start=1) for f in own}
        self.came_from: dict[str, str] = {}
        """The origins of the fleets that have moved in this turn."""
        self.bound: dict[str, Fleet] = {}
        """The fleets that are bound to a move in a later turn."""
        self.removed: dict[str, str] = {}
        """The fleets that are lost, and where."""
        self.verdicts: dict[str, tuple[str, str]] = {}
        """What became of an order, and by which rule; a fleet without an entry moved or held."""
        self.lost = state.lost
        self.end_reason: EndReason | None = None
        self.events: list[values.Event] = []

    def go(self, fleet: str, to: str) -> None:
        """A valid move is made (KH-6.2)."""
        self.came_from[fleet] = self.at[fleet]
        self.at[fleet] = to

    def report_moves(self) -> None:
        """One event for all fleets of a player that took the same way."""
        at, owner = self.at, self.owner
        stacks: dict[tuple[Seat, str, str], list[str]] = defaultdict(list)
        for fleet, origin in self.came_from.items():
            stacks[owner[fleet], origin, at[fleet]].append(fleet)
        self.events += [
            Moved(seat=seat, fleets=tuple(fleets), origin=origin, to=to, rule="KH-6.2")
            for (seat, origin, to), fleets in stacks.items()
        ]

    def stay(self, seat: Seat, fleet: str, to: str, why: str) -> None:
        """An invalid move becomes a hold, and the report says so (KH-6.1)."""
        self.verdicts[fleet] = ("became_hold", "KH-6.1")
        region = self.at[fleet]
        self.events.append(Stayed(seat=seat, fleet=fleet, region=region, to=to[:MAX_TEXT], why=why, rule="KH-6.1"))

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
