"""Games in processes: the same results on any number of them, whatever bots do."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from armillary import game
from armillary.arena import workers
from armillary.arena.playing import Pairing, Result
from armillary.arena.series import Series
from armillary.arena.workers import Limits, play_apart, play_here
from armillary.core import record
from armillary.core.errors import ArmillaryError
from tests.project.tree import ROOT

LIMITS = Limits(memory=512 << 20)
SHORT = Limits(seconds=3)


def series(*bots: str, count: int = 2, recorded: bool = False) -> Series:
    skirmish = game("skirmish")
    config = skirmish.presets["standard"](len(bots))
    return Series(game=skirmish, config=config, seed="workers", bots=bots, count=count, recorded=recorded)


def bad(name: str) -> str:
    return f"tests.arena.bad_bots:{name}"


def results(played: Series, count: int, limits: Limits = LIMITS) -> list[Result]:
    return [result for result, _ in play_apart(played.pairings(), count, limits)]


def test_the_number_of_processes_changes_nothing() -> None:
    asked = series("medium", "random", count=12, recorded=True)
    here = list(play_here(asked.pairings()))
    assert [played.result.number for played in here] == list(range(1, 13))
    for count in (1, 2, 3):
        assert list(play_apart(asked.pairings(), count)) == here


def test_records_come_only_when_asked_for_and_can_be_verified() -> None:
    (unrecorded,) = play_apart(series("medium", "random", count=1).pairings(), 1)
    assert unrecorded.record is None
    (played,) = play_apart(series("medium", "random", count=1, recorded=True).pairings(), 1)
    assert played.record is not None
    match = record.verify(record.load(played.record))
    assert match.hashes[-1] == played.result.hash == unrecorded.result.hash
    assert match.players == ("bot:medium", "bot:random")


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Crashes", "ValueError: I am lost"),
        ("Unspeakable", "Nameless"),
        ("Leaves", "SystemExit: enough"),
        ("Cheats", "It gave an order that is not allowed: "),
        ("Babbles", "It gave something that is not an order: "),
        ("Sleeps", "It took longer than 3 seconds for a decision."),
        ("Eats", "MemoryError"),
        ("Dies", "Its process died."),
    ],
)
def test_a_bot_that_misbehaves_loses_and_stops_nothing(name: str, why: str) -> None:
    for result in results(series(bad(name), "random"), 2, SHORT if name == "Sleeps" else LIMITS):
        (failure,) = result.failures
        assert result.bots[failure.seat - 1] == bad(name)
        assert failure.seat not in result.winners
        assert failure.step == 4
        assert failure.why.startswith(why)
        assert result.reason == "failure"


def test_a_bot_that_dies_while_it_is_made_loses_too() -> None:
    (result,) = results(series(bad("Unmade"), "random", count=1), 1)
    assert [(failure.seat, failure.step) for failure in result.failures] == [(1, 0)]


def test_a_bot_that_cannot_be_woken_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "GRACE", 0.3)
    (result,) = results(series(bad("Ignores"), "random", count=1), 1, SHORT)
    assert [failure.why for failure in result.failures] == ["It took longer than 3 seconds for a decision."]


def test_the_others_play_on_when_one_of_them_fails() -> None:
    (played,) = play_apart(series("medium", bad("Crashes"), "random", count=1, recorded=True).pairings(), 1)
    assert [failure.seat for failure in played.result.failures] == [2]
    assert played.result.ranking[-1] == (2,)
    assert played.result.steps > 5
    assert played.record is not None
    assert record.verify(record.load(played.record)).resigned == (2,)


def test_where_all_fail_in_the_same_turn_nobody_wins() -> None:
    (result,) = results(series(bad("Crashes"), bad("Cheats"), count=1), 1)
    assert (result.reason, result.winners, len(result.failures)) == ("failure", (), 2)


def test_a_game_that_ends_by_its_rules_after_a_failure_keeps_its_reason() -> None:
    (result,) = results(series("medium", bad("Crashes"), "random", count=1), 1)
    assert (result.reason, [failure.seat for failure in result.failures]) == ("ships_exhausted_planets_remaining", [2])


def test_a_crash_is_told_with_its_place_in_the_bots_own_code() -> None:
    (result,) = results(series(bad("Crashes"), "random", count=1), 1)
    (failure,) = result.failures
    lines = (ROOT / "tests/arena/bad_bots.py").read_text("utf-8").splitlines()
    line = 1 + lines.index('        raise ValueError("I am\\nlost")')
    assert failure.where == f"tests/arena/bad_bots.py:{line}, in misbehave"


def test_a_process_that_died_once_by_accident_costs_nobody_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "stumbles.py"
    script.write_text(
        "import os, pathlib\n"
        "class Bot:\n"
        "    def __init__(self, game): pass\n"
        "    def decide(self, view, options, dice, budget):\n"
        f"        mark = pathlib.Path({str(tmp_path / 'mark')!r})\n"
        "        if not mark.exists():\n"
        "            mark.touch()\n"
        "            os._exit(1)\n"
        "        return options.templates[0].order\n",
        "utf-8",
    )
    (result,) = results(series(f"{script}:Bot", "random", count=1), 1)
    assert (tmp_path / "mark").exists()
    assert result.failures == ()


def test_what_one_game_leaves_behind_does_not_count_against_the_next() -> None:
    for count in (1, 2):
        assert [result.failures for result in results(series(bad("Hoards"), "random", count=14), count)] == [()] * 14


def test_what_bots_print_stays_out_of_the_output(capfd: pytest.CaptureFixture[str]) -> None:
    assert results(series(bad("Prints"), "random", count=1), 1)[0].failures == ()
    assert "hello" not in capfd.readouterr().out


def _killing(pairings: Iterator[Pairing], crew: list[workers.Worker]) -> Iterator[Pairing]:
    """The same games; before each the process that will play it is killed."""
    for pairing in pairings:
        for worker in crew:
            if worker._process is not None and worker._process.pid:
                os.kill(worker._process.pid, signal.SIGKILL)
        yield pairing


def test_processes_that_are_killed_from_outside_are_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    crew: list[workers.Worker] = []
    began = workers.Worker.__init__

    def noted(self: workers.Worker, limits: Limits) -> None:
        began(self, limits)
        crew.append(self)

    monkeypatch.setattr(workers.Worker, "__init__", noted)
    asked = series("medium", "random", count=4)
    killed = [result for result, _ in play_apart(_killing(asked.pairings(), crew), 1)]
    assert killed == [result for result, _ in play_here(asked.pairings())]


def test_nothing_is_left_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = tmp_path / "leaks.py"
    script.write_text(
        "import os, pathlib, subprocess\n"
        "class Bot:\n"
        "    def __init__(self, game): pass\n"
        "    def decide(self, view, options, dice, budget):\n"
        f"        with open({str(tmp_path / 'children')!r}, 'a') as file:\n"
        "            print(subprocess.Popen(['sleep', '600']).pid, file=file)\n"
        "        return options.templates[0].order\n",
        "utf-8",
    )
    results(series(f"{script}:Bot", "random", count=1), 1)
    children = [int(pid) for pid in (tmp_path / "children").read_text("utf-8").split()]
    assert len(children) == 15
    deadline = time.monotonic() + 5
    while any(_runs(pid) for pid in children) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(_runs(pid) for pid in children)


def _runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_a_game_that_kills_its_process_without_a_bot_is_told_by_its_number() -> None:
    (pairing,) = series("random", "random", count=1).pairings()
    broken = Pairing(**{**{name: getattr(pairing, name) for name in pairing.__struct_fields__}, "game": "nowhere"})
    with pytest.raises(ArmillaryError, match="Game 1 cannot be played"):
        list(play_apart([broken], 1))
