"""What holds in every position and for every plan."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from armillary.core import codec
from armillary.core.dice import FastDice
from armillary.core.errors import OrderRefused
from armillary.core.match import AnyMatch, Match
from armillary.core.values import refusals
from armillary.games.orbit import hints, rules, sight
from armillary.games.orbit.game import GAME
from armillary.games.orbit.model import Arrived, Place, Plan, Returned, SectorMapping, Ship, State, Vented
from armillary.games.orbit.rules.space import mapped
from tests.games.orbit.strategies import PLANS, positions, turned

NUMBERS = st.integers(0, 10**6)


def after(state: State, plan: Plan) -> State:
    return rules.resolve(state, {state.active: plan}, FastDice(0)).state


def ship_of(state: State, seat: int) -> Ship:
    ship = state.ships[seat - 1]
    assert ship is not None
    return ship


@given(positions(), NUMBERS)
@settings(max_examples=60)
def test_reactor_and_allocations_make_the_capacity_and_all_stays_in_bounds(state: State, number: int) -> None:
    plan = hints.random_order(state, state.active, FastDice(number))
    config, following = state.setup.config, after(state, plan)
    assert rules.check_position(following) == ()
    view = sight.view(following, None)
    for ship, free in zip(following.ships, view.reactor, strict=True):
        if ship is not None:
            assert free >= 0
            assert free + sum(ship.energy.values()) == config.reactor
            assert 0 <= ship.mass <= config.most_mass
            assert 1 <= ship.ring <= len(config.rings)
            assert 0 <= ship.sector < config.rings[ship.ring - 1].sectors


@given(positions(), NUMBERS)
@settings(max_examples=60)
def test_the_return_limit_is_never_exceeded(state: State, number: int) -> None:
    plan = hints.random_order(state, state.active, FastDice(number))
    events = rules.resolve(state, {state.active: plan}, FastDice(0)).events
    returned = sum(sum(event.energy.values()) for event in events if isinstance(event, Returned))
    vented = sum(event.amount for event in events if isinstance(event, Vented))
    assert returned + vented <= state.setup.config.return_limit


@given(positions(), NUMBERS, st.integers(1, 5))
@settings(max_examples=60)
def test_turning_the_whole_board_commutes_with_a_turn(state: State, number: int, sixths: int) -> None:
    plan = hints.random_order(state, state.active, FastDice(number))
    assert rules.check(turned(state, sixths), state.active, plan) == ()
    assert after(turned(state, sixths), plan) == turned(after(state, plan), sixths)


@given(positions(), NUMBERS)
@settings(max_examples=60)
def test_a_plan_does_the_same_in_differences_and_in_targets(state: State, number: int) -> None:
    plan = hints.random_order(state, state.active, FastDice(number))
    other = sight.other_form(state, state.active, plan)
    assert (plan.targets is None) != (other.targets is None)
    assert rules.check(state, state.active, other) == ()
    assert after(state, other) == after(state, plan)


@given(positions(), PLANS)
@settings(max_examples=150)
def test_an_illegal_plan_is_refused_with_reasons_and_changes_nothing(state: State, plan: Plan) -> None:
    match: AnyMatch = Match.from_position(GAME, state)
    before = codec.encode(state)
    faults = rules.check(state, state.active, plan)
    assert all(GAME.words.explain(fault) for fault in faults)
    if refused := refusals(faults):
        with pytest.raises(OrderRefused) as caught:
            match.submit(state.active, plan)
        assert caught.value.violations == refused
    else:
        assert rules.check_position(after(state, plan)) == ()
    assert codec.encode(match.state) == before


@given(positions(), PLANS)
@settings(max_examples=100)
@pytest.mark.rule("OS-20")
def test_a_preview_of_any_plan_changes_nothing_and_can_be_told(state: State, plan: Plan) -> None:
    before, view = codec.encode(state), sight.view(state, state.active)
    preview = sight.preview(state, state.active, plan)
    assert codec.encode(preview)
    assert len(GAME.words.forecast(preview, view).splitlines()) >= 4
    assert preview.violations == rules.check(state, state.active, plan)
    assert codec.encode(state) == before


@given(positions(), NUMBERS)
@settings(max_examples=80)
@pytest.mark.rule("OS-20")
def test_a_preview_of_a_legal_plan_is_what_happens(state: State, number: int) -> None:
    seat = state.active
    plan = hints.random_order(state, seat, FastDice(number))
    preview, following = sight.preview(state, seat, plan), after(state, plan)
    if following.ships[seat - 1] is None:
        assert preview.hull == 0
        return
    ship = ship_of(following, seat)
    assert (preview.energy, preview.mass, preview.hull, preview.heat) == (ship.energy, ship.mass, ship.hull, ship.heat)
    assert preview.facing == ship.facing
    has_arrived = rules.to_act(following) == (seat,) and preview.arrival is not None  # two turns in a row (OS-23)
    assert (preview.arrival if has_arrived else preview.after_orbit) == Place(ship.ring, ship.sector)
    assert ship.transfer == (None if has_arrived else preview.arrival)
    for strike in preview.strikes:
        assert following.ships[strike.seat - 1] is None or ship_of(following, strike.seat).hull == strike.hull


@given(positions(), NUMBERS)
@settings(max_examples=40)
def test_a_transfer_is_completed_when_its_owners_turn_begins_and_not_before(state: State, number: int) -> None:
    dice, seat = FastDice(number), state.active
    state = after(state, hints.random_order(state, seat, dice))
    for _ in range(state.setup.seats):
        if not rules.to_act(state) or state.ships[seat - 1] is None:
            return
        ship = ship_of(state, seat)
        if state.active == seat:
            assert ship.transfer is None
            return
        step = rules.resolve(state, {state.active: hints.random_order(state, state.active, dice)}, dice)
        following = step.state
        if ship.transfer and following.ships[seat - 1]:
            here = ship_of(following, seat)
            arrived = any(isinstance(event, Arrived) and event.seat == seat for event in step.events)
            assert arrived == (following.active == seat and bool(rules.to_act(following)))
            assert (here.ring == ship.transfer.ring) == arrived
        state = following


@given(st.integers(1, 5), st.integers(1, 5), st.integers(0, 95))
@pytest.mark.rule("OS-11")
def test_mapped_sectors_exist_and_both_mappings_agree_inward(ring: int, to: int, number: int) -> None:
    floor, edge = GAME.config(), GAME.config(sector_mapping=SectorMapping.PROGRADE_EDGE)
    sector = number % floor.rings[ring - 1].sectors
    assert 0 <= mapped(floor, ring, sector, to) <= mapped(edge, ring, sector, to) < floor.rings[to - 1].sectors
    if to <= ring:
        assert mapped(floor, ring, sector, to) == mapped(edge, ring, sector, to)
