"""Maps: every one that is made or shipped keeps the rules, and one that breaks a rule is refused with its id."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from armillary.core import codec
from armillary.core.dice import FastDice
from armillary.core.errors import BadData
from armillary.core.trees import put
from armillary.core.values import Violation
from armillary.games.risky_stars import rules, words
from armillary.games.risky_stars.map.faults import map_faults
from armillary.games.risky_stars.map.generate import generate
from armillary.games.risky_stars.map.layout import layout
from armillary.games.risky_stars.map.shipped import SEATS, shipped
from armillary.games.risky_stars.map.tables import tables_of
from armillary.games.risky_stars.model import Config, Map, SystemKind
from armillary.testing.strategies import spoilt_trees

SIZES = st.sampled_from([8, 12, 16, 20, 24])


def faults(map_: Map, seats: int = 2, regions: int = 8) -> tuple[Violation, ...]:
    return rules.check_config(Config(map=map_, home_regions=regions), seats)


def spoilt(path: list[str | int], value: Any, seats: int = 2) -> Map:
    """The shipped map_ with one value changed."""
    map_: Map = codec.convert(put(codec.tree(shipped(seats)), tuple(path), value), Map)
    return map_


@pytest.mark.rule("RS-M1", "RS-M2", "RS-M3", "RS-M4")
@settings(max_examples=60, deadline=None)
@given(st.integers(2, 6), SIZES, st.integers(0, 10_000))
def test_every_map_that_is_made_keeps_every_rule(seats: int, regions: int, seed: int) -> None:
    map_ = generate(seats, regions, FastDice(seed))
    assert list(map_faults(map_, seats, regions, ())) == []
    tables = tables_of(map_)
    assert tables.region_count == seats * regions + 2 * seats * (regions // 4) + 2 * regions
    assert len(set(tables.places)) == len(tables.places)
    mouths = [place for place, name in enumerate(tables.places) if "/Mouth-" in name]
    assert all(tables.across[tables.across[mouth]] == mouth for mouth in mouths)


@pytest.mark.rule("RS-M4")
@pytest.mark.parametrize("seats", SEATS)
def test_the_maps_that_are_shipped_keep_every_rule(seats: int) -> None:
    assert faults(shipped(seats), seats) == ()


@pytest.mark.rule("RS-M1")
def test_the_usual_systems_have_the_usual_bodies() -> None:
    bodies = [[(body.kind.value, len(body.regions) or 1) for body in s.bodies] for s in shipped(2).systems]
    assert bodies[0] == [("gaia", 4), ("planetoid", 1), ("planetoid", 1), ("gas_giant", 1), ("comet", 1)]
    assert bodies[2] == [("planetoid", 1), ("gas_giant", 1)]
    assert bodies[-1][:3] == [("gaia", 6), ("barren", 2), ("ocean", 1)]
    assert sorted(kind for kind, _ in bodies[-1][3:]) == ["comet"] * 2 + ["gas_giant"] * 2 + ["planetoid"] * 3


SINGLE = {"name": "Extra", "kind": "planetoid", "regions": []}
HOME, MINOR, FEATURED = 0, 2, 6


@pytest.mark.rule("RS-M1", "RS-M2", "RS-M3", "RS-M4")
@pytest.mark.parametrize(
    ("path", "value", "rule", "code"),
    [
        (["systems"], [], "RS-M1", "wrong_number_of_systems"),
        (["systems", MINOR, "kind"], "home", "RS-M1", "wrong_number_of_kind"),
        (["systems", HOME, "bodies"], [SINGLE], "RS-M1", "wrong_number_of_regions"),
        (["systems", HOME, "bodies", 1, "kind"], "comet", "RS-M1", "homes_differ"),
        (["systems", HOME, "bodies", 0, "kind"], "ocean", "RS-M1", "no_home_planet"),
        (["systems", HOME, "bodies"], [SINGLE], "RS-M1", "resource_missing"),
        (["systems", HOME, "bodies", 1, "regions"], ["North", "South"], "RS-M3", "wrong_regions_of_body"),
        (["systems", HOME, "bodies", 0, "regions"], [f"R{i}" for i in range(11)], "RS-M3", "wrong_regions_of_body"),
        (["systems", FEATURED, "bodies", 1, "regions"], ["East", "West"], "RS-M3", "not_hemispheres"),
        (["systems", HOME, "name"], "Altair", "RS-M3", "repeated_name"),
        (["systems", HOME, "bodies", 1, "name"], "Mouth-1", "RS-M3", "unfit_name"),
        (["systems", HOME, "bodies", 1, "name"], "a b; end", "RS-M3", "unfit_name"),
        (["systems", HOME, "bodies", 1, "name"], "x" * 25, "RS-M3", "unfit_name"),
        (["lanes"], [], "RS-M2", "wrong_number_of_lanes"),
        (["lanes", 0, "one"], "Rigel", "RS-M2", "lane_from_no_home"),
        (["lanes", 0, "one"], "Altair", "RS-M2", "featured_lanes"),
        (["lanes", 2, "one"], "Altair", "RS-M2", "minor_lanes"),
        (["lanes", 2, "one"], "Nowhere", "RS-M2", "lane_from_no_home"),
    ],
)
def test_a_map_that_breaks_a_rule_is_refused_with_its_id(
    path: list[str | int], value: Any, rule: str, code: str
) -> None:
    found = faults(spoilt(path, value))
    assert (rule, code) in {(fault.rule, fault.code) for fault in found}
    assert all(words.explain(fault) for fault in found)


@pytest.mark.rule("RS-M4")
def test_minor_systems_that_differ_from_pair_to_pair_are_refused() -> None:
    found = faults(spoilt(["systems", 3, "bodies", 0, "kind"], "comet", seats=3), seats=3)
    assert [(fault.rule, fault.code) for fault in found] == [("RS-M4", "unequal_minors")]


@pytest.mark.rule("RS-M2")
def test_minor_systems_lie_between_neighbours_only() -> None:
    tree = codec.tree(shipped(4))
    lanes = tree["lanes"]
    first, last = 4 + 0, 4 + 4  # the lanes from homes 1 and 3 to their first minor systems
    lanes[first]["one"], lanes[last]["one"] = lanes[last]["one"], lanes[first]["one"]
    assert [fault.code for fault in faults(codec.convert(tree, Map), 4)] == ["minor_lanes"]


@pytest.mark.rule("RS-M1")
@pytest.mark.parametrize("regions", [7, 10, 4, 28, 10**30, -8])
def test_home_regions_are_a_multiple_of_four_within_bounds(regions: int) -> None:
    found = rules.check_config(Config(home_regions=regions), 2)
    assert {(fault.rule, fault.path) for fault in found} == {("RS-M1", ("home_regions",))}


@pytest.mark.rule("RS-M1")
@pytest.mark.parametrize("seats", [-1, 0, 1, 7, 10**30])
def test_two_to_six_play(seats: int) -> None:
    assert [fault.code for fault in rules.check_config(Config(), seats)] == ["out_of_bounds"]


@settings(max_examples=150, deadline=None)
@given(spoilt_trees(st.sampled_from([codec.tree(Config(map=shipped(seats))) for seats in (2, 3)])))
def test_a_spoilt_config_is_bad_data_or_judged(tree: Any) -> None:
    try:
        config: Config = codec.convert(tree, Config)
    except BadData:
        return
    for seats in (2, 3):
        found = rules.check_config(config, seats)
        assert all(words.explain(fault) for fault in found)
        if not found:
            assert rules.check_position(rules.start(config, seats, FastDice(0)).state) == ()


# -- where systems are drawn -------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", SEATS)
def test_no_two_systems_are_drawn_close_together_and_no_lane_runs_through_a_third(seats: int) -> None:
    map_ = generate(seats, 8, FastDice(seats))
    spots = {system.name: (spot.x, spot.y) for system, spot in zip(map_.systems, layout(map_), strict=True)}
    for (ax, ay), (bx, by) in combinations(spots.values(), 2):
        assert (ax - bx) ** 2 + (ay - by) ** 2 >= 5000**2
    for lane in map_.lanes:
        for name in spots.keys() - {lane.one, lane.other}:
            assert beside(spots[name], spots[lane.one], spots[lane.other], 2000)


def beside(point: tuple[int, int], start: tuple[int, int], end: tuple[int, int], room: int) -> bool:
    """Is the point at least this far from the line between start and end, or beyond its ends?"""
    along, away = (end[0] - start[0], end[1] - start[1]), (point[0] - start[0], point[1] - start[1])
    length = along[0] ** 2 + along[1] ** 2
    if not 0 <= along[0] * away[0] + along[1] * away[1] <= length:
        return True
    return (along[0] * away[1] - along[1] * away[0]) ** 2 >= room**2 * length


@pytest.mark.parametrize("seats", SEATS)
def test_a_map_looks_the_same_from_every_seat(seats: int) -> None:
    """Every home is as far from the middle as every other, and so are the two minor systems of every gap."""
    map_ = shipped(seats)
    far: dict[SystemKind, set[int]] = {kind: set() for kind in SystemKind}
    for system, spot in zip(map_.systems, layout(map_), strict=True):
        far[system.kind].add((spot.x**2 + spot.y**2 + 500_000) // 1_000_000)
    assert far == {SystemKind.HOME: {100}, SystemKind.MINOR: {169, 49}, SystemKind.FEATURED: {0}}


def test_seat_1_is_drawn_at_the_top_and_the_others_clockwise() -> None:
    assert [(spot.x, spot.y) for spot in layout(shipped(4))[:4]] == [
        (0, -10_000),
        (10_000, 0),
        (0, 10_000),
        (-10_000, 0),
    ]


def test_minor_systems_are_drawn_beside_their_homes_in_whatever_order_a_map_lists_them() -> None:
    usual = shipped(5)
    mixed = Map((usual.systems[-1], *reversed(usual.systems[5:-1]), *usual.systems[:5]), usual.lanes[::-1])
    assert faults(mixed, 5) == ()
    spots = {system.name: spot for system, spot in zip(mixed.systems, layout(mixed), strict=True)}
    for system in mixed.systems:
        if system.kind is SystemKind.MINOR:
            here = spots[system.name]
            near = sorted(
                (home.name for home in mixed.systems if home.kind is SystemKind.HOME),
                key=lambda name: (spots[name].x - here.x) ** 2 + (spots[name].y - here.y) ** 2,
            )
            assert set(near[:2]) == {lane.one for lane in mixed.lanes if lane.other == system.name}
