"""What holds in every match of Kepler's Horizon, whatever map and extensions it is played with."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from armillary.core import codec
from armillary.core.dice import FastDice
from armillary.core.match import AnyMatch
from armillary.core.values import Outcome, Seat
from armillary.games.kepler.game import GAME
from armillary.games.kepler.map.tables import tables_of
from armillary.games.kepler.model import Config, ConflictRule, Extensions, Fleet, FleetOrder, Map, Orders, State
from armillary.games.kepler.presets import plain, standard_map
from armillary.games.kepler.rules import ends
from tests.games.kepler.strategies import any_match
from tests.games.kepler.test_map import rotation

modest = settings(max_examples=60)
not_over = any_match().filter(lambda match: match.outcome is None)


def random_orders(state: State, number: int) -> dict[Seat, Orders]:
    dice = FastDice(number)
    return {seat: GAME.hints.random_order(state, seat, dice) for seat in GAME.rules.to_act(state)}


def resolved(state: State, orders: dict[Seat, Orders]) -> State:
    return GAME.rules.resolve(state, orders, FastDice(0)).state


# -- seats and regions are interchangeable -----------------------------------------------------------------


def next_seat(seat: Seat, seats: int) -> Seat:
    return seat % seats + 1


def turned_fleet(fleet: str, seats: int) -> str:
    return f"{next_seat(int(fleet[0]), seats)}{fleet[1:]}"


def turned(state: State, by: dict[str, str]) -> State:
    """The position with everybody one seat on, and everything one sector on."""
    seats = state.setup.seats
    fleets = [tuple(Fleet(turned_fleet(f.id, seats), by[f.region]) for f in own) for own in state.fleets]
    lost = state.lost
    return msgspec.structs.replace(state, fleets=(fleets[-1], *fleets[:-1]), lost=(lost[-1], *lost[:-1]))


def turned_orders(orders: dict[Seat, Orders], by: dict[str, str], seats: int) -> dict[Seat, Orders]:
    return {
        next_seat(seat, seats): Orders(
            tuple(FleetOrder(turned_fleet(o.fleet, seats), by[o.to] if o.to else None) for o in order.orders)
        )
        for seat, order in orders.items()
    }


def turned_outcome(outcome: Outcome | None, seats: int) -> Any:
    if outcome is None:
        return None
    ranking = [sorted(next_seat(seat, seats) for seat in group) for group in outcome.ranking]
    return [next_seat(seat, seats) for seat in outcome.winners], ranking, outcome.reason


@modest
@given(st.integers(2, 8), st.sampled_from(ConflictRule), st.integers(0, 999))
def test_seat_rotation_rotates_the_outcome(seats: int, conflict: ConflictRule, number: int) -> None:
    map_ = plain(standard_map(seats))
    config = Config(map_, max_turns=6, extensions=Extensions(conflict=conflict))
    by = rotation(map_)
    one: State = GAME.rules.start(config, seats, FastDice(0)).state
    other = turned(one, by)
    assert other == one
    for turn in range(20):
        if one.end_reason:
            break
        orders = random_orders(one, number + turn)
        other = resolved(other, turned_orders(orders, by, seats))
        one = resolved(one, orders)
        assert other == turned(one, by)
    outcome = GAME.rules.outcome(other)
    assert outcome is not None
    ranking = [list(group) for group in outcome.ranking]
    assert (list(outcome.winners), ranking, outcome.reason) == turned_outcome(GAME.rules.outcome(one), seats)


def relabelled(state: State, names: dict[str, str]) -> State:
    """The same position on a map whose regions have other ids."""

    def link(ends: tuple[str, str]) -> tuple[str, str]:
        return names[ends[0]], names[ends[1]]

    map_: Map = state.setup.map
    other = msgspec.structs.replace(
        map_,
        regions=tuple(msgspec.structs.replace(region, id=names[region.id]) for region in map_.regions),
        links=tuple(link(ends) for ends in map_.links),
        homes=tuple(tuple(names[home] for home in own) for own in map_.homes),
        costs=tuple((names[one], names[other], cost) for one, other, cost in map_.costs),
        schedule=tuple(
            msgspec.structs.replace(c, opens=tuple(map(link, c.opens)), closes=tuple(map(link, c.closes)))
            for c in map_.schedule
        ),
    )
    fleets = tuple(
        tuple(
            Fleet(
                fleet.id,
                names[fleet.region],
                fleet.journey and msgspec.structs.replace(fleet.journey, to=names[fleet.journey.to]),
            )
            for fleet in own
        )
        for own in state.fleets
    )
    setup = msgspec.structs.replace(state.setup, map=other)
    return msgspec.structs.replace(state, setup=setup, fleets=fleets)


@modest
@given(not_over, st.integers(0, 999), st.data())
def test_relabelling_regions_changes_nothing(match: AnyMatch, number: int, data: st.DataObject) -> None:
    state: State = match.state
    ids = [region.id for region in state.setup.map.regions]
    names = dict(zip(ids, data.draw(st.permutations(ids)), strict=True))
    orders = random_orders(state, number)
    renamed = {
        seat: Orders(tuple(FleetOrder(o.fleet, names[o.to] if o.to else None) for o in order.orders))
        for seat, order in orders.items()
    }
    assert resolved(relabelled(state, names), renamed) == relabelled(resolved(state, orders), names)


# -- fleets ------------------------------------------------------------------------------------------------


@modest
@given(not_over, st.integers(0, 999))
def test_fleets_never_appear_from_nowhere_and_move_one_link_at_most(match: AnyMatch, number: int) -> None:
    state: State = match.state
    after = resolved(state, random_orders(state, number))
    links = {frozenset(link) for link in tables_of(state.setup).links(state.turn)}
    before = {fleet.id: fleet.region for own in state.fleets for fleet in own}
    for seat, own in enumerate(after.fleets, start=1):
        for fleet in own:
            assert fleet.id in {was.id for was in state.fleets[seat - 1]}
            origin = before[fleet.id]
            assert fleet.region == origin or frozenset((origin, fleet.region)) in links


@pytest.mark.rule("KH-7")
@modest
@given(
    not_over.filter(lambda match: match.state.setup.extensions.conflict is not ConflictRule.ATTRITION),
    st.integers(0, 999),
)
def test_after_a_turn_no_region_has_two_owners(match: AnyMatch, number: int) -> None:
    after = resolved(match.state, random_orders(match.state, number))
    owners: dict[str, set[int]] = {}
    for seat, own in enumerate(after.fleets, start=1):
        for fleet in own:
            owners.setdefault(fleet.region, set()).add(seat)
    assert all(len(seats) == 1 for seats in owners.values())
    assert sum(ends.scores(after.fleets)) == len(owners)


@modest
@given(not_over, st.integers(0, 999))
def test_every_fleet_that_is_gone_was_in_a_conflict(match: AnyMatch, number: int) -> None:
    step = GAME.rules.resolve(match.state, random_orders(match.state, number), FastDice(0))
    living = {fleet.id for own in step.state.fleets for fleet in own}
    gone = {fleet.id for own in match.state.fleets for fleet in own} - living
    assert gone == {fleet for event in step.events for fleet in getattr(event, "removed", ())}


@pytest.mark.rule("KH-10")
@modest
@given(not_over, st.integers(0, 999), st.integers(0, 999), st.integers(0, 999))
def test_no_dice_change_anything(match: AnyMatch, number: int, one: int, other: int) -> None:
    orders = random_orders(match.state, number)
    steps = [GAME.rules.resolve(match.state, orders, FastDice(seed)) for seed in (one, other)]
    assert codec.encode(steps[0]) == codec.encode(steps[1])


@pytest.mark.rule("KH-9.3")
@modest
@given(any_match())
def test_every_match_ends_within_its_turns(match: AnyMatch) -> None:
    while match.to_act:
        match = match.expire()
    assert match.state.turn <= match.state.setup.max_turns + 1
    assert match.outcome is not None
    assert len(match.outcome.winners) <= 1


@modest
@given(any_match())
def test_positions_that_play_reaches_are_possible_and_survive_everything(match: AnyMatch) -> None:
    state: State = match.state
    assert GAME.rules.check_position(state) == ()
    assert GAME.words.parse_state(GAME.words.format_state(state)) == state
    assert codec.decode(codec.encode(state), State) == state
