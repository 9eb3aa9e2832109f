"""The players of Territory: they play well enough, and they talk."""

from __future__ import annotations

import re
from collections import Counter

from armillary.bots import find
from armillary.core.dice import FastDice
from armillary.core.match import AnyMatch, Match
from armillary.core.seeds import seed_from
from armillary.games.territory.game import GAME
from armillary.games.territory.hints.greedy import saying
from armillary.games.territory.model import NO_PLAN, Config


def played(names: tuple[str, ...], number: int, config: Config | None = None) -> AnyMatch:
    match: AnyMatch = Match.begin(GAME, seats=len(names), seed=seed_from(number), config=config)
    players = {seat: find(GAME, name).make() for seat, name in enumerate(names, start=1)}
    dice = FastDice(number)
    while match.to_act:
        for seat in match.to_act:
            view, options = match.table(seat).view, GAME.sight.options(match.state, seat)
            match = match.submit(seat, players[seat].decide(view, options, dice, 100))
    return match


def test_greedy_beats_three_random_players() -> None:
    wins = Counter[bool]()
    for number in range(20):
        seat = number % 4
        names = tuple("medium" if i == seat else "random" for i in range(4))
        outcome = played(names, number).outcome
        wins[outcome is not None and outcome.winners == (seat + 1,)] += 1
    assert wins[True] >= 15


def test_a_table_of_bots_reads_like_a_game() -> None:
    match = played(("medium",) * 5, 1, Config(max_rounds=3))
    texts = [order.text for turn in match.log for _, order in getattr(turn, "orders", ()) if hasattr(order, "text")]
    assert len(texts) >= 20
    assert sum(bool(text.strip()) and text != NO_PLAN for text in texts) > len(texts) // 2
    assert len(set(texts)) > 8


def test_a_bot_names_nobody_and_only_ways_that_are_open() -> None:
    """It knows seats, and people see names; and at the edge nobody threatens to march over it."""
    state = GAME.words.parse_state(
        "round 1; phase 0; seats 3; config map_size=4; map 1:5 . . 2:1 / . . . . / . . . . / . . . 3:5; plans -"
    )
    said = {seat: {saying(state, seat, FastDice(number)) for number in range(200)} for seat in (1, 2, 3)}
    assert not [text for text in set[str]().union(*said.values()) if re.search(r"player|\d", text, re.IGNORECASE)]
    ways = {seat: set(re.findall("up|down|left|right", " ".join(texts))) for seat, texts in said.items()}
    assert ways == {1: {"down", "right"}, 2: set(), 3: {"up", "left"}}


def test_twenty_players_play_to_the_end_on_the_largest_map() -> None:
    match = played(("medium",) * 20, 2, Config(map_size=26, max_rounds=6))
    assert match.outcome is not None


def test_an_evaluation_sees_who_is_ahead() -> None:
    state = GAME.words.parse_state(
        "round 3; phase 0; seats 3; config map_size=4; map 1:9 1:9 . . / . . . . / 2:9 . . . / 3:9 . . .; plans -"
    )
    assert GAME.hints.evaluate(state, 1) > 0 > GAME.hints.evaluate(state, 2)
