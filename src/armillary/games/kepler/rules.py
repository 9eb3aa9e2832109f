"""The rules of Kepler's Horizon, in the rule book's order (docs/rules/kepler.md).

A turn is `TURN`, one stage after the other, on a private working copy of the state; an extension puts another stage
in the place of one of them (`stages`). Nothing is drawn: equal orders give equal turns (KH-10).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from armillary.core.contract import Step
from armillary.core.dice import Dice
from armillary.core.values import Fate, Path, Phase, Seat, Violation
from armillary.games.kepler import ends
from armillary.games.kepler.chart import Chart, chart_of
from armillary.games.kepler.ends import outcome
from armillary.games.kepler.extensions.delayed_movement import sent
from armillary.games.kepler.extensions.dynamic_topology import shift
from armillary.games.kepler.extensions.non_lethal_conflict import Losses, bounce, wear_down
from armillary.games.kepler.maps import MOST_TEXT
from armillary.games.kepler.model import (
    Conflict,
    ConflictRule,
    Departed,
    Eliminated,
    Ended,
    Extensions,
    Fleet,
    FleetOrder,
    Moved,
    Orders,
    State,
    Stayed,
)
from armillary.games.kepler.places import check_position
from armillary.games.kepler.setup import MOST_ORDERS, check_config, start
from armillary.games.kepler.turn import Turn

__all__ = [
    "check",
    "check_config",
    "check_position",
    "default_order",
    "outcome",
    "phase",
    "resolve",
    "start",
    "to_act",
]

Stage: TypeAlias = Callable[[Turn], None]

MOST_NAMED = 26
"""So many of a player's fleets are named in a refusal."""


# -- orders ------------------------------------------------------------------------------------------------


def phase(state: State) -> Phase:
    """Every turn is a round; players only act in its Planning Phase (KH-5.2)."""
    return Phase(state.turn, "planning", str(state.turn))


def to_act(state: State) -> tuple[Seat, ...]:
    """Everybody who has fleets; a seat without owes no orders (KH-5.2)."""
    if state.end_reason:
        return ()
    return tuple([seat for seat, own in enumerate(state.fleets, start=1) if own])


def default_order(state: State, seat: Seat) -> Orders:
    """A missed deadline means: hold (KH-5.2)."""
    return Orders(tuple([FleetOrder(fleet.id) for fleet in state.fleets[seat - 1] if fleet.journey is None]))


def check(state: State, seat: Seat, order: Orders) -> tuple[Violation, ...]:
    """Orders go to own living fleets, one each (KH-5.1); a move without a link is void (KH-6.1)."""
    if len(order.orders) > MOST_ORDERS:
        params = {"asked": len(order.orders), "most": MOST_ORDERS}
        return (Violation("too_many", "KH-5.1", ("orders",), params),)
    return tuple(_order_faults(state, seat, order))


def _order_faults(state: State, seat: Seat, order: Orders) -> Iterator[Violation]:
    own = {fleet.id: fleet for fleet in state.fleets[seat - 1]}
    living = {fleet.id for fleets in state.fleets for fleet in fleets}
    chart = chart_of(state.setup)
    seen: set[str] = set()
    for i, given in enumerate(order.orders):
        path: Path = ("orders", i, "fleet")
        fleet = own.get(given.fleet)
        if fleet is None:
            code = "not_yours" if given.fleet in living else "no_such_fleet"
            yours = list(own)[:MOST_NAMED]
            yield Violation(code, "KH-5.1", path, {"fleet": given.fleet[:MOST_TEXT], "own": yours})
        elif given.fleet in seen:
            yield Violation("ordered_twice", "KH-5.1", path, {"fleet": given.fleet})
        elif fleet.journey:
            params = {"fleet": given.fleet, "to": fleet.journey.to, "turn": fleet.journey.turn}
            yield Violation("under_way", "KH-11.1", path, params)
        elif given.to is not None and (why := invalid(chart, state.turn, fleet.region, given.to)):
            params = {"fleet": given.fleet, "region": fleet.region, "to": given.to[:MOST_TEXT]}
            allowed = list(chart.moves(state.turn)[fleet.region])
            yield Violation(why, "KH-6.1", ("orders", i, "to"), {**params, "allowed": allowed}, "void")
        seen.add(given.fleet)


def invalid(chart: Chart, turn: int, origin: str, to: str) -> str | None:
    """Why a move given in this turn is not valid, or None (KH-6.1)."""
    if to in chart.moves(turn)[origin]:
        return None
    if to not in chart.order:
        return "unknown_region"
    return "already_there" if to == origin else "no_link"


# -- a turn ------------------------------------------------------------------------------------------------


def move(turn: Turn) -> None:
    """All moves are made together, none before another; who swaps along a link passes (KH-6.2)."""
    moves = turn.chart.moves(turn.number)
    at_once = turn.chart.at_once
    for seat, given in turn.orders:
        for order in given:
            to = order.to
            if to is None:
                continue
            if at_once and to in moves[turn.at[order.fleet]]:
                _go(turn, seat, order.fleet, to)
            else:
                _set_out(turn, seat, order.fleet, to)
    if not at_once:
        _go_on(turn)


def _go(turn: Turn, seat: Seat, fleet: str, to: str) -> None:
    origin = turn.at[fleet]
    turn.came_from[fleet] = origin
    turn.at[fleet] = to
    turn.verdicts[fleet] = ("moved", "KH-6.2")
    turn.events.append(Moved(seat=seat, fleet=fleet, origin=origin, to=to, rule="KH-6.2"))


def _stay(turn: Turn, seat: Seat, fleet: str, to: str, why: str) -> None:
    """An invalid move becomes a hold, and the report says so (KH-6.1)."""
    turn.verdicts[fleet] = ("became_hold", "KH-6.1")
    region = turn.at[fleet]
    turn.events.append(Stayed(seat=seat, fleet=fleet, region=region, to=to[:MOST_TEXT], why=why, rule="KH-6.1"))


def _set_out(turn: Turn, seat: Seat, fleet: str, to: str) -> None:
    """A move that is not valid, or that takes effect only later (KH-11.1, KH-11.2)."""
    origin = turn.at[fleet]
    why = invalid(turn.chart, turn.number, origin, to)
    effect = turn.chart.takes_effect(turn.number, origin, to)
    if why == "unknown_region" or why == "already_there" or (why and effect == turn.number):
        _stay(turn, seat, fleet, to, why)
    elif effect == turn.number:
        _go(turn, seat, fleet, to)
    else:
        turn.sent[fleet] = sent(Fleet(fleet, origin), to, effect)
        turn.verdicts[fleet] = ("departed", "KH-11.1")
        turn.events.append(Departed(seat=seat, fleet=fleet, origin=origin, to=to, turn=effect, rule="KH-11.1"))


def _go_on(turn: Turn) -> None:
    """Moves of earlier turns: those that are due are judged and made, the others stay bound (KH-11.2)."""
    ways = turn.chart.ways(turn.number)
    for seat, own in enumerate(turn.fleets, start=1):
        for fleet in own:
            if fleet.journey is None:
                continue
            if fleet.journey.turn > turn.number:
                turn.sent[fleet.id] = fleet
            elif fleet.journey.to in ways[fleet.region]:
                _go(turn, seat, fleet.id, fleet.journey.to)
            else:
                _stay(turn, seat, fleet.id, fleet.journey.to, "no_link")


def everybody(sides: list[list[str]]) -> list[str]:
    """All fleets involved are removed, whatever the numbers (KH-7)."""
    return [fleet for side in sides for fleet in side]


def resolve_conflicts(turn: Turn, losses: Losses = everybody, rule: str = "KH-7") -> None:
    """Where several players' fleets are in one region, fleets are removed (KH-7)."""
    there: dict[str, dict[Seat, list[str]]] = {region: {} for region in turn.contested()}
    if not there:
        return
    for fleet, region in turn.at.items():
        if region in there:
            there[region].setdefault(turn.owner[fleet], []).append(fleet)
    for region in sorted(there, key=turn.chart.order.__getitem__):
        sides = there[region]
        removed = losses(list(sides.values()))
        turn.removed.update(dict.fromkeys(removed, region))
        turn.events.append(Conflict(region=region, seats=tuple(sides), removed=tuple(removed), rule=rule))


def attrition(turn: Turn) -> None:
    """Sides wear each other down instead of being removed whole (KH-11.4)."""
    resolve_conflicts(turn, wear_down, "KH-11.4")


def remove_fleets(turn: Turn) -> None:
    """The End Phase begins with the fleets that are lost (KH-8)."""
    turn.fleets = tuple([tuple([_placed(turn, f) for f in own if f.id not in turn.removed]) for own in turn.fleets])
    gone = [seat for seat, given in turn.orders if not turn.fleets[seat - 1]]
    for seat in gone:
        turn.events.append(Eliminated(seat=seat, rule="KH-8"))
    if gone:
        turn.lost = tuple(turn.number if seat in gone else when for seat, when in enumerate(turn.lost, start=1))


def _placed(turn: Turn, fleet: Fleet) -> Fleet:
    """The fleet where it is now; the same value where nothing has changed."""
    bound = turn.sent.get(fleet.id) if turn.sent else None
    if bound is not None:
        return bound
    region = turn.at[fleet.id]
    return fleet if region == fleet.region and fleet.journey is None else Fleet(fleet.id, region)


def check_victory(turn: Turn) -> None:
    """Is it over? (KH-8, KH-9.4)"""
    turn.end_reason = ends.verdict(turn.setup, turn.fleets, ends.scores(turn.fleets), turn.number)


TURN: tuple[Stage, ...] = (move, resolve_conflicts, remove_fleets, check_victory)  # KH-6.1 … KH-9.4


def stages(extensions: Extensions) -> tuple[Stage, ...]:
    """The turn as it is played with these extensions (KH-11.4)."""
    if extensions.conflict is ConflictRule.BOUNCE:
        return (move, bounce, *TURN[1:])
    if extensions.conflict is ConflictRule.ATTRITION:
        return (move, attrition, *TURN[2:])
    return TURN


def resolve(state: State, orders: Mapping[Seat, Orders], dice: Dice) -> Step[State]:  # noqa: ARG001 (KH-10: no chance)
    """One turn from everybody's orders, revealed together (KH-5.2); the counter increments last (KH-8)."""
    turn = Turn(state, orders)
    for stage in stages(state.setup.extensions):
        stage(turn)
    following = State(state.setup, state.turn + 1, turn.fleets, turn.lost, turn.end_reason)
    if ended := _ended(following):
        turn.events.append(ended)
    elif shifted := shift(state.setup, following.turn):
        turn.events.append(shifted)
    return Step(following, tuple(turn.events), tuple(_fates(turn)))


def _ended(state: State) -> Ended | None:
    """How it ended, for the report (KH-9.4)."""
    if state.end_reason is None:
        return None
    top = ends.first(state, ends.scores(state.fleets))
    winners, drawn = (top, ()) if len(top) == 1 else ((), top)
    return Ended(reason=state.end_reason, winners=winners, drawn=drawn, rule="KH-9.4")


def _fates(turn: Turn) -> Iterator[Fate]:
    """What became of every fleet's order (KH-5.1)."""
    removed, verdicts, at = turn.removed, turn.verdicts, turn.at
    for seat, given in turn.orders:
        if not given:
            yield Fate(seat, ("orders",), "nothing_ordered", "KH-5.1")
        for i, order in enumerate(given):
            fleet = order.fleet
            if fleet in removed:
                verdict, rule = "lost", "KH-7"
            else:
                verdict, rule = verdicts.get(fleet, ("held", "KH-5.1"))
            yield Fate(seat, ("orders", i), verdict, rule, {"fleet": fleet, "region": at[fleet]})
