"""Tournaments: who meets whom, fair at every moment, and gone on with where they stopped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import pytest

from armillary import game
from armillary.arena.playing import Pairing
from armillary.arena.store import Store
from armillary.arena.tournaments import Plan, Tournament
from armillary.arena.workers import Played, play_apart, play_here
from armillary.core import codec, record
from armillary.core.errors import BadInput
from tests.arena.test_series import result

SMALL = {"fleet_values": [1, 2, 3, 4]}


def plan(*bots: str, seats: int = 2, **more: Any) -> Plan:
    config = codec.tree(game("skirmish").presets["standard"](seats))
    given = {"kind": "round-robin", "games": 4, "rounds": 1, "seed": "t", "decide": False, "recorded": False, **more}
    version = game("skirmish").version
    return Plan(game="skirmish", version=version, config={**config, **SMALL}, seats=seats, bots=bots, **given)


def by_strength(pairings: Iterable[Pairing]) -> Iterator[Played]:
    """Games that the bot earlier in the alphabet always wins."""
    for pairing in pairings:
        seats = sorted(range(1, len(pairing.bots) + 1), key=lambda seat, bots=pairing.bots: bots[seat - 1])  # type: ignore[misc]
        ranking = tuple((seat,) for seat in seats)
        told = result(seats[0], number=pairing.number, bots=pairing.bots, seed=pairing.seed, ranking=ranking, scores=())
        yield Played(told, None)


def test_in_a_round_robin_all_meet_all_on_every_seat_with_the_same_deals() -> None:
    tournament = Tournament(plan("a", "b", "c", games=4))
    played = [each.result for each in tournament.play(by_strength)]
    assert [each.number for each in played] == list(range(1, 13)) == list(range(1, tournament.plan.most_games + 1))
    assert Counter(each.bots for each in played) == dict.fromkeys(
        [("a", "b"), ("b", "a"), ("a", "c"), ("c", "a"), ("b", "c"), ("c", "b")], 2
    )
    assert Counter((tuple(sorted(each.bots)), each.seed) for each in played) == dict.fromkeys(
        [(pair, f"t/{deal}") for pair in (("a", "b"), ("a", "c"), ("b", "c")) for deal in (1, 2)], 2
    )


def test_more_seats_are_filled_with_all_groups_of_bots() -> None:
    assert plan("a", "b", "c", "d", seats=3).tables(()) == [
        ("a", "b", "c"), ("a", "b", "d"), ("a", "c", "d"), ("b", "c", "d"),
    ]  # fmt: skip


def test_with_fewer_bots_than_seats_each_sits_alone_against_each_other() -> None:
    assert plan("a", "b", seats=3).tables(()) == [("a", "b", "b"), ("b", "a", "a")]


def test_in_a_gauntlet_the_first_meets_the_others_only() -> None:
    assert plan("a", "b", "c", kind="gauntlet").tables(()) == [("a", "b"), ("a", "c")]
    assert plan("a", "b", "c", kind="gauntlet", seats=3).tables(()) == [("a", "b", "b"), ("a", "c", "c")]


def test_in_a_swiss_tournament_equals_meet_and_nobody_meets_twice_too_soon() -> None:
    asked = plan("d", "c", "b", "a", kind="swiss", rounds=3, games=2)
    pairs = [frozenset(each.result.bots) for each in Tournament(asked).play(by_strength)]
    rounds = [set(pairs[at : at + 4]) for at in (0, 4, 8)]
    assert rounds[0] == {frozenset("dc"), frozenset("ba")}
    assert rounds[1] == {frozenset("ca"), frozenset("db")}
    assert rounds[2] == {frozenset("ab"), frozenset("cd")} or rounds[2] == {frozenset("ad"), frozenset("bc")}
    assert Counter(pairs).most_common(1)[0][1] == 2


def test_in_a_swiss_tournament_whoever_is_left_over_sits_out_in_turn() -> None:
    asked = plan("a", "b", "c", kind="swiss", rounds=3, games=2)
    met = [frozenset(each.result.bots) for each in Tournament(asked).play(by_strength)][::2]
    assert len(set(met)) == 3
    tables = plan("a", "b", "c", "d", "e", seats=3, kind="swiss").tables(())
    assert tables == [("a", "b", "c")]


def test_deals_of_later_rounds_are_new() -> None:
    asked = plan("a", "b", kind="swiss", rounds=2, games=3)
    seeds = [each.result.seed for each in Tournament(asked).play(by_strength)]
    assert seeds == ["t/1", "t/1", "t/2", "t/3", "t/3", "t/4"]


def test_a_table_stops_once_it_is_decided_and_the_others_play_on() -> None:
    def unclear_for_c(pairings: Iterable[Pairing]) -> Iterator[Played]:
        for each in by_strength(pairings):
            shared = "c" in each.result.bots
            yield Played(msgspec.structs.replace(each.result, ranking=((1, 2),)), None) if shared else each

    tournament = Tournament(plan("a", "b", "c", kind="gauntlet", games=100, decide=True))
    counts = Counter(frozenset(each.result.bots) for each in tournament.play(unclear_for_c))
    assert counts[frozenset("ac")] == 100
    assert 10 < counts[frozenset("ab")] < 40
    assert tournament.bettors["a", "b"].verdict == "better"
    assert tournament.bettors["a", "c"].verdict is None


def test_what_was_played_ahead_of_a_decision_does_not_count() -> None:
    def ahead(pairings: Iterable[Pairing]) -> Iterator[Played]:
        waiting = iter(pairings)
        while some := list(islice(waiting, 16)):
            yield from by_strength(some)

    asked = plan("a", "b", games=100, decide=True)
    one_by_one, many = Tournament(asked), Tournament(asked)
    assert list(one_by_one.play(by_strength)) == list(many.play(ahead))


@pytest.mark.parametrize(
    ("bots", "more", "reason"),
    [
        (("a",), {}, "two bots at least"),
        (("a", "b", "a"), {}, "named twice"),
        (("a", "b"), {"kind": "swiss", "seats": 3}, "needs 3 bots"),
        (("a", "b", "c"), {"decide": True, "seats": 3}, "only between two"),
        (tuple(str(each) for each in range(200)), {"seats": 8, "kind": "swiss"}, "more than 10,000 ways"),
        (tuple(str(each) for each in range(200)), {"seats": 2}, "more than 10,000 ways"),
    ],
)
def test_what_cannot_be_played_is_refused(bots: tuple[str, ...], more: dict[str, Any], reason: str) -> None:
    with pytest.raises(BadInput, match=reason):
        plan(*bots, **more)


# -- kept in a folder ----------------------------------------------------------------------------------------


def run(folder: Path, asked: Plan, games: int | None = None, workers: int = 0) -> Tournament:
    players = (lambda pairings: play_apart(pairings, workers)) if workers else play_here
    with Store(folder, Plan) as store:
        tournament = Tournament(asked, store.begin(asked))
        for played in islice(tournament.play(players), games):
            store.add(played)
    return tournament


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


REAL = plan("medium", "random", "easy", games=4, recorded=True)


def test_one_and_two_processes_leave_identical_records(tmp_path: Path) -> None:
    for workers in (1, 2):
        run(tmp_path / str(workers), REAL, workers=workers)
    assert contents(tmp_path / "1") == contents(tmp_path / "2")
    kept = sorted((tmp_path / "1" / "records").iterdir())
    assert len(kept) == 12
    for path in kept:
        assert record.verify(record.load(path.read_bytes())).outcome is not None


@pytest.mark.parametrize("kind", ["round-robin", "swiss", "gauntlet"])
def test_a_tournament_goes_on_where_it_stopped(tmp_path: Path, kind: str) -> None:
    asked = plan("medium", "random", "easy", games=4, kind=kind, rounds=3 if kind == "swiss" else 1, recorded=True)
    whole = run(tmp_path / "whole", asked)
    for games in (3, 3, None):
        stopped = run(tmp_path / "stopped", asked, games)
    assert contents(tmp_path / "stopped") == contents(tmp_path / "whole")
    assert stopped.results == whole.results
    assert run(tmp_path / "stopped", asked, 0).plan == asked


def test_a_decided_tournament_goes_on_where_it_stopped(tmp_path: Path) -> None:
    asked = plan("medium", "random", games=60, decide=True)
    run(tmp_path / "whole", asked)
    for games in (5, 20, None):
        run(tmp_path / "stopped", asked, games)
    assert contents(tmp_path / "stopped") == contents(tmp_path / "whole")


def test_more_games_may_be_asked_for_later(tmp_path: Path) -> None:
    few, many = plan("medium", "random", "easy", games=2), plan("medium", "random", "easy", games=5)
    run(tmp_path / "a", few)
    run(tmp_path / "a", many)
    run(tmp_path / "b", many)
    assert contents(tmp_path / "a") == contents(tmp_path / "b")
    with pytest.raises(BadInput, match="with games 5 instead of 2"):
        run(tmp_path / "a", few)


def test_a_line_that_was_not_finished_is_played_again(tmp_path: Path) -> None:
    run(tmp_path / "whole", REAL)
    run(tmp_path / "torn", REAL, 5)
    path = tmp_path / "torn" / "results.jsonl"
    path.write_bytes(path.read_bytes()[:-40])
    run(tmp_path / "torn", REAL)
    assert contents(tmp_path / "torn") == contents(tmp_path / "whole")


def test_another_plan_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    run(tmp_path, REAL)
    before = contents(tmp_path)
    with pytest.raises(BadInput, match="with seed 't' instead of 'u'"):
        run(tmp_path, msgspec.structs.replace(REAL, seed="u"))
    with pytest.raises(BadInput, match="with another config"):
        run(tmp_path, msgspec.structs.replace(REAL, config={}))
    assert contents(tmp_path) == before


def test_two_who_play_into_one_folder_are_told(tmp_path: Path) -> None:
    with Store(tmp_path, Plan) as first, Store(tmp_path, Plan) as second:
        first.begin(REAL)
        with pytest.raises(BadInput, match="Another process is playing here"):
            second.begin(REAL)
    run(tmp_path, REAL)


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("arena.json", b"[]", "not an arena's plan"),
        ("arena.json", b"\xff", "not an arena's plan"),
        ("results.jsonl", b"nonsense\n", "Line 1 is not a result"),
        ("results.jsonl", b'{"number":1}\n', "Line 1 is not a result"),
    ],
)
def test_files_that_were_tampered_with_are_told(tmp_path: Path, name: str, content: bytes, reason: str) -> None:
    run(tmp_path, REAL, 2)
    (tmp_path / name).write_bytes(content)
    with pytest.raises(BadInput, match=reason):
        run(tmp_path, REAL)


@pytest.mark.parametrize("changes", [{"seed": "t/7"}, {"bots": ("random", "random")}, {"number": 99}, {"number": 2}])
def test_results_of_another_tournament_are_told(tmp_path: Path, changes: dict[str, Any]) -> None:
    run(tmp_path, REAL, 1)
    path = tmp_path / "results.jsonl"
    path.write_bytes(msgspec.json.encode({**msgspec.json.decode(path.read_bytes()), **changes}) + b"\n")
    with pytest.raises(BadInput, match="differs from this plan"):
        run(tmp_path, REAL)


@pytest.mark.parametrize(
    ("change", "reason"),
    [(lambda lines: lines[1:], "differs from this plan"), (lambda lines: lines * 2, "is not part of this plan")],
)
def test_results_that_are_missing_or_too_many_are_told(tmp_path: Path, change: Any, reason: str) -> None:
    run(tmp_path, REAL)
    path = tmp_path / "results.jsonl"
    path.write_bytes(b"".join(change(path.read_bytes().splitlines(keepends=True))))
    with pytest.raises(BadInput, match=reason):
        run(tmp_path, REAL)


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(BadInput, match="cannot be"):
        run(tmp_path / "file" / "below", REAL)
