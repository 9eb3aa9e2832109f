"""Matches looked at afterwards: how they stood, where they turned, and what was missed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from armillary.bots import find
from armillary.bots.analysis import MOST_LINES, Look, analyse, analyse_within, turning_points
from armillary.bots.deciding import Player
from armillary.core import record
from armillary.core.match import AnyMatch, Match
from armillary.core.registry import game, slugs
from armillary.core.seeds import seed_from
from armillary.games.risky_stars.model import End
from armillary.games.skirmish.model import Config, Planet, Play
from armillary.terminal.main import cli


def played(slug: str) -> AnyMatch:
    rules = game(slug)
    seats = rules.seats[0]
    match: AnyMatch = Match.begin(rules, seats=seats, config=rules.presets["lesson"](seats), seed=seed_from("analysis"))
    bots = {seat: Player(find(rules, "random" if seat == 1 else "medium")) for seat in match.seats}
    while match.waiting_for:
        seat = match.waiting_for[0]
        match = match.submit(seat, bots[seat].order_in(match, seat))
    return match


@pytest.mark.parametrize("slug", slugs())
def test_every_step_of_every_game_is_looked_at_and_the_end_is_known(slug: str) -> None:
    match = played(slug)
    looks = list(analyse(record.export(match), simulations=8))
    assert [look.step for look in looks] == list(range(match.step + 1))
    assert match.outcome is not None
    if len(match.outcome.winners) == 1:
        assert max(looks[-1].worth) == looks[-1].worth[match.outcome.winners[0] - 1]


def test_the_same_record_gives_the_same_analysis_and_a_mistake_is_found() -> None:
    """With cards 1 and 9 and a planet worth much on top, the 1 is a mistake."""
    config = Config(planets=(Planet("A", 9), Planet("B", 1)), fleet_values=(1, 9), shuffle=False)
    match: AnyMatch = Match.begin(game("skirmish"), seats=2, config=config)
    match = match.submit(1, Play(1)).submit(2, Play(9)).submit(1, Play(9)).submit(2, Play(1))
    kept = record.export(match)
    looks = list(analyse(kept, 200))
    assert looks == list(analyse(kept, 200))
    (missed,) = looks[1].better
    assert (missed.seat, missed.given.notation, missed.better.notation) == (1, "play 1", "play 9")
    assert (missed.better.order, missed.better.words) == (Play(9), "play the 9")
    assert missed.better.worth > missed.given.worth
    assert missed.better.forecast != missed.given.forecast
    assert not any(look.better for look in analyse(kept, 0))


def test_nothing_is_told_of_moves_after_the_match_is_decided() -> None:
    """Once the 9 has won the great planet, the small one changes nothing."""
    planets = (Planet("A", 9), Planet("B", 1), Planet("C", 2))
    config = Config(planets=planets, fleet_values=(1, 5, 9), shuffle=False)
    match: AnyMatch = Match.begin(game("skirmish"), seats=2, config=config)
    for one, other in ((9, 1), (1, 9), (5, 5)):
        match = match.submit(1, Play(one)).submit(2, Play(other))
    looks = list(analyse(record.export(match), 200))
    assert [each.seat for each in looks[1].better] == [2]
    assert not any(look.better for look in looks[2:])
    assert looks[1].worth == (9_999, -9_999)


def test_where_no_search_helps_a_turn_that_was_ended_too_early_is_found() -> None:
    rules = game("risky_stars")
    match: AnyMatch = Match.begin(rules, seats=2, config=rules.presets["quick"](2), seed=seed_from("idle"))
    strong = Player(find(rules, "hard"))
    while match.waiting_for:
        (seat,) = match.waiting_for
        match = match.submit(seat, End() if seat == 1 else strong.order_in(match, seat))
    kept = record.export(match)
    looks = analyse_within(kept, 28)
    missed = [each for look in looks for each in look.better]
    assert missed
    assert {(each.seat, each.given.order) for each in missed} == {(1, End())}
    assert all(0 < len(each.better.only) <= MOST_LINES for each in missed)
    assert looks == analyse_within(kept, 28)


def test_turning_points_are_the_greatest_changes() -> None:
    looks = [Look(step, worth) for step, worth in enumerate([(0, 0), (100, -100), (4000, -4000), (3000, -5000)])]
    assert turning_points(looks) == [2, 3]
    assert turning_points(looks, most=1) == [2]
    assert turning_points(looks[:1]) == []


def test_the_command_shows_it_and_prints_json(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    file.write_bytes(record.dump(record.export(played("skirmish"))))

    def run(*args: str) -> Any:
        return CliRunner().invoke(cli, ["analyse", str(file), "--simulations", "8", *args])

    assert "100 is won, 0 even, -100 lost" in run().stdout
    told = json.loads(run("--json").stdout)
    assert set(told) == {"looks", "turning_points"}
    assert len(told["looks"]) == played("skirmish").step + 1
    file.write_text("nonsense", "utf-8")
    assert run().exit_code == 2
