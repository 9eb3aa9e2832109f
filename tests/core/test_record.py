"""Records: they replay anywhere, and a change of any value is found."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from armillary.core import record
from armillary.core.errors import ArmillaryError, BadRecord, VerificationFailed, VersionNotInstalled
from armillary.core.match import AnyMatch, Match
from armillary.core.seeds import commitment, seed_from
from armillary.games.orbit.game import GAME as ORBIT
from armillary.games.skirmish.game import GAME as SKIRMISH
from armillary.games.skirmish.model import Config, Planet, PlanetAbility, PlanetAbilityType, PlanetClass, Play
from tests.core import nim
from tests.core.test_match import played_out

DECK = (
    Planet(
        "A",
        2,
        "Rigel",
        PlanetClass.STATION,
        (PlanetAbility(PlanetAbilityType.DOUBLE_NEXT_PLANET_NO_COMBAT, {"multiplier": 2}),),
    ),
    Planet("B", 1),
    Planet("C", -1, None, PlanetClass.STATION),
)


def finished() -> AnyMatch:
    """A match with everything in it that a log can hold."""
    config = Config(DECK, (1, 2, 3))
    match: AnyMatch = Match.begin(
        SKIRMISH, seats=3, config=config, seed=seed_from("record"), players=("Ann", "Bo", "Cy")
    )
    match = match.submit(1, Play(3)).submit(3, Play(1)).expire().take_over(2, "bot:medium").resign(3)
    return played_out(match)


def plain() -> dict[str, Any]:
    tree: dict[str, Any] = json.loads(record.dump(record.export(finished())))
    return tree


def reread(tree: Any) -> AnyMatch:
    return record.verify(record.load(json.dumps(tree).encode()))


def places(tree: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    branches = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    return [path] * bool(path) + [place for key, branch in branches for place in places(branch, (*path, key))]


def parent(tree: Any, place: tuple[Any, ...]) -> Any:
    for part in place[:-1]:
        tree = tree[part]
    return tree


def test_a_record_replays_to_the_same_match() -> None:
    match = finished()
    again = reread(plain())
    assert (again.state, again.hashes, again.log, again.outcome) == (
        match.state,
        match.hashes,
        match.log,
        match.outcome,
    )
    assert again.players == ("Ann", "bot:medium", "Cy")


@pytest.mark.parametrize("place", places(plain()), ids=lambda place: ".".join(str(part) for part in place))
def test_a_change_of_any_value_is_found(place: tuple[Any, ...]) -> None:
    values: tuple[Any, ...] = (None, 0, 1, 99, -1, True, "x", 1.0, [], {}, [[]])
    for spoilt in values:
        tree = plain()
        branch = parent(tree, place)
        if json.dumps(branch[place[-1]]) == json.dumps(spoilt):
            continue
        branch[place[-1]] = spoilt
        with pytest.raises(ArmillaryError):
            reread(tree)


@pytest.mark.parametrize("place", places(plain()), ids=lambda place: ".".join(str(part) for part in place))
def test_a_value_left_out_or_doubled_is_found(place: tuple[Any, ...]) -> None:
    tree = plain()
    branch = parent(tree, place)
    left = branch.pop(place[-1])
    with pytest.raises((BadRecord, VerificationFailed, VersionNotInstalled)):
        reread(tree)
    if isinstance(branch, list):
        branch[place[-1] : place[-1]] = [left, left]
    else:
        branch |= {place[-1]: left, "more": left}
    with pytest.raises((BadRecord, VerificationFailed, VersionNotInstalled)):
        reread(tree)


def test_the_first_differing_step_is_named() -> None:
    tree = plain()
    tree["log"][2]["seat"] = 1
    with pytest.raises(VerificationFailed, match="Step 3") as failed:
        reread(tree)
    assert failed.value.step == 3


def test_steps_in_another_order_are_found() -> None:
    tree = plain()
    tree["log"][1], tree["log"][2] = tree["log"][2], tree["log"][1]
    with pytest.raises(VerificationFailed, match="Step 2"):
        reread(tree)


def test_another_seed_with_its_own_commitment_is_found() -> None:
    tree = plain()
    tree["seed"] = seed_from("forged").hex()
    tree["commitment"] = commitment(seed_from("forged"))
    with pytest.raises(VerificationFailed, match="Step 0"):
        reread(tree)


def test_an_unfinished_record_keeps_its_secrets() -> None:
    match = Match.begin(SKIRMISH, seed=seed_from("secret")).submit(1, Play(13))
    shared = record.export(match)
    assert (shared.seed, shared.pending) == (None, ())
    with pytest.raises(VerificationFailed, match="not revealed yet"):
        record.verify(shared)
    fork = record.export(Match.from_position(SKIRMISH, match.state, seed=seed_from("fork")))
    assert fork.position is None


def test_a_saved_match_goes_on_where_it_stopped() -> None:
    match = Match.begin(SKIRMISH, seats=3, seed=seed_from("save")).expire().submit(2, Play(7))
    back = record.verify(record.load(record.dump(record.export(match, reveal=True))))
    assert back.pending == {2: Play(7)}
    assert played_out(back).hashes == played_out(match).hashes


def test_an_order_that_a_resignation_left_over_is_in_no_record() -> None:
    match: AnyMatch = Match.begin(SKIRMISH, seats=2, seed=seed_from("left over"))
    over = match.submit(2, Play(7)).resign(1)
    assert over.outcome is not None
    for reveal in (False, True):
        shared = record.export(over, reveal=reveal)
        assert shared.pending == ()
        assert record.verify(record.load(record.dump(shared)), SKIRMISH).outcome == over.outcome


def test_a_pending_order_that_could_not_be_pending_is_found() -> None:
    match = Match.begin(SKIRMISH, seed=seed_from("save")).submit(2, Play(7))
    tree = json.loads(record.dump(record.export(match, reveal=True)))
    for pending in ([[2, {"card": 77}]], [[3, {"card": 7}]], [[1, {"card": 7}], [2, {"card": 7}]], [[2, {}]]):
        with pytest.raises(VerificationFailed, match=r"[Pp]ending"):
            reread({**tree, "pending": pending})


def test_of_very_much_that_is_wrong_only_the_first_is_told() -> None:
    match = Match.begin(ORBIT, seats=2, seed=seed_from("sectors")).resign(1)
    tree = json.loads(record.dump(record.export(match)))
    tree["config"]["start"]["sectors"] = [-1] * 400
    with pytest.raises(VerificationFailed, match=r"And [0-9]+ more\.$") as caught:
        reread(tree)
    assert len(str(caught.value)) < 1_000


def test_a_match_from_a_position_has_a_record_too() -> None:
    middle = Match.begin(SKIRMISH, seed=seed_from("middle")).expire().expire().state
    match = played_out(Match.from_position(SKIRMISH, middle, seed=seed_from("fork")))
    assert record.verify(record.load(record.dump(record.export(match)))).hashes == match.hashes


def test_a_record_from_a_position_names_everybody() -> None:
    match = played_out(Match.from_position(SKIRMISH, Match.begin(SKIRMISH).state, seed=seed_from("fork")))
    tree = json.loads(record.dump(record.export(match)))
    tree["players"] = []
    with pytest.raises(VerificationFailed, match="There must be a name for each of 2 players"):
        reread(tree)


def test_a_game_in_turn_has_a_record_too() -> None:
    match = played_out(Match.begin(nim.GAME, seats=3, seed=seed_from("nim")))
    assert record.verify(record.load(record.dump(record.export(match))), nim.GAME).hashes == match.hashes


@pytest.mark.parametrize("hash_seed", ["1", "77"])
def test_a_record_verifies_in_another_process_with_another_hash_seed(hash_seed: str, tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    file.write_bytes(record.dump(record.export(finished())))
    code = "import sys; from armillary.core import record; record.verify(record.load(open(sys.argv[1], 'rb').read()))"
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    assert subprocess.run([sys.executable, "-c", code, str(file)], env=environment).returncode == 0


def test_other_versions_of_the_rules_or_the_format_are_not_guessed_at() -> None:
    tree = plain()
    with pytest.raises(VersionNotInstalled, match="Version 2 of skirmish's rules is not installed; installed: 1"):
        reread({**tree, "version": 2})
    with pytest.raises(BadRecord, match="format 2"):
        reread({**tree, "format": 2})


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


@given(st.binary(max_size=200) | JSON.map(lambda tree: json.dumps(tree).encode()))
def test_garbage_is_not_a_record(data: bytes) -> None:
    with pytest.raises(BadRecord):
        record.load(data)


@given(st.data())
def test_a_record_with_garbage_in_it_is_refused(data: st.DataObject) -> None:
    tree = plain()
    place = data.draw(st.sampled_from(places(tree)))
    garbage = data.draw(JSON)
    branch = parent(tree, place)
    if json.dumps(branch[place[-1]]) == json.dumps(garbage):
        return
    branch[place[-1]] = garbage
    with pytest.raises(ArmillaryError):
        reread(tree)


def test_a_deeply_nested_or_huge_file_is_not_a_record() -> None:
    for data in (b"[" * 100_000, b'{"format":' * 100_000, b" " * 9_000_000, b"\xff\xfe", b""):
        with pytest.raises(BadRecord):
            record.load(data)


def test_a_name_that_is_written_twice_is_found() -> None:
    data = json.dumps(plain())
    for once in ('"version": ', '"winners": '):
        (value, _, _) = data.partition(once)[2].partition(",")
        with pytest.raises(BadRecord, match="twice"):
            record.load(data.replace(once, f"{once}{value}, {once}", 1))
