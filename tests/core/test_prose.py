"""Sentences that every game builds, and the one sentence for whatever is out of bounds."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Any

import pytest

from armillary.core import bounds, prose
from armillary.core.errors import BadNotation
from armillary.core.values import Fate, Outcome, Path, View, Violation, place_text


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ((), "This"),
        (("max_turns",), "Max turns"),
        (("shots", 0, "target"), "Shots 1, target"),
        (("fleet_values", 3), "Fleet values 4"),
        ((2, "x"), "3, x"),
    ],
)
def test_a_path_is_told_in_words(path: Path, text: str) -> None:
    assert place_text(path) == text


def test_players_lists_and_numbers_of_things() -> None:
    assert [prose.player(seat, View(2, None)) for seat in (1, 2)] == ["Player 1", "Player 2 (you)"]
    assert prose.listed([]) == ""
    assert prose.listed(["a"]) == "a"
    assert prose.listed(["a", "b"]) == "a and b"
    assert prose.listed(["a", "b", "c"], "or") == "a, b or c"
    assert [prose.counted(n, "fleet") for n in (0, 1, 2)] == ["0 fleets", "1 fleet", "2 fleets"]
    assert prose.counted(2, "army", "armies") == "2 armies"


@pytest.mark.parametrize(
    ("number", "low", "high", "unit", "sentence"),
    [
        (0, 1, 9, "", "Rounds must be 1 to 9, not 0. [X-1]"),
        (10, None, 9, "", "Rounds must be at most 9, not 10. [X-1]"),
        (0, 1, None, "", "Rounds must be at least 1, not 0. [X-1]"),
        (3, 2, 2, "entries", "Rounds must have 2 entries, not 3. [X-1]"),
        pytest.param(
            10**5000,
            1,
            9,
            "",
            "Rounds must be 1 to 9, not a number of more than 15 digits. [X-1]",
            id="too long to write",
        ),
    ],
)
def test_what_is_out_of_bounds_is_told_in_one_way(
    number: int, low: int | None, high: int | None, unit: str, sentence: str
) -> None:
    (fault,) = bounds.number_faults(number, low, high, ("rounds",), rule="X-1", unit=unit)
    assert (fault.code, fault.rule, fault.path) == ("out_of_bounds", "X-1", ("rounds",))
    assert set(fault.params) == {"asked", "low", "high", "unit"}
    assert prose.explain(fault, {}, {}) == sentence


@pytest.mark.parametrize("number", [1, 5, 9])
def test_bounds_are_allowed_themselves(number: int) -> None:
    assert list(bounds.number_faults(number, 1, 9, (), rule="X-1")) == []
    assert list(bounds.number_faults(number, None, None, (), rule="X-1")) == []


@pytest.mark.parametrize("character", ["\x00", "\x1b", "\u202e", "\u2066", "\ud800", "\x9f"])
def test_a_text_that_would_spoil_a_line_is_refused(character: str) -> None:
    (fault,) = bounds.text_faults(f"a{character}b", 1, 5, ("name",), rule="X-2")
    assert fault.code == "unfit_text"
    assert prose.explain(fault, {}, {}).startswith("Name must not contain control characters")


def test_texts_have_a_length() -> None:
    assert list(bounds.text_faults("Vega", 1, 4, ("name",), rule="X-2")) == []
    (fault,) = bounds.text_faults("Altair", 1, 4, ("name",), rule="X-2")
    assert prose.explain(fault, {}, {}) == "Name must have 1 to 4 characters, not 6. [X-2]"


def test_explanations_come_from_tables() -> None:
    violation = Violation("not_held", "X-3", ("cards", 1), {"card": 9, "hand": [1, 2]})
    fate = Fate(1, ("cards", 1), "won", "X-4", {"card": 9})
    violations, fates = {"not_held": "{place}: no {card}, only {hand}."}, {"won": "The {card} won."}
    assert prose.explain(violation, violations, fates) == "Cards 2: no 9, only 1, 2. [X-3]"
    assert prose.explain(fate, violations, fates) == "The 9 won. [X-4]"
    assert prose.explain(fate, violations, fates, lambda name, value: f"{name} {value}") == "The card 9 won. [X-4]"


def test_every_seat_has_a_shape_of_its_own() -> None:
    shapes = [prose.badge(seat) for seat in range(1, 21)]
    assert len(set(shapes)) == 20
    assert all(len(shape) == 1 for shape in shapes)


def test_a_name_is_found_in_any_case_and_the_nearest_are_named_otherwise() -> None:
    names = ("Vega/Lantern", "Vega/Aurum", "Lyra")
    assert prose.find("vega/aurum", names, "place") == "Vega/Aurum"
    with pytest.raises(BadNotation, match="There is no place called 'Vega/Lantrn'; did you mean Vega/Lantern"):
        prose.find("Vega/Lantrn", names, "place")
    with pytest.raises(BadNotation, match="there are Vega/Lantern, Vega/Aurum and Lyra"):
        prose.find("qqqqqqq", names, "place")
    with pytest.raises(BadNotation, match=r"called 'x{40}'.$"):
        prose.find("x" * 9999, (), "place")


def test_of_very_many_names_only_some_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[int] = []

    def count(word: str, names: list[str], **how: Any) -> list[str]:
        compared.append(len(names))
        return get_close_matches(word, names, **how)

    monkeypatch.setattr(prose, "get_close_matches", count)
    names = [f"{letter}-{number}" for letter in "abc" for number in range(500)] + ["Vega"]
    with pytest.raises(BadNotation, match="did you mean Vega"):
        prose.find("Vegq", names, "region")
    with pytest.raises(BadNotation, match="no region called 'a-x'"):
        prose.find("a-x", names, "region")
    assert max(compared) <= prose.MAX_COMPARED


def test_players_may_end_a_match_themselves() -> None:
    assert prose.conclude(Outcome((), ((1, 2),), (), "agreed_draw"), View(2, None)) == (
        "Player 1 and Player 2 (you) agreed to a draw."
    )
    assert prose.conclude(Outcome((1,), ((1,), (2,)), (), "resignation"), View(2, None)) == (
        "Player 1 wins: everybody else has resigned."
    )
    assert prose.conclude(Outcome((1,), ((1,), (2,)), (3, 2), "dominance"), View(2, None)) is None


@pytest.mark.parametrize(
    ("outcome", "sentence"),
    [
        (Outcome((2,), ((2,), (3,), (1,)), (9, 17, 13), "end"), "Player 2 (you) wins with 17 points to 13 and 9"),
        (Outcome((1,), ((1,), (2,)), (1, 5), "end"), "Player 1 wins with 1 point"),
        (
            Outcome((1, 2), ((1, 2), (3,)), (4, 4, 3), "end"),
            "Player 1 and Player 2 (you) share the win with 4 points each",
        ),
        (Outcome((), ((1, 2),), (0, 0), "end"), "Nobody wins"),
    ],
)
def test_who_won_is_told_with_the_scores_of_those_behind(outcome: Outcome, sentence: str) -> None:
    assert prose.won(outcome, View(2, None), "point") == sentence


def test_blocks_stand_side_by_side_where_they_fit() -> None:
    assert prose.beside(["a", "bb"], ["c"], 6) == ["a    c", "bb"]
    assert prose.beside(["a", "bb"], ["c"], 5) == ["a", "bb", "", "c"]


def test_a_line_that_is_too_long_is_cut() -> None:
    assert [prose.cut("Vega", width) for width in (5, 4, 3)] == ["Vega", "Vega", "Ve…"]
