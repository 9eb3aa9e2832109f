"""Positions that play leads to, plans nobody would sensibly make, and boards turned round their star."""

from __future__ import annotations

import msgspec
from hypothesis import strategies as st

from armillary.core.dice import FastDice
from armillary.games.orbit import hints, rules, sight, words
from armillary.games.orbit.model import (
    Burn,
    Coast,
    Config,
    Facing,
    Intensity,
    Place,
    Plan,
    Preview,
    SectorMapping,
    Ship,
    Shot,
    Start,
    State,
    Subsystem,
    Weapon,
)

AMOUNTS = st.integers(-2, 6) | st.sampled_from([999_999_999, -999_999_999])
ENERGY = st.dictionaries(st.sampled_from(Subsystem), AMOUNTS, max_size=4)
MOVES = st.none() | st.builds(Coast, st.booleans()) | st.builds(Burn, st.sampled_from(Intensity), AMOUNTS)
SHOTS = st.builds(Shot, st.sampled_from(Weapon), st.lists(st.integers(-1, 7), max_size=3).map(tuple), st.booleans())

PLANS = st.builds(
    Plan,
    allocate=ENERGY,
    deallocate=ENERGY,
    targets=st.none() | ENERGY,
    vent=AMOUNTS,
    rotate=st.booleans(),
    move=MOVES,
    shots=st.lists(SHOTS, max_size=4).map(tuple),
)
"""Mostly illegal."""

CONFIGS = st.builds(
    Config,
    sector_mapping=st.sampled_from(SectorMapping),
    reactor=st.integers(4, 16),
    return_limit=st.integers(0, 5),
    most_mass=st.integers(4, 24),
    max_rounds=st.integers(1, 12),
    start=st.builds(
        Start,
        ring=st.integers(1, 5),
        facing=st.sampled_from(Facing),
        hull=st.integers(3, 30),
        mass=st.integers(0, 4),
        heat=st.integers(0, 4),
        energy=st.sampled_from([{}, {Subsystem.SHIELDS: 2, Subsystem.MISSILES: 2}]),
    ),
)


DUEL = words.parse_state(
    "round 2; turn 1; ships R4S47 prograde hull 9 mass 4 heat 3 engines=2 thrusters=1 missiles=2"
    " / R4S3 retrograde hull 8 mass 10 shields=2 / R5S90 prograde hull 10 mass 10; order 3 2 1 / 1 3 2"
)


def preview(plan: str, state: State = DUEL) -> Preview:
    """What a plan of player 1 would come to."""
    return sight.preview(state, 1, words.parse_order(plan, sight.view(state, 1)))


@st.composite
def positions(draw: st.DrawFn, configs: st.SearchStrategy[Config] = CONFIGS) -> State:
    """A position in which somebody is to act, some random turns into a match."""
    dice = FastDice(draw(st.integers(0, 10**6)))
    state = rules.start(draw(configs), draw(st.integers(2, 6)), dice).state
    for _ in range(draw(st.integers(0, 25))):
        after = rules.resolve(state, {state.active: hints.random_order(state, state.active, dice)}, dice).state
        if not rules.to_act(after):
            break
        state = after
    return state


def turned(state: State, sixths: int) -> State:
    """The same board, turned by this many sixths of a circle: an angle of whole sectors on every ring."""
    rings = state.setup.config.rings

    def around(ring: int, sector: int) -> int:
        sectors = rings[ring - 1].sectors
        return (sector + sixths * sectors // 6) % sectors

    def turn(ship: Ship | None) -> Ship | None:
        if ship is None:
            return None
        to = ship.transfer
        return msgspec.structs.replace(
            ship,
            sector=around(ship.ring, ship.sector),
            transfer=None if to is None else Place(to.ring, around(to.ring, to.sector)),
        )

    return msgspec.structs.replace(state, ships=tuple(turn(ship) for ship in state.ships))
