"""The planning phase as a client sees it, and what the options offer."""

from __future__ import annotations

from typing import Any

import pytest

from armillary.core.options import Choice
from armillary.games.orbit import rules, sight, words
from armillary.games.orbit.model import Facing, Place, Plan, Preview, Strike, Subsystem, Weapon
from tests.games.orbit.strategies import DUEL, preview


@pytest.mark.rule("OS-20")
def test_the_planning_phase_shows_everything_a_plan_would_come_to() -> None:
    assert preview("engines=3 missiles=2 laser=2 vent=2 rotate burn:heavy-1 fire:missiles@2") == Preview(
        violations=(),
        allocate={Subsystem.ENGINES: 1, Subsystem.LASER: 2},
        deallocate={},
        energy={Subsystem.ENGINES: 3, Subsystem.THRUSTERS: 1, Subsystem.LASER: 2, Subsystem.MISSILES: 2},
        reactor=2,
        powered=(Subsystem.ENGINES, Subsystem.THRUSTERS, Subsystem.LASER, Subsystem.MISSILES),
        returns_left=1,
        facing=Facing.RETROGRADE,
        now=Place(4, 47),
        after_orbit=Place(4, 0),
        arrival=Place(1, 5),
        in_range={Weapon.LASER: (), Weapon.RAILGUN: (), Weapon.MISSILES: (2,)},
        strikes=(Strike(2, 3, 2, 7),),
        mass=1,
        heat_damage=1,
        heat_made=1,
        hull=8,
        heat=2,
    )


@pytest.mark.rule("OS-20")
def test_an_illegal_plan_is_shown_as_far_as_it_goes_with_all_its_faults() -> None:
    shown = preview("engines=4 railgun=4 rotate burn:heavy fire:railgun@3 vent=1")
    assert [fault.code for fault in shown.violations] == [
        "over_the_limit",
        "more_than_the_reactor_has",
        "out_of_range",
    ]
    assert shown.energy[Subsystem.ENGINES] == 4
    assert shown.arrival == Place(1, 0)
    assert shown.strikes == ()


def offered(draft: str, *path: str | int) -> tuple[Any, ...]:
    plan = words.parse_order(draft, sight.view(DUEL, 1))
    slots = sight.options(DUEL, 1, plan).templates[0].slots
    found = [slot.values for slot in slots if isinstance(slot, Choice) and slot.path == path]
    return found[0] if found else ()


def test_options_follow_the_draft() -> None:
    assert offered("coast", "vent") == (0, 1, 2, 3)
    assert offered("vent=3 coast", "deallocate", "missiles") == ()
    assert offered("vent=1 coast", "deallocate", "missiles") == (1, 2)
    assert offered("coast fire:missiles@2", "deallocate", "missiles") == ()
    assert offered("coast fire:missiles@2", "shots", 0) == (None,)
    assert {"weapon": "missiles", "targets": [2], "compensate": False} in offered("coast", "shots", 0)
    assert {"kind": "burn", "intensity": "light", "adjust": -1} in offered("coast", "move")
    assert {"kind": "burn", "intensity": "medium", "adjust": 0} not in offered("coast", "move")
    assert {"kind": "burn", "intensity": "medium", "adjust": 0} in offered("rotate coast", "move")


def test_a_draft_that_is_illegal_is_answered_with_the_default() -> None:
    assert sight.options(DUEL, 1, Plan()).templates[0].order == rules.default_order(DUEL, 1)
