"""The game's own player: the marches that gain most at once, and something to declare."""

from __future__ import annotations

from collections.abc import Iterator

from armillary.core.dice import Dice
from armillary.core.options import Options
from armillary.core.values import Seat
from armillary.games.territory import rules
from armillary.games.territory.hints.tactics import largest_beside, produces
from armillary.games.territory.model import STEPS, Command, Commands, Declare, Direction, Order, State, View
from armillary.games.territory.rules.commands import neighbour

CALM = (
    "I hold what I have.",
    "I stay where I am this round.",
    "I leave alone whoever leaves me alone.",
    "I want free land, and no fight.",
    "",
)
MARCHING = ("I march {way} with everything.", "I look for land further {way}.")
WAYS = {"U": "up", "D": "down", "L": "left", "R": "right"}


def saying(state: State, seat: Seat, dice: Dice) -> str:
    """Something to declare, true or not; it names no player, and only ways that are open."""
    marches = [text.format(way=WAYS[way]) for text in MARCHING for way in STEPS if _is_open(state, seat, way)]
    return _fitted(state, dice.choice((*CALM, *marches)))


def _is_open(state: State, seat: Seat, way: Direction) -> bool:
    """Could units of this seat leave its land this way?"""
    size = state.setup.config.map_size
    own = (square for square, owner in enumerate(state.owners) if owner == seat and state.units[square] > 1)
    targets = (neighbour(square, way, size) for square in own)
    return any(target is not None and state.owners[target] != seat for target in targets)


def _fitted(state: State, text: str) -> str:
    return text[: state.setup.config.max_plan_length]


def order(state: State, seat: Seat, dice: Dice) -> Commands:
    """The best marches that leave from different squares."""
    return _together(best_marches(state, seat, dice), state)


def _together(ranked: list[tuple[int, Command]], state: State) -> Commands:
    chosen: dict[tuple[int, int], Command] = {}
    for _, command in ranked:
        if len(chosen) < state.setup.config.max_commands_per_round:
            chosen.setdefault((command.x, command.y), command)
    return Commands(tuple(chosen.values()))


def best_marches(state: State, seat: Seat, dice: Dice) -> list[tuple[int, Command]]:
    """Marches that gain something, the most promising first, equals in random order."""
    found = [
        march for square, owner in enumerate(state.owners) if owner == seat for march in _from(state, seat, square)
    ]
    return sorted(dice.shuffle([march for march in found if march[0] > 0]), key=lambda march: -march[0])


def _from(state: State, seat: Seat, square: int) -> Iterator[tuple[int, Command]]:
    """What could march from one square, and what it would gain."""
    size = state.setup.config.map_size
    here = state.units[square]
    y, x = divmod(square, size)
    for way in STEPS:
        target = neighbour(square, way, size)
        if target is None or here < 2:
            continue
        owner, there = state.owners[target], state.units[target]
        threat = largest_beside(state, seat, target)
        if owner in (seat, 0):
            going = _settlers(here, owner == seat, threat)
            gain = (0 if owner == seat else 4 * produces(state, target)) + _towards_front(
                state, seat, square, target, here
            )
        else:
            going = here - 1
            gain = 6 * produces(state, target) + there if going > there + threat else 0
        if going > 0:
            yield gain, Command(x, y, way, going)


def _settlers(here: int, own: bool, threat: int) -> int:
    """How many go to a free square or one already held: half of them where nobody threatens it."""
    if own:
        return here - 1
    return here // 2 if threat == 0 else (here - 1 if here - 1 > threat else 0)


def _towards_front(state: State, seat: Seat, origin: int, target: int, here: int) -> int:
    """Units crowded away from the front do more at the front: full squares produce nothing."""
    if state.owners[target] != seat:
        return 0
    crowded = here + 1 >= state.setup.config.production_cap
    nearer = largest_beside(state, seat, target) > largest_beside(state, seat, origin)
    return 2 * crowded + nearer


class Greedy:
    """Takes resources and free land, grows, attacks only what it can beat, and talks all the while."""

    def decide(self, view: View, options: Options[Order], dice: Dice, budget: int) -> Order:
        """The best marches; or a declaration: the real plan half the time, a bluff otherwise."""
        assert view.seat is not None
        state, seat = view.board, view.seat
        ranked = best_marches(state, seat, dice)
        if not rules.declaring(state):
            return _together(ranked, state)
        if not ranked or dice.below(2):
            return Declare(saying(state, seat, dice))
        command = ranked[0][1]
        return Declare(_fitted(state, f"I go {WAYS[command.direction.upper()]} from ({command.x},{command.y})."))
