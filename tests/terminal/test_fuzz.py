"""Any command line and any file: an exit code from the table, and never a traceback."""

from __future__ import annotations

import json
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from armillary import Match, game, seed_from
from armillary.core import record
from armillary.core.rulebook import rule_page
from armillary.server import main
from armillary.server.settings import settings_for
from armillary.terminal.main import COMMANDS
from armillary.terminal.text import safe
from tests.terminal.conftest import invoke

MODEST = settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])

PIECES = st.sampled_from(
    [
        *COMMANDS,
        "skirmish", "--seats", "2", "3", "--seat", "person", "medium", "random", "--bot", "--seed", "--config",
        "fleet_values=[1,2]", "shuffle=", "planets.0=1", "=", "--games", "-1", "--record", "/nowhere/x", "--json",
        "--resume", "--position", "--orders", "-", "--", "--preset", "standard", "bash", "--help", "--version", "",
    ]
)  # fmt: skip
RULES = safe(rule_page(game("skirmish")))
"""The rule page shows a traceback itself, as an example; whoever types `rules` reads it."""
GARBAGE = st.text(st.characters(codec=None), max_size=20)
LINES = st.lists(
    st.one_of(
        GARBAGE,
        st.sampled_from(
            ["7", "3!", "", "? 4", "help", "options", "rules", "undo", "resign", "y", "quit", "save", "look"]
        ),
    ),
    max_size=12,
)


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    # A command line that asks for a server gets as far as its settings: nobody would ever stop it here.
    monkeypatch.setattr(main, "serve", lambda *, open_page, **asked: settings_for(**asked) and None)


def check(args: list[str], stdin: str | bytes = b"") -> None:
    result = invoke(args, stdin)
    assert result.exit_code in {0, 1, 2}
    assert "Traceback" not in result.output.replace(RULES, "")
    if result.exit_code:
        lines = result.stderr.splitlines()
        assert len(lines) == 1 or ("verify" in args and len(lines) < len(args)), "one line, or one per file"
        assert all(line.startswith("armillary: ") for line in lines)


@MODEST
@given(st.lists(PIECES | GARBAGE, max_size=7))
def test_any_command_line(args: list[str]) -> None:
    check(args)


@pytest.mark.parametrize("args", [["serve"], ["serve", "--port", "0"], ["serve", "--workers", "2"], ["doctor"]])
def test_any_command_line_of_the_server(args: list[str]) -> None:
    check(args)


@MODEST
@given(LINES)
def test_any_lines_at_the_table(lines: list[str]) -> None:
    typed = "\n".join(line.replace("\n", " ").replace("\r", " ") for line in lines)
    check(["play", "skirmish", "--seed", "1", "--seat", "person", "--seat", "person"], typed.encode("utf-8", "replace"))


@cache
def good() -> bytes:
    match = Match.begin(game("skirmish"), seed=seed_from(1))
    match = match.submit(1, game("skirmish").order(7)).submit(2, game("skirmish").order(7)).resign(1)
    return record.dump(record.export(match))


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@st.composite
def spoilt_records(draw: st.DrawFn) -> bytes:
    """A good record with one value changed, anywhere."""
    tree: Any = json.loads(good())
    branch: Any = tree
    while True:
        keys = list(branch) if isinstance(branch, dict) else list(range(len(branch)))
        key = draw(st.sampled_from(keys))
        if not (isinstance(branch[key], dict | list) and branch[key]) or draw(st.booleans()):
            break
        branch = branch[key]
    branch[key] = draw(json_values)
    return json.dumps(tree).encode()


contents = st.one_of(
    st.binary(max_size=60),
    json_values.map(lambda value: json.dumps(value).encode()),
    spoilt_records(),
    st.integers(0, len(good())).map(lambda end: good()[:end]),
)


@MODEST
@given(contents)
def test_any_file_for_verify_replay_and_resume(content: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "x.json")
        path.write_bytes(content)
        check(["verify", str(path)])
        check(["replay", str(path), "--seat", "1"])
        check(["play", "--resume", str(path)])


@MODEST
@given(contents, contents)
def test_any_files_for_resolve(position: bytes, orders: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "p").write_bytes(position)
        Path(folder, "good").write_text("battle 1; deck | P1:1 P2:2; pot -; hands 1,2 / 1,2; claimed - / -")
        check(["resolve", "skirmish", "--position", f"{folder}/p", "--orders", "-"], orders)
        check(["resolve", "skirmish", "--position", f"{folder}/good", "--orders", "-"], orders)


@MODEST
@given(contents, st.sampled_from(["c.json", "c.toml"]), GARBAGE)
def test_any_config(content: bytes, name: str, setting: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, name).write_bytes(content)
        check(["simulate", "skirmish", "--seed", "1", "--config", f"{folder}/{name}"])
        check(["simulate", "skirmish", "--seed", "1", "--config", f"fleet_values={setting}"])
