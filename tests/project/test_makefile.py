"""The Makefile and CI: one does what the other does, and both say clearly what they miss."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.project.tree import ROOT, environment

MAKEFILE = (ROOT / "Makefile").read_text("utf-8")


def _make(*arguments: str, cwd: Path = ROOT, **changes: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["make", *arguments], cwd=cwd, env=environment(**changes), capture_output=True, text=True, timeout=60
    )


def test_help_lists_every_target() -> None:
    targets = set(re.findall(r"^\.PHONY: (\S+)$", MAKEFILE, re.MULTILINE))
    listed = set(re.findall(r"^  make (\S+) +\S", _make().stdout, re.MULTILINE))
    assert listed == targets
    assert {"help", "install", "play", "test", "check", "bench", "lock", "golden", "new-game", "clean"} <= targets


def test_check_lints_formats_types_looks_at_imports_and_tests() -> None:
    shown = _make("--dry-run", "--always-make", "check").stdout
    tools = ["ruff check", "ruff format --check", "mypy", "lint-imports", "pytest"]
    places = [shown.index(f"/{tool}") for tool in tools]
    assert places == sorted(places)


def test_lines_are_counted_where_tests_run_alone_and_no_test_is_left_out_or_run_twice() -> None:
    runs = [line for line in _make("--dry-run", "test").stdout.splitlines() if "/pytest " in line]
    counted, rest = (set(re.findall(r"(?:--ignore=)?tests/\w+", run)) for run in runs)
    assert "--cov" in runs[0]
    assert "--cov" not in runs[1]
    assert {f"--ignore={folder}" for folder in counted} == rest
    assert [folder for folder in counted if not (ROOT / folder).is_dir()] == []


def test_play_takes_a_game_and_arguments() -> None:
    shown = _make("--dry-run", "play-terminal", "GAME=kepler", "ARGS=--seats 3 --name Ada").stdout
    assert shown.splitlines()[-1].endswith("/armillary play kepler --seats 3 --name Ada")


@pytest.mark.parametrize(("target", "command"), [("play", "serve --open --port 1"), ("serve", "serve --port 1")])
def test_a_server_is_started_with_the_browser_client_built(target: str, command: str) -> None:
    lines = _make("--dry-run", "--always-make", target, "ARGS=--port 1").stdout.splitlines()
    assert lines[-1].endswith(f"/armillary {command}")
    order = [
        next(at for at, line in enumerate(lines) if part in line)
        for part in ("locks/install.txt", "uv pip install", "--editable", "npm ci", "run --silent build")
    ]
    assert order == sorted(order)
    assert [line for line in lines if "npm" in line and " ci " in line and "--omit=dev" not in line] == []


def test_the_browser_client_is_built_again_only_when_something_of_it_has_changed(tmp_path: Path) -> None:
    _project(tmp_path)
    sources = ["index.html", "vite.config.ts", "compressed.ts", "package.json", "package-lock.json", "src/deep/main.ts"]
    for name in (*(f"web/{name}" for name in sources), "web/public/favicon.svg", "web/node_modules/.build"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    built = tmp_path / "src" / "armillary" / "server" / "web" / "index.html"
    built.parent.mkdir(parents=True)

    def is_built() -> bool:
        installed = ["--old-file=.venv/.play", "--old-file=web/node_modules/.build"]
        return "Building" in _make("--dry-run", *installed, "web-build", cwd=tmp_path).stdout

    assert is_built()
    for change in (*sources, "src/deep", "public"):
        built.touch()
        assert not is_built()
        os.utime(tmp_path / "web" / change, (built.stat().st_mtime + 10,) * 2)
        assert is_built(), change
        os.utime(tmp_path / "web" / change, (built.stat().st_mtime - 10,) * 2)


def test_ci_runs_make_check_and_nothing_else() -> None:
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    commands = [line for line in script.read_text("utf-8").splitlines() if line and not line.startswith("#")]
    assert commands[0] == "set -euo pipefail"
    assert [line for line in commands if "make" in line] == ["exec make check </dev/null"]


def test_a_wheel_is_built_with_the_pages_in_it_and_three_ways_to_use_it_are_shown() -> None:
    shown = _make("--dry-run", "--always-make", "wheel").stdout
    assert shown.index("run --silent build") < shown.index("-m build --no-isolation --wheel --outdir dist")
    for way in ("pip install", "uvx --from", "pipx run --spec"):
        assert f"{way} '$wheel[server]'" in shown


def _project(folder: Path) -> Path:
    """What installing needs, and no more."""
    for name in ("Makefile", "pyproject.toml"):
        shutil.copy(ROOT / name, folder)
    shutil.copytree(ROOT / "locks", folder / "locks")
    return folder


def _environment(folder: Path, **tools: str) -> None:
    """A `.venv` whose tools write down what they are asked for; `uv` and `python` do what is given here."""
    _project(folder)
    (folder / ".venv" / "bin").mkdir(parents=True)
    for name in ("python", "uv"):
        tool = folder / ".venv" / "bin" / name
        tool.write_text(f'#!/bin/sh\necho "{name} $*" >> {folder}/asked\n{tools.get(name, "")}\n', "utf-8")
        tool.chmod(0o755)


def _installs(folder: Path) -> list[tuple[str, str]]:
    """Who was asked to install what."""
    lines = (folder / "asked").read_text("utf-8").splitlines()
    found = [re.match(r"(python|uv) .*(?:--requirement (\S+)|--editable (\S+))", line) for line in lines]
    return [(each[1], each[2] or each[3]) for each in found if each]


def test_a_group_is_installed_once_and_only_adds_to_what_is_there(tmp_path: Path) -> None:
    _environment(tmp_path)
    assert _make("install", cwd=tmp_path).returncode == 0
    play = [("python", "locks/install.txt"), ("uv", "locks/play.txt"), ("uv", ".")]
    assert _installs(tmp_path) == play
    for _ in range(2):
        assert _make("install", "GROUP=test", cwd=tmp_path).returncode == 0
    assert _installs(tmp_path) == [*play, ("uv", "locks/test.txt")]
    os.utime(tmp_path / "locks" / "docs.txt", ((tmp_path / ".venv" / ".test").stat().st_mtime + 10,) * 2)
    assert "Installing" not in _make("install", "GROUP=test", cwd=tmp_path).stdout


@pytest.mark.parametrize(
    ("uv", "said"),
    [("exit 127", "so pip installs the rest"), ('[ "$1" = --version ]', "uv failed; trying pip")],
    ids=["uv cannot run", "uv fails"],
)
def test_where_uv_does_not_do_it_pip_does(tmp_path: Path, uv: str, said: str) -> None:
    missing = "*install.txt) exit 1;;" if "127" in uv else ""
    _environment(tmp_path, uv=uv, python=f'case "$*" in {missing} esac')
    result = _make("install", cwd=tmp_path)
    assert result.returncode == 0
    assert said in result.stdout + result.stderr
    assert [what for who, what in _installs(tmp_path) if who == "python"] == [
        "locks/install.txt",
        "locks/play.txt",
        ".",
    ]


def test_what_cannot_be_installed_is_not_taken_for_installed(tmp_path: Path) -> None:
    _environment(tmp_path, uv="exit 1", python='case "$*" in *play.txt) exit 1;; esac')
    assert _make("install", cwd=tmp_path).returncode != 0
    assert not (tmp_path / ".venv" / ".play").exists()


def test_a_group_that_is_not_there_is_refused(tmp_path: Path) -> None:
    _environment(tmp_path)
    result = _make("install", "GROUP=nonsense", cwd=tmp_path)
    assert result.returncode != 0
    assert "There is no group 'nonsense'; choose one of: build docs" in result.stderr


def test_without_a_new_enough_python_there_is_one_clear_message(tmp_path: Path) -> None:
    _project(tmp_path)
    result = _make("install", "PYTHONS=no-such-python false", cwd=tmp_path)
    assert result.returncode != 0
    assert "Armillary needs Python 3.11 or newer" in result.stderr
    assert not (tmp_path / ".venv").exists()


def _tools(folder: Path, **scripts: str) -> str:
    """A PATH with a few real tools and some of our own."""
    for name in ("make", "ls", "id", "env"):
        (folder / name).symlink_to(shutil.which(name) or name)
    for name, script in scripts.items():
        tool = folder / name.replace("_", "-")
        tool.write_text(f"#!/bin/sh\n{script}\n", "utf-8")
        tool.chmod(0o755)
    return str(folder)


SERVICES = [
    ("postgresql", "INITDB=/nowhere", "postgresql"),
    ("redis", "REDIS=/nowhere", "redis-server"),
    ("chromium", "CHROMIUM=/nowhere", "chromium"),
]


@pytest.mark.parametrize(("target", "nowhere", "package"), SERVICES)
@pytest.mark.parametrize(
    ("scripts", "said"),
    [
        ({}, "please install it"),
        ({"apt_get": "exit 100", "sudo": "exit 1"}, "could not be installed"),
    ],
)
def test_where_a_service_cannot_be_had_there_is_one_clear_message(
    target: str, nowhere: str, package: str, scripts: dict[str, str], said: str, tmp_path: Path
) -> None:
    result = _make(target, nowhere, PATH=_tools(tmp_path, **scripts))
    assert result.returncode != 0
    assert said in result.stderr


@pytest.mark.parametrize(("target", "nowhere", "package"), SERVICES)
def test_a_service_is_installed_where_it_is_missing(target: str, nowhere: str, package: str, tmp_path: Path) -> None:
    asked = tmp_path / "asked"
    path = _tools(tmp_path, apt_get=f'echo "$@" > {asked}', sudo='shift; exec "$@"')
    assert _make(target, nowhere, PATH=path).returncode == 0
    assert asked.read_text("utf-8").split() == ["install", "-y", "-qq", package]


def test_tests_see_to_the_browser_client_and_to_services_first() -> None:
    shown = _make("--dry-run", "--always-make", "test").stdout
    for program in (
        "locks/test.txt",
        "npm ci",
        "npm run --silent build",
        "npm run --silent check",
        "initdb",
        "redis-server",
        "chromium",
    ):
        assert shown.index(program) < shown.index("/pytest")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["NAME="], "a letter first"),
        (['NAME=x"; echo broken'], "lower-case"),
        (["NAME=skirmish"], "taken"),
        (["NAME=nova", "KIND=both"], "A game's kind is turns or simultaneous, not 'both'"),
    ],
)
def test_a_new_game_needs_a_good_name_and_kind(arguments: list[str], reason: str) -> None:
    result = _make("--old-file=.venv/.play", "new-game", *arguments)
    assert result.returncode != 0
    said, _ = result.stderr.splitlines()
    assert said.startswith("new-game: ")
    assert reason in said
    assert "broken" not in result.stdout


def test_a_habit_of_not_compiling_modules_is_not_inherited() -> None:
    result = _make("--eval=show: ; @env", "show", PYTHONDONTWRITEBYTECODE="1")
    assert result.returncode == 0
    assert "PYTHONDONTWRITEBYTECODE" not in result.stdout


@pytest.mark.parametrize(("setting", "expected"), [("true", 1), ("", 0)])
def test_a_test_that_did_not_run_fails_in_ci(tmp_path: Path, setting: str, expected: int) -> None:
    shutil.copy(ROOT / "tests" / "conftest.py", tmp_path)
    (tmp_path / "test_sample.py").write_text(
        "import pytest\n\ndef test_needs_a_module():\n    pytest.importorskip('no_such_module')\n", "utf-8"
    )
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-n", "1", "."]
    result = subprocess.run(command, cwd=tmp_path, env=environment(CI=setting), capture_output=True, text=True)
    assert result.returncode == expected, result.stdout
    assert ("NOT RUN" in result.stdout) == bool(expected)
