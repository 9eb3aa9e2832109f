"""What makes a position from outside impossible. The rules accept any graph, and fleets anywhere on it."""

from __future__ import annotations

from collections.abc import Iterator

from armillary.core.bounds import number_faults, setting_faults
from armillary.core.values import Path, Violation
from armillary.games.kepler.map.faults import graph_faults, share_faults
from armillary.games.kepler.map.tables import tables_of
from armillary.games.kepler.model import MAX_FLEETS, MAX_SEATS, MAX_TEXT, MAX_TURNS, Fleet, State
from armillary.games.kepler.rules import ends
from armillary.games.kepler.setup import fleet_id

HOMES = ("setup", "map", "homes")

_NUMBERS = {fleet_id(1, number)[1:]: number for number in range(MAX_FLEETS)}
"""The letters of fleet ids (KH-3)."""


def check_position(state: State) -> tuple[Violation, ...]:
    """What makes a position impossible: first sizes and setup, then the fleets, then whether it is over."""
    for part in (_size_faults, _setup_faults, _fleet_faults, _end_faults):
        if faults := tuple(part(state)):
            return faults
    return ()


def _size_faults(state: State) -> Iterator[Violation]:
    setup = state.setup
    # Once a game has begun it needs no homes.
    yield from (fault for fault in setting_faults(setup, ("setup",)) if fault.path != HOMES)
    yield from number_faults(len(setup.map.homes), 0, MAX_SEATS, HOMES, rule="KH-2.2", unit="entries")
    yield from number_faults(setup.seats, 2, MAX_SEATS, ("setup", "seats"), rule="KH-2.1")
    for name, given in (("fleets", len(state.fleets)), ("lost", len(state.lost))):
        if given != setup.seats:
            yield Violation("one_per_seat", "KH-2.1", (name,), {"asked": given, "seats": setup.seats})
    for i, own in enumerate(state.fleets):
        yield from number_faults(len(own), None, MAX_FLEETS, ("fleets", i), rule="KH-3", unit="fleets")


def _setup_faults(state: State) -> Iterator[Violation]:
    setup = state.setup
    yield from graph_faults(setup.map, ("setup", "map"))
    yield from share_faults(setup.map.dominance, ("setup", "map"))
    yield from share_faults(setup.dominance, ("setup",))
    yield from number_faults(state.turn, 1, MAX_TURNS + 1, ("turn",), rule="KH-3")


def _fleet_faults(state: State) -> Iterator[Violation]:
    known = tables_of(state.setup).order
    for i, own in enumerate(state.fleets):
        prefix, last = str(i + 1), -1
        for j, fleet in enumerate(own):
            path: Path = ("fleets", i, j)
            number = _NUMBERS.get(fleet.id.removeprefix(prefix), -1) if fleet.id.startswith(prefix) else -1
            if number <= last:
                yield Violation("bad_fleet_id", "KH-3", (*path, "id"), {"fleet": fleet.id[:MAX_TEXT], "seat": i + 1})
            last = max(last, number)
            if fleet.region not in known:
                yield Violation("no_such_region", "KH-2.2", (*path, "region"), {"region": fleet.region[:MAX_TEXT]})
            elif fleet.journey:
                yield from _journey_faults(state, fleet, (*path, "journey"))


def _journey_faults(state: State, fleet: Fleet, path: Path) -> Iterator[Violation]:
    """A move under way was given in an earlier turn and takes effect in this one or later (KH-11.1, KH-11.2)."""
    assert fleet.journey is not None
    tables = tables_of(state.setup)
    to = fleet.journey.to
    if to not in tables.order or to == fleet.region:
        yield Violation("no_such_region", "KH-11.1", (*path, "to"), {"region": to[:MAX_TEXT]})
        return
    latest = tables.takes_effect(state.turn - 1, fleet.region, to)
    yield from number_faults(fleet.journey.turn, state.turn, latest, (*path, "turn"), rule="KH-11.1")


def _end_faults(state: State) -> Iterator[Violation]:
    """When fleets were lost, and whether the game is over, must fit (KH-8, KH-9.4)."""
    for i, (own, when) in enumerate(zip(state.fleets, state.lost, strict=True)):
        least, most = (0, 0) if own else (1, state.turn - 1)
        yield from number_faults(when, least, most, ("lost", i), rule="KH-9.4")
    if state.end_reason is None:
        if not any(state.fleets):
            yield Violation("nobody_has_fleets", "KH-9.2", ("fleets",))
        yield from number_faults(state.turn, 1, state.setup.max_turns, ("turn",), rule="KH-9.3")
        return
    regions = ends.scores(state.fleets)
    if state.end_reason is not ends.end_reason(state.setup, state.fleets, regions, state.turn - 1):
        yield Violation("not_over", "KH-9.4", ("end_reason",), {"reason": state.end_reason.value})
    elif not ends.first(state, regions):
        yield Violation("nobody_drew", "KH-9.2", ("lost",), {"turn": state.turn - 1})
