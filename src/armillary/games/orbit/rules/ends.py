"""Rounds and their end: whose turn follows (OS-23), when it is over, and who has won (OS-19)."""

from __future__ import annotations

from collections.abc import Iterator

from armillary.core.values import Outcome, Seat, rank
from armillary.games.orbit.model import EndReason, Setup, Ship, State, View


def living(ships: tuple[Ship | None, ...]) -> int:
    """How many ships are left."""
    return len(ships) - ships.count(None)


def afloat(ships: tuple[Ship | None, ...]) -> list[Seat]:
    """The seats that still have a ship."""
    return [seat for seat, ship in enumerate(ships, start=1) if ship is not None]


def known_orders(position: State | View) -> tuple[tuple[Seat, ...], ...]:
    """The order of turns in this round and in the next: as drawn, or by seats (OS-23)."""
    return position.turn_orders or (tuple(range(1, len(position.ships) + 1)),) * 2


def turns_to_come(position: State | View) -> Iterator[tuple[Seat, int]]:
    """Who plays in which round, as far as it is known; seats without a ship are skipped (OS-8, OS-23)."""
    now, *later = known_orders(position)
    turns = [(seat, position.round) for seat in now[now.index(position.active) + 1 :]]
    turns += [(seat, position.round + 1) for following in later for seat in following]
    return ((seat, number) for seat, number in turns if position.ships[seat - 1] is not None)


def plays_twice(position: State | View) -> bool:
    """Does whoever plays now have the next turn as well? (OS-23)"""
    following, _ = next(turns_to_come(position), (None, 0))
    return following == position.active


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
    left = afloat(state.ships)
    ranking = (*rank([scores[seat - 1] for seat in left], left), *reversed(state.lost))
    winners = () if reason is EndReason.ALL_DESTROYED else ranking[0]
    return Outcome(winners, ranking, scores, reason.value)
