"""Rounds and their end: whose turn follows (OS-23), when it is over, and who has won (OS-19)."""

from __future__ import annotations

from armillary.core.values import Outcome, Seat, rank
from armillary.games.orbit.model import Config, EndReason, Setup, Ship, State, TurnOrder


def living(ships: tuple[Ship | None, ...]) -> int:
    """How many ships are left."""
    return len(ships) - ships.count(None)


def next_turn(config: Config, this_round: int, active: Seat, ships: tuple[Ship | None, ...]) -> tuple[Seat, int]:
    """Whose turn follows, and in which round; seats without a ship are skipped (OS-8)."""
    now, then = (_order(config, number, len(ships)) for number in (this_round, this_round + 1))
    for seat in now[now.index(active) + 1 :]:
        if ships[seat - 1] is not None:
            return seat, this_round
    return next(seat for seat in then if ships[seat - 1] is not None), this_round + 1


def plays_twice(config: Config, this_round: int, active: Seat, ships: tuple[Ship | None, ...]) -> bool:
    """Does whoever plays now have the next turn as well? (OS-23)"""
    following, number = next_turn(config, this_round, active, ships)
    return following == active and number <= config.max_rounds


def _order(config: Config, this_round: int, seats: int) -> range:
    """Seats in the order of their turns: in every second round the last one begins (OS-23)."""
    if config.turn_order is TurnOrder.ALTERNATING and this_round % 2 == 0:
        return range(seats, 0, -1)
    return range(1, seats + 1)


def end_reason(setup: Setup, this_round: int, left: int) -> EndReason | None:
    """Why the game is over with this many ships left, or None (OS-19)."""
    if left == 0:
        return EndReason.ALL_DESTROYED
    if left == 1:
        return EndReason.LAST_SHIP
    return EndReason.MAX_ROUNDS if this_round > setup.config.max_rounds else None


def outcome(state: State) -> Outcome | None:
    """The last ship wins; if none is left, those lost last draw; after the last round the most hull wins (OS-19)."""
    reason = end_reason(state.setup, state.round, living(state.ships))
    if reason is None:
        return None
    scores = tuple(0 if ship is None else ship.hull for ship in state.ships)
    afloat = [seat for seat, ship in enumerate(state.ships, start=1) if ship is not None]
    ranking = (*rank([scores[seat - 1] for seat in afloat], afloat), *reversed(state.lost))
    winners = () if reason is EndReason.ALL_DESTROYED else ranking[0]
    return Outcome(winners, ranking, scores, reason.value)
