"""What holds in every match of Territory."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from armillary.core.dice import FastDice
from armillary.core.match import AnyMatch, Match
from armillary.core.seeds import seed_from
from armillary.core.values import Seat
from armillary.games.territory import rules
from armillary.games.territory.game import GAME
from armillary.games.territory.model import Command, Commands, Counted, Fought, Order, Produced, State
from armillary.games.territory.rules.ends import tally
from tests.games.territory.strategies import any_match, any_match_not_over, random_orders, resolved

modest = settings(max_examples=60)
Place = Callable[[int, int, int], tuple[int, int]]
SYMMETRIES: dict[str, tuple[Place, dict[str, str]]] = {
    "quarter turn": (lambda x, y, n: (n - 1 - y, x), {"U": "R", "R": "D", "D": "L", "L": "U"}),
    "mirror": (lambda x, y, n: (n - 1 - x, y), {"U": "U", "D": "D", "L": "R", "R": "L"}),
}


@modest
@given(any_match_not_over, st.integers(0, 999))
def test_units_are_conserved_but_for_fights_and_production(match: AnyMatch, number: int) -> None:
    step = rules.resolve(match.state, random_orders(match.state, number), FastDice(0))
    made = sum(sum(event.units) for event in step.events if isinstance(event, Produced))
    lost = sum(
        sum(units for _, units in event.forces) - event.left for event in step.events if isinstance(event, Fought)
    )
    assert sum(step.state.units) == sum(match.state.units) + made - lost


@modest
@given(any_match)
def test_units_stand_only_where_there_is_an_owner(match: AnyMatch) -> None:
    pairs = zip(match.state.owners, match.state.units, strict=True)
    assert all((owner == 0) == (units == 0) for owner, units in pairs)
    assert rules.check_position(match.state) == ()


@modest
@given(any_match_not_over, st.integers(0, 999))
def test_the_count_of_a_round_is_what_stands_on_the_map(match: AnyMatch, number: int) -> None:
    step = rules.resolve(match.state, random_orders(match.state, number), FastDice(0))
    (counted,) = (event for event in step.events if isinstance(event, Counted))
    assert (counted.squares, counted.units) == tally(step.state)


@modest
@given(any_match_not_over, st.integers(0, 999))
def test_exchanged_seats_exchange_the_result(match: AnyMatch, number: int) -> None:
    state: State = match.state
    orders = random_orders(state, number)
    seats = range(1, state.setup.seats + 1)
    turned = dict(zip(seats, [*seats[1:], seats[0]], strict=True)) | {0: 0}
    swapped = msgspec.structs.replace(state, owners=tuple(turned[owner] for owner in state.owners))
    after = resolved(swapped, {turned[seat]: order for seat, order in orders.items()})
    expected = resolved(state, orders)
    assert after.owners == tuple(turned[owner] for owner in expected.owners)
    assert after.units == expected.units


@modest
@given(any_match_not_over, st.integers(0, 999), st.sampled_from(sorted(SYMMETRIES)))
def test_turning_or_mirroring_the_map_turns_or_mirrors_the_result(match: AnyMatch, number: int, name: str) -> None:
    place, ways = SYMMETRIES[name]
    size: int = match.state.setup.config.map_size

    def moved_square(square: int) -> int:
        y, x = divmod(square, size)
        new_x, new_y = place(x, y, size)
        return new_y * size + new_x

    def moved_grid(cells: tuple[int, ...]) -> tuple[int, ...]:
        grid = [0] * len(cells)
        for square, cell in enumerate(cells):
            grid[moved_square(square)] = cell
        return tuple(grid)

    def moved_state(state: State) -> State:
        resources = tuple(sorted(moved_square(square) for square in state.setup.resources))
        setup = msgspec.structs.replace(state.setup, resources=resources)
        return msgspec.structs.replace(
            state, setup=setup, owners=moved_grid(state.owners), units=moved_grid(state.units)
        )

    def moved_order(order: Order) -> Order:
        assert isinstance(order, Commands)
        commands = []
        for command in order.commands:
            assert isinstance(command, Command)
            x, y = place(command.x, command.y, size)
            commands.append(Command(x, y, ways[command.direction], command.units))  # type: ignore[arg-type]
        return Commands(tuple(commands))

    orders = random_orders(match.state, number)
    moved_orders = {seat: moved_order(order) for seat, order in orders.items()}
    assert resolved(moved_state(match.state), moved_orders) == moved_state(resolved(match.state, orders))


@modest
@given(any_match_not_over, st.integers(0, 999))
def test_the_order_in_which_players_command_never_matters(match: AnyMatch, number: int) -> None:
    orders = random_orders(match.state, number)
    assert resolved(match.state, orders) == resolved(match.state, dict(reversed(orders.items())))


@modest
@given(any_match_not_over, st.integers(0, 999))
def test_lines_and_data_are_the_same_to_the_rules(match: AnyMatch, number: int) -> None:
    orders = random_orders(match.state, number)
    lines: dict[Seat, Order] = {
        seat: Commands(tuple(f" {c.x},{c.y} ,{c.direction.lower()},{c.units}" for c in order.commands))  # type: ignore[union-attr]
        for seat, order in orders.items()
    }
    assert resolved(match.state, lines) == resolved(match.state, orders)
    for seat, order in lines.items():
        assert rules.check(match.state, seat, order) == ()


@pytest.mark.rule("TR-14")
def test_every_phase_gets_an_equal_part_of_the_round() -> None:
    match: AnyMatch = Match.begin(GAME, seats=3, seed=seed_from("time"))
    phases = []
    for _ in range(4):
        phases.append(rules.phase(match.state))
        match = match.expire()
    assert [phase.part for phase in phases] == [(1, 3)] * 4
    assert [phase.round for phase in phases] == [1, 1, 1, 2]
    assert len({phase.key for phase in phases}) == 4
