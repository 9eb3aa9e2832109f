"""Text for a width: nothing is cut."""

from __future__ import annotations

import pytest

from armillary.core.layout import aligned, filled, table

ROWS = [("Round 1", "hull", "stock"), ("Player 1 (you)", "10", "500 +400"), ("Player 2", "lost", "")]


def test_a_table_that_fits_has_columns() -> None:
    assert table(ROWS, "<>>", 29) == [
        "Round 1        hull    stock",
        "Player 1 (you)   10 500 +400",
        "Player 2       lost",
    ]
    assert table(ROWS, "<>>", 29) == aligned(ROWS, "<>>")


def test_a_table_that_is_too_wide_has_a_paragraph_for_each_row() -> None:
    assert table(ROWS, "<>>", 27) == [
        "Round 1",
        "Player 1 (you): hull 10,",
        "  stock 500 +400",
        "Player 2: lost",
    ]


@pytest.mark.parametrize("width", [12, 20, 40])
def test_a_paragraph_keeps_to_its_width_and_loses_nothing(width: int) -> None:
    text = "Player 1 meets Player 2 at Scorpius-Gate, " + "x" * 50
    lines = filled(text, width, indent=2)
    assert max(map(len, lines)) <= width
    assert "".join("".join(lines).split()) == "".join(text.split())
    assert all(line.startswith("    ") for line in lines[1:])


def test_a_player_is_not_torn_apart() -> None:
    assert filled("They meet Player 12.", 16) == ["They meet", "  Player 12."]
