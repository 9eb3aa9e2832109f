"""Diplomacy: proposals, alliances, truces (RS-D1 to RS-D3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from armillary.core.values import Fate, Seat, Violation
from armillary.games.risky_stars.model import (
    Accept,
    Accepted,
    Allied,
    Army,
    Decline,
    Departed,
    Lapsed,
    Leave,
    Place,
    Proposal,
    Propose,
    Proposed,
    State,
    Truce,
    Withdraw,
)
from armillary.games.risky_stars.rules.board import Board, side
from armillary.games.risky_stars.rules.combat import close_combat, fighting, receive, tell_retreat

TRUCE_ROUNDS = 3
LAST_ROUNDS = 3


def parties(proposal: Proposal) -> tuple[Seat, ...]:
    """Everybody who would be in the alliance, in seat order."""
    return tuple(sorted((proposal.outsider, *proposal.members)))


def between(position: State | Board, seat: Seat, player: Seat) -> Proposal | None:
    """The open proposal that joins the seat's side and the player's: there is at most one (RS-D1)."""
    for proposal in position.proposals:
        ends = (proposal.outsider == seat and player in proposal.members) or (
            proposal.outsider == player and seat in proposal.members
        )
        if ends:
            return proposal
    return None


# -- what may be offered -----------------------------------------------------------------------------------


def check_propose(state: State, seat: Seat, order: Propose) -> Iterator[Violation]:
    """A player without allies and a side, and not too many (RS-D1); one proposal per turn and player (RS-R2)."""
    player = order.player
    if player == seat or not 1 <= player <= state.setup.seats or player in state.out:
        yield Violation("no_such_player", "RS-D1", ("player",), {"asked": player})
        return
    if player in state.turn.proposed:
        yield Violation("proposed_already", "RS-R2", ("player",), {"asked": player})
    ours, theirs = side(state, seat), side(state, player)
    if player in ours:
        yield Violation("allied_already", "RS-D1", ("player",), {"asked": player})
    elif len(ours) > 1 and len(theirs) > 1:
        yield Violation("both_allied", "RS-D1", ("player",), {"asked": player})
    elif between(state, seat, player):
        yield Violation("proposal_is_open", "RS-D1", ("player",), {"asked": player})
    else:
        yield from _alliance_faults(state, ours, theirs)


def _alliance_faults(state: State, ours: tuple[Seat, ...], theirs: tuple[Seat, ...]) -> Iterator[Violation]:
    """What keeps an alliance from being made now (RS-D1)."""
    config = state.setup.config
    size, everybody = len(ours) + len(theirs), state.setup.seats - len(state.out)
    if size == everybody:
        yield Violation("everybody_allied", "RS-D1", ("player",))
    elif config.alliance_limit == "half" and size > max(2, everybody // 2):
        params = {"asked": size, "most": max(2, everybody // 2), "players": everybody}
        yield Violation("alliance_too_large", "RS-D1", ("player",), params)
    if state.round > config.max_rounds - LAST_ROUNDS:
        yield Violation("too_late_to_ally", "RS-D1", ("player",), {"rounds": LAST_ROUNDS})
    if any(fighting(state, one, other) for one in ours for other in theirs):
        yield Violation("at_war", "RS-D1", ("player",))


def check_accept(state: State, seat: Seat, order: Accept) -> Iterator[Violation]:
    """A proposal this seat has not agreed to yet, for an alliance that may be made (RS-D1)."""
    proposal = between(state, seat, order.player)
    if proposal is None:
        yield Violation("no_such_proposal", "RS-D1", ("player",), {"asked": order.player})
        return
    if seat in proposal.accepted:
        yield Violation("accepted_already", "RS-D1", ("player",), {"asked": order.player})
    yield from _alliance_faults(state, (proposal.outsider,), proposal.members)


def check_decline(state: State, seat: Seat, order: Decline) -> Iterator[Violation]:
    """A proposal this seat has not agreed to (RS-D1)."""
    proposal = between(state, seat, order.player)
    if proposal is None:
        yield Violation("no_such_proposal", "RS-D1", ("player",), {"asked": order.player})
    elif seat in proposal.accepted:
        yield Violation("accepted_already", "RS-D1", ("player",), {"asked": order.player})


def check_withdraw(state: State, seat: Seat, order: Withdraw) -> Iterator[Violation]:
    """A proposal this seat has made or agreed to (RS-D1)."""
    proposal = between(state, seat, order.player)
    if proposal is None:
        yield Violation("no_such_proposal", "RS-D1", ("player",), {"asked": order.player})
    elif seat not in proposal.accepted:
        yield Violation("not_accepted", "RS-D1", ("player",), {"asked": order.player})


def check_leave(state: State, seat: Seat, order: Leave) -> Iterator[Violation]:
    """Only an ally can leave (RS-D1)."""
    if len(side(state, seat)) == 1:
        yield Violation("not_allied", "RS-D1")


# -- what becomes of it ------------------------------------------------------------------------------------


def propose(board: Board, seat: Seat, order: Propose) -> tuple[Fate, ...]:
    """Proposing is accepting (RS-D1)."""
    ours, theirs = side(board, seat), side(board, order.player)
    outsider, members = (seat, theirs) if len(ours) == 1 else (order.player, ours)
    proposal = Proposal(outsider, members, (seat,))
    board.proposed = tuple(sorted((*board.proposed, order.player)))
    board.proposals = (*board.proposals, proposal)
    board.tell(Proposed(seat=seat, parties=parties(proposal), rule="RS-D1"))
    return (Fate(seat, (), "proposed", "RS-D1", {"player": order.player}),)


def accept(board: Board, seat: Seat, order: Accept) -> tuple[Fate, ...]:
    """Once all have accepted, the alliance is made (RS-D1)."""
    proposal = between(board, seat, order.player)
    assert proposal is not None
    agreed = Proposal(proposal.outsider, proposal.members, tuple(sorted((*proposal.accepted, seat))))
    board.tell(Accepted(seat=seat, parties=parties(agreed), rule="RS-D1"))
    if agreed.accepted == parties(agreed):
        board.proposals = tuple(other for other in board.proposals if other is not proposal)
        for party in parties(agreed):
            if side(board, party) == (party,):
                board.allotments[party - 1] = None  # left over from an earlier alliance (RS-E8)
        others = [alliance for alliance in board.alliances if alliance != proposal.members]
        board.alliances = tuple(sorted([*others, parties(agreed)]))
        board.tell(Allied(members=parties(agreed), rule="RS-D1"))
        lapse(board)
        return (Fate(seat, (), "allied", "RS-D1", {"player": order.player}),)
    board.proposals = tuple(agreed if other is proposal else other for other in board.proposals)
    return (Fate(seat, (), "accepted", "RS-D1", {"player": order.player}),)


def decline(board: Board, seat: Seat, order: Decline) -> tuple[Fate, ...]:
    """The proposal lapses (RS-D1)."""
    _drop(board, seat, order.player, "declined")
    return (Fate(seat, (), "declined", "RS-D1", {"player": order.player}),)


def withdraw(board: Board, seat: Seat, order: Withdraw) -> tuple[Fate, ...]:
    """The proposal lapses (RS-D1)."""
    _drop(board, seat, order.player, "withdrawn")
    return (Fate(seat, (), "withdrawn", "RS-D1", {"player": order.player}),)


def _drop(board: Board, seat: Seat, player: Seat, why: Literal["declined", "withdrawn"]) -> None:
    proposal = between(board, seat, player)
    assert proposal is not None
    board.proposals = tuple(other for other in board.proposals if other is not proposal)
    board.tell(Lapsed(parties=parties(proposal), why=why, rule="RS-D1"))


def lapse(board: Board) -> None:
    """Proposals whose sides are no longer what they were are gone (RS-D1)."""
    for proposal in board.proposals:
        same = (
            not any(seat in board.out for seat in parties(proposal))
            and side(board, proposal.outsider) == (proposal.outsider,)
            and side(board, proposal.members[0]) == proposal.members
        )
        if not same:
            board.proposals = tuple(other for other in board.proposals if other is not proposal)
            board.tell(Lapsed(parties=parties(proposal), why="changed", rule="RS-D1"))


def leave(board: Board, seat: Seat, order: Leave) -> tuple[Fate, ...]:
    """The seat gets a truce with those who stay (RS-D2), and their armies part (RS-D3)."""
    members = tuple(member for member in side(board, seat) if member != seat)
    until = board.round + TRUCE_ROUNDS
    pairs = {(min(seat, member), max(seat, member)) for member in members}
    kept = [truce for truce in board.truces if (truce.one, truce.other) not in pairs]
    board.truces = tuple(sorted([*kept, *(Truce(one, other, until) for one, other in pairs)]))
    board.tell(Departed(seat=seat, members=members, until=until, rule="RS-D2"))
    break_away(board, seat)
    part(board, seat, members)
    lapse(board)
    return (Fate(seat, (), "left", "RS-D2", {"until": until}),)


def break_away(board: Board, seat: Seat) -> None:
    """The seat leaves its alliance, which ends if only one is left; its pool goes on without the seat (RS-E8)."""
    board.allotments[seat - 1] = None
    smaller = (tuple(member for member in alliance if member != seat) for alliance in board.alliances)
    board.alliances = tuple(alliance for alliance in smaller if len(alliance) > 1)


def part(board: Board, seat: Seat, members: tuple[Seat, ...]) -> None:
    """Armies that stood together go to their owner's first own place of the system, or disband (RS-D3).

    Where they attacked together, the one who leaves goes and the others fight on.
    """
    going: list[tuple[int, Army]] = []
    for number, place in enumerate(board.places):
        leaving = members if place.possessor == seat else (seat,) if _stands_with(place, seat, members) else ()
        if leaving:
            going += _send_away(board, number, leaving)
    for number, army in going:
        _go_home(board, number, army)


def _stands_with(place: Place, seat: Seat, members: tuple[Seat, ...]) -> bool:
    """Is the seat a guest of its former allies here, or their comrade in an attack?"""
    attacking = [army.owner for army in place.attackers]
    return place.possessor in members or (seat in attacking and any(member in attacking for member in members))


def _send_away(board: Board, number: int, leaving: tuple[Seat, ...]) -> list[tuple[int, Army]]:
    place = board.places[number]
    groups = place.guests + place.reinforcements + place.attackers
    gone = [(number, army) for army in groups if army.owner in leaving]
    if gone:
        board.places[number] = Place(
            place.possessor,
            place.units,
            tuple(army for army in place.guests if army.owner not in leaving),
            tuple(army for army in place.reinforcements if army.owner not in leaving),
            tuple(army for army in place.attackers if army.owner not in leaving),
        )
        if board.seat in leaving:
            board.arrived.pop(number, None)
        if place.attackers:
            close_combat(board, number)
    return gone


def _go_home(board: Board, number: int, army: Army) -> None:
    system = board.tables.in_system[board.tables.system_of[number]]
    home = next((place for place in system if board.places[place].possessor == army.owner), None)
    if home is None:
        board.losses = True
    else:
        receive(board, home, army)
        if army.owner == board.seat:
            board.arrive(home, army.units)
    tell_retreat(board, army, number, home, "RS-D3")
