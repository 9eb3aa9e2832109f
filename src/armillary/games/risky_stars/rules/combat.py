"""Combat: exchanges of dice, losses, possession, retreat (RS-C1 to RS-C5)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from armillary.core.dice import Dice
from armillary.core.values import Seat
from armillary.games.risky_stars.model import Army, Fought, Held, Place, Retreated, State, Taken
from armillary.games.risky_stars.rules.board import Board, defence, defenders, side
from armillary.games.risky_stars.rules.economy import draw_hero, ruin

SIDES = 10


def roll(dice: Dice, units: int) -> list[int]:
    """A die for every unit, high to low (RS-C1)."""
    below = dice.below  # there may be thousands: `die` would be one more call for each
    return sorted([below(SIDES) + 1 for _ in range(units)], reverse=True)


def compare(attack: Sequence[int], defence: Sequence[int]) -> tuple[int, int]:
    """Units the attack and the defence lose: pair by pair the lower die, ties to the defender (RS-C1).

    >>> compare([10, 10, 7], [10, 9, 8, 7])
    (2, 1)
    """
    pairs = min(len(attack), len(defence))
    won = sum([mine > theirs for mine, theirs in zip(attack, defence)])  # noqa: B905 (surplus dice are discarded)
    return pairs - won, won


def attack(board: Board, place: int, army: Army) -> str:
    """An army arrives to attack, or to reinforce an attack: one exchange, newcomers only (RS-C2)."""
    earlier = board.places[place].attackers
    _exchange(board, place, earlier, (army,), "RS-C1")
    for newcomers in board.places[place].attackers[len(earlier) :]:
        board.arrive(place, newcomers.units)
    board.losses = True
    return close_combat(board, place)


def _exchange(board: Board, place: int, earlier: tuple[Army, ...], attacking: tuple[Army, ...], rule: str) -> None:
    """Attacking groups against the whole defence, while earlier ones look on: dice, then losses (RS-C1, RS-C5)."""
    here = board.places[place]
    thrown = roll(board.dice, sum([army.units for army in attacking]))
    answered = roll(board.dice, defence(here))
    lost, won = compare(thrown, answered)
    attackers, attack_lost = _after_losses(attacking, lost)
    (first, *others), defence_lost = _after_losses(defenders(here), won)
    guests, later = others[: len(here.guests)], others[len(here.guests) :]
    board.places[place] = Place(
        here.possessor, first.units, _alive(guests), _alive(later), (*earlier, *_alive(attackers))
    )
    board.tell(
        Fought(
            place=board.tables.places[place],
            attackers=tuple(dict.fromkeys([army.owner for army in attacking])),
            defender=here.possessor,
            attack=tuple(thrown),
            defence=tuple(answered),
            attack_lost=attack_lost,
            defence_lost=defence_lost,
            rule=rule,
        )
    )


def _after_losses(armies: Sequence[Army], losses: int) -> tuple[list[Army], dict[str, int]]:
    """The armies after the latest have lost units first, and how many each player has lost (RS-C2, RS-C4).

    A defence is listed so that this is the rule's order: reinforcements, then guests, then the first army.
    """
    counted: dict[str, int] = {}
    kept: list[Army] = []
    for army in reversed(armies):
        fallen = min(army.units, losses)
        if fallen:
            losses -= fallen
            counted[str(army.owner)] = counted.get(str(army.owner), 0) + fallen
        kept.append(Army(army.owner, army.units - fallen, army.origin) if fallen else army)
    return kept[::-1], dict(sorted(counted.items()))


def _alive(armies: Iterable[Army]) -> tuple[Army, ...]:
    return tuple([army for army in armies if army.units])


def close_combat(board: Board, place: int) -> str:
    """Close the combat if no defender is left (the place changes hands) or no attacker (it does not) (RS-C3)."""
    here = board.places[place]
    if not here.units:
        _take(board, place)
        return "won"
    if not here.attackers:
        board.places[place] = _peace(here)
        board.tell(Held(place=board.tables.places[place], possessor=here.possessor, rule="RS-C3"))
        return "lost"
    return "open"


def _take(board: Board, place: int) -> None:
    """The first attacker takes possession, the others are its guests (RS-C3)."""
    here = board.places[place]
    winner = here.attackers[0].owner
    board.tell(Taken(place=board.tables.places[place], by=winner, of=here.possessor, rule="RS-C3"))
    board.places[place] = _peace(Place(winner, 0, (), here.attackers))
    ruin(board, place)
    draw_hero(board, place)


def _peace(place: Place) -> Place:
    """The possessor's groups merge, everybody else's become guests, each player's one army (RS-C3)."""
    units = place.units + sum(army.units for army in place.reinforcements if army.owner == place.possessor)
    guests = place.guests
    for army in place.reinforcements:
        if army.owner != place.possessor:
            guests = with_guest(guests, army)
    return Place(place.possessor, units, guests)


def with_guest(guests: tuple[Army, ...], army: Army) -> tuple[Army, ...]:
    """A guest army merges with its owner's guests there, or comes last (RS-V4)."""
    for i, guest in enumerate(guests):
        if guest.owner == army.owner:
            merged = Army(guest.owner, guest.units + army.units, guest.origin)
            return (*guests[:i], merged, *guests[i + 1 :])
    return (*guests, army)


def receive(board: Board, place: int, army: Army) -> None:
    """An army comes to its owner's or an ally's place: merged, a guest, or a reinforcement in a combat (RS-V4)."""
    here = board.places[place]
    if here.attackers:
        later = (*here.reinforcements, army)
        board.places[place] = Place(here.possessor, here.units, here.guests, later, here.attackers)
    elif here.possessor == army.owner:
        board.places[place] = Place(here.possessor, here.units + army.units, here.guests)
    else:
        board.places[place] = Place(here.possessor, here.units, with_guest(here.guests, army))


def occupy(board: Board, place: int, army: Army) -> None:
    """An army takes a free place (RS-V4)."""
    board.places[place] = Place(army.owner, army.units)
    board.tell(Taken(place=board.tables.places[place], by=army.owner, rule="RS-V4"))
    draw_hero(board, place)


def close_combats(board: Board) -> None:
    """Open combats are fought out in map order; then all attackers that have taken nothing go back (RS-C4)."""
    returning: list[tuple[int, Army]] = []
    for number in range(len(board.places)):
        while more_attackers(board.places[number]):
            _exchange(board, number, (), board.places[number].attackers, "RS-C4")
            close_combat(board, number)
        place = board.places[number]
        if place.attackers:
            returning += [(number, army) for army in place.attackers]
            board.places[number] = _peace(Place(place.possessor, place.units, place.guests, place.reinforcements))
    for number, army in returning:
        host = board.places[army.origin].possessor
        welcome = host in side(board, army.owner)
        if welcome:
            receive(board, army.origin, army)
        tell_retreat(board, army, number, army.origin if welcome else None, "RS-C4")


def more_attackers(place: Place) -> bool:
    """Do the attackers outnumber the defence, so that they fight on when the round closes? (RS-C4)"""
    return bool(place.attackers) and sum([army.units for army in place.attackers]) > defence(place)


def tell_retreat(board: Board, army: Army, place: int, to: int | None, rule: str) -> None:
    """Report that a group withdrew, or disbanded."""
    names = board.tables.places
    home = None if to is None else names[to]
    board.tell(Retreated(seat=army.owner, units=army.units, place=names[place], to=home, rule=rule))


def fighting(position: State | Board, one: Seat, other: Seat) -> bool:
    """Are these two on opposite sides of an open combat? (RS-D1)"""
    return any(place.attackers and _opposed(place, one, other) for place in position.places)


def _opposed(place: Place, one: Seat, other: Seat) -> bool:
    attacking = {army.owner for army in place.attackers}
    defending = {army.owner for army in defenders(place)}
    return (one in attacking and other in defending) or (other in attacking and one in defending)
