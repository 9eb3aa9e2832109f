"""`resolve`: a position and orders in, JSON out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from armillary import KeyedDice, game, seed_from
from armillary.core import codec
from tests.terminal.conftest import Run

POSITION = "battle 3; deck P7:2 P3:1 | P12:3 P1:1; pot P3; hands 2..15 / 1..5,7; claimed P7 / -"
SKIRMISH = game("skirmish")


def resolve(run: Run, tmp_path: Path, orders: str, position: str = POSITION, *more: str) -> Any:
    (tmp_path / "position").write_text(position)
    return run("resolve", "skirmish", "--position", tmp_path / "position", "--orders", "-", *more, stdin=orders)


def answer(run: Run, tmp_path: Path, orders: str, position: str = POSITION, *more: str) -> dict[str, Any]:
    result = resolve(run, tmp_path, orders, position, *more)
    assert result.exit_code == 0, result.stderr
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def test_it_gives_what_the_rules_give(run: Run, tmp_path: Path) -> None:
    found = answer(run, tmp_path, "1: play 7\n2: 5\n", POSITION, "--seed", "s")
    state = SKIRMISH.words.parse_state(POSITION)
    order = SKIRMISH.order
    step = SKIRMISH.rules.resolve(state, {1: order(7), 2: order(5)}, KeyedDice(seed_from("s"), 1))
    assert found["state"] == codec.tree(step.state)
    assert found["position"] == SKIRMISH.words.format_state(step.state)
    assert [event["kind"] for event in found["events"]] == [codec.tree(event)["kind"] for event in step.events]
    assert found["events"][-1]["text"]
    assert [fate["verdict"] for fate in found["fates"]] == [fate.verdict for fate in step.fates]
    assert found["to_act"] == [1, 2]
    assert found["phase"]["round"] == 4
    assert found["outcome"] is None
    assert found["seed"] == "s"
    assert found["defaults"] == {}


def test_json_and_notation_mean_the_same(run: Run, tmp_path: Path) -> None:
    as_json = codec.encode(SKIRMISH.words.parse_state(POSITION)).decode()
    orders = '{"1": {"card": 7}, "2": "play 5"}'
    assert answer(run, tmp_path, orders, as_json, "--seed", "1") == answer(
        run, tmp_path, "1: play 7\n\n 2 : 5", POSITION, "--seed", "1"
    )


def test_the_position_may_come_from_standard_input(run: Run, tmp_path: Path) -> None:
    (tmp_path / "orders").write_text("1: 7")
    result = run("resolve", "skirmish", "--position", "-", "--orders", tmp_path / "orders", stdin=POSITION)
    assert json.loads(result.stdout)["defaults"] == {"2": "play 1"}


def test_a_fresh_seed_is_told(run: Run, tmp_path: Path) -> None:
    first = answer(run, tmp_path, "")
    assert first["seed"] != answer(run, tmp_path, "")["seed"]
    assert first["defaults"] == {"1": "play 2", "2": "play 1"}


@pytest.mark.usefixtures("toy")
def test_warnings_and_private_sentences_are_in_the_answer(run: Run, tmp_path: Path) -> None:
    (tmp_path / "position").write_text("seats 2 count 5 orders 0")
    result = run("resolve", "toy", "--position", tmp_path / "position", "--orders", "-", stdin="1: wait")
    found = json.loads(result.stdout)
    assert found["violations"][0]["seat"] == 1
    assert found["violations"][0]["weight"] == "void"
    assert found["violations"][0]["text"] == "That adds nothing."
    assert [event["text"] for event in found["events"]] == ["You, seat 1, added 0.", "The count is 5."]


@pytest.mark.parametrize(
    ("orders", "found"),
    [
        ("1: play 99", "You do not hold the card 99"),
        ("1: nonsense", "Seat 1"),
        ("3: play 1", "No order is expected from seat '3', only from: 1, 2"),
        ("x: play 1", "No order is expected from seat"),
        ("play 7", "one line per seat"),
        ("1: 7\n1: 8", "one line per seat"),
        ('{"1": {"crd": 7}}', "unknown field"),
        ('{"1": 7}', "Seat 1"),
        ('{"1": null}', "Seat 1"),
        ('{"١": "play 7"}', "No order is expected from seat"),
        ('{"1": "play 7"', "orders"),
        ("{" * 50_000, "orders"),
        ('{"1":' + "[" * 50_000, "orders"),
    ],
)
def test_bad_orders_are_one_line(run: Run, tmp_path: Path, orders: str, found: str) -> None:
    result = resolve(run, tmp_path, orders)
    assert result.exit_code == 2
    assert found in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert result.stdout == ""


@pytest.mark.parametrize(
    "position",
    [
        "",
        "nonsense",
        "{}",
        "{" * 50_000,
        '{"setup": 3}',
        POSITION.replace("2..15", "1..9999"),
        POSITION.replace("claimed P7 / -", "claimed P7 / P7"),
        POSITION.replace("claimed P7 / -", "claimed P7"),
        POSITION.replace("hands 2..15 / 1..5,7", "hands - / -"),
        POSITION + "\x00",
    ],
)
def test_a_bad_position_is_one_line(run: Run, tmp_path: Path, position: str) -> None:
    result = resolve(run, tmp_path, "1: 7", position)
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1
    assert result.stdout == ""


def test_output_is_ascii_and_harmless(run: Run, tmp_path: Path) -> None:
    position = POSITION.replace("P12:3", 'P12="Zoë":3')
    result = resolve(run, tmp_path, "", position)
    assert result.exit_code == 0
    assert result.stdout.isascii()
    assert "Zo\\u00eb" in result.stdout
