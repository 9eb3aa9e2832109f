"""Who may know what in Territory: everybody sees everything but unrevealed submissions (TR-13)."""

from __future__ import annotations

from collections.abc import Iterator

from armillary.core.dice import Dice
from armillary.core.options import Choice, Options, Range, Remove, Slot, Template, Text
from armillary.core.values import Path, Seat
from armillary.games.territory import rules
from armillary.games.territory.model import (
    STEPS,
    Arrival,
    Command,
    Commands,
    Declare,
    Order,
    Preview,
    State,
    View,
)
from armillary.games.territory.rules.board import Board
from armillary.games.territory.rules.commands import March, marches, neighbour
from armillary.games.territory.rules.ends import tally
from armillary.games.territory.rules.orders import declared
from armillary.games.territory.rules.turn import fight, march, production


def view(state: State, seat: Seat | None) -> View:
    """The whole board, with what follows from it."""
    squares, armies = tally(state)
    return View(
        seat=seat,
        setup=state.setup,
        round=state.round,
        phase=state.phase,
        owners=state.owners,
        units=state.units,
        production=tuple(production(state.setup, state.owners, state.units)),
        squares=squares,
        armies=armies,
        plans=state.plans,
        ended=state.ended,
    )


def sample_world(view: View, dice: Dice) -> State:
    """The board itself."""
    return view.board


# -- options -----------------------------------------------------------------------------------------------


def options(state: State, seat: Seat, draft: Order | None = None) -> Options[Order]:
    """Any text; or commands to change, remove and add, each within what its square still has."""
    order = rules.default_order(state, seat) if draft is None or rules.check(state, seat, draft) else draft
    if isinstance(order, Declare):
        return Options((Template(order, (Text(("text",), state.setup.config.max_plan_length),)),))
    return Options((Template(order, tuple(_command_slots(state, seat, order))),))


def _command_slots(state: State, seat: Seat, order: Commands) -> Iterator[Slot]:
    commands = [command for command in order.commands if isinstance(command, Command)]
    for number, command in enumerate(commands):
        path: Path = ("commands", number)
        yield Remove(path)
        yield from _changes(state, path, command, _left(state, seat, commands, without=number))
    number = len(order.commands)
    if number < state.setup.config.max_commands_per_round:
        added = tuple(_possible(state, _left(state, seat, commands)))
        if added:
            yield Choice(("commands", number), added)


def _changes(state: State, path: Path, command: Command, left: dict[int, int]) -> Iterator[Slot]:
    """Other values for one field of one command, the rest of it as it is."""
    size = state.setup.config.map_size

    def fits(x: int, y: int, direction: str) -> bool:
        square = y * size + x
        return left.get(square, 0) >= command.units and neighbour(square, direction, size) is not None

    x, y, way = command.x, command.y, command.direction
    yield Choice((*path, "x"), tuple(other for other in range(size) if fits(other, y, way)))
    yield Choice((*path, "y"), tuple(other for other in range(size) if fits(x, other, way)))
    ways = tuple(other for other in STEPS if fits(x, y, other))
    yield Choice((*path, "direction"), (*ways, *(other.lower() for other in ways)))
    yield Range((*path, "units"), 1, left[y * size + x])


def _left(state: State, seat: Seat, commands: list[Command], without: int | None = None) -> dict[int, int]:
    """What each of the player's squares has left after all commands but one."""
    left = {square: state.units[square] for square, owner in enumerate(state.owners) if owner == seat}
    for number, command in enumerate(commands):
        if number != without:
            left[command.y * state.setup.config.map_size + command.x] -= command.units
    return left


def _possible(state: State, left: dict[int, int]) -> Iterator[Command]:
    """From each of the player's squares, all units left there, in every possible direction."""
    size = state.setup.config.map_size
    for square, units in left.items():
        y, x = divmod(square, size)
        for direction in STEPS:
            if units and neighbour(square, direction, size) is not None:
                yield Command(x, y, direction, units)


# -- previews ----------------------------------------------------------------------------------------------


def preview(state: State, seat: Seat, order: Order) -> Preview:
    """The declaration as it would be shown, or what would march and stand where if nobody else moved."""
    violations = rules.check(state, seat, order)
    if isinstance(order, Declare):
        return Preview(violations, declared(state, order.text), (), ())
    if not all(violation.weight != "refused" for violation in violations):
        return Preview(violations, None, (), ())
    judged = [going for going in marches(state, seat, order.commands) if going.units]
    going = tuple(Command(m.command.x, m.command.y, m.command.direction, m.units) for m in judged if m.command)
    return Preview(violations, None, going, tuple(_arrivals(state, seat, judged)))


def _arrivals(state: State, seat: Seat, judged: list[March]) -> Iterator[Arrival]:
    board = Board(state, {seat: judged})
    march(board)
    fight(board)
    size = state.setup.config.map_size
    for square in sorted({m.origin for m in judged} | {m.target for m in judged}):
        y, x = divmod(square, size)
        yield Arrival(x, y, board.owners[square], board.units[square])
