"""Who is next, and when it is over."""

from __future__ import annotations

from armillary.core import values
from armillary.core.values import Outcome, Seat, rank
from armillary.games.orbit.model import Arrived, Ended, Setup, Ship, State
from armillary.games.orbit.rules.turn import Turn

LAST_SHIP = "last_ship"
ALL_DESTROYED = "all_destroyed"
MAX_ROUNDS = "max_rounds"


def hand_over(state: State, turn: Turn, events: list[values.Event]) -> State:
    """After the ninth stage: the end (OS-19), or the next living seat's turn, which begins with its arrival (OS-10)."""
    ships = turn.ships
    lost = (*state.lost, turn.lost) if turn.lost else state.lost
    following, next_round, left = state.active, state.round, living(ships)
    if left > 1:
        following = next_seat(ships, state.active)
        next_round += following <= state.active
    if reason := end_reason(state.setup, next_round, left):
        events.append(Ended(reason=reason, rule="OS-19"))
    else:
        ships = _arrive(ships, following, events)
    return State(state.setup, next_round, following, ships, lost)


def living(ships: tuple[Ship | None, ...]) -> int:
    """How many ships are left."""
    return len(ships) - ships.count(None)


def next_seat(ships: tuple[Ship | None, ...], active: Seat) -> Seat:
    """The next seat whose ship is still there; seats without one are skipped (OS-8)."""
    seats = len(ships)
    seat = active % seats + 1
    while ships[seat - 1] is None:
        seat = seat % seats + 1
    return seat


def _arrive(ships: tuple[Ship | None, ...], seat: Seat, events: list[values.Event]) -> tuple[Ship | None, ...]:
    """A transfer is completed when the turn of its owner begins, before it plans (OS-10)."""
    ship = ships[seat - 1]
    if ship is None or ship.transfer is None:
        return ships
    ring, sector = ship.transfer.ring, ship.transfer.sector
    events.append(Arrived(seat=seat, ring=ring, sector=sector, rule="OS-10"))
    there = Ship(ring, sector, ship.facing, ship.hull, ship.mass, ship.heat, ship.energy)
    return (*ships[: seat - 1], there, *ships[seat:])


def end_reason(setup: Setup, this_round: int, left: int) -> str | None:
    """Why it is over with so many ships left, or None (OS-19)."""
    if left == 0:
        return ALL_DESTROYED
    if left == 1:
        return LAST_SHIP
    return MAX_ROUNDS if this_round > setup.config.max_rounds else None


def outcome(state: State) -> Outcome | None:
    """The last ship wins; none left is a draw of those lost last; after the last round the most hull wins (OS-19)."""
    reason = end_reason(state.setup, state.round, living(state.ships))
    if reason is None:
        return None
    scores = tuple(0 if ship is None else ship.hull for ship in state.ships)
    afloat = [seat for seat, ship in enumerate(state.ships, start=1) if ship is not None]
    ranking = (*rank([scores[seat - 1] for seat in afloat], afloat), *reversed(state.lost))
    winners = () if reason == ALL_DESTROYED else ranking[0]
    return Outcome(winners, ranking, scores, reason)
