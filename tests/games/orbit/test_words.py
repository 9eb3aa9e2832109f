"""Sentences and pictures: every code has a sentence, and a board reads well."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import get_args

import pytest

from armillary.core.errors import BadNotation
from armillary.core.options import Choice, Slot
from armillary.core.prose import badge
from armillary.core.values import Fate, Violation
from armillary.games.orbit import game, rules, sight, words
from armillary.games.orbit.model import (
    Allocated,
    Closed,
    Config,
    Destroyed,
    Ended,
    Event,
    Facing,
    Fired,
    Heated,
    Hit,
    Moved,
    OrderDrawn,
    Rotated,
    Scooped,
    Start,
    Subsystem,
    Vented,
    Weapon,
)
from armillary.games.orbit.words.sentences import FATES, SENTENCES, VIOLATIONS
from tests.games.orbit.strategies import DUEL, preview


def codes(kind: str, at: int) -> set[str]:
    """The codes of all violations or fates that the game's code can make."""
    found = set()
    for source in Path(game.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(source.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == kind:
                code = node.args[at]
                found |= {str(code.value)} if isinstance(code, ast.Constant) else set()
    return found


def test_every_code_has_a_sentence_and_every_sentence_is_needed() -> None:
    assert codes(Violation.__name__, 0) == set(VIOLATIONS)
    assert codes(Fate.__name__, 2) == set(FATES)


@pytest.mark.parametrize(
    ("plan", "sentences"),
    [
        ("engines+0 coast", ["Allocate, engines must be at least 1, not 0. [OS-2]"]),
        ("missiles=-1 coast", ["Targets, missiles must be at least 0, not -1. [OS-2]"]),
        ("engines=4 coast", ["The limit for the engines is 3 energy, not 4; you can add at most 1. [OS-5]"]),
        ("railgun=4 laser=2 coast", ["You allocate 6 energy, but the reactor has only 5 free this turn. [OS-3]"]),
        (
            "missiles-2 vent=2 coast",
            ["2 energy returned and 2 heat vented come to 4; the two together are limited to 3 per turn. [OS-4]"],
        ),
        (
            "vent=4 coast",
            [
                "You cannot vent 4 heat: there was only 3 when the turn began. [OS-4]",
                "0 energy returned and 4 heat vented come to 4; the two together are limited to 3 per turn. [OS-4]",
            ],
        ),
        ("-", ["Choose a movement: coast or burn. [OS-2]"]),
        ("burn:light+2", ["Move, adjust must be -1 to 1, not 2. [OS-11]"]),
        (
            "burn:medium",
            [
                (
                    "This burn would lead to ring 6, which does not exist; rings are 1 to 5. "
                    "A burn leads outward when you face forward, and inward when you face backward. [OS-10]"
                )
            ],
        ),
        (
            "coast fire:missiles@3",
            ["Player 3 is out of range of the missiles after your move; in range: Player 2. [OS-16]"],
        ),
        (
            "coast fire:laser@3",
            [
                "There is no power for the laser: 0 energy is allocated, 2 is needed. [OS-17]",
                "Player 3 is out of range of the laser after your move; in range: nobody. [OS-14]",
            ],
        ),
    ],
)
def test_a_refusal_says_what_is_wrong_and_what_would_be_possible(plan: str, sentences: list[str]) -> None:
    assert [words.explain(violation) for violation in preview(plan).violations] == sentences


def test_a_config_or_position_that_cannot_be_played_says_where_it_is_wrong() -> None:
    faults = rules.check_config(Config(reactor=101, rings=(), start=Start(sectors=(1, 2, 3))), 2)
    assert [words.explain(fault) for fault in faults] == [
        "Rings must have 1 to 12 entries, not 0. [OS-11]",
        "Reactor must be 0 to 100, not 101. [OS-1]",
        "Start, sectors must have one entry per seat: 2, not 3. [OS-1]",
    ]
    lost = words.parse_state("round 1; turn 1; ships R4S0 prograde hull 1 mass 1 / R4S1 prograde hull 1 mass 1; lost 2")
    assert [words.explain(fault) for fault in rules.check_position(lost)] == [
        "The lost seats must be exactly those without a ship (nobody), each named once. [OS-8]"
    ]


def test_events_are_told_to_those_they_concern() -> None:
    view = sight.view(DUEL, 2)
    told = [
        words.tell(event, view)
        for event in (
            Allocated(seat=1, energy={Subsystem.LASER: 2, Subsystem.ENGINES: 1}, rule="OS-3"),
            Vented(seat=2, amount=2, heat=1, rule="OS-4"),
            Rotated(seat=1, facing=Facing.RETROGRADE, rule="OS-12"),
            Moved(seat=2, ring=4, sector=0, rule="OS-9"),
            Scooped(seat=2, gained=1, mass=5, rule="OS-13"),
            Fired(seat=1, weapon=Weapon.LASER, targets=(2, 3), damage=2, rule="OS-14"),
            Fired(seat=1, weapon=Weapon.MISSILES, targets=(2,), damage=3, rule="OS-16"),
            Hit(seat=2, damage=3, absorbed=2, hull=7, rule="OS-18"),
            Hit(seat=3, damage=2, absorbed=0, hull=8, rule="OS-17"),
            Heated(seat=1, made=1, heat=3, rule="OS-7"),
            Destroyed(seat=2, rule="OS-8"),
        )
    ]
    assert told == [
        "Player 1 allocated engines 1, laser 2.",
        "Player 2 (you) vented 2 heat; 1 is left.",
        "Player 1 turned to face backward.",
        "Player 2 (you) drifted to R4 S0.",
        "Player 2 (you) scooped 1 reaction mass and now has 5.",
        "Player 1 fired the laser at Player 2 and Player 3 for 2 damage each.",
        "Player 1 fired the missiles at Player 2 for 3 damage.",
        "Player 2 (you) was hit for 3 damage; shields turned 2 of it into heat. Hull: 7.",
        "Player 3 was hit for 2 damage. Hull: 8.",
        "Overclocking gave Player 1 1 heat: 3 in total.",
        "The ship of Player 2 (you) was destroyed.",
    ]


def test_every_event_has_a_sentence() -> None:
    assert {*SENTENCES, Closed, Ended, OrderDrawn} == set(get_args(Event))


@pytest.mark.rule("OS-19")
@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        (
            "round 2; turn 1; ships R4S0 prograde hull 9 mass 4 / lost; lost 2",
            "the ship of Player 1 (you) is the last one left.",
        ),
        ("round 2; turn 1; ships lost / lost; lost 1+2", "no ship is left."),
        (
            "round 41; turn 1; ships R4S0 prograde hull 9 mass 4 / R4S5 prograde hull 3 mass 4",
            "the last round has been played. Player 1 (you) has the most hull: 9.",
        ),
        (
            "round 41; turn 1; ships R4S0 prograde hull 9 mass 4 / R4S5 prograde hull 9 mass 4",
            "the last round has been played. Player 1 (you) and Player 2 share the most hull: 9 each.",
        ),
    ],
)
def test_an_end_says_why_and_who_is_ahead(position: str, sentence: str) -> None:
    state = words.parse_state(position)
    outcome, view = rules.outcome(state), sight.view(state, 1)
    assert outcome is not None
    assert words.tell(Ended(reason=outcome.reason, rule="OS-19"), view) == f"The game is over: {sentence}"  # type: ignore[arg-type]
    assert " ".join(words.describe(view).split()).startswith(f"Final position: {sentence} R5")


@pytest.mark.rule("OS-20")
def test_a_forecast_says_in_sentences_what_matters_most_first() -> None:
    view = sight.view(DUEL, 1)
    assert words.forecast(preview("laser+2 vent=2 rotate burn:medium fire:missiles@2"), view).splitlines() == [
        "Player 2 takes 3 damage, 2 of it into the shields: 7 hull left.",
        "After the turn: hull 8, heat 1, mass 2 of 24.",
        "Heat does 1 damage to your hull.",
        "You drift from R4 S47 to R4 S0, facing backward, and arrive at R2 S0 next turn.",
        "In range of the missiles: Player 2.",
        "Energy: engines 2, thrusters 1, laser 2, missiles 2; 3 free next turn.",
        "1 of 3 returns left this turn, for energy and heat together.",
    ]


def test_a_forecast_names_what_has_too_little_power() -> None:
    lines = words.forecast(preview("laser+1 coast"), sight.view(DUEL, 1)).splitlines()
    assert "Not enough power: laser (needs 2)." in lines


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
    assert [ring.count(badge(seat)) for seat in (1, 2, 3)] == [1, 1, 1]


def test_an_overview_shows_rings_ships_and_the_own_subsystems() -> None:
    assert words.overview(sight.view(DUEL, 2), 100).splitlines() == [
        "Round 2 of 40. Player 1 plans two turns in a row. Turns: ●; round 3: ● ■ ▲. Ring 5 closes in round",
        "8.",
        "R5  |0......|8......|16.....|24.....|32.....|40.....|48.....|56.....|64.....|72.....|80.....|8■.....",
        "R4  |0.....▲|4......|8......|12.....|16.....|20.....|24.....|28.....|32.....|36.....|40.....|44....●",
        "R3  |0..|...|2..|...|4..|...|6..|...|8..|...|10.|...|12.|...|14.|...|16.|...|18.|...|20.|...|22.|...",
        "R2  |0......|1......|2......|3......|4......|5......|6......|7......|8......|9......|10.....|11.....",
        "R1  |0..............|1..............|2..............|3..............|4..............|5..............",
        "    Prograde is to the right; the right end meets the left.",
        "",
        "                 place    hull mass heat free arrives   ▲ energy  min rated limit now heat reach",
        "▲ Player 2 (you) R4 S3 ←     8   10    0    8           engines     1     2     3   0    0",
        "■ Player 3       R5 S90 →   10   10    0   10           thrusters   1     1     1   0    0",
        "● Player 1       R4 S47 →    9    4    3    5           scoop       1     1     1   0    0",
        "                                                        laser       2     2     2   0    0",
        "                                                        railgun     4     4     4   0    0 ●",
        "                                                        missiles    2     2     2   0    0",
        "                                                        shields     2     2     2   2    0",
    ]


@pytest.mark.rule("OS-22")
def test_the_mark_of_closed_rings_is_explained_once_there_is_one() -> None:
    ships = "ships R1S0 prograde hull 9 mass 4 / R1S3 prograde hull 9 mass 4"
    few = 'config {"rings":[{"sectors":6},{"sectors":12},{"sectors":24}],"start":{"ring":3}}'
    before, after = (words.parse_state(f"round {number}; turn 1; {ships}; {few}") for number in (7, 8))
    for tell in (words.describe, lambda view: words.overview(view, 80), lambda view: words.overview(view, 160)):
        assert "closed" not in tell(sight.view(before, 1))
        assert "meets the left. R3x: closed." in tell(sight.view(after, 1))


def test_wide_screens_show_the_tables_beside_the_rings() -> None:
    lines = words.overview(sight.view(DUEL, None), 160).splitlines()
    assert len(lines) <= 14
    assert lines[2].endswith("● Player 1 R4 S47 →    9    4    3    5")


def test_an_overview_keeps_to_any_width() -> None:
    for width in (40, 60, 79, 99, 101, 157, 158, 200):
        assert max(map(len, words.overview(sight.view(DUEL, 1), width).splitlines())) <= width


def test_the_overview_of_a_lost_ship_shows_the_ship_to_move() -> None:
    gone = words.parse_state(
        "round 2; turn 1; ships R4S0 prograde hull 9 mass 4 / lost / R4S5 prograde hull 1 mass 1; lost 2"
    )
    overview = words.overview(sight.view(gone, 2), 100)
    assert "▲ Player 2 (you) lost" in overview
    assert "● energy" in overview
    over = words.parse_state("round 2; turn 1; ships lost / lost; lost 1+2")
    assert "energy" not in words.overview(sight.view(over, 2), 100)


@pytest.mark.parametrize(
    ("seat", "sentence"),
    [
        (
            1,
            ("Plan your turn. The next one is yours too. Vent your heat (3), or it damages your hull."),
        ),
        (2, "Player 1 plans two turns in a row. The last ship wins; after round 40, the most hull."),
        (None, "Player 1 plans two turns in a row. The last ship wins; after round 40, the most hull."),
    ],
)
def test_a_player_is_asked_for_a_plan_and_told_what_wins(seat: int | None, sentence: str) -> None:
    assert words.ask(sight.view(DUEL, seat)) == sentence


def test_subsystems_players_and_rings_can_be_looked_at() -> None:
    view = sight.view(DUEL, 1)
    assert (
        words.describe(view, "Engines")
        .splitlines()[0]
        .startswith("Engines: powered with 1 energy or more, built for 2")
    )
    assert words.describe(view, "player 2").startswith("▲ Player 2: R4 S3 retrograde; hull 8, heat 0, mass 10\n")
    assert words.describe(view, "R5") == words.describe(view, "ring 5")
    assert words.describe(view, "ring 5").splitlines() == [
        "Ring 5: 96 sectors; a ship on it drifts 1 sector per turn.",
        "    It closes in round 8: every turn on it then costs 5",
        "    heat.",
        "■ Player 3: sector 90, facing prograde",
    ]
    with pytest.raises(
        BadNotation, match="There is no subsystem, player or ring called 'engnes'; did you mean engines"
    ):
        words.describe(view, "engnes")


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        (
            "round 2; turn 1; ships R4S0 prograde hull 9 mass 4 / lost; lost 2",
            "Player 1 wins with 9 hull: the other ship is destroyed.",
        ),
        (
            "round 2; turn 1; ships lost / lost / lost; lost 3 1+2",
            "A draw between Player 1 and Player 2: no ship is left.",
        ),
        (
            "round 41; turn 1; ships R4S0 prograde hull 9 mass 4 / R4S5 prograde hull 3 mass 4",
            "Player 1 wins with 9 hull to 3: all 40 rounds have been played.",
        ),
        (
            "round 41; turn 1; ships R4S0 prograde hull 9 mass 4 / R4S5 prograde hull 9 mass 4",
            "Player 1 and Player 2 share the win with 9 hull each: all 40 rounds have been played.",
        ),
    ],
)
def test_an_end_is_told_with_its_figures(position: str, sentence: str) -> None:
    state = words.parse_state(position)
    outcome = rules.outcome(state)
    assert outcome is not None
    assert words.conclude(outcome, sight.view(state, None)) == sentence


def labels(draft: str) -> dict[str, Slot]:
    view = sight.view(DUEL, 1)
    options = sight.options(DUEL, 1, words.parse_order(draft, view))
    return {slot.label: slot for slot in words.label(options, view).templates[0].slots}


def test_every_choice_of_a_plan_is_named_in_plain_words() -> None:
    found = labels("shields+1 vent=2 coast fire:missiles@2")
    assert list(found) == [
        "Add energy to engines",
        "Add energy to scoop",
        "Add energy to laser",
        "Add energy to railgun",
        "Add energy to shields",
        "Add nothing to shields",
        "Return energy from engines",
        "Return energy from thrusters",
        "Vent heat",
        "Turn round",
        "Movement",
        "Hold the missiles",
    ]


def test_movements_shots_and_targets_are_named_as_people_say_them() -> None:
    found = labels("rotate coast")
    move, fire = found["Movement"], found["Fire a weapon"]
    assert isinstance(move, Choice)
    assert isinstance(fire, Choice)
    assert move.labels[:3] == ("Coast", "Light burn that arrives a sector earlier", "Light burn")
    assert fire.labels == ("Missiles at Player 2",)
    both = labels("laser=2 coast fire:missiles@2")
    assert "Energy for laser" in both
    assert "Leave laser unchanged" in both


def test_both_forms_of_a_plan_have_a_label_of_their_own() -> None:
    view = sight.view(DUEL, 1)
    for draft, other in (
        ("coast", "Say how much energy subsystems get"),
        ("keep coast", "Say by how much energy changes"),
    ):
        options = sight.options(DUEL, 1, words.parse_order(draft, view))
        assert [template.label for template in words.label(options, view).templates] == ["Plan your turn", other]
