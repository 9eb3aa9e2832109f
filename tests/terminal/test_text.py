"""Text from outside is harmless on a screen."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from armillary.terminal import show
from armillary.terminal.text import one_line, safe


@given(st.text(st.characters(codec=None)))
def test_safe_text_has_no_character_that_does_anything(text: str) -> None:
    kept = safe(text).replace("\n", "")
    assert all(unicodedata.category(char)[0] != "C" for char in kept)
    safe(text).encode()


@pytest.mark.parametrize("text", ["\x1b[2J", "\x9b31m", "\x07", "\u202eabc", "\x7f", "a\rb", "\ud800"])
def test_control_characters_are_replaced(text: str) -> None:
    assert "\N{REPLACEMENT CHARACTER}" in safe(text)


def test_ordinary_text_of_any_language_stays_as_it_is() -> None:
    assert safe("Zoë plays 星 – 3\u00a0VP\nand wins") == "Zoë plays 星 – 3\u00a0VP\nand wins"


def test_an_error_message_is_one_line_of_bearable_length() -> None:
    assert one_line("a\n\n b\tc") == "a b c"
    assert len(one_line("x" * 10_000)) == 500


def test_markup_is_shown_and_not_interpreted() -> None:
    out = show.console()
    with out.capture() as caught:
        show.say(out, "[bold]hello[/bold] :rocket: [/nonsense]")
        show.heading(out, "[red]title[/red]")
        out.print(show.table(("[b]x[/b]",), [("[i]y[/i]",)]))
    for shown in ("[bold]hello[/bold] :rocket: [/nonsense]", "[red]title[/red]", "[b]x[/b]", "[i]y[/i]"):
        assert shown in caught.get()


def _narrow(width: int) -> Console:
    return Console(width=width, force_terminal=True, no_color=True, markup=False, highlight=False)


def test_long_lines_go_on_a_little_further_in() -> None:
    out = _narrow(20)
    with out.capture() as caught:
        show.say(out, "  one two three four five\n\nsix")
    assert [line.rstrip() for line in caught.get().splitlines()] == ["  one two three", "    four five", "", "six"]


def test_a_line_that_fits_stays_as_it_is_however_far_in_it_begins() -> None:
    out = _narrow(40)
    with out.capture() as caught:
        show.say(out, " " * 34 + "right")
    assert caught.get() == " " * 34 + "right\n"


def test_a_terminal_of_one_column_is_no_reason_to_fail() -> None:
    out = _narrow(1)
    with out.capture() as caught:
        show.say(out, "    abc def")
    assert "".join(caught.get().split()) == "abcdef"
