"""The planning phase as a client sees it, and what the options offer."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from armillary.core.dice import FastDice
from armillary.core.options import Choice, Range, Remove, Slot, change
from armillary.games.orbit import hints, rules, sight, words
from armillary.games.orbit.model import (
    Arc,
    Config,
    Facing,
    Place,
    Plan,
    Preview,
    Ring,
    Ship,
    Spec,
    State,
    Strike,
    Subsystem,
    Weapon,
)
from armillary.games.orbit.model.config import MAX_ENERGY
from armillary.games.orbit.rules.turn import ahead
from armillary.games.orbit.rules.weapons import in_range, reach
from tests.games.orbit.strategies import DUEL, positions, preview


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
        reach={
            Weapon.LASER: (Arc(3, 0, 1), Arc(5, 0, 2)),
            Weapon.RAILGUN: (Arc(4, 40, 8),),
            Weapon.MISSILES: (Arc(2, 9, 7), Arc(3, 21, 7), Arc(4, 45, 7), Arc(5, 93, 7)),
        },
        in_range={Weapon.LASER: (), Weapon.RAILGUN: (), Weapon.MISSILES: (2,)},
        strikes=(Strike(2, 3, 2, 7),),
        mass=1,
        heat_damage=1,
        heat_made=1,
        heat_taken=0,
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


def slots(draft: str) -> tuple[Slot, ...]:
    plan = words.parse_order(draft, sight.view(DUEL, 1))
    return sight.options(DUEL, 1, plan).templates[0].slots


def offered(draft: str, *path: str | int) -> Any:
    found = [slot for slot in slots(draft) if slot.path == path and not isinstance(slot, Remove)]
    if not found:
        return ()
    return found[0].values if isinstance(found[0], Choice) else (found[0].low, found[0].high)  # type: ignore[union-attr]


def test_options_follow_the_draft() -> None:
    assert offered("coast", "vent") == (0, 3)
    assert offered("vent=3 coast", "deallocate", "missiles") == ()
    assert offered("vent=1 coast", "deallocate", "missiles") == (1, 2)
    assert offered("coast fire:missiles@2", "deallocate", "missiles") == ()
    assert {"weapon": "missiles", "targets": [2], "compensate": False} in offered("coast", "shots", 0)
    assert {"kind": "burn", "intensity": "light", "adjust": -1} in offered("coast", "move")
    assert {"kind": "burn", "intensity": "medium", "adjust": 0} not in offered("coast", "move")
    assert {"kind": "burn", "intensity": "medium", "adjust": 0} in offered("rotate coast", "move")


def test_what_a_draft_needs_cannot_be_taken_from_it() -> None:
    assert offered("engines+1 rotate burn:heavy", "allocate", "engines") == ()
    assert Remove(("allocate", "engines")) not in slots("engines+1 rotate burn:heavy")
    assert Remove(("allocate", "engines")) in slots("engines+1 rotate burn:medium")
    assert offered("engines=2 rotate burn:medium", "targets", "engines") == (2, 3)
    assert Remove(("targets", "engines")) in slots("engines=2 rotate burn:medium")


def test_a_shot_can_be_taken_back_but_its_only_target_cannot() -> None:
    found = slots("coast fire:missiles@2")
    assert Remove(("shots", 0)) in found
    assert Remove(("shots", 0, "targets", 0)) not in found
    crowd = words.parse_state(
        "round 2; turn 1; ships R4S0 prograde hull 9 mass 4 laser=2 / R3S0 prograde hull 3 mass 9 / "
        "R5S2 prograde hull 3 mass 9"
    )
    plan = words.parse_order("coast fire:laser@2,3", sight.view(crowd, 1))
    assert Remove(("shots", 0, "targets", 0)) in sight.options(crowd, 1, plan).templates[0].slots


@settings(max_examples=40)
@given(positions(), st.integers(0, 999))
def test_the_amounts_that_pass_lie_together(state: State, number: int) -> None:
    """Options look only for the lowest and the highest amount: every one between passes, and no other."""
    seat = state.active
    plan = hints.random_order(state, seat, FastDice(number))
    ranges = {
        slot.path: slot for slot in sight.options(state, seat, plan).templates[0].slots if isinstance(slot, Range)
    }
    for name in Subsystem:
        for field in ("allocate", "deallocate") if plan.targets is None else ("targets",):
            path, there = (field, str(name)), getattr(plan, field).get(name)
            passing = [
                amount
                for amount in range(field != "targets", state.setup.config.subsystems[name].limit + 1)
                if not rules.check(state, seat, change(plan, Range(path, 0, 9), amount))
            ]
            if path in ranges:
                assert passing == list(range(ranges[path].low, ranges[path].high + 1))
            else:
                assert passing in ([], [there])


def test_options_stay_quick_with_the_largest_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hundred amounts per subsystem are not tried one by one."""
    wide = {name: Spec(1, MAX_ENERGY, MAX_ENERGY, MAX_ENERGY, 0) for name in Subsystem}
    config = Config(reactor=MAX_ENERGY, subsystems=wide)
    state = rules.start(config, 2, FastDice(0)).state
    checked = 0

    def check(*args: Any) -> Any:
        nonlocal checked
        checked += 1
        return real(*args)

    real = rules.check
    monkeypatch.setattr(rules, "check", check)
    slots = sight.options(state, 1).templates[0].slots
    assert Range(("allocate", "engines"), 1, MAX_ENERGY) in slots
    assert checked < 250


def test_a_draft_that_is_illegal_is_answered_with_the_default() -> None:
    assert sight.options(DUEL, 1, Plan()).templates[0].order == rules.default_order(DUEL, 1)


# -- what a board is drawn from ----------------------------------------------------------------------------


def test_a_view_says_where_every_ship_coasts_to_and_what_it_reaches_from_there() -> None:
    state = words.parse_state(
        "round 2; turn 2; ships R3S23 prograde hull 9 mass 4 / R2S1 retrograde hull 9 mass 4 / "
        "R4S5 prograde hull 9 mass 4 to R5S10 / lost; lost 4"
    )
    view = sight.view(state, None)
    assert view.coasting == (Place(3, 0), Place(2, 2), Place(5, 11), None)
    assert view.reach[0] == {
        Weapon.LASER: (Arc(2, 0, 1), Arc(4, 0, 2)),
        Weapon.RAILGUN: (Arc(3, 1, 6),),
        Weapon.MISSILES: (Arc(1, 3, 6), Arc(2, 9, 7), Arc(3, 21, 7), Arc(4, 45, 7), Arc(5, 93, 7)),
    }
    assert view.reach[1][Weapon.RAILGUN] == (Arc(2, 10, 4),)
    assert view.reach[3] == {}


def test_a_preview_says_what_weapons_reach_after_the_planned_move() -> None:
    straight, turned = preview("coast"), preview("rotate coast")
    assert straight.after_orbit == Place(4, 0)
    assert straight.reach[Weapon.RAILGUN] == (Arc(4, 1, 8),)
    assert turned.reach[Weapon.RAILGUN] == (Arc(4, 40, 8),)


@given(st.lists(st.integers(1, 30), min_size=1, max_size=5), st.data())
def test_what_is_reached_is_what_may_be_shot_at(sectors: list[int], data: st.DataObject) -> None:
    """The shaded sectors and the ships in range are two answers to one question."""
    config = Config(rings=tuple(Ring(count) for count in sectors))
    ring = data.draw(st.integers(1, len(sectors)))
    sector = data.draw(st.integers(0, sectors[ring - 1] - 1))
    facing = data.draw(st.sampled_from(Facing))
    arcs = reach(config, ring, sector, facing)
    for to, around in enumerate(sectors, start=1):
        for other in range(around):
            target = Ship(to, other, Facing.PROGRADE, 1, 0, 0, {})
            for weapon in Weapon:
                shaded = any(arc.ring == to and (other - arc.first) % around < arc.count for arc in arcs[weapon])
                assert shaded == (in_range(config, 1, ring, sector, facing, (None, target))[weapon] == (2,))
                assert shaded == by_the_book(config, weapon, ring, sector, facing, target)


def by_the_book(config: Config, weapon: Weapon, ring: int, sector: int, facing: Facing, target: Ship) -> bool:
    """The reach of each weapon as the rule book words it: a second pair of eyes."""
    here, there = config.rings[ring - 1].sectors, config.rings[target.ring - 1].sectors
    if weapon is Weapon.LASER:
        overlap = sector * there < (target.sector + 1) * here and target.sector * here < (sector + 1) * there
        return 1 <= abs(target.ring - ring) <= config.weapons.laser.rings and overlap
    if weapon is Weapon.RAILGUN:
        ahead = (target.sector - sector) * (1 if facing is Facing.PROGRADE else -1) % here
        return target.ring == ring and 1 <= ahead <= config.weapons.railgun.sectors_per_ring * ring
    ahead = (target.sector - sector * there // here) % there
    near = min(ahead, there - ahead) <= config.weapons.missiles.sectors
    return near and abs(target.ring - ring) <= config.weapons.missiles.rings


# -- planning ahead ----------------------------------------------------------------------------------------


def test_a_plan_made_ahead_begins_where_the_ship_arrives() -> None:
    state = words.parse_state(
        "round 2; turn 1; ships R4S0 prograde hull 9 mass 4 / R4S5 prograde hull 9 mass 4 to R5S10 / lost; lost 3"
    )
    planned = ahead(state, 2)
    assert rules.to_act(planned) == (2,)
    assert planned.ships[1] == replace(state.ships[1], ring=5, sector=10, transfer=None)  # type: ignore[type-var]
    assert planned.ships[0] == state.ships[0]
    assert ahead(state, 1) == ahead(state, 3) == state


@pytest.mark.rule("OS-22", "OS-23")
def test_whoever_plans_ahead_plans_in_the_round_in_which_the_turn_comes() -> None:
    fleet = " / ".join(f"R5S{sector} prograde hull 10 mass 10" for sector in (0, 32, 64))
    state = words.parse_state(f"round 7; turn 2; ships {fleet}; order 1 2 3 / 3 1 2")
    assert [ahead(state, seat).round for seat in (1, 2, 3)] == [8, 7, 7]
    assert [ahead(state, seat).turn_orders for seat in (1, 3)] == [(), state.turn_orders]
    assert [sight.preview(ahead(state, seat), seat, Plan()).heat_taken for seat in (1, 2, 3)] == [5, 0, 0]
    back = words.parse_state(f"round 8; turn 2; ships {fleet}; order 3 2 1 / 1 2 3")
    assert [ahead(back, seat).round for seat in (1, 2, 3)] == [8, 8, 9]
    last = words.parse_state(f"round 40; turn 2; ships {fleet}; order 1 2 3")
    assert [ahead(last, seat).round for seat in (1, 2, 3)] == [40, 40, 40]
