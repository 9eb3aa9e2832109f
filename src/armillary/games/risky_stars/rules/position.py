"""What makes a position from outside impossible. A state that passes can be resolved without a second look."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from armillary.core.bounds import number_faults
from armillary.core.values import Path, Seat, Violation
from armillary.games.risky_stars.map.faults import map_faults
from armillary.games.risky_stars.map.tables import NO_BODY, Tables, tables_of
from armillary.games.risky_stars.model import NOBODY, Army, Hero, Place, State
from armillary.games.risky_stars.rules.board import living, owner, side, standing
from armillary.games.risky_stars.rules.diplomacy import TRUCE_ROUNDS, parties
from armillary.games.risky_stars.rules.economy import CLASS_I, CLASS_III, MAX_HEROES, MAX_LEVEL
from armillary.games.risky_stars.rules.ends import end_reason
from armillary.games.risky_stars.setup import config_faults, hero_classes

MAX_UNITS = 2_000_000  # on the whole map: more than a hundred rounds can bring
MAX_STOCK = 10**9


def check_position(state: State) -> tuple[Violation, ...]:
    """Everything impossible about a state: first setup and sizes, then the rest."""
    return tuple(_frame_faults(state)) or tuple(_faults(state))


def _frame_faults(state: State) -> Iterator[Violation]:
    """Config, map and the number of entries everywhere: what everything else depends on."""
    setup = state.setup
    faults = tuple(config_faults(setup.config, setup.seats, ("setup",)))
    yield from faults
    if setup.config.map is not None:
        yield Violation("map_in_config", "RS-M4", ("setup", "config", "map"))
    if not faults:
        faults = tuple(map_faults(setup.map, setup.seats, setup.config.home_regions, ("setup", "map")))
        yield from faults
    if faults:
        return
    tables = tables_of(setup.map)
    right = {"places": len(tables.places), "levels": len(tables.bodies)}
    for field in ("places", "levels", "stocks", "heroes", "allotments"):
        wanted, given = right.get(field, setup.seats), len(getattr(state, field))
        if given != wanted:
            yield Violation("wrong_number_of_entries", "RS-R3", (field,), {"asked": given, "right": wanted})


def _faults(state: State) -> Iterator[Violation]:
    seats = range(1, state.setup.seats + 1)
    for number, place in enumerate(state.places):
        yield from _owner_faults(place, state, ("places", number))
    yield from _side_faults(state, seats)
    if _unknown_seats(state, seats):
        yield Violation("no_such_seat", "RS-R1", ())
        return
    units = sum(place.units + sum(army.units for army in _groups(place)) for place in state.places)
    yield from number_faults(units, None, MAX_UNITS, ("places",), rule="RS-E7", unit="units")
    for number, place in enumerate(state.places):
        yield from _camp_faults(state, place, ("places", number))
    yield from _turn_faults(state)
    yield from _economy_faults(state)
    yield from _hero_faults(state, tables_of(state.setup.map))
    yield from _diplomacy_faults(state)
    yield from _end_faults(state)


def _groups(place: Place) -> tuple[Army, ...]:
    return place.guests + place.reinforcements + place.attackers


def _unknown_seats(state: State, seats: Sequence[Seat]) -> set[Seat]:
    """Every number that is used as a seat and is not one."""
    named = {place.possessor for place in state.places} - {NOBODY}
    named |= {army.owner for place in state.places for army in _groups(place)}
    named |= {seat for alliance in state.alliances for seat in alliance}
    named |= {seat for truce in state.truces for seat in (truce.one, truce.other)}
    for proposal in state.proposals:
        named |= {proposal.outsider, *proposal.members, *proposal.accepted}
    named |= {*state.turn.proposed, *state.out, state.turn.seat, *state.turn_order}
    return named - set(seats)


def _owner_faults(place: Place, state: State, path: Path) -> Iterator[Violation]:
    """A possessor has an army there, and every army has units (RS-V3)."""
    groups = _groups(place)
    if place.possessor == NOBODY and (place.units or groups):
        yield Violation("army_at_nobodys_place", "RS-V4", path)
    if place.possessor != NOBODY and place.units < 1:
        yield Violation("possession_without_army", "RS-V3", path)
    if place.reinforcements and not place.attackers:
        yield Violation("reinforcements_without_combat", "RS-C2", path)
    for army in groups:
        if army.units < 1 or not 0 <= army.origin < len(state.places):
            yield Violation("impossible_army", "RS-C2", path)


def _side_faults(state: State, seats: Sequence[Seat]) -> Iterator[Violation]:
    """Alliances are groups of two or more players who are in, each in at most one, in whatever order (RS-D1).

    When a player leaves, the alliance keeps its place in the list, so 1+5+6 and 2+3 become 5+6 and 2+3.
    """
    members = [seat for alliance in state.alliances for seat in alliance]
    tidy = all(_rising(alliance) and len(alliance) > 1 for alliance in state.alliances)
    if not tidy or len(members) != len(set(members)):
        yield Violation("impossible_alliances", "RS-D1", ("alliances",))
    alive = living(state.places)
    if set(members) - alive:
        yield Violation("allied_and_out", "RS-X1", ("alliances",))
    gone = [seat for seat in seats if seat not in alive]
    if sorted(state.out) != gone:
        yield Violation("out_does_not_fit", "RS-X1", ("out",), {"right": gone})
    if not alive:
        yield Violation("nobody_left", "RS-X1", ("places",))


def _camp_faults(state: State, place: Place, path: Path) -> Iterator[Violation]:
    """Guests and reinforcements are the possessor's side, attackers one other side (RS-V4)."""
    friends = side(state, place.possessor)
    owners = [army.owner for army in place.guests]
    strangers = any(owner not in friends or owner == place.possessor for owner in owners)
    if strangers or len(owners) != len(set(owners)):
        yield Violation("impossible_guests", "RS-V4", (*path, "guests"))
    if any(army.owner not in friends for army in place.reinforcements):
        yield Violation("impossible_reinforcements", "RS-C2", (*path, "reinforcements"))
    if place.attackers:
        allies = side(state, place.attackers[0].owner)
        if any(army.owner not in allies or army.owner in friends for army in place.attackers):
            yield Violation("impossible_attackers", "RS-D2", (*path, "attackers"))


def _turn_faults(state: State) -> Iterator[Violation]:
    """Every seat has its place in the order of turns, and what a turn has used up must be possible (RS-R1, RS-V1)."""
    turn, count = state.turn, len(state.places)
    yield from number_faults(state.round, 1, state.setup.config.max_rounds, ("round",), rule="RS-R1")
    if sorted(state.turn_order) != list(range(1, state.setup.seats + 1)):
        yield Violation("impossible_turn_order", "RS-R1", ("turn_order",))
    if turn.seat in state.out and not state.end_reason:
        yield Violation("turn_of_a_seat_that_is_out", "RS-X1", ("turn", "seat"))
    if not _rising(turn.launched) or any(not 0 <= place < count for place in turn.launched):
        yield Violation("impossible_launches", "RS-V1", ("turn", "launched"))
    if not _rising(turn.proposed) or turn.seat in turn.proposed:
        yield Violation("impossible_proposals_made", "RS-R2", ("turn", "proposed"))
    if not _rising([place for place, _ in turn.arrived]):
        yield Violation("impossible_arrivals", "RS-V1", ("turn", "arrived"))
    for place, units in turn.arrived:
        if not 0 <= place < count or not 1 <= units <= standing(state.places[place], turn.seat):
            yield Violation("impossible_arrivals", "RS-V1", ("turn", "arrived"))
    if state.end_reason and (turn.launched or turn.arrived or turn.proposed):
        yield Violation("turn_after_the_end", "RS-R1", ("turn",))


def _rising(numbers: Sequence[int]) -> bool:
    return all(one < other for one, other in pairwise(numbers))


def _economy_faults(state: State) -> Iterator[Violation]:
    """Stocks and allotments are within bounds, seats that are out have nothing, upgraded bodies have owners (RS-E2)."""
    for number, stock in enumerate(state.stocks):
        for kind, amount in enumerate(stock):
            yield from number_faults(amount, 0, MAX_STOCK, ("stocks", number, kind), rule="RS-E1")
        if number + 1 in state.out and (any(stock) or state.heroes[number] or state.allotments[number] is not None):
            yield Violation("out_with_belongings", "RS-X1", ("stocks", number))
    for number, allotted in enumerate(state.allotments):
        if allotted is not None:
            yield from number_faults(allotted, 0, MAX_STOCK, ("allotments", number), rule="RS-E8")
    tables = tables_of(state.setup.map)
    for body, level in enumerate(state.levels):
        yield from number_faults(level, 0, MAX_LEVEL, ("levels", body), rule="RS-E3")
        if 0 < level <= MAX_LEVEL and owner(state.places, tables, body) == NOBODY:
            yield Violation("upgraded_and_not_owned", "RS-E2", ("levels", body))


def _hero_faults(state: State, tables: Tables) -> Iterator[Violation]:
    """Heroes are posted to bodies their player owns, as many as have room (RS-E2, RS-E4, RS-E6)."""
    posted = Counter(hero.body for heroes in state.heroes for hero in heroes)
    for number, heroes in enumerate(state.heroes):
        path: Path = ("heroes", number)
        if list(heroes) != sorted(heroes) or len(heroes) > MAX_HEROES + len(tables.featured):
            yield Violation("impossible_heroes", "RS-E4", path)
        if any(_impossible_hero(state, tables, hero, number + 1, posted) for hero in heroes):
            yield Violation("impossible_heroes", "RS-E4", path)
    bodies = len(tables.featured) if state.setup.config.featured_heroes else 0
    dealt = Counter(hero_classes(bodies))
    dealt.subtract(state.deck)
    if not _rising(state.claimed) or not tables.featured.issuperset(state.claimed):
        yield Violation("impossible_claims", "RS-E6", ("claimed",))
    if len(state.deck) + len(state.claimed) != bodies or min(dealt.values(), default=0) < 0:
        yield Violation("impossible_deck", "RS-E6", ("deck",))


def _impossible_hero(state: State, tables: Tables, hero: Hero, seat: Seat, posted: Counter[int]) -> bool:
    if not CLASS_I <= hero.rank <= CLASS_III or (hero.spent and seat != state.turn.seat):
        return True
    if hero.body == NO_BODY:
        return False
    if not 0 <= hero.body < len(tables.bodies) or owner(state.places, tables, hero.body) != seat:
        return True
    return posted[hero.body] > min(MAX_HEROES, len(tables.regions[hero.body]))


def _diplomacy_faults(state: State) -> Iterator[Violation]:
    """Truces and proposals between players who are in, each once (RS-D1, RS-D2)."""
    pairs = [(truce.one, truce.other) for truce in state.truces]
    if pairs != sorted(set(pairs)) or any(one >= other for one, other in pairs):
        yield Violation("impossible_truces", "RS-D2", ("truces",))
    for truce in state.truces:
        late = not state.round <= truce.until <= state.round + TRUCE_ROUNDS
        if late or truce.one in state.out or truce.other in state.out:
            yield Violation("impossible_truces", "RS-D2", ("truces",))
    everybody = [parties(proposal) for proposal in state.proposals]
    if len(everybody) != len(set(everybody)):
        yield Violation("proposal_twice", "RS-D1", ("proposals",))
    for number, proposal in enumerate(state.proposals):
        agreed = proposal.accepted
        sound = (
            proposal.members
            and side(state, proposal.members[0]) == proposal.members
            and proposal.outsider not in proposal.members
            and side(state, proposal.outsider) == (proposal.outsider,)
            and not any(seat in state.out for seat in parties(proposal))
            and _rising(agreed)
            and 0 < len(agreed) < len(parties(proposal))
            and set(agreed) < set(parties(proposal))
        )
        if not sound:
            yield Violation("impossible_proposal", "RS-D1", ("proposals", number))


def _end_faults(state: State) -> Iterator[Violation]:
    """A game that is over is over for a reason, with all combats closed (RS-X1, RS-X2)."""
    if state.end_reason is None:
        return
    if state.end_reason != end_reason(state):
        yield Violation("end_reason_does_not_fit", "RS-X2", ("end_reason",), {"reason": state.end_reason.value})
    if any(place.attackers for place in state.places):
        yield Violation("combat_after_the_end", "RS-C4", ("places",))
