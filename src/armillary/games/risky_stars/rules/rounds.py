"""Rounds and turns: whose turn it is, what closes a round, who is out, who has won (RS-R1, RS-R2, RS-X1, RS-X2)."""

from __future__ import annotations

from collections.abc import Callable

from armillary.core.values import Fate, Outcome, Seat
from armillary.games.risky_stars.atlas import atlas_of
from armillary.games.risky_stars.events import Ended, Out, RoundBegan, TurnBegan
from armillary.games.risky_stars.model import End, EndReason, Hero, State
from armillary.games.risky_stars.rules.board import Board, living, regions_of, side, units_of
from armillary.games.risky_stars.rules.combat import close_combats
from armillary.games.risky_stars.rules.diplomacy import break_away, lapse
from armillary.games.risky_stars.rules.economy import produce


def first_seat(round_: int, seats: int) -> Seat:
    """Going first is an edge, so it goes round the table (RS-R1)."""
    return (round_ - 1) % seats + 1


def turn_order(round_: int, seats: int) -> list[Seat]:
    """All seats in this round's order."""
    first = first_seat(round_, seats)
    return [(first - 1 + i) % seats + 1 for i in range(seats)]


def end(board: Board, seat: Seat, order: End) -> tuple[Fate, ...]:  # noqa: ARG001 (there is one way)
    """The next player's turn, or the end of the round (RS-R2)."""
    pass_on(board)
    return (Fate(seat, (), "ended", "RS-R2"),)


def pass_on(board: Board) -> None:
    """The turn goes to the next seat of this round that is not out; behind the last the round closes (RS-R1)."""
    _clear_turn(board)
    order = turn_order(board.round, board.setup.seats)
    waiting = [seat for seat in order[order.index(board.seat) + 1 :] if seat not in board.out]
    if waiting:
        begin_turn(board, waiting[0])
    else:
        for stage in ROUND_END:
            stage(board)


def _clear_turn(board: Board) -> None:
    board.launched = board.proposed = ()
    board.arrived = {}
    heroes = board.heroes[board.seat - 1]
    if any(hero.spent for hero in heroes):
        board.heroes[board.seat - 1] = tuple(sorted(Hero(hero.rank, hero.body) for hero in heroes))


def begin_turn(board: Board, seat: Seat) -> None:
    """This seat owes orders now."""
    board.seat = seat
    board.tell(TurnBegan(seat=seat, rule="RS-R1"))


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
    """Has somebody won? (RS-X1, RS-X2)"""
    board.end_reason = end_reason(board)
    if board.end_reason:
        winners = winners_of(board)
        board.tell(Ended(reason=board.end_reason, winners=winners, rule=RULE_OF_END[board.end_reason]))


def next_round(board: Board) -> None:
    """Truces run out, everybody produces, and another seat begins (RS-R1)."""
    if board.end_reason:
        return
    board.round += 1
    board.truces = tuple(truce for truce in board.truces if truce.until >= board.round)
    begin_round(board)


def begin_round(board: Board) -> None:
    """Production, then the first turn (RS-R1)."""
    first = next(seat for seat in turn_order(board.round, board.setup.seats) if seat not in board.out)
    board.tell(RoundBegan(round=board.round, first=first, rule="RS-R1"))
    produce(board)
    begin_turn(board, first)


ROUND_END: tuple[Callable[[Board], None], ...] = (close_combats, drop_out, judge, next_round)  # RS-R1


# -- the end -----------------------------------------------------------------------------------------------

RULE_OF_END = {
    EndReason.CONQUEST: "RS-X1",
    EndReason.DOMINATION: "RS-X2",
    EndReason.LAST_ROUND: "RS-X2",
}


def sides(position: State | Board) -> list[tuple[Seat, ...]]:
    """The alliances and players that are still in, by their first seat."""
    alive = [seat for seat in range(1, position.setup.seats + 1) if seat not in position.out]
    return sorted({side(position, seat) for seat in alive})


def strengths(position: State | Board) -> dict[tuple[Seat, ...], tuple[int, int]]:
    """Regions, then units, of every side (RS-X2)."""
    regions = regions_of(position.places, atlas_of(position.setup.chart), position.setup.seats)
    units = units_of(position.places, position.setup.seats)
    return {
        members: (sum(regions[seat] for seat in members), sum(units[seat] for seat in members))
        for members in sides(position)
    }


def end_reason(position: State | Board) -> EndReason | None:
    """Why the game would be over if this round closed now (RS-X1, RS-X2)."""
    strong = strengths(position)
    if len(strong) == 1:
        return EndReason.CONQUEST
    config = position.setup.config
    if config.domination:
        part, whole = config.domination
        all_regions = atlas_of(position.setup.chart).region_count
        if max(strong.values())[0] * whole > part * all_regions:
            return EndReason.DOMINATION
    return EndReason.LAST_ROUND if position.round >= config.max_rounds else None


def winners_of(position: State | Board) -> tuple[Seat, ...]:
    """The strongest side, or all that are equally strong (RS-X2); allies share (RS-X1)."""
    strong = strengths(position)
    best = max(strong.values())
    return tuple(sorted(seat for members, strength in strong.items() if strength == best for seat in members))


def outcome(state: State) -> Outcome | None:
    """Sides by strength, then those who are out, the last to go first (RS-X1, RS-X2)."""
    if state.end_reason is None:
        return None
    strong = strengths(state)
    ranking = [
        tuple(sorted(seat for members in strong if strong[members] == level for seat in members))
        for level in sorted(set(strong.values()), reverse=True)
    ]
    ranking += [(seat,) for seat in reversed(state.out)]
    regions = regions_of(state.places, atlas_of(state.setup.chart), state.setup.seats)
    return Outcome(ranking[0], tuple(ranking), tuple(regions[1:]), state.end_reason)
