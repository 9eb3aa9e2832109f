"""What bots need to know about Territory: orders, what a position is worth, and something to declare."""

from __future__ import annotations

from collections.abc import Iterator

from armillary.core.contract import BotInfo, Searching
from armillary.core.dice import Dice
from armillary.core.options import Options
from armillary.core.values import Seat
from armillary.games.territory import rules
from armillary.games.territory.model import STEPS, Command, Commands, Declare, Order, State, View
from armillary.games.territory.rules.commands import neighbour

BEST = 10_000

SAYINGS = (
    "I hold what I have.",
    "I march {way} with everything.",
    "I want nothing from player {other}.",
    "Player {other} is growing too strong.",
    "The resources {way} of me are mine.",
    "Let us leave each other alone this round, player {other}.",
    "",
)
WAYS = {"U": "north", "D": "south", "L": "west", "R": "east"}


def random_order(state: State, seat: Seat, dice: Dice) -> Order:
    """Something to declare; or some units, in any directions."""
    if rules.declaring(state):
        return Declare(saying(state, seat, dice))
    size = state.setup.config.map_size
    left = {square: state.units[square] for square, owner in enumerate(state.owners) if owner == seat}
    commands = []
    for _ in range(dice.below(state.setup.config.max_commands_per_round + 1)):
        square = dice.choice(list(left))
        ways = [way for way in STEPS if neighbour(square, way, size) is not None]
        units = dice.die(left[square])
        y, x = divmod(square, size)
        commands.append(Command(x, y, dice.choice(ways), units))
        left[square] -= units
        if not left[square]:
            del left[square]
        if not left:
            break
    return Commands(tuple(commands))


def saying(state: State, seat: Seat, dice: Dice) -> str:
    """Something to declare, true or not."""
    others = [other for other in rules.living(state) if other != seat] or [seat]
    return _fitted(state, dice.choice(SAYINGS).format(way=dice.choice(list(WAYS.values())), other=dice.choice(others)))


def _fitted(state: State, text: str) -> str:
    return text[: state.setup.config.max_plan_length]


def evaluate(state: State, seat: Seat) -> int:
    """The lead in units and in what they will produce, as a share of the total."""
    outcome = rules.outcome(state)
    if outcome:
        if seat not in outcome.winners:
            return -BEST if outcome.winners else 0
        return BEST if len(outcome.winners) == 1 else 0
    worth = _worths(state)
    mine = worth[seat]
    rival = max(value for other, value in worth.items() if other != seat)
    return max(1 - BEST, min(BEST - 1, BEST * (mine - rival) // max(1, mine + rival)))


def _worths(state: State) -> dict[Seat, int]:
    """Units and the production of the next few rounds, by seat."""
    worth = dict.fromkeys(range(1, state.setup.seats + 1), 0)
    for square, owner in enumerate(state.owners):
        if owner:
            worth[owner] += state.units[square] + 3 * _yield(state, square)
    return worth


def _yield(state: State, square: int) -> int:
    config = state.setup.config
    return config.resource_production if square in state.setup.resources else config.base_production


def candidates(state: State, seat: Seat, dice: Dice, k: int) -> tuple[Order, ...]:
    """Different declarations; or the best marches together, then the others."""
    if rules.declaring(state):
        texts = {saying(state, seat, dice) for _ in range(4 * k)}
        return tuple(Declare(text) for text in sorted(texts))[:k]
    ranked = best_marches(state, seat, dice)
    most = state.setup.config.max_commands_per_round
    found: dict[Commands, None] = {}
    for first in range(max(1, len(ranked))):
        found[_together(ranked[first:], most)] = None
        if len(found) == k:
            return tuple(found)
    found[Commands()] = None
    return tuple(found)[:k]


def _together(ranked: list[tuple[int, Command]], most: int) -> Commands:
    """The best marches that leave from different squares."""
    chosen: dict[tuple[int, int], Command] = {}
    for _, command in ranked:
        if len(chosen) < most:
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
        threat = _threat(state, seat, target)
        if owner in (seat, 0):
            going = _settlers(here, owner == seat, threat)
            gain = (0 if owner == seat else 4 * _yield(state, target)) + _towards_front(
                state, seat, square, target, here
            )
        else:
            going = here - 1
            gain = 6 * _yield(state, target) + there if going > there + _threat(state, seat, target) else 0
        if going > 0:
            yield gain, Command(x, y, way, going)


def _settlers(here: int, own: bool, threat: int) -> int:
    """How many go to a free square or one already held: half of them where nobody threatens it."""
    if own:
        return here - 1
    return here // 2 if threat == 0 else (here - 1 if here - 1 > threat else 0)


def _threat(state: State, seat: Seat, square: int) -> int:
    """The largest force of others that stands next to a square."""
    size = state.setup.config.map_size
    beside = (neighbour(square, way, size) for way in STEPS)
    return max((state.units[n] for n in beside if n is not None and state.owners[n] not in (0, seat)), default=0)


def _towards_front(state: State, seat: Seat, origin: int, target: int, here: int) -> int:
    """Units crowded away from the front do more at the front: full squares produce nothing."""
    if state.owners[target] != seat:
        return 0
    crowded = here + 1 >= state.setup.config.production_cap
    nearer = _threat(state, seat, target) > _threat(state, seat, origin)
    return 2 * crowded + nearer


class Greedy:
    """Takes resources and free land, grows, attacks only what it can beat, and talks all the while."""

    def decide(self, view: View, options: Options[Order], dice: Dice, budget: int) -> Order:  # noqa: ARG002
        """The best marches; or a declaration: the real plan half the time, a bluff otherwise."""
        assert view.seat is not None
        state, seat = view.board, view.seat
        ranked = best_marches(state, seat, dice)
        if not rules.declaring(state):
            return _together(ranked, state.setup.config.max_commands_per_round)
        if not ranked or dice.below(2):
            return Declare(saying(state, seat, dice))
        command = ranked[0][1]
        return Declare(_fitted(state, f"I go {WAYS[command.direction.upper()]} from ({command.x},{command.y})."))


bots: tuple[BotInfo, ...] = (
    BotInfo("medium", "Medium", 3, 1, "Takes resources and free land, and attacks only what it can beat.", Greedy),
)
search: Searching | None = Searching(width=6, simulations=200)
