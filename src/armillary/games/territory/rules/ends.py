"""Who is out, when it is over, and who has won (TR-11, TR-12)."""

from __future__ import annotations

from armillary.core.values import Outcome, Seat, rank
from armillary.games.territory.model import NEUTRAL, EndReason, State


def living(state: State) -> tuple[Seat, ...]:
    """The seats with units on the board."""
    return tuple(sorted(set(state.owners) - {NEUTRAL}))


def tally(state: State) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Squares and units by seat."""
    squares, total = [0] * (state.setup.seats + 1), [0] * (state.setup.seats + 1)
    for owner, here in zip(state.owners, state.units, strict=True):
        squares[owner] += 1
        total[owner] += here
    return tuple(squares[1:]), tuple(total[1:])


def end_reason(units: tuple[int, ...], rounds: int, max_rounds: int) -> EndReason | None:
    """Domination, annihilation or timeout: the first that holds (TR-11)."""
    everybody = sum(units)
    if 2 * max(units) > everybody:
        return EndReason.DOMINATION
    if everybody == 0:
        return EndReason.ANNIHILATION
    return EndReason.TIMEOUT if rounds >= max_rounds else None


def outcome(state: State) -> Outcome | None:
    """The most units win, equals share the win; if nobody has any units, nobody wins (TR-11)."""
    if state.ended is None:
        return None
    _, units = tally(state)
    ranking = rank(units)
    winners = () if state.ended is EndReason.ANNIHILATION else ranking[0]
    return Outcome(winners, ranking, units, state.ended.value)
