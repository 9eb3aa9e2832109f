"""Who is out, who has won, and why (RS-X1, RS-X2)."""

from __future__ import annotations

from armillary.core.values import Outcome, Seat
from armillary.games.risky_stars.map.tables import tables_of
from armillary.games.risky_stars.model import Ended, EndReason, Out, State
from armillary.games.risky_stars.rules.board import Board, living, regions_of, side, units_of
from armillary.games.risky_stars.rules.diplomacy import break_away, lapse

RULE_OF_END = {
    EndReason.CONQUEST: "RS-X1",
    EndReason.DOMINATION: "RS-X2",
    EndReason.LAST_ROUND: "RS-X2",
}


def drop_out(board: Board) -> None:
    """Whoever has no army is out: alliance, stock, heroes and proposals are gone (RS-X1)."""
    alive = living(board.places)
    fallen = [seat for seat in range(1, board.setup.seats + 1) if seat not in alive and seat not in board.out]
    for seat in fallen:
        break_away(board, seat)
        board.stocks[seat - 1] = (0, 0, 0)
        board.heroes[seat - 1] = ()
        board.truces = tuple(truce for truce in board.truces if seat not in (truce.one, truce.other))
        board.out = (*board.out, seat)
        board.tell(Out(seat=seat, rule="RS-X1"))
    if fallen:
        lapse(board)


def judge(board: Board) -> None:
    """End the game if somebody has won (RS-X1, RS-X2)."""
    board.end_reason = end_reason(board)
    if board.end_reason:
        winners = winners_of(board)
        board.tell(Ended(reason=board.end_reason, winners=winners, rule=RULE_OF_END[board.end_reason]))


def sides(position: State | Board) -> list[tuple[Seat, ...]]:
    """The alliances and players that are still in, by their first seat."""
    alive = [seat for seat in range(1, position.setup.seats + 1) if seat not in position.out]
    return sorted({side(position, seat) for seat in alive})


def strengths(position: State | Board) -> dict[tuple[Seat, ...], tuple[int, int]]:
    """Regions, then units, of every side (RS-X2)."""
    regions = regions_of(position.places, tables_of(position.setup.map), position.setup.seats)
    units = units_of(position.places, position.setup.seats)
    return {
        members: (sum(regions[seat] for seat in members), sum(units[seat] for seat in members))
        for members in sides(position)
    }


def end_reason(position: State | Board) -> EndReason | None:
    """Why the game would be over if this round closed now (RS-X1, RS-X2)."""
    if len(sides(position)) == 1:
        return EndReason.CONQUEST
    config = position.setup.config
    if config.domination:
        part, whole = config.domination
        tables = tables_of(position.setup.map)
        most = max(regions_of(position.places, tables, position.setup.seats)[1:])
        if most * whole > part * tables.region_count:
            return EndReason.DOMINATION
    return EndReason.LAST_ROUND if position.round >= config.max_rounds else None


def winners_of(position: State | Board) -> tuple[Seat, ...]:
    """The dominating player or the strongest side, or all that are equally strong; allies share (RS-X1, RS-X2)."""
    strong = strengths(position)
    if position.end_reason is EndReason.DOMINATION:
        seats = position.setup.seats
        regions = regions_of(position.places, tables_of(position.setup.map), seats)
        units = units_of(position.places, seats)
        strong = {(seat,): (regions[seat], units[seat]) for seat in range(1, seats + 1)}
    best = max(strong.values())
    return tuple(sorted({seat for members in strong if strong[members] == best for seat in side(position, members[0])}))


def outcome(state: State) -> Outcome | None:
    """The winners, the other sides by strength, then those who are out, the last to go first (RS-X1, RS-X2)."""
    if state.end_reason is None:
        return None
    winners = winners_of(state)
    others = {members: strength for members, strength in strengths(state).items() if members[0] not in winners}
    ranking = [winners]
    ranking += [
        tuple(sorted(seat for members in others if others[members] == level for seat in members))
        for level in sorted(set(others.values()), reverse=True)
    ]
    ranking += [(seat,) for seat in reversed(state.out)]
    regions = regions_of(state.places, tables_of(state.setup.map), state.setup.seats)
    return Outcome(ranking[0], tuple(ranking), tuple(regions[1:]), state.end_reason.value)
