"""Navigation: what may be launched where, and how an army is received (RS-V1 to RS-V4)."""

from __future__ import annotations

from collections.abc import Iterator

from armillary.core.values import Fate, Seat, Violation
from armillary.games.risky_stars.map.tables import NO_LANE, Tables, tables_of
from armillary.games.risky_stars.model import NOBODY, Army, Arrival, Move, Moved, Place, State
from armillary.games.risky_stars.rules.board import MAX_TEXT, Board, Position, at_peace, at_rest, defenders, side
from armillary.games.risky_stars.rules.combat import attack, occupy, receive

VERDICTS = {"won": "captured", "lost": "repelled", "open": "fighting"}


def launchable(state: State, seat: Seat, place: int) -> tuple[int, int]:
    """Fewest and most units the seat can launch from a place now; (0, 0): none (RS-V1, RS-V3)."""
    if next(_closed(state, seat, place), None):
        return (0, 0)
    here = state.places[place]
    units, arrived = at_rest(here, seat), arrived_at(state, place)
    if here.possessor == seat:
        most = min(units - arrived, units - 1)
        return (1, most) if most > 0 else (0, 0)
    return (0, 0) if arrived else (units, units)


def arrived_at(state: State, place: int) -> int:
    """Units that came here this turn: they stay (RS-V1)."""
    for at, units in state.turn.arrived:
        if at == place:
            return units
    return 0


def _closed(state: State, seat: Seat, place: int) -> Iterator[Violation]:
    """What keeps a place from launching at all."""
    here = state.places[place]
    if here.attackers:
        yield Violation("in_combat", "RS-V1", ("source",))
    elif not at_rest(here, seat):
        yield Violation("no_army_there", "RS-V1", ("source",))
    if place in state.turn.launched:
        yield Violation("launched_already", "RS-V1", ("source",))
    elif state.turn.launched and state.setup.config.moves == "one":
        yield Violation("one_launch_per_turn", "RS-V1", ("source",))


def connected(tables: Tables, source: int, target: int) -> bool:
    """The same system, or the two ends of a lane (RS-V2)."""
    return source != target and (
        tables.system_of[source] == tables.system_of[target] or tables.across[source] == target != NO_LANE
    )


def arrival(position: Position, seat: Seat, place: Place) -> Arrival:
    """How an army of this seat is received: the first that fits (RS-V4)."""
    allies = side(position, seat)
    host = place.possessor
    if place.attackers:
        if host in allies:
            return "defends"
        joined = any(army.owner in allies for army in place.attackers)
        return "reinforces" if joined else "returned"
    if host == NOBODY:
        return "possession"
    if host == seat:
        return "merged"
    return "guest" if host in allies else "attacks"


def untouchable(position: Position, seat: Seat, place: Place) -> tuple[Seat, ...]:
    """Defenders of a place whom this seat may not attack (RS-D2)."""
    owners = {army.owner for army in defenders(place)}
    return tuple(other for other in sorted(owners) if at_peace(position, seat, other))


# -- orders ------------------------------------------------------------------------------------------------


def check_move(state: State, seat: Seat, order: Move) -> Iterator[Violation]:
    """Everything wrong with a launch."""
    tables = tables_of(state.setup.map)
    source, target = tables.place.get(order.source), tables.place.get(order.target)
    for field, name, found in (("source", order.source, source), ("target", order.target, target)):
        if found is None:
            yield Violation("unknown_place", "RS-V2", (field,), {"name": name[:MAX_TEXT]})
    if source is not None:
        yield from _launch_faults(state, seat, source, order.units)
    if source is not None and target is not None:
        if not connected(tables, source, target):
            params = {"source": order.source, "target": order.target}
            yield Violation("no_way_there", "RS-V2", ("target",), params)
        else:
            yield from _arrival_faults(state, seat, state.places[target])


def _launch_faults(state: State, seat: Seat, source: int, units: int) -> Iterator[Violation]:
    closed = tuple(_closed(state, seat, source))
    yield from closed
    if closed:
        return
    low, high = launchable(state, seat, source)
    if high == 0:
        yield Violation("nothing_to_launch", "RS-V3", ("source",))
    elif not low <= units <= high:
        own = state.places[source].possessor == seat
        code = "outside_launch" if own else "guests_leave_whole"
        yield Violation(code, "RS-V3", ("units",), {"asked": units, "fewest": low, "most": high})


def _arrival_faults(state: State, seat: Seat, place: Place) -> Iterator[Violation]:
    received = arrival(state, seat, place)
    if received == "returned":
        yield Violation("sent_back", "RS-V4", ("target",), weight="void")
    elif received in ("attacks", "reinforces"):
        peace = untouchable(state, seat, place)
        if peace:
            yield Violation("may_not_attack", "RS-D2", ("target",), {"players": list(peace)})


def move(board: Board, seat: Seat, order: Move) -> tuple[Fate, ...]:
    """Launch, travel, arrive (RS-V1, RS-V4)."""
    tables = board.tables
    source, target = tables.place[order.source], tables.place[order.target]
    received = arrival(board, seat, board.places[target])
    board.launched = tuple(sorted((*board.launched, source)))
    board.tell(
        Moved(
            seat=seat,
            units=order.units,
            source=order.source,
            target=order.target,
            arrival=received,
            rule="RS-V4",
        )
    )
    verdict: str = received
    if received == "returned":
        board.arrive(source, order.units)
    else:
        _depart(board, seat, source, order.units)
        army = Army(seat, order.units, source)
        if received in ("attacks", "reinforces"):
            verdict = VERDICTS[attack(board, target, army)]
        else:
            board.arrive(target, order.units)
            if received == "possession":
                occupy(board, target, army)
            else:
                receive(board, target, army)
    params = {"units": order.units, "source": order.source, "target": order.target}
    return (Fate(seat, (), verdict, "RS-V4", params),)


def _depart(board: Board, seat: Seat, source: int, units: int) -> None:
    """A possessor leaves at least one unit there, a guest army leaves as a whole (RS-V3)."""
    here = board.places[source]
    if here.possessor == seat:
        board.places[source] = Place(seat, here.units - units, here.guests)
    else:
        guests = tuple(army for army in here.guests if army.owner != seat)
        board.places[source] = Place(here.possessor, here.units, guests)
