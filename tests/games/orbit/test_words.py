"""Sentences and pictures: every code has a sentence, and a board reads well."""

from __future__ import annotations

import pytest

from armillary.games.orbit import sight, words
from tests.games.orbit.strategies import DUEL, preview


@pytest.mark.rule("OS-20")
def test_a_forecast_reads_like_a_planning_board() -> None:
    view = sight.view(DUEL, 1)
    assert words.forecast(preview("laser+2 vent=2 rotate burn:medium fire:missiles@2"), view).splitlines() == [
        "Energy   engines 2, thrusters 1, laser 2, missiles 2; reactor 3 free next turn",
        "Powered  engines, thrusters, laser, missiles",
        "Returns  1 of 3 left for energy and heat this turn",
        "Course   R4 S47 -> R4 S0, arriving next turn at R2 S0, facing retrograde",
        "Range    laser nobody; railgun nobody; missiles 2",
        "Strike   player 2: 3 damage, shields take 2, hull 7 left",
        "Heat     1 damage to the hull; none new",
        "After    hull 8, mass 2 of 24, heat 1",
    ]


def test_a_description_fits_eighty_columns() -> None:
    ship = "R4S47 retrograde hull 10 mass 24 heat 10 engines=2 thrusters=1 scoop=1 laser=2 missiles=2 shields=2"
    crowd = words.parse_state(f"round 1; turn 1; ships {ship} / {' / '.join([f'{ship} to R5S95'] * 5)}")
    for state in (DUEL, crowd):
        for seat in (None, 1, 2):
            assert max(map(len, words.describe(sight.view(state, seat)).splitlines())) <= 80


def test_ships_that_share_a_sector_are_both_on_the_map() -> None:
    ships = " / ".join(["R4S47 prograde hull 9 mass 4"] * 3)
    crowd = words.parse_state(f"round 1; turn 1; ships {ships}")
    ring = next(line for line in words.describe(sight.view(crowd, None)).splitlines() if line.startswith("R4"))
    assert sorted(ring[4:].replace(".", "")) == ["1", "2", "3"]
