"""The bot that plays Stellar Skirmish perfectly: how long it thinks."""

from __future__ import annotations

from pathlib import Path
from time import process_time

import pytest

from armillary.core.dice import FastDice
from armillary.games.skirmish import sight
from armillary.games.skirmish.solved import BUDGET, PerfectBot
from armillary.games.skirmish.solved.position import read
from tests.games.skirmish.solved.worlds import SKIRMISH, STANDARD, battle, opening


def test_a_decision_takes_about_a_second_at_most(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))  # nobody's own tables
    bot = PerfectBot(SKIRMISH)
    state = opening(STANDARD, FastDice(3))
    began, decisions = process_time(), 0
    while not state.end_reason:
        if len(state.hands[0]) in {15, 7}:
            reading = read(sight.view(state, 1))
            bot.solve(reading.position, reading.lead, BUDGET)
            decisions += 1
        dice = FastDice(state.battle)
        state = battle(state, *(dice.choice(hand) for hand in state.hands))
    assert (process_time() - began) / decisions < 2
