"""What the notations of positions have in common."""

from __future__ import annotations

import pytest

from armillary.core import notation
from armillary.core.errors import BadNotation

KNOWN = ("turn", "map", "plans")


def test_sections_go_by_their_first_word() -> None:
    found = notation.sections('turn 3;  map a-b\n b-c ;plans ["x; y \\" z"]; ', KNOWN)
    assert found == {"turn": "3", "map": "a-b\n b-c", "plans": '["x; y \\" z"]'}


def test_sections_may_stand_on_lines_of_their_own_and_some_more_than_once() -> None:
    found = notation.sections("turn 3\n\nat Vega: 1\nat Lyra: 2; map", KNOWN, many=("at",), ends=";\n")
    assert found == {"turn": "3", "at": "Vega: 1\nLyra: 2", "map": ""}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "A section is missing: turn"),
        ("map x", "A section is missing: turn"),
        ("turn 1; nonsense 2", "There is no section 'nonsense'"),
        ("turn 1; turn 2", "Section 'turn' appears twice"),
        ('turn 1; plans "open', "not understood from '\"open'"),
        ("turn " + "1" * 1_000_000, "at most 1000000 characters"),
    ],
)
def test_sections_that_are_wrong_are_named(text: str, reason: str) -> None:
    with pytest.raises(BadNotation, match=reason):
        notation.sections(text, KNOWN, ("turn",))


def test_numbers() -> None:
    assert notation.number("-12", "turn") == -12
    assert notation.numbers("1 2 3", "lost") == (1, 2, 3)
    assert notation.numbers("-", "lost") == ()


@pytest.mark.parametrize("text", ["", "x", "1.5", "1_0", "٣", "9" * 16, "1 2"])
def test_what_is_no_number_is_told(text: str) -> None:
    with pytest.raises(BadNotation, match="Turn must be a whole number"):
        notation.number(text, "turn")


def test_parts_may_be_json() -> None:
    assert notation.from_json('{"a":[1]}', dict[str, list[int]], "config") == {"a": [1]}
    assert notation.from_tree({"a": 1}, dict[str, int], "config") == {"a": 1}
    assert notation.to_json({"b": 1, "a": (2,)}) == '{"a":[2],"b":1}'
    with pytest.raises(BadNotation, match="position: config"):
        notation.from_json("{", dict[str, int], "config")
    with pytest.raises(BadNotation, match="position: config"):
        notation.from_tree({"a": "x"}, dict[str, int], "config")
