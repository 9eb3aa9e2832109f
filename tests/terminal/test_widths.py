"""Narrow screens: no line is longer than the screen, nothing is cut, and the same is told as on a wide one."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from rich.console import Console

from armillary import Match, seed_from
from armillary.core.contract import AnyGame
from armillary.core.dice import FastDice
from armillary.core.match import AnyMatch
from armillary.core.registry import games
from armillary.core.rulebook import rule_page
from armillary.terminal import show
from armillary.terminal.cast import LONGEST_NAME, Cast
from armillary.terminal.choosing import choose
from armillary.terminal.commands.replay import Telling
from armillary.terminal.pages import show_markdown
from armillary.terminal.screen import Screen
from tests.terminal.script import Played, Script

GAMES = [pytest.param(game, id=game.slug) for game in games()]
WIDTHS = (60, 80, 100)
WIDE = 120
STEPS = 40
RING = re.compile(r"^R\d+x? .*", re.MULTILINE)
"""A ring in Orbit Simulator is drawn to scale: how many of its sectors are numbered depends on the width."""


def names(seats: int) -> tuple[str, ...]:
    """A long name, one of two letters, and the others as they come."""
    return (
        "Wilhelmina van der Bergen of the Long Isle"[:LONGEST_NAME],
        "Bo",
        *(f"Player {seat}" for seat in range(3, seats + 1)),
    )


def positions(game: AnyGame, preset: str, seats: int) -> Iterator[AnyMatch]:
    """A match of random orders, step by step."""
    config, dice = game.presets[preset](seats), FastDice(seats)
    match = Match.begin(game, seats=seats, config=config, seed=seed_from("narrow"), players=names(seats))
    yield match
    while match.waiting_for and match.step < STEPS:
        seat = match.waiting_for[0]
        before = match.step
        match = match.submit(seat, game.hints.random_order(match.state, seat, dice))
        if match.step > before:
            yield match


def screen(width: int, *lines: str) -> tuple[Screen, Script]:
    keys = Script(lines)
    out = Console(
        file=keys.paper, width=width, height=1000, force_terminal=True, color_system=None, markup=False, emoji=False,
        highlight=False, legacy_windows=False, _environ={},
    )  # fmt: skip
    return Screen(out, keys), keys


def facts(text: str) -> set[str]:
    """Every word and number of a text, but for a heading that may have nothing below it."""
    return set(re.findall(r"[\w'/-]+", RING.sub("", text))) - {"arrives"}


def expect_fits(text: str, width: int) -> None:
    for line in text.splitlines():
        assert len(line) <= width, line
        assert not line.rstrip().endswith("…"), line


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("width", WIDTHS)
def test_a_position_tells_the_same_on_every_screen(game: AnyGame, width: int) -> None:
    for preset in game.presets:
        for seats in {game.seats[0], game.seats[1]}:
            for match in list(positions(game, preset, seats))[::7]:
                for seat in (None, 1, seats):
                    view = game.sight.view(match.state, seat)
                    narrow, wide = game.words.overview(view, width), game.words.overview(view, WIDE)
                    expect_fits(narrow, width)
                    assert facts(wide) <= facts(narrow)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("width", WIDTHS)
def test_a_replay_fits_with_long_names_and_loses_none(game: AnyGame, width: int) -> None:
    seats = game.seats[1]
    for match in list(positions(game, "standard", seats))[::5]:
        for seat in (None, 1):
            (narrow, paper), (wide, large) = screen(width), screen(WIDE + LONGEST_NAME)
            for each in (narrow, wide):
                Telling(each, seat).tell(match)
            expect_fits(paper.paper.getvalue(), width)
            assert facts(large.paper.getvalue()) <= facts(paper.paper.getvalue())


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("width", WIDTHS)
def test_a_table_fits_with_everything_that_can_be_asked_there(game: AnyGame, width: int) -> None:
    seats = game.seats[0]
    players = (*names(seats)[:1], *["bot:random"] * (seats - 1))
    match = Match.begin(game, seats=seats, config=game.presets["lesson"](seats), seed=seed_from("n"), players=players)
    lines = ["help", "options", "hint", "take", "look all", "news", "nonsense and more", "undo", "", "resign", "y", ""]
    played = Played(match, *lines, terminal=True, width=width, height=1000)
    expect_fits(played.text.replace("Looking ahead …", ""), width)
    assert "Another line adds to it" in " ".join(played.text.split())
    assert played.match.outcome is not None


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("width", WIDTHS)
def test_rules_fit_and_lose_nothing(game: AnyGame, width: int) -> None:
    (narrow, paper), (wide, large) = screen(width), screen(400)
    for each in (narrow, wide):
        show_markdown(each.out, rule_page(game))
    expect_fits(paper.paper.getvalue(), width)
    missing = "".join(re.findall(r"\w", large.paper.getvalue()))
    assert sorted(missing) == sorted(re.findall(r"\w", paper.paper.getvalue()))


@pytest.mark.parametrize("game", GAMES)
def test_every_sentence_and_the_end_of_a_match_fit(game: AnyGame) -> None:
    seats = game.seats[1]
    *_, match = positions(game, "lesson", seats)
    while match.outcome is None:
        match = match.resign(match.standing[-1])
    for width in WIDTHS:
        table, keys = screen(width)
        table.cast = Cast.of(match, 1)
        show.ending(table.out, match, match.outcome, 1)
        table.head(f"{game.title} · {'Round 1000, declaration 5'} · Player 1")
        table.say(game.words.ask(game.sight.view(match.state, 1)))
        expect_fits(keys.paper.getvalue(), width)
        assert names(seats)[0] in " ".join(keys.paper.getvalue().split())


def test_a_table_that_is_too_wide_becomes_paragraphs() -> None:
    rows = [("skirmish", "Stellar Skirmish", 2), ("territory", "Territory", 3)]
    for width, told in ((60, "skirmish   Stellar Skirmish"), (30, "skirmish: title Stellar")):
        table, keys = screen(width)
        show.put_table(table.out, ("game", "title", "seats"), rows)
        expect_fits(keys.paper.getvalue(), width)
        assert told in keys.paper.getvalue()


def test_what_does_not_fit_goes_on_below_its_column() -> None:
    table, keys = screen(30)
    table.say("  help   see everything that you can do here")
    table.say("  Just a sentence that is too long.")
    assert keys.paper.getvalue().splitlines() == [
        "  help   see everything that",
        "         you can do here",
        "  Just a sentence that is",
        "    too long.",
    ]


def test_a_player_stays_in_one_piece() -> None:
    for width in range(20, 40):
        table, keys = screen(width)
        table.cast = Cast(("Ada", "Player 2"), you=2)
        table.say("First Player 1 meets Player 2 (you), then Player 1 meets Player 2 (you) again, and again Player 1.")
        text = keys.paper.getvalue()
        assert text.count("● Ada") == 3
        assert text.count("▲ Player 2 (you)") == 2


@pytest.mark.parametrize("width", WIDTHS)
def test_the_choice_of_a_match_fits(width: int) -> None:
    table, keys = screen(width, "territory", "", "nonsense", "hard", "99", "")
    choose(table)
    expect_fits(keys.paper.getvalue(), width)
    assert max(map(len, keys.prompts)) < width


def test_a_prompt_that_is_too_long_stands_above_the_line() -> None:
    table, keys = screen(40, "yes", "no")
    assert table.ask("Is this question longer than the screen is wide? ") == "yes"
    assert table.ask("And this one? ") == "no"
    assert keys.prompts == ["> ", "And this one? "]
    assert keys.paper.getvalue() == "Is this question longer than the\n  screen is wide?\n"
