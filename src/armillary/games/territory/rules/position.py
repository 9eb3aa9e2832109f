"""What makes a position from outside impossible: `resolve` trusts one that passes."""

from __future__ import annotations

from collections.abc import Iterator

from armillary.core.bounds import number_faults
from armillary.core.values import Violation
from armillary.games.territory.model import NO_PLAN, State
from armillary.games.territory.rules.ends import end_reason, living, tally
from armillary.games.territory.rules.orders import declared, is_unicode
from armillary.games.territory.setup import config_faults, seat_faults

MAX_UNITS = 10**12


def check_position(state: State) -> tuple[Violation, ...]:
    """What makes a given position impossible."""
    config = state.setup.config
    faults = (*config_faults(config, ("setup", "config")), *seat_faults(config, state.setup.seats, ("setup", "seats")))
    return faults or tuple(_grid_faults(state)) or tuple(_course_faults(state))


def _grid_faults(state: State) -> Iterator[Violation]:
    """One owner and one number per square: units where there is an owner, none where there is not."""
    squares = state.setup.config.map_size**2
    for name, given in (("owners", len(state.owners)), ("units", len(state.units))):
        if given != squares:
            yield Violation("one_per_square", "TR-1", (name,), {"asked": given, "squares": squares})
    resources = state.setup.resources
    if any(not 0 <= square < squares for square in resources) or list(resources) != sorted(set(resources)):
        yield Violation("not_squares", "TR-2", ("setup", "resources"))
    for square, (owner, units) in enumerate(zip(state.owners, state.units, strict=False)):
        if not 0 <= owner <= state.setup.seats:
            yield Violation("no_such_seat", "TR-9", ("owners", square), {"asked": str(owner)})
        elif not (0 < units <= MAX_UNITS if owner else units == 0):
            yield Violation("units_without_owner", "TR-9", ("units", square), {"asked": str(units), "most": MAX_UNITS})


def _course_faults(state: State) -> Iterator[Violation]:
    """The round, the phase, the declarations so far and the end agree with each other."""
    config = state.setup.config
    yield from number_faults(state.phase, 0, config.declaration_count, ("phase",), rule="TR-3")
    _, units = tally(state)
    over = end_reason(units, state.round - 1, config.max_rounds) if state.phase == 0 and state.round > 1 else None
    yield from number_faults(state.round, 1, config.max_rounds + (over is not None), ("round",), rule="TR-11")
    if state.ended != over or (not state.ended and not any(units)):
        yield Violation("end_does_not_fit", "TR-11", ("ended",), {"asked": state.ended, "units": list(units)})
    if len(state.plans) != state.phase:
        yield Violation("one_per_phase", "TR-3", ("plans",), {"asked": len(state.plans), "phases": state.phase})
    yield from _plan_faults(state)


def _plan_faults(state: State) -> Iterator[Violation]:
    most, seats, alive = state.setup.config.max_plan_length, state.setup.seats, living(state)
    for number, texts in enumerate(state.plans):
        if len(texts) != seats:
            yield Violation("one_per_seat", "TR-3", ("plans", number), {"asked": len(texts), "seats": seats})
            continue
        for seat, text in enumerate(texts, start=1):
            path = ("plans", number, seat - 1)
            if (text is not None) != (seat in alive):
                yield Violation("one_per_living_seat", "TR-12", path, {"seat": seat})
            elif text not in (None, NO_PLAN) and not (declared(state, text) == text and is_unicode(text)):
                yield Violation("not_as_declared", "TR-4", path, {"most": most})
