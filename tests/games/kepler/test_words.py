"""Every sentence of Kepler's Horizon can be said, and says what it should."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

import pytest
from msgspec.structs import replace

from armillary.core.dice import FastDice
from armillary.core.errors import BadNotation
from armillary.core.match import AnyMatch, Match
from armillary.core.prose import badge
from armillary.games.kepler import game, rules, sight, words
from armillary.games.kepler.hints.greedy import plan
from armillary.games.kepler.map.generate import generate
from armillary.games.kepler.model import Config, Orders
from armillary.games.kepler.presets import standard
from armillary.games.kepler.words import sentences
from armillary.games.kepler.words.picture import TIMES


def report(position: str, *orders: str) -> list[str]:
    """The sentences of one turn as a spectator hears them."""
    state = words.parse_state(position)
    given = {seat: words.parse_order(text, sight.view(state, seat)) for seat, text in enumerate(orders, start=1)}
    step = rules.resolve(state, given, FastDice(0))
    return [words.tell(event, sight.view(step.state, None)) for event in step.events]


def test_a_turn_is_reported_from_the_moves_to_the_end() -> None:
    position = "turn 4; fleets 0:a,b / 3:a; map duel"
    assert report(position, "1a-Sheliak, 1b-Altair", "2a-Sheliak") == [
        "No transit link leads from Vega to Altair, so 1b held in Vega.",
        "1 fleet of Player 1 moved from Vega to Sheliak.",
        "1 fleet of Player 2 moved from Lyra to Sheliak.",
        "Conflict in Sheliak between Player 1 and Player 2: 1 fleet of Player 1 and 1 fleet of Player 2 were lost.",
        "Player 2 has no fleets left.",
        "Player 1 wins with 1 fleet left: nobody else has any.",
    ]


def test_a_draw_names_those_who_drew() -> None:
    assert report("turn 4; fleets a:a / b:a; map a-b", "1a-b", "hold")[-1] == (
        "Draw between Player 1 and Player 2: nobody has fleets left."
    )


@pytest.mark.parametrize(
    ("position", "ending"),
    [
        (
            "turn 4; fleets a:a b:b c:c / e:a; dominance 2/5",
            "Player 1 wins by dominance, with 3 regions to 1: 3 of 5 are enough.",
        ),
        (
            "turn 4; fleets a:a b:b / d:a e:b; dominance 1/5",
            "Draw between Player 1 and Player 2 by dominance, with 2 regions each: 2 of 5 are enough.",
        ),
        ("turn 12; fleets a:a b:b / e:a", "Player 1 wins after the last turn, with 2 regions to 1."),
        (
            "turn 12; fleets a:a / e:a",
            "Draw between Player 1 and Player 2 after the last turn, with 1 region each.",
        ),
    ],
)
def test_the_end_says_who_won_and_why_in_the_report_and_ever_after(position: str, ending: str) -> None:
    whole = f"{position}; map a-b b-c c-d d-e"
    assert report(whole, "hold", "hold")[-1] == ending
    over = rules.resolve(words.parse_state(whole), {seat: Orders(()) for seat in (1, 2)}, FastDice(0)).state
    assert words.describe(sight.view(over, None)).splitlines()[0] == ending


@pytest.mark.rule("KH-11.1", "KH-11.4", "KH-11.5")
def test_extensions_are_reported_too() -> None:
    switched_on = '{"transit_costs":true,"conflict":"bounce","dynamic_topology":true}'
    position = f"turn 4; fleets 3:a 4:b / 6:a; extensions {switched_on}; map duel+"
    assert report(position, "1a-4, 1b-6", "hold") == [
        "1a will leave Lyra for Albireo in turn 5.",
        "1 fleet of Player 1 moved from Albireo to Aquila.",
        "1b met enemies in Aquila and returned to Albireo.",
        "Turn 5 closes Albireo-Okab.",
    ]


def explained(position: str, order: str) -> list[str]:
    state = words.parse_state(position)
    view = sight.view(state, 1)
    return [words.explain(fault, view) for fault in rules.check(state, 1, words.parse_order(order, view))]


def test_refusals_say_what_would_be_allowed() -> None:
    position = "turn 4; fleets 0:a,b / 3:a; map duel"
    assert explained(position, "1a-Altair, 1b-Vega, 2a-Vega, 1c holds") == [
        "No transit link leads from Vega to Altair, so 1a will hold. It can go to Sheliak, Sulafat. [KH-6.1]",
        "1b is already in Vega, so 1b will hold. It can go to Sheliak, Sulafat. [KH-6.1]",
        "There is no fleet 1c, or not any more. Yours are 1a, 1b. [KH-5.1]",
        "2a is not your fleet. Yours are 1a, 1b. [KH-5.1]",
    ]
    assert explained(position, '1a-"Nowhere"') == [
        "There is no region Nowhere, so 1a will hold. It can go to Sheliak, Sulafat. [KH-6.1]"
    ]


OPENING = rules.start(standard(2), 2, FastDice(0)).state


def test_the_description_says_who_is_where() -> None:
    text = words.describe(sight.view(OPENING, 1))
    assert "Turn 1 of 12. 10 of 19 regions win; after turn 12, the most regions win." in text
    assert "  Vega [A0]: 28 fleets of Player 1 (you): 1a, 1b, 1c, 1d, 1e, 1f, 1g and 21 more; linked to Sheliak" in text
    assert "  Lyra [A3]: empty; linked to Vega, Sheliak, Sulafat, Albireo, Aljanah, Horizon" in text
    assert "Player 1 (you): 1 of 10 regions, 28 fleets." in text


def test_the_description_tells_what_extensions_need() -> None:
    switched_on = '{"transit_costs":true,"delay":1,"conflict":"attrition","dynamic_topology":true}'
    position = f"turn 4; fleets 3:a>4@5 / 6:a; extensions {switched_on}; map duel+"
    text = words.describe(sight.view(words.parse_state(position), None))
    assert "Lyra [3]: 1 fleet of Player 1: 1a (to Albireo in turn 5)" in text
    assert "Links that take longer: Lyra-Albireo (2 turns), Aquila-Okab (2 turns)." in text
    assert "Moves take effect 1 turn later than usual." in text
    assert "In a conflict, every side loses as many fleets as the second-largest side has." in text
    assert "Turn 5 closes Albireo-Okab." in text
    assert "Turn 9 opens Albireo-Okab, Sheliak-Albireo and Tarazed-Okab." in text


# -- for whoever plays -------------------------------------------------------------------------------------


def test_a_player_is_asked_for_orders_and_told_what_wins() -> None:
    assert words.ask(sight.view(OPENING, 1)) == (
        "Send your fleets along the links, or let them hold. Where players meet, every fleet there is lost. "
        "10 of 19 regions win; after turn 12, the most regions win."
    )
    endless = words.parse_state("turn 3; fleets a:a / c:a / -; lost 0 0 2; map a-b b-c")
    assert words.ask(sight.view(endless, 3)) == "Turn 3 of 12. Waiting for the orders of Player 1 and Player 2."
    assert words.ask(sight.view(endless, 1)).endswith("After turn 12, the most regions win.")


@pytest.mark.parametrize(("seats", "most"), [(2, 18), (3, 18), (4, 20), (8, 30)])
def test_an_overview_shows_the_map_with_its_links_and_who_is_how_far(seats: int, most: int) -> None:
    state = rules.start(standard(seats), seats, FastDice(0)).state
    map_ = state.setup.map
    narrow = words.overview(sight.view(state, 2), 100)
    assert len(narrow.splitlines()) <= most
    assert all(region.name in narrow for region in map_.regions)
    assert f"Vega {badge(1)}{TIMES}{map_.fleets_per_home}" in narrow
    assert any(0x2800 < ord(letter) < 0x2900 for letter in narrow)
    assert narrow.index("Player 2 (you): 1 of ") < narrow.index("Player 1: 1 of ")
    wide = words.overview(sight.view(state, 2), 160)
    assert len(wide.splitlines()) == len(narrow.splitlines()) - -(-seats // 2)


def test_a_map_that_is_too_large_to_draw_is_told_player_by_player() -> None:
    dice = FastDice(0)
    state = rules.start(Config(generate(seats=8, rings=5, sector=25)), 8, dice).state
    for _ in range(6):
        state = rules.resolve(state, {seat: plan(state, seat, dice) for seat in rules.to_act(state)}, dice).state
    names = {region.id: region.name for region in state.setup.map.regions}
    for width in (60, 80):
        lines = words.overview(sight.view(state, 3), width).splitlines()
        assert max(map(len, lines)) <= width
        told = " ".join(" ".join(lines).split())
        assert told.index(f"{badge(3)} Player 3 (you): ") < told.index(f"{badge(1)} Player 1: ")
        for own in state.fleets:
            for region, count in Counter(fleet.region for fleet in own).items():
                assert f"{names[region]} {TIMES}{count}" in told


def test_names_that_do_not_fit_on_the_map_stand_below_it() -> None:
    state = OPENING
    long = tuple(replace(region, name=f"The far away {region.name}") for region in state.setup.map.regions)
    crowded = replace(state, setup=replace(state.setup, map=replace(state.setup.map, regions=long)))
    text = words.overview(sight.view(crowded, 1), 80)
    assert f"A0 {badge(1)}{TIMES}28" in text
    assert all(f"{region.id} {region.name}" in " ".join(text.split()) for region in long)


def test_a_map_that_a_narrow_screen_cannot_hold_is_told_by_its_links() -> None:
    state = OPENING
    long = tuple(
        replace(region, id=f"{region.id}-{'x' * 30}", name=f"The far away land of {region.name}")
        for region in state.setup.map.regions
    )
    renamed = {old.id: new.id for old, new in zip(state.setup.map.regions, long, strict=True)}
    map_ = replace(
        state.setup.map,
        regions=long,
        links=tuple((renamed[one], renamed[other]) for one, other in state.setup.map.links),
        homes=tuple(tuple(renamed[home] for home in homes) for homes in state.setup.map.homes),
    )
    begun = rules.start(Config(map_), 2, FastDice(0)).state
    lines = words.overview(sight.view(begun, 1), 60).splitlines()
    assert max(map(len, lines)) <= 60
    told = " ".join(" ".join(lines).split())
    assert "Links: The far away land of" in told
    assert all(region.name in told for region in long)
    assert f"The far away land of Vega {TIMES}28" in told


def test_regions_players_and_fleets_can_be_looked_at_in_upper_or_lower_case() -> None:
    view = sight.view(words.parse_state("turn 4; fleets 0:a,b 1:c / 3:a; map duel"), 1)
    assert words.describe(view, "vega").splitlines() == [
        "Vega, home of Player 1 (you)",
        "  2 fleets of Player 1 (you): 1a, 1b",
        "Linked to",
        "  Sheliak: 1 fleet of Player 1 (you): 1c",
        "  Sulafat: empty",
    ]
    assert words.describe(view, "0") == words.describe(view, "Vega")
    assert words.describe(view, "player 1").splitlines() == [
        "Player 1 (you): 2 of 5 regions, 3 fleets.",
        "  Vega: 1a, 1b",
        "  Sheliak: 1c",
    ]
    assert words.describe(view, "2A").splitlines() == [
        "2a: a fleet of Player 2 in Lyra.",
        "It can go to Sheliak, Sulafat, Albireo or Okab, or hold.",
    ]
    assert {"Vega", "0", "Player 2", "1c"} <= set(words.names(view))
    with pytest.raises(BadNotation, match="did you mean Sulafat"):
        words.describe(view, "Sulafut")


@pytest.mark.rule("KH-9.4")
def test_the_end_is_told_with_its_figures_and_who_resigned() -> None:
    def concluded(position: str, *resigned: int) -> str:
        match: AnyMatch = Match.from_position(game.GAME, words.parse_state(position))
        for seat in resigned:
            match = match.resign(seat)
        for seat in match.waiting_for:
            match = match.submit(seat, Orders(()))
        assert match.outcome is not None
        return words.conclude(match.outcome, match.table(None).view)

    row = "map a-b b-c c-d d-e"
    assert concluded(f"turn 12; fleets a:a b:b / d:a / e:a; {row}") == (
        "Player 1 wins after the last turn, with 2 regions to 1 and 1."
    )
    assert concluded(f"turn 12; fleets a:a b:b / d:a / e:a; {row}", 1) == (
        "Player 2 and Player 3 win: Player 1 came first, but had resigned."
    )
    assert concluded(f"turn 12; fleets a:a b:b / d:a / e:a c:b; {row}", 1) == (
        "Player 3 draws after the last turn, with 2 regions to 2 and 1."
    )
    assert concluded(f"turn 4; fleets a:a / c:a; {row}", 2) == "Player 1 wins: everybody else has resigned."


def _codes() -> set[str]:
    """Every code a violation of this game is made with, as far as it is written as a text."""
    folder = Path(game.__file__).parent
    calls = [
        node
        for file in folder.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "Violation"
    ]
    return {str(call.args[0].value) for call in calls if isinstance(call.args[0], ast.Constant)}


def test_every_refusal_has_its_sentence_and_no_sentence_is_left_over() -> None:
    made_by_name = {"not_yours", "no_such_fleet", *sentences.INVALID_MOVES}
    assert _codes() | made_by_name == set(sentences.VIOLATIONS)


def test_more_regions_than_are_needed_are_not_counted_against_them() -> None:
    view = sight.view(words.parse_state("turn 4; fleets 0:a 1:b 2:c 3:d 4:e 5:f / 9:a; map duel"), 1)
    assert words.describe(view, "player 1").startswith("Player 1 (you): 6 regions, 6 fleets.")
