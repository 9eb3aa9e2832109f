"""What holds whatever is played: nothing comes from nowhere, nobody fights a friend, no seat is better than another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from armillary.core.dice import FastDice
from armillary.core.match import AnyMatch
from armillary.games.risky_stars import hints, rules, words
from armillary.games.risky_stars.map.tables import tables_of
from armillary.games.risky_stars.model import (
    NOBODY,
    PRICE,
    Bought,
    Buy,
    End,
    Fought,
    Leave,
    Out,
    Produced,
    Retreated,
    State,
    Upgraded,
)
from armillary.games.risky_stars.presets import fixed_map
from armillary.games.risky_stars.rules.board import at_peace, defenders, side, units_of
from armillary.games.risky_stars.rules.economy import upgrade_price
from tests.games.risky_stars.strategies import TurnedTable, crowded_matches, diplomatic_course, played_matches

MATCHES = played_matches() | crowded_matches()
seeds = st.integers(0, 10_000)


def next_step(match: AnyMatch, number: int) -> tuple[Any, Any]:
    """A random order of whoever is to act, and what comes of it."""
    dice = FastDice(number)
    seat = match.state.turn.seat
    order = hints.random_order(match.state, seat, dice)
    return order, rules.resolve(match.state, {seat: order}, dice)


def unfinished(match: AnyMatch) -> bool:
    return match.outcome is None


def resources_told(state: State, events: Iterable[Any]) -> Counter[tuple[int, int]]:
    """By seat and resource, what the events say was gained and spent."""
    told: Counter[tuple[int, int]] = Counter()
    tables = tables_of(state.setup.map)
    for event in events:
        match event:
            case Produced(seat=seat, gained=gained):
                told.update({(seat, kind): amount for kind, amount in enumerate(gained)})
            case Bought(paid=paid):
                for payer, stock in paid.items():
                    told.subtract({(int(payer), kind): amount for kind, amount in enumerate(stock)})
            case Upgraded(seat=seat, body=body, level=level):
                price = upgrade_price(tables, tables.body[body], level - 1)
                told.subtract({(seat, kind): amount for kind, amount in enumerate(price)})
            case Out(seat=seat):
                told.subtract({(seat, kind): amount for kind, amount in enumerate(state.stocks[seat - 1])})
    return told


@settings(max_examples=60, deadline=None)
@given(MATCHES.filter(unfinished), seeds)
def test_every_resource_that_comes_or_goes_is_told(match: AnyMatch, number: int) -> None:
    before = match.state
    _, step = next_step(match, number)
    told = resources_told(before, step.events)
    for seat in match.seats:
        for kind in range(3):
            change = step.state.stocks[seat - 1][kind] - before.stocks[seat - 1][kind]
            assert change == told[seat, kind]


@settings(max_examples=60, deadline=None)
@given(MATCHES.filter(unfinished), seeds)
def test_every_unit_that_comes_or_goes_is_told(match: AnyMatch, number: int) -> None:
    before = match.state
    _, step = next_step(match, number)
    told: Counter[int] = Counter()
    for event in step.events:
        match event:
            case Bought(seat=seat, units=units):
                told[seat] += sum(units.values())
            case Fought(attack_lost=attack_lost, defence_lost=defence_lost):
                for lost in (attack_lost, defence_lost):
                    told.subtract({int(seat): units for seat, units in lost.items()})
            case Retreated(seat=seat, units=units, to=None):
                told[seat] -= units
    seats = len(match.seats)
    was, now = units_of(before.places, seats), units_of(step.state.places, seats)
    assert [now[seat] - was[seat] for seat in match.seats] == [told[seat] for seat in match.seats]


@settings(max_examples=60, deadline=None)
@given(MATCHES.filter(unfinished), seeds)
def test_what_is_paid_is_the_price(match: AnyMatch, number: int) -> None:
    _, step = next_step(match, number)
    for event in step.events:
        if isinstance(event, Bought):
            units = sum(event.units.values())
            paid = tuple(map(sum, zip(*event.paid.values(), strict=True)))
            assert paid == tuple(units * price for price in PRICE)


@pytest.mark.rule("RS-V3")
@settings(max_examples=60, deadline=None)
@given(MATCHES)
def test_possession_always_has_a_unit_behind_it(match: AnyMatch) -> None:
    for place in match.state.places:
        assert (place.possessor != NOBODY) == (place.units > 0)
        assert place.possessor or not (place.guests or place.attackers)
    assert rules.check_position(match.state) == ()


@pytest.mark.rule("RS-D1")
@settings(max_examples=30, deadline=None)
@given(seeds)
def test_diplomacy_reaches_only_positions_that_are_possible_and_can_be_written_down(number: int) -> None:
    different = {state.alliances: state for state in diplomatic_course(FastDice(number))}
    for state in different.values():
        assert rules.check_position(state) == ()
        assert words.parse_state(words.format_state(state)) == state


@pytest.mark.rule("RS-C4")
@settings(max_examples=60, deadline=None)
@given(MATCHES.filter(unfinished), seeds)
def test_a_round_that_closes_leaves_no_combat_open(match: AnyMatch, number: int) -> None:
    state, dice = match.state, FastDice(number)
    while rules.to_act(state) and state.round == match.state.round:
        state = rules.resolve(state, {state.turn.seat: End()}, dice).state
    assert not any(place.attackers or place.reinforcements for place in state.places)
    assert rules.check_position(state) == ()


@pytest.mark.rule("RS-R1")
def test_every_seat_moves_first_about_equally_often() -> None:
    dice = FastDice(5)
    first = Counter(rules.start(fixed_map(4), 4, dice).state.turn.seat for _ in range(400))
    assert all(70 <= first[seat] <= 130 for seat in range(1, 5))


@pytest.mark.rule("RS-D2")
@settings(max_examples=80, deadline=None)
@given(MATCHES.filter(unfinished), seeds)
def test_allies_never_fight_and_nobody_attacks_under_a_truce(match: AnyMatch, number: int) -> None:
    """Under a truce one may still come to defend, and then meets the attackers when the combat is fought out."""
    before = match.state
    _, step = next_step(match, number)
    tables = tables_of(before.setup.map)
    for event in step.events:
        if isinstance(event, Fought):
            place = before.places[tables.place[event.place]]
            for attacker in event.attackers:
                friends = side(before, attacker)
                assert not any(army.owner in friends for army in defenders(place))
                assert event.rule == "RS-C4" or not any(at_peace(before, attacker, a.owner) for a in defenders(place))


@pytest.mark.rule("RS-M4")
@settings(max_examples=80, deadline=None)
@given(MATCHES.filter(unfinished), seeds)
def test_the_next_seat_fares_as_this_one_did(match: AnyMatch, number: int) -> None:
    """Ties that seat or map order decides are left out: shared payments, and where armies part."""
    state = match.state
    order = hints.random_order(state, state.turn.seat, FastDice(number))
    pooled = isinstance(order, Buy) and state.allotments[state.turn.seat - 1] is not None
    if order == rules.default_order(state, state.turn.seat) or isinstance(order, Leave) or pooled:
        return
    table = TurnedTable(state)
    here = rules.resolve(state, {state.turn.seat: order}, FastDice(number)).state
    if here.turn.seat != state.turn.seat:
        return
    turned, turned_order = table.state(state), table.order(order)
    assert rules.check(turned, turned.turn.seat, turned_order) == ()
    there = rules.resolve(turned, {turned.turn.seat: turned_order}, FastDice(number)).state
    assert replace(there, alliances=tuple(sorted(there.alliances))) == table.state(here)


@pytest.mark.rule("RS-M4")
@pytest.mark.parametrize("seats", range(2, 7))
def test_the_opening_is_the_same_for_every_seat(seats: int) -> None:
    state = rules.start(fixed_map(seats), seats, FastDice(0)).state
    assert replace(TurnedTable(state).state(state), turn=state.turn, turn_order=state.turn_order) == state
