"""A runner for the command, a keyboard that types by itself, and a second game in the registry."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Protocol

import pytest
from click.testing import CliRunner, Result

from armillary.core import registry
from armillary.terminal.main import cli


class Run(Protocol):
    """`run("verify", path)` is what the shell would do."""

    def __call__(self, *args: str | Path, stdin: str | bytes | None = None) -> Result: ...


def invoke(args: Sequence[str], stdin: str | bytes | None = None) -> Result:
    """The command in this process; whatever is not an exit is an error of ours."""
    result = CliRunner().invoke(cli, list(args), input=stdin, prog_name="armillary")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


@pytest.fixture(autouse=True)
def state(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where matches of this test save themselves."""
    home = tmp_path_factory.mktemp("state")
    monkeypatch.setenv("XDG_STATE_HOME", str(home))
    return home / "armillary"


@pytest.fixture
def run() -> Run:
    def run(*args: str | Path, stdin: str | bytes | None = None) -> Result:
        return invoke([str(arg) for arg in args], stdin)

    return run


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The toy game is registered next to Skirmish, and so is one that cannot be loaded."""
    yield from registered(
        monkeypatch,
        skirmish="armillary.games.skirmish.game:GAME",
        toy="tests.terminal.toy:GAME",
        broken="tests.terminal.nowhere:GAME",
    )


def registered(monkeypatch: pytest.MonkeyPatch, **entries: str) -> Iterator[None]:
    """These entry points and no others; `toy_1` stands for the older version `toy.1`."""
    found = [EntryPoint(name.replace("_", "."), value, registry.GROUP) for name, value in entries.items()]
    monkeypatch.setattr(registry, "entry_points", lambda group: found)
    registry.forget()
    yield
    registry.forget()


@pytest.fixture
def record_file(run: Run, tmp_path: Path) -> Path:
    """A finished match of bots."""
    path = tmp_path / "match.json"
    assert run("simulate", "skirmish", "--seed", "1/1", "--record", path).exit_code == 0
    return path
