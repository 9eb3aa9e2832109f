"""A new game starts as a tiny complete one, and passes everything before its first change."""

from __future__ import annotations

import subprocess
import sysconfig
import tomllib
import venv
from pathlib import Path

import pytest

from scripts.new_game import fault_of, prefix_for, renamed, title_of
from tests.project.tree import copy_to, environment

MADE = {"turns": "red_nova", "simultaneous": "twenty_letters_named"}
PREFIXES = {"red_nova": "RN", "twenty_letters_named": "TL"}
TITLES = {"red_nova": "Red Nova", "twenty_letters_named": "Twenty Letters Named"}
ENDS = {"red_nova": "took the last stone and wins.", "twenty_letters_named": "That was the last prize."}

each_game = pytest.mark.parametrize("name", MADE.values())


def _run(clone: Path, module: str, *arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    command = [str(clone / ".venv" / "bin" / "python"), "-m", module, *arguments]
    return subprocess.run(
        command, cwd=clone, env=environment(CI=""), input=stdin, capture_output=True, text=True, timeout=300
    )


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project in a folder of its own, with an environment that borrows this one's packages, and both games made."""
    tree = copy_to(tmp_path_factory.mktemp("new_game") / "clone")
    venv.create(tree / ".venv", symlinks=True, with_pip=False)
    (site,) = (tree / ".venv").glob("lib/python*/site-packages")
    (site / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n", "utf-8")
    for kind, name in MADE.items():
        made = _run(tree, "scripts.new_game", name, kind)
        assert made.returncode == 0, made.stdout + made.stderr
        assert f"{TITLES[name]} is in src/armillary/games/{name}" in made.stdout
    return tree


@each_game
def test_a_new_game_is_registered_and_listed(clone: Path, name: str) -> None:
    project = tomllib.loads((clone / "pyproject.toml").read_text("utf-8"))
    assert project["project"]["entry-points"]["armillary.games"][name] == f"armillary.games.{name}.game:GAME"
    assert f"[{TITLES[name]}](docs/rules/{name}.md)" in (clone / "README.md").read_text("utf-8")


@each_game
def test_nothing_of_the_skeleton_is_left_in_a_new_game(clone: Path, name: str) -> None:
    folders = (clone / "src/armillary/games" / name, clone / "tests/games" / name)
    pages = [clone / "docs" / kind / f"{name}.md" for kind in ("rules", "notation")]
    assert f"### {PREFIXES[name]}-1 " in pages[0].read_text("utf-8")
    for file in (*pages, *(file for folder in folders for file in folder.rglob("*.*") if file.suffix != ".pyc")):
        text = str(file.relative_to(clone)) + file.read_text("utf-8")
        for word in ("stone_pile", "Stone Pile", "SP-", "sealed_bids", "Sealed Bids", "SB-", "scripts", "skeleton"):
            assert word not in text, f"{file}: {word}"


def test_new_games_pass_every_test_at_once(clone: Path) -> None:
    own = [place for name in MADE.values() for place in (f"src/armillary/games/{name}", f"tests/games/{name}")]
    for_all = [f"tests/games/test_{what}.py" for what in ("cases", "golden", "counts")]
    for_all += ["tests/test_rule_ids.py", "tests/contract/test_contract.py"]
    for_all += ["tests/project/test_pyproject.py", "tests/project/test_shape.py"]
    tested = _run(clone, "pytest", "-p", "no:cacheprovider", *own, *for_all, "-k", " or ".join(MADE.values()))
    assert tested.returncode == 0, tested.stdout
    assert "skipped" not in tested.stdout


def test_new_games_pass_lint_and_types_at_once(clone: Path) -> None:
    own = [place for name in MADE.values() for place in (f"src/armillary/games/{name}", f"tests/games/{name}")]
    for module, *arguments in (("ruff", "check", "--no-cache"), ("ruff", "format", "--no-cache", "--check"), ("mypy",)):
        result = _run(clone, module, *arguments, *own)
        assert result.returncode == 0, result.stdout


@each_game
def test_a_new_game_plays_in_the_terminal(clone: Path, name: str) -> None:
    played = _run(clone, "armillary.terminal", "play", name, "--seed", "1", stdin="1!\n" * 30)
    assert played.returncode == 0, played.stderr
    assert ENDS[name] in played.stdout


@pytest.mark.parametrize(
    "name",
    ["", "x", "class", "match", "Nova", "red-nova", "7up", "../up", "nova;ls", "skirmish", "n" * 21, "ё_nova", "a_"],
)
def test_a_bad_name_is_refused_with_a_reason(name: str) -> None:
    assert fault_of(name, "turns")


@pytest.mark.parametrize("kind", ["", "Turns", "turn", "../turns", "both"])
def test_a_bad_kind_is_refused_with_the_kinds_there_are(kind: str) -> None:
    assert fault_of("nova", kind) == f"KIND must be turns or simultaneous, not {kind!r}"


@pytest.mark.parametrize("name", ["nova", "red_nova", "go2", "n" * 20])
@pytest.mark.parametrize("kind", MADE)
def test_a_good_name_is_not_refused(name: str, kind: str) -> None:
    assert fault_of(name, kind) is None


def test_titles_and_rule_ids_come_from_the_name() -> None:
    assert title_of("red_nova") == "Red Nova"
    assert prefix_for("red_nova") == "RN"
    assert prefix_for("nova") == "NO"
    assert prefix_for("g2o") == "GO", "ids begin with letters only"
    assert prefix_for("silver_star") == "SSS", "SS is Stellar Skirmish's"
    text = "Stone Pile SP-1 stone_pile SP_ CLASP-2 from scripts.skeletons.turns.rooms import model"
    expected = "Red Nova RN-1 red_nova SP_ CLASP-2 from armillary.games.red_nova import model"
    assert renamed(text, "turns", "red_nova", "RN") == expected
