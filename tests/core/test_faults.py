"""A value of the wrong kind is explained in words."""

from __future__ import annotations

import pytest

from armillary.core.faults import plain_fault


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ("value: Expected `int`, got `str` - at `$.first`", "First must be a whole number, not a text"),
        ("value: Expected `int | null`, got `float` - at `$.a_b[1].c`", "A b 2, c must be a whole number or nothing"),
        ("value: Expected `array`, got `object` - at `$.labels`", "Labels must be a list, not a table of fields"),
        ("value: Expected `object`, got `int`", "This must be a table of fields, not a whole number"),
        ("value: Object contains unknown field `speed`", "There is no field called speed"),
        ("value: Object missing required field `id` - at `$.planets[0]`", "Planets 1: The field id is missing"),
        ("value: Invalid enum value 'moon' - at `$.kind`", "Kind: 'moon' is not one of the values allowed here"),
        ("value: Expected `int` >= 0 - at `$.first`", "First: Expected a whole number >= 0"),
        ("value: Expected `str`, got `int` - at the key in `$.names[...]`", "Names must be a text, not a whole number"),
        ("value: the first and the last\ndiffer", "the first and the last\ndiffer"),
    ],
)
def test_no_message_shows_a_path_or_a_type(message: str, words: str) -> None:
    assert plain_fault(message).startswith(words)
    assert "`" not in plain_fault(message)
    assert "$" not in plain_fault(message)
