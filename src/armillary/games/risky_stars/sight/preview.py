"""What an order would do, as far as anybody can know: fights are tried with dice that are not the match's."""

from __future__ import annotations

from collections import Counter
from operator import gt

from armillary.core.dice import Dice, FastDice
from armillary.core.values import Seat, refusals
from armillary.games.risky_stars import rules
from armillary.games.risky_stars.map.tables import tables_of
from armillary.games.risky_stars.model import End, Move, Odds, Order, Place, Preview, State, Stock
from armillary.games.risky_stars.rules.board import defence, regions_of, units_of
from armillary.games.risky_stars.rules.economy import affordable, income
from armillary.games.risky_stars.rules.navigation import arrival

MAX_TRIES = 400
MAX_DICE = 8_000
"""In all first exchanges together: large fights vary less, and nobody should wait for their odds."""
SEED = 10
DIGITS = 15
LARGE = 10**DIGITS


def preview(state: State, seat: Seat, order: Order) -> Preview:
    """The seat's belongings before and after; for an attack, how the fight could go."""
    violations = rules.check(state, seat, order)
    refused = bool(refusals(violations))
    contested = None if refused or not isinstance(order, Move) else _contested(state, seat, order)
    after = state
    if not refused and contested is None and not isinstance(order, End):
        after = rules.resolve(state, {seat: order}, FastDice(SEED)).state
    odds = None
    if contested and isinstance(order, Move):
        earlier = sum(army.units for army in contested.attackers)
        odds = try_out(order.units, defence(contested), earlier)
    (stock, gain, regions, units, buys), later = _belongings(state, seat), _belongings(after, seat)
    return Preview(
        violations=violations,
        stock=(stock, later[0]),
        income=(gain, later[1]),
        regions=(regions, later[2]),
        units=(units, later[3]),
        affordable=(buys, later[4]),
        odds=odds,
    )


def _belongings(state: State, seat: Seat) -> tuple[Stock, Stock, int, int, int]:
    tables, seats = tables_of(state.setup.map), state.setup.seats
    return (
        state.stocks[seat - 1],
        income(state)[seat - 1],
        regions_of(state.places, tables, seats)[seat],
        units_of(state.places, seats)[seat],
        affordable(state, seat),
    )


def _contested(state: State, seat: Seat, order: Move) -> Place | None:
    """The place this move would fight for, if it would."""
    place = state.places[tables_of(state.setup.map).place[order.target]]
    return place if arrival(state, seat, place) in ("attacks", "reinforces") else None


def try_out(attacking: int, defending: int, earlier: int = 0) -> Odds:
    """The first exchange, then the fight to its end, tried again and again; fewer times with very many dice.

    `earlier` attackers look on at first, and join in when the combat is fought out (RS-C2, RS-C4).
    """
    dice = FastDice(SEED)
    tries = max(1, min(MAX_TRIES, MAX_DICE // (attacking + defending + earlier)))
    mine: Counter[int] = Counter()
    theirs: Counter[int] = Counter()
    later = 0
    for _ in range(tries):
        lost, won = _exchange(dice, attacking, defending)
        mine[lost] += 1
        theirs[won] += 1
        attackers, defenders = attacking + earlier - lost, defending - won
        while attackers > defenders > 0:
            lost, won = _exchange(dice, attackers, defenders)
            attackers, defenders = attackers - lost, defenders - won
        later += defenders == 0
    return Odds(
        tries=tries,
        attacking=attacking,
        defending=defending,
        taken=theirs[defending],
        taken_later=later,
        attack_lost=tuple(sorted(mine.items())),
        defence_lost=tuple(sorted(theirs.items())),
    )


def _exchange(dice: Dice, attackers: int, defenders: int) -> tuple[int, int]:
    """Units the attack and the defence lose (RS-C1)."""
    won = sum(map(gt, _roll(dice, attackers), _roll(dice, defenders)))
    return min(attackers, defenders) - won, won


def _roll(dice: Dice, units: int) -> list[str]:
    """A die for every unit, high to low; the digits of large numbers are dice of ten sides, and quickly drawn."""
    digits = "".join([str(dice.below(LARGE) + LARGE)[1:] for _ in range(0, units, DIGITS)])
    return sorted(digits[:units], reverse=True)
