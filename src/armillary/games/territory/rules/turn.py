"""How a phase is resolved: declarations are revealed, or commands carried out, stage by stage.

The commands of a round run through `ROUND`, one stage after another, on a private working copy of the grid.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from armillary.core.contract import Step
from armillary.core.dice import Dice
from armillary.core.values import Fate, Seat
from armillary.games.territory.model import (
    NEUTRAL,
    NO_PLAN,
    Commands,
    Counted,
    Cut,
    Declare,
    Declared,
    Direction,
    Ended,
    Fought,
    Ignored,
    Marched,
    Order,
    Produced,
    Setup,
    State,
)
from armillary.games.territory.rules.board import Board
from armillary.games.territory.rules.commands import REDUCED, March, marches
from armillary.games.territory.rules.ends import end_reason
from armillary.games.territory.rules.orders import declared, declaring


def resolve(state: State, orders: Mapping[Seat, Order], dice: Dice) -> Step[State]:
    """One phase: declarations are revealed, or commands carried out."""
    if declaring(state):
        return reveal(state, {seat: order for seat, order in orders.items() if isinstance(order, Declare)})
    return command(state, {seat: order for seat, order in orders.items() if isinstance(order, Commands)})


# -- declarations ------------------------------------------------------------------------------------------


def reveal(state: State, orders: Mapping[Seat, Declare]) -> Step[State]:
    """All declarations at once, cut to their length; blank is no plan (TR-3, TR-4)."""
    seats = range(1, state.setup.seats + 1)
    shown = {seat: declared(state, orders[seat].text) for seat in seats if seat in orders}
    texts = tuple(shown.get(seat) for seat in seats)
    following = replace(state, phase=state.phase + 1, plans=(*state.plans, texts))
    most = state.setup.config.max_plan_length
    verdicts = {seat: _text_fate(orders[seat].text, text) for seat, text in shown.items()}
    cuts = [Cut(seat=seat, most=most, rule="TR-4") for seat, verdict in verdicts.items() if verdict == "cut"]
    event = Declared(round=state.round, number=state.phase + 1, texts=texts, rule="TR-3")
    fates = tuple(Fate(seat, ("text",), verdict, "TR-4", {"most": most}) for seat, verdict in verdicts.items())
    return Step(following, (event, *cuts), fates)


def _text_fate(text: str, shown: str) -> str:
    if shown == NO_PLAN and not text.strip():
        return "no_plan"
    return "declared" if text == shown else "cut"


# -- commands ----------------------------------------------------------------------------------------------


def march(board: Board) -> None:
    """Everybody leaves before anybody arrives, so armies that swap places pass each other (TR-7, TR-8)."""
    units, forces, events = board.units, board.forces, board.events
    for seat, judged in board.judged.items():
        for going in judged:
            if going.units:
                units[going.origin] -= going.units
                arrived = forces.setdefault(going.target, {})
                arrived[seat] = arrived.get(seat, 0) + going.units
                events.append(_marched(seat, going))
            else:
                events.append(Ignored(seat=seat, params=going.params(), rule=going.rule))
    for judged in board.judged.values():
        for going in judged:
            if going.units and not units[going.origin]:
                board.owners[going.origin] = NEUTRAL


def _marched(seat: Seat, going: March) -> Marched:
    command = going.command
    assert command is not None
    way: Direction = command.direction.upper()  # type: ignore[assignment]
    asked = str(going.params()["asked"]) if going.verdict == REDUCED else None
    return Marched(seat=seat, x=command.x, y=command.y, direction=way, units=going.units, asked=asked, rule="TR-7")


def fight(board: Board) -> None:
    """In every square the largest force survives, less the second largest; a tie for largest leaves nothing (TR-9)."""
    for square in sorted(board.forces):
        forces = board.forces[square]
        if owner := board.owners[square]:
            forces[owner] = forces.get(owner, 0) + board.units[square]
        if len(forces) == 1:
            ((winner, left),) = forces.items()
        else:
            winner, left = keep_square(forces)
            y, x = divmod(square, board.setup.config.map_size)
            met = tuple(sorted(forces.items()))
            board.events.append(Fought(x=x, y=y, forces=met, winner=winner, left=left, rule="TR-9"))
        board.owners[square], board.units[square] = winner, left


def keep_square(forces: Mapping[Seat, int]) -> tuple[Seat, int]:
    """Who keeps a contested square, and with how many (TR-9)."""
    second, first = sorted(forces.values())[-2:]
    if first == second:
        return NEUTRAL, 0
    return max(forces, key=lambda seat: forces[seat]), first - second


def production(setup: Setup, owners: Sequence[Seat], units: Sequence[int]) -> list[int]:
    """What every square produces: in full where units stand below the cap, else nothing (TR-10)."""
    config, resources = setup.config, frozenset(setup.resources)
    base, rich, cap = config.base_production, config.resource_production, config.production_cap
    return [
        (rich if square in resources else base) if owner and here < cap else 0
        for square, (owner, here) in enumerate(zip(owners, units, strict=True))
    ]


def produce(board: Board) -> None:
    """New units appear where they are made (TR-10)."""
    units, squares, totals = board.units, board.squares, board.totals
    made = [0] * (board.setup.seats + 1)
    for square, more in enumerate(production(board.setup, board.owners, units)):
        if owner := board.owners[square]:
            made[owner] += more
            units[square] += more
            squares[owner] += 1
            totals[owner] += units[square]
    board.events.append(Produced(units=tuple(made[1:]), rule="TR-10"))


def count(board: Board) -> None:
    """The round's result, and whether the game is over (TR-11, TR-13)."""
    squares, units = tuple(board.squares[1:]), tuple(board.totals[1:])
    board.events.append(Counted(round=board.round, squares=squares, units=units, rule="TR-13"))
    board.ended = end_reason(units, board.round, board.setup.config.max_rounds)
    if board.ended:
        board.events.append(Ended(reason=board.ended, rule="TR-11"))


ROUND = (march, fight, produce, count)  # TR-7 … TR-11


def command(state: State, orders: Mapping[Seat, Commands]) -> Step[State]:
    """Carry out everybody's commands and begin the next round."""
    judged = {seat: marches(state, seat, orders[seat].commands) for seat in sorted(orders)}
    board = Board(state, judged)
    for stage in ROUND:
        stage(board)
    following = replace(
        state,
        round=state.round + 1,
        phase=0,
        owners=tuple(board.owners),
        units=tuple(board.units),
        plans=(),
        ended=board.ended,
    )
    return Step(following, tuple(board.events), tuple(_command_fates(judged)))


def _command_fates(judged: Mapping[Seat, list[March]]) -> Iterator[Fate]:
    """Every command with what became of it (TR-13)."""
    for seat, marched in judged.items():
        if not marched:
            yield Fate(seat, (), "stayed", "TR-3")
        for number, done in enumerate(marched):
            yield Fate(seat, ("commands", number), done.verdict, done.rule, done.params())
