"""Maps: those that come with the game, those that are generated, and those that are broken."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from armillary.core import codec
from armillary.core.errors import BadData, BadInput, ConfigRefused
from armillary.games.kepler.game import GAME
from armillary.games.kepler.map.faults import map_faults, undirected
from armillary.games.kepler.map.generate import generate
from armillary.games.kepler.map.shipped import SHIPPED, parse_map, shipped
from armillary.games.kepler.map.tables import Tables
from armillary.games.kepler.model import Config, Extensions, Extent, Map, Region, Setup
from armillary.games.kepler.rules import ends
from armillary.testing.strategies import spoilt_trees
from tests.games.kepler.strategies import every_map

MAPS = every_map()
TREE = codec.tree(shipped("triangle"))


def rotation(map_: Map) -> dict[str, str]:
    """Every region's place in the next sector: regions are listed sector by sector, and last what all turn around."""
    ids = [region.id for region in map_.regions]
    sector = len(ids) // len(map_.homes)
    turning = sector * len(map_.homes)
    return dict(zip(ids, ids[sector:turning] + ids[:sector] + ids[turning:], strict=True))


def rotated_link(link: tuple[str, ...], turn: dict[str, str]) -> tuple[str, str]:
    return undirected((turn[link[0]], turn[link[1]]))


@pytest.mark.rule("KH-2.2")
@pytest.mark.parametrize("map_", MAPS.values(), ids=MAPS)
def test_every_map_is_fit_to_play_and_connected(map_: Map) -> None:
    assert list(map_faults(map_, ())) == []
    assert GAME.rules.check_config(Config(map_), len(map_.homes)) == ()


@pytest.mark.parametrize("map_", MAPS.values(), ids=MAPS)
def test_every_map_looks_the_same_from_every_seat(map_: Map) -> None:
    turn = rotation(map_)
    links = {undirected(link) for link in map_.links}
    assert {rotated_link(link, turn) for link in links} == links
    homes = [tuple(turn[home] for home in own) for own in map_.homes]
    assert homes == [*map_.homes[1:], map_.homes[0]]


@pytest.mark.parametrize("name", SHIPPED)
def test_costs_and_schedules_are_the_same_for_every_seat_too(name: str) -> None:
    map_ = shipped(name)
    turn = rotation(map_)
    costs = {(undirected((one, other)), cost) for one, other, cost in map_.costs}
    assert {(rotated_link(link, turn), cost) for link, cost in costs} == costs
    for change in map_.schedule:
        for links in (change.opens, change.closes):
            assert {rotated_link(link, turn) for link in links} == {undirected(link) for link in links}


@pytest.mark.parametrize("name", SHIPPED)
def test_every_scheduled_change_changes_something_and_keeps_the_map_connected(name: str) -> None:
    map_ = shipped(name)
    setup = Setup(len(map_.homes), map_, 20, None, Extensions(dynamic_topology=True))
    tables = Tables(setup)
    before = set(tables.links(1))
    for change in map_.schedule:
        now = tables.links(change.turn)
        assert set(now) != before
        before = set(now)
        assert list(map_faults(msgspec.structs.replace(map_, links=now), ())) == []


@pytest.mark.parametrize("name", SHIPPED)
def test_the_ways_of_every_turn_are_those_of_its_links(name: str) -> None:
    map_ = shipped(name)
    setup = Setup(len(map_.homes), map_, 20, None, Extensions(dynamic_topology=True))
    tables = Tables(setup)
    for turn in (*range(20, 0, -1), 0):
        plain = msgspec.structs.replace(map_, links=tables.links(turn), schedule=())
        assert tables.ways(turn) == Tables(Setup(len(map_.homes), plain, 20)).ways(0)


@pytest.mark.parametrize("name", SHIPPED)
def test_the_shipped_maps_are_for_as_many_seats_as_they_say(name: str) -> None:
    map_ = shipped(name)
    assert (map_.name, len(map_.homes)) == (name, SHIPPED[name])
    needed = ends.needed(Setup(len(map_.homes), map_, 12, map_.dominance))
    assert (map_.fleets_per_home, needed) == {"honeycomb": (28, 10), "duel": (8, 5)}.get(name, (14, 6))


@settings(max_examples=60)
@given(st.integers(2, 11), st.integers(1, 6), st.integers(0, 30), st.integers())
def test_every_generated_map_is_connected_and_rotation_symmetric(seats: int, rings: int, more: int, seed: int) -> None:
    map_ = generate(seats, rings, max(2, rings + more), seed)
    assert GAME.rules.check_config(Config(map_), seats) == ()
    turn = rotation(map_)
    links = {undirected(link) for link in map_.links}
    assert {rotated_link(link, turn) for link in links} == links
    assert generate(seats, rings, max(2, rings + more), seed) == map_


@pytest.mark.parametrize("shape", [(2, 2, 2), (3, 3, 3), (4, 2, 3), (8, 5, 5), (2, 1, 2)])
def test_homes_on_generated_maps_are_never_linked(shape: tuple[int, int, int]) -> None:
    for seed in range(10):
        map_ = generate(*shape, seed)
        homes = {home for own in map_.homes for home in own}
        assert not [link for link in map_.links if homes.issuperset(link)]


def test_a_generated_map_takes_one_region_more_than_a_sector_and_two_fleets_for_each() -> None:
    map_ = generate(seats=5, rings=3, sector=6)
    assert ends.needed(Setup(5, map_, 12, map_.dominance)) == 7
    assert map_.fleets_per_home == 14


def test_the_honeycomb_is_a_hexagon_with_homes_in_opposite_corners() -> None:
    map_ = shipped("honeycomb")
    ways = Tables(Setup(2, map_, 12)).ways(1)
    assert sorted(len(linked) for linked in ways.values()) == [3] * 6 + [4] * 6 + [6] * 7
    places = {region.id: (region.x, region.y) for region in map_.regions}
    assert len(places) == 19
    for own, other in rotation(map_).items():
        assert places[own] == (-places[other][0], -places[other][1])
    assert [len(ways[home]) for (home,) in map_.homes] == [3, 3]


def test_seeds_make_different_maps() -> None:
    assert len({generate(4, 3, 9, seed).links for seed in range(20)}) > 10


@pytest.mark.parametrize(
    ("shape", "message"),
    [
        ((1, 1, 5), "2 to 11 seats"),
        ((12, 1, 5), "2 to 11 seats"),
        ((2, 0, 5), "1 to 5 rings"),
        ((2, 6, 5), "1 to 5 rings"),
        ((2, 1, 1), "2 to 90 regions per sector"),
        ((2, 1, 10**30), "2 to 90 regions per sector"),
    ],
)
def test_a_shape_that_makes_no_map_is_refused(shape: tuple[int, int, int], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        generate(*shape)


# -- broken maps -------------------------------------------------------------------------------------------


def changed(**fields: Any) -> str:
    return msgspec.json.encode({**TREE, **fields}).decode()


@pytest.mark.rule("KH-2.2")
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "map: "),
        ("[]", "map: Expected `object`"),
        ("{}", "missing required field `name`"),
        (changed(links=[["A0"]]), "$.links[0]"),
        (changed(links=[*TREE["links"], ["A0", "Z9"]]), "$.links[24][1]: no_such_region [KH-2.2] (region='Z9')"),
        (changed(links=[*TREE["links"], ["A0", "A0"]]), "$.links[24]: linked_to_itself [KH-2.2] (region='A0')"),
        (changed(links=[*TREE["links"], ["A1", "A0"]]), "$.links[24]: repeated_link"),
        (changed(links=TREE["links"][:8]), "$.regions[5]: not_connected [KH-2.2] (region='B0')"),
        (changed(homes=[["A0"], ["B0"], ["A0"]]), "$.homes[2][0]: home_taken"),
        (changed(homes=[["A0"], [], ["C0"]]), "$.homes[1]: no_home"),
        (changed(homes=[["A0"]]), "$.homes: out_of_bounds"),
        (changed(regions=[]), "$.regions: out_of_bounds"),
        (changed(fleets_per_home=10**30), "$.fleets_per_home"),
        (changed(fleets_per_home=0), "$.fleets_per_home: out_of_bounds"),
        (changed(dominance=[2, 1]), "$.dominance: bad_share"),
        (changed(dominance=[0, 0]), "$.dominance: bad_share"),
        (changed(fleets_per_home=5), "$.dominance: never_dominant [KH-9.1] (most=5, needed=6, regions=15)"),
        (changed(costs=[["A0", "A1", 0]]), "$.costs[0][2]: out_of_bounds"),
        (changed(schedule=[{"turn": 10**9}]), "$.schedule[0].turn: out_of_bounds"),
        (
            changed(schedule=[{"turn": 1, "opens": TREE["links"] * 50}]),
            "$.schedule: too_many_changes [KH-2.2] (asked=1200",
        ),
        (changed(surprise=1), "surprise"),
    ],
)
def test_a_broken_map_is_refused_with_the_entry_that_is_wrong(text: str, message: str) -> None:
    with pytest.raises((BadData, ConfigRefused)) as refused:
        parse_map(text)
    assert message in str(refused.value)


@settings(max_examples=150)
@given(spoilt_trees(st.just(TREE)).map(json.dumps))
def test_a_map_with_garbage_in_it_is_a_map_or_one_clear_error(text: str) -> None:
    try:
        map_ = parse_map(text)
    except (BadData, ConfigRefused):
        return
    assert list(map_faults(map_, ())) == []


@pytest.mark.rule("KH-9.1")
def test_a_config_may_put_right_what_a_map_would_be_refused_for() -> None:
    weak = msgspec.structs.replace(shipped("triangle"), fleets_per_home=5)
    assert [fault.code for fault in GAME.rules.check_config(Config(weak), 3)] == ["never_dominant"]
    assert GAME.rules.check_config(Config(weak, fleets_per_home=6), 3) == ()
    assert GAME.rules.check_config(Config(weak, dominance=(1, 5)), 3) == ()
    assert GAME.rules.check_config(Config(weak, dominance=None), 3) == ()


def test_a_map_of_too_many_regions_is_refused_before_anything_else() -> None:
    regions = [{"id": f"r{i}", "name": "x", "x": 0, "y": 0} for i in range(1001)]
    with pytest.raises(ConfigRefused) as refused:
        parse_map(changed(regions=regions))
    assert [(fault.code, fault.path) for fault in refused.value.violations] == [("out_of_bounds", ("regions",))]


def test_the_extent_holds_every_region_and_the_spacing_is_the_median_link() -> None:
    regions = (Region("a", "A", -3, 2), Region("b", "B", 0, 6), Region("c", "C", 9, 6), Region("d", "D", 9, -1))
    map_ = Map("", regions, (("a", "b"), ("b", "c"), ("c", "d")), (("a",), ("d",)), 1)
    tables = Tables(Setup(2, map_, 12))
    assert tables.extent == Extent(left=-3, top=-1, right=9, bottom=6)
    assert tables.spacing == 7  # of 5, 7 and 9
    assert Tables(Setup(2, msgspec.structs.replace(map_, links=()), 12)).spacing == 1


@pytest.mark.parametrize("map_", MAPS.values(), ids=MAPS)
def test_no_two_regions_are_drawn_in_the_same_place(map_: Map) -> None:
    tables = Tables(Setup(len(map_.homes), map_, 12))
    assert len({(region.x, region.y) for region in map_.regions}) == len(map_.regions)
    assert 0 < tables.spacing <= max(tables.extent.right - tables.extent.left, tables.extent.bottom - tables.extent.top)


def test_tables_follow_the_map() -> None:
    ways = Tables(Setup(2, shipped("duel"), 20)).ways(1)
    assert ways["3"] == ("1", "2", "4", "5")
    assert all(region in ways[other] for region, linked in ways.items() for other in linked)
