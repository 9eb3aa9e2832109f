"""What bots need to know about Territory."""

from __future__ import annotations

from armillary.core.contract import BotInfo, Searching
from armillary.core.dice import Dice
from armillary.core.values import Seat
from armillary.games.territory import rules
from armillary.games.territory.hints import greedy
from armillary.games.territory.hints.greedy import Greedy, saying
from armillary.games.territory.hints.tactics import marches, plan, rounds_left
from armillary.games.territory.model import STEPS, Command, Commands, Declare, Order, State
from armillary.games.territory.rules.commands import neighbour

BEST = 10_000
TRIES = 3
"""Plans drawn per candidate that is asked for."""


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


def candidates(state: State, seat: Seat, dice: Dice, k: int) -> tuple[Order, ...]:
    """Something to say; or the marches that gain most at once, the best plan, and others that differ by luck."""
    if rules.declaring(state):
        return (Declare(saying(state, seat, dice)),)
    found: dict[Order, None] = {greedy.order(state, seat, dice): None}
    if k > 1:
        all_marches = marches(state, seat)
        found[plan(state, all_marches)] = None
        for _ in range(TRIES * k):
            if len(found) >= k:
                break
            found[plan(state, all_marches, dice)] = None
    return tuple(found)[:k]


def evaluate(state: State, seat: Seat) -> int:
    """The lead in units and in what they will produce, as a share of the total."""
    outcome = rules.outcome(state)
    if outcome:
        if seat not in outcome.winners:
            return -BEST if outcome.winners else 0
        return BEST if len(outcome.winners) == 1 else 0
    setup, rounds = state.setup, rounds_left(state)
    resources = frozenset(setup.resources)
    base, rich = rounds * setup.config.base_production, rounds * setup.config.resource_production
    worth = dict.fromkeys(range(1, setup.seats + 1), 0)
    for square, owner in enumerate(state.owners):
        if owner:
            worth[owner] += state.units[square] + (rich if square in resources else base)
    mine = worth.pop(seat)
    rival = max(worth.values())
    return max(1 - BEST, min(BEST - 1, BEST * (mine - rival) // max(1, mine + rival)))


bots: tuple[BotInfo, ...] = (
    BotInfo("medium", "Medium", 3, 1, "Takes resources and free land, and attacks only what it can beat.", Greedy),
)
search: Searching | None = Searching(width=10, simulations=400)
