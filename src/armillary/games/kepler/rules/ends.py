"""Control and the end of the game (KH-7.2, KH-9.1 to KH-9.4)."""

from __future__ import annotations

from armillary.core.values import Outcome, Seat, rank
from armillary.games.kepler.model import EndReason, Fleets, Setup, State


def control(fleets: Fleets) -> dict[str, Seat]:
    """Who controls which region: the only player with fleets there, right now (KH-7.2)."""
    owners: dict[str, Seat] = {}
    contested = set()
    for seat, own in enumerate(fleets, start=1):
        for fleet in own:
            if owners.setdefault(fleet.region, seat) != seat:
                contested.add(fleet.region)
    for region in contested:
        del owners[region]
    return owners


def scores(fleets: Fleets) -> tuple[int, ...]:
    """How many regions each seat controls."""
    places = [{fleet.region for fleet in own} for own in fleets]
    if len(set().union(*places)) == sum(map(len, places)):  # nobody shares a region: nearly always
        return tuple(map(len, places))
    held = list(control(fleets).values())
    return tuple([held.count(seat) for seat in range(1, len(fleets) + 1)])


def dominant(setup: Setup, regions: tuple[int, ...]) -> tuple[Seat, ...]:
    """The seats that control more than the fraction, strictly (KH-9.1)."""
    if setup.dominance is None:
        return ()
    part, whole = setup.dominance
    enough = part * len(setup.map.regions)
    return tuple([seat for seat, held in enumerate(regions, start=1) if held * whole > enough])


def needed(setup: Setup) -> int | None:
    """How many regions exceed the fraction; None where no number does (KH-9.1)."""
    if setup.dominance is None:
        return None
    part, whole = setup.dominance
    regions = len(setup.map.regions)
    enough = part * regions // whole + 1
    return enough if enough <= regions else None


def end_reason(setup: Setup, fleets: Fleets, regions: tuple[int, ...], completed: int) -> EndReason | None:
    """Why the game is over after this many turns, if it is: dominance, elimination, turn limit, in order (KH-9.4)."""
    if dominant(setup, regions):
        return EndReason.DOMINANCE  # KH-9.1
    if sum([bool(own) for own in fleets]) <= 1:
        return EndReason.ELIMINATION  # KH-9.2
    return EndReason.TURN_LIMIT if completed >= setup.max_turns else None  # KH-9.3


def first(state: State, regions: tuple[int, ...]) -> tuple[Seat, ...]:
    """The seats in first place: one has won, several have drawn (KH-9.1 to KH-9.3)."""
    seats: tuple[Seat, ...] = tuple(range(1, state.setup.seats + 1))
    if state.end_reason is EndReason.DOMINANCE:
        seats = dominant(state.setup, regions)
    elif state.end_reason is EndReason.ELIMINATION:
        standing = tuple(seat for seat in seats if state.fleets[seat - 1])
        return standing or tuple(seat for seat in seats if state.lost[seat - 1] == state.turn - 1)
    return rank([regions[seat - 1] for seat in seats], seats)[0]


def outcome(state: State) -> Outcome | None:
    """The winner or those who drew first; the others by regions, then by how late they lost their fleets (KH-9.4)."""
    if state.end_reason is None:
        return None
    regions = scores(state.fleets)
    top = first(state, regions)
    rest = [seat for seat in range(1, state.setup.seats + 1) if seat not in top]
    never = state.turn + 1
    standing = [regions[seat - 1] * (never + 1) + (state.lost[seat - 1] or never) for seat in rest]
    return Outcome(
        winners=top if len(top) == 1 else (),
        ranking=(top, *rank(standing, rest)),
        scores=regions,
        reason=state.end_reason.value,
    )
