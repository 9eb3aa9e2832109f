"""The tools that run cases, counts and playthroughs: they fail when they should, and say why."""

from __future__ import annotations

from pathlib import Path

import pytest

from armillary.core.errors import BadData
from armillary.core.registry import game as registered
from armillary.testing import cases, counts, golden

GAME = registered("skirmish")
GIVEN = 'given = "battle 1; deck | P1:1 P2:2; pot -; hands 1..3 / 1..3; claimed - / -"'
CARDS = 'orders = { 1 = "play 3", 2 = "play 1" }'
WON = "battle 2; deck P1:1 | P2:2; pot -; hands 1,2 / 2,3; claimed P1 / -"
HEAD = 'shows = "A short match."\nseats = 2\norders = 1\nmost_turns = 2\n'


def run(tmp_path: Path, *lines: str) -> None:
    """One case of these lines."""
    file = tmp_path / "chapter.toml"
    file.write_text("\n".join(("[[case]]", 'rule = "SS-6"', 'says = "It is so."', *lines)), "utf-8")
    for case in cases.load(file):
        cases.run(GAME, case)


# -- cases -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "lines",
    [
        [GIVEN, CARDS, f'then = "{WON}"'],
        [GIVEN, CARDS, 'events = [{ kind = "revealed" }, { kind = "won", planets = ["P1"] }]'],
        [GIVEN, CARDS, 'fates = [{ seat = 2, path = "$.card", verdict = "lost" }]', 'outcome = "none"'],
        [GIVEN, 'orders = { 1 = "play 9" }', 'refused = { 1 = ["card_not_held"] }'],
        [GIVEN, 'orders = { 3 = "play 9" }', 'refused = { 3 = ["not_to_act"] }'],
        [GIVEN, 'orders = { 1 = "missed", 2 = "missed" }', 'events = [{ kind = "tied", seats = [1, 2], card = 1 }]'],
    ],
)
def test_a_case_that_is_so_passes(tmp_path: Path, lines: list[str]) -> None:
    run(tmp_path, *lines)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([GIVEN, CARDS], "states nothing"),
        ([GIVEN, CARDS, f'then = "{WON.replace("P1 / -", "- / P1")}"'], "- claimed - / P1\n+ claimed P1 / -"),
        ([GIVEN, CARDS, 'events = [{ kind = "tied" }]'], "event 1 did not happen"),
        ([GIVEN, CARDS, 'events = [{ kind = "won" }, { kind = "revealed" }]'], "event 2 did not happen"),
        ([GIVEN, CARDS, 'events = [{ kind = "won", planets = [] }]'], "event 1 did not happen"),
        ([GIVEN, CARDS, 'events = [{ kind = "won", loser = 2 }]'], "event 1 did not happen"),
        ([GIVEN, CARDS, 'events = [{ kind = "won", winner = true }]'], "event 1 did not happen"),
        ([GIVEN, CARDS, 'fates = [{ seat = 1, path = "$.card", verdict = "lost" }]'], "no such fate"),
        ([GIVEN, CARDS, 'outcome = { reason = "normal" }'], "outcome differs"),
        ([GIVEN.replace("1..3", "-"), 'outcome = "none"'], "outcome differs"),
        ([GIVEN.replace("1..3", "-"), "outcome = { winners = [1] }"], "outcome differs"),
        ([GIVEN, CARDS, "to_act = [1]"], "to act differs"),
        ([GIVEN, CARDS, 'refused = { 1 = ["card_not_held"] }'], "refused differs"),
        ([GIVEN, CARDS, 'void = { 1 = ["useless"] }'], "void differs"),
        ([GIVEN, CARDS, 'altered = { 1 = ["cut"] }'], "altered differs"),
        ([GIVEN, 'orders = { 1 = "play 9", 2 = "play 1" }', "to_act = [1, 2]"], "refused differs"),
        ([GIVEN, 'orders = { 1 = "play 1" }', "to_act = [1, 2]"], "needs an order of seat 2"),
        ([GIVEN, 'orders = [{ 1 = "play 9", 2 = "play 1" }, {}]', "to_act = [1]"], "an earlier turn is refused"),
        (
            [GIVEN, 'orders = { 1 = "play 9" }', 'refused = { 1 = ["card_not_held"] }', "to_act = []"],
            "there is no result to state",
        ),
        ([GIVEN, 'orders = { 1 = "seven" }', "to_act = [1]"], "BadNotation"),
        ([GIVEN, CARDS, "dice = [3]", f'then = "{WON}"'], "[3] were never drawn"),
        (["seats = 2", 'config_refused = [{ code = "too_many", path = "$.seats" }]'], "refused differs"),
        ([GIVEN, 'position_refused = [{ code = "too_many", path = "$" }]'], "refused differs"),
        (["seats = 1", "to_act = [1]"], "out_of_bounds"),
        (['given = "nonsense"', "to_act = [1]"], "BadNotation"),
        ([GIVEN, CARDS, f'than = "{WON}"'], "unknown field `than`"),
        ([GIVEN, CARDS, "outcome = { winner = [1] }"], "unknown field `winner`"),
        ([GIVEN, "seats = 2", "to_act = [1, 2]"], "not with both"),
        ([GIVEN, "to_act = ["], "chapter.toml: "),
    ],
)
def test_a_case_that_is_not_so_fails_and_says_why(tmp_path: Path, lines: list[str], message: str) -> None:
    with pytest.raises(cases.CaseFailed) as failed:
        run(tmp_path, *lines)
    assert message in str(failed.value)
    assert str(failed.value).startswith("chapter.toml")


def test_a_failure_names_the_file_the_case_and_its_sentence(tmp_path: Path) -> None:
    with pytest.raises(
        cases.CaseFailed, match=r"^chapter.toml, SS-6#1: It is so.\nto act differs:\n- \[1\]\n\+ \[1, 2\]$"
    ):
        run(tmp_path, GIVEN, "to_act = [1]")


def test_loaded_dice_show_what_is_given_and_then_follow_the_seed() -> None:
    dice = cases.LoadedDice(bytes(32), 1, [6, 1])
    assert [dice.die(6), dice.below(10)] == [6, 0]
    dice.expect_used()
    assert dice.die(10) == cases.LoadedDice(bytes(32), 1, []).die(10)
    with pytest.raises(cases.CaseFailed, match="a draw from 1 to 6 cannot show 7"):
        cases.LoadedDice(bytes(32), 1, [7]).die(6)


# -- counts ------------------------------------------------------------------------------------------------


def test_a_wrong_count_shows(tmp_path: Path) -> None:
    file = tmp_path / "counts.toml"
    file.write_text(f'[[count]]\nname = "wrong"\n{GIVEN}\norders = {{ 1 = 2, 2 = 3 }}\nlines = [6]\n', "utf-8")
    (count,) = counts.load(file)
    assert counts.counted(GAME, count) == ({1: 3, 2: 3}, [9])


def test_an_unknown_field_of_a_count_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "counts.toml"
    file.write_text('[[count]]\nname = "odd"\norders = {}\ndepth = 3\n', "utf-8")
    with pytest.raises(BadData, match="unknown field `depth`"):
        counts.load(file)


# -- playthroughs ------------------------------------------------------------------------------------------


def folder_with(tmp_path: Path, slug: str, text: str) -> Path:
    file = tmp_path / slug / "golden" / "short.txt"
    file.parent.mkdir(parents=True)
    file.write_text(text, "utf-8")
    return file


def test_a_head_becomes_a_playthrough_that_stays_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = folder_with(tmp_path, "skirmish", HEAD)
    assert golden.main([str(tmp_path)]) == 0
    written = file.read_text("utf-8")
    assert written.startswith(HEAD + golden.RULER)
    assert written.endswith("not over yet\n")
    assert written.count("\nturn ") == 2
    assert golden.rewritten(GAME, written) == written
    assert golden.main([str(tmp_path)]) == 0
    assert capsys.readouterr().out.count("changed") == 1


def test_a_playthrough_may_begin_in_a_position() -> None:
    text = golden.rewritten(GAME, f'shows = "The end."\n{GIVEN}\norders = 2\n')
    assert "hands 1..3 / 1..3" in text
    assert "over: " in text


@pytest.mark.parametrize(
    ("slug", "head", "message"),
    [
        ("skirmish", HEAD + "speed = 3\n", "unknown field `speed`"),
        ("skirmish", HEAD + "views_every = 0\n", "`$.views_every`"),
        ("skirmish", "this is not TOML", "head: "),
        ("skirmish", HEAD.replace("seats = 2", "seats = 1"), "for 2 to 8 players"),
        ("chess", HEAD, "No game is called 'chess'"),
    ],
)
def test_a_head_that_makes_no_sense_is_reported_and_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], slug: str, head: str, message: str
) -> None:
    file = folder_with(tmp_path, slug, head)
    assert golden.main([str(tmp_path)]) == 1
    assert message in capsys.readouterr().err
    assert file.read_text("utf-8") == head


def test_the_command_without_a_folder_says_how_it_is_used(capsys: pytest.CaptureFixture[str]) -> None:
    assert golden.main([]) == 2
    assert "usage:" in capsys.readouterr().err
