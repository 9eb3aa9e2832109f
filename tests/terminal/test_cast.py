"""Players in texts: their names, shapes and colours."""

from __future__ import annotations

import pytest
from rich.text import Text

from armillary import Match, seed_from
from armillary.core.match import AnyMatch
from armillary.terminal.cast import COLOURS, Cast
from tests.terminal import toy
from tests.terminal.script import Played

CAST = Cast(("Ada", "bot:medium", "Player 3"), you=1)


def styled(text: Text) -> list[tuple[str, str]]:
    return [(text.plain[span.start : span.end], str(span.style)) for span in text.spans]


def test_sentences_call_players_by_name_with_their_shape() -> None:
    text = "Player 1 (you) beat Player 2, who beat ■ Player 3's 5 [SS-6]. Player 4 and Players 1 stay."
    assert CAST.sentence(text).plain == (
        "● Ada (you) beat ▲ Player 2, who beat ■ Player 3's 5 [SS-6]. Player 4 and Players 1 stay."
    )


def test_players_have_colours_and_ones_own_stands_out() -> None:
    painted = styled(CAST.sentence("Player 1 meets Player 2"))
    assert painted == [("● Ada", f"bold {COLOURS[0].lower()}"), ("▲ Player 2", COLOURS[1].lower())]


def test_shapes_on_maps_are_coloured_by_player() -> None:
    map_ = CAST.layout("●3 ▲12 ◆1 ○")
    assert map_.plain == "●3 ▲12 ◆1 ○"
    assert [shape for shape, _ in styled(map_)] == ["●", "▲"]


@pytest.mark.parametrize(
    ("row", "shown"),
    [
        ("Player 1 (you)  12 VP", "Ada (you)       12 VP"),
        ("● Player 1 (you)  12 VP", "● Ada (you)       12 VP"),
        ("● Player 1 (you) R5 S0   10", "● Ada (you)      R5 S0   10"),
        ("▲ Player 2       R5 S48  10", "▲ Player 2       R5 S48  10"),
        ("● Player 1: 3 regions    ▲ Player 2: 4", "● Ada: 3 regions         ▲ Player 2: 4"),
        ("Player 1: 12 VP", "Ada: 12 VP"),
        ("  Round 1. Player 1 (you) plans.", "  Round 1. Ada (you) plans."),
        ("Player 1  a\nx  b", "Ada       a\nx  b"),
    ],
)
def test_columns_stay_where_they_are(row: str, shown: str) -> None:
    assert CAST.layout(row).plain == shown


def test_a_long_name_takes_room_from_the_next_gap_and_is_never_cut() -> None:
    long = Cast(("Alexandrina Wilhelmina", "Player 2"))
    assert long.layout("Player 1                12").plain == "Alexandrina Wilhelmina  12"
    assert long.layout("Player 1  12            3").plain == "Alexandrina Wilhelmina 12 3"
    assert long.sentence("Player 1 wins.").plain == "● Alexandrina Wilhelmina wins."


def test_the_first_column_of_a_table_is_as_wide_as_the_longest_name() -> None:
    long = Cast(("Alexandrina Wilhelmina", "Bo"), you=2)
    table = [
        "Round 1          turn     engines 2",
        "▲ Player 2 (you) now      laser   3",
        "● Player 1       2        shields 4",
        "                          railgun 5",
        "Your armies are  far away.",
    ]
    assert long.layout("\n".join(table)).plain.splitlines() == [
        "Round 1                  turn     engines 2",
        "▲ Bo (you)               now      laser   3",
        "● Alexandrina Wilhelmina 2        shields 4",
        "                                  railgun 5",
        "Your armies are  far away.",
    ]
    assert long.extra_width() == len("Alexandrina Wilhelmina") - len("Player 1")


def test_a_name_cannot_pass_for_somebody_else() -> None:
    impostor = Cast(("Player 2", "bot:medium", "", "\x1b[2J"))
    assert [impostor.name(seat) for seat in (1, 2, 3, 4)] == ["Player 1", "Player 2", "Player 3", "\ufffd[2J"]


def test_full_names_say_who_sits_where() -> None:
    assert [CAST.full_name(seat) for seat in (1, 2, 3)] == ["Ada (Player 1)", "Player 2 (medium bot)", "Player 3"]
    assert CAST.seat_called("ADA") == 1
    assert CAST.seat_called("player 3") == 3
    assert CAST.seat_called("Bob") is None


def match() -> AnyMatch:
    return Match.begin(toy.GAME, seed=seed_from("colours"), players=("Ada", "bot:stepper"))


def test_a_terminal_shows_colours_and_a_pipe_shows_none() -> None:
    coloured = Played(match(), "add 1!", "add 1!", terminal=True, colours=True).text
    assert "\x1b[1;38;2;75;196;255m● Ada" in coloured
    assert "\x1b[38;2;253;147;129m▲" in coloured
    assert "\x1b" not in Played(match(), "add 1!", "add 1!").text


def test_the_prompt_calls_the_person_by_name() -> None:
    assert Played(match()).keys.prompts == ["● Ada> "]
