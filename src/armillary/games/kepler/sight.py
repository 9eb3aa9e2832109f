"""Who may know what in Kepler's Horizon: everybody knows everything but unrevealed orders (KH-5.2)."""

from __future__ import annotations

from armillary.core.dice import Dice, FastDice
from armillary.core.options import Choice, Options, Remove, Slot, Template
from armillary.core.values import Seat, Violation, refusals
from armillary.games.kepler import rules
from armillary.games.kepler.map.tables import tables_of
from armillary.games.kepler.model import Conflict, FleetOrder, Orders, Preview, PublicSetup, State, View
from armillary.games.kepler.rules import ends


def view(state: State, seat: Seat | None) -> View:
    """The whole position, with what follows from it."""
    tables = tables_of(state.setup)
    opened, closed = tables.changes(state.turn)
    return View(
        seat=seat,
        setup=PublicSetup(state.setup, ends.needed(state.setup), tables.extent, tables.spacing),
        turn=state.turn,
        fleets=state.fleets,
        lost=state.lost,
        end_reason=state.end_reason,
        opened=opened,
        closed=closed,
        control=ends.control(state.fleets),
        scores=ends.scores(state.fleets),
    )


def options(state: State, seat: Seat, draft: Orders | None = None) -> Options[Orders]:
    """For every fleet that may be ordered: where it can go, and hold.

    An order for every fleet stays one, since a fleet without an order holds: lines can be added where some are
    missing, and taken out there.
    """
    order = draft if draft and not rules.check(state, seat, draft) else rules.default_order(state, seat)
    moves = tables_of(state.setup).moves(state.turn)
    free = {fleet.id: fleet.region for fleet in state.fleets[seat - 1] if fleet.journey is None}
    slots: list[Slot] = [
        Choice(("orders", i, "to"), (None, *moves[free.pop(given.fleet)])) for i, given in enumerate(order.orders)
    ]
    if free:
        left = tuple(FleetOrder(fleet, to) for fleet, region in free.items() for to in (None, *moves[region]))
        slots += [Remove(("orders", i)) for i in range(len(order.orders))]
        slots.append(Choice(("orders", len(order.orders)), left))
    return Options((Template(order, tuple(slots)),))


def preview(state: State, seat: Seat, order: Orders) -> Preview:
    """The turn with these orders if everybody else held; what would be refused is left out."""
    violations = rules.check(state, seat, order)
    orders = {other: rules.default_order(state, other) for other in rules.to_act(state)}
    if seat in orders:
        orders[seat] = _allowed(order, refusals(violations))
    step = rules.resolve(state, orders, FastDice(0))
    occupancy: dict[str, tuple[str, ...]] = {}
    for own in step.state.fleets:
        for fleet in own:
            occupancy[fleet.region] = (*occupancy.get(fleet.region, ()), fleet.id)
    return Preview(
        violations=violations,
        occupancy=occupancy,
        conflicts=tuple(event.region for event in step.events if isinstance(event, Conflict)),
        scores=ends.scores(step.state.fleets),
    )


def _allowed(order: Orders, refused: tuple[Violation, ...]) -> Orders:
    """The orders without those that are refused, which may be single ones or all of them."""
    paths = {violation.path[:2] for violation in refused}
    if ("orders",) in paths:
        return Orders(())
    return Orders(tuple(given for i, given in enumerate(order.orders) if ("orders", i) not in paths))


def sample_world(view: View, dice: Dice) -> State:
    """The one state there is."""
    return State(view.setup.match, view.turn, view.fleets, view.lost, view.end_reason)
