"""A new game starts as a tiny complete one, and passes everything before its first change."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import tomllib
import venv
from pathlib import Path

import pytest

from armillary.core.errors import BadInput
from armillary.testing.new_game import prefix_for, renamed, require_name, title_of, write_package
from scripts.new_game import layout_of, prefixes, require_free
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
    (site / "borrowed.pth").write_text(f"{tree / 'src'}\n{sysconfig.get_path('purelib')}\n", "utf-8")
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


BAD_NAMES = ["", "x", "class", "match", "Nova", "red-nova", "7up", "../up", "nova;ls", "n" * 21, "ё_nova", "a_"]


@pytest.mark.parametrize("name", [*BAD_NAMES, "skirmish"])
def test_a_bad_name_is_refused_with_a_reason(name: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"a letter first|a word of Python|is taken"):
        require_free(name)
    with pytest.raises(BadInput, match=r"a letter first|a word of Python|is installed"):
        write_package(name, "turns", tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["json", "armillary", "tests", "pytest"])
def test_a_package_is_not_called_like_another(name: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="the name of something that is installed"):
        write_package(name, "turns", tmp_path)


@pytest.mark.parametrize("kind", ["", "Turns", "turn", "../turns", "both"])
def test_a_bad_kind_is_refused_with_the_kinds_there_are(kind: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=f"A game's kind is turns or simultaneous, not {kind!r}"):
        write_package("nova", kind, tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["nova", "red_nova", "go2", "n" * 20])
def test_a_good_name_is_not_refused(name: str) -> None:
    require_name(name)
    require_free(name)


def test_titles_and_rule_ids_come_from_the_name() -> None:
    assert title_of("red_nova") == "Red Nova"
    assert prefix_for("red_nova", prefixes()) == "RN"
    assert prefix_for("nova") == "NO"
    assert prefix_for("g2o") == "GO", "ids begin with letters only"
    assert prefix_for("silver_star", prefixes()) == "SSS", "SS is Stellar Skirmish's"
    text = "Stone Pile SP-1 stone_pile SP_ CLASP-2 from armillary.testing.skeletons.turns.rooms import model"
    expected = "Red Nova RN-1 red_nova SP_ CLASP-2 from armillary.games.red_nova import model"
    assert renamed(text, "turns", "red_nova", "RN", layout_of("red_nova")) == expected


# -- in a package of its own -------------------------------------------------------------------------------


@pytest.fixture(scope="module", params=MADE)
def package(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game that the command has written into an empty folder, installed as far as other processes can tell."""
    folder = tmp_path_factory.mktemp("anywhere")
    command = [sys.executable, "-m", "armillary.terminal", "new-game", f"far_{MADE[request.param]}"[:15]]
    done = subprocess.run([*command, "--kind", request.param], cwd=folder, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    (root,) = folder.iterdir()
    assert f"armillary play {root.name}" in done.stdout
    info = root / "src" / f"{root.name}-0.1.0.dist-info"  # what installing it in place writes
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {root.name}\nVersion: 0.1.0\n", "utf-8")
    (info / "entry_points.txt").write_text(f"[armillary.games]\n{root.name} = {root.name}.game:GAME\n", "utf-8")
    return root


def _in_package(package: Path, module: str, *arguments: str, stdin: str = "") -> str:
    done = subprocess.run(
        [sys.executable, "-m", module, *arguments],
        cwd=package,
        env=environment(PYTHONPATH=str(package / "src"), CI=""),
        input=stdin,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_package_passes_its_tests_at_once(package: Path) -> None:
    tested = _in_package(package, "pytest", "-q", "-p", "no:cacheprovider")
    assert "passed" in tested
    assert "skipped" not in tested


def test_a_package_passes_lint_and_types_at_once(package: Path) -> None:
    rules = "--select=E,F,I,UP,B,N,SIM,PT"
    _in_package(package, "ruff", "check", "--no-cache", "--line-length=120", rules)
    _in_package(package, "ruff", "format", "--no-cache", "--line-length=120", "--check")
    _in_package(package, "mypy", "--strict", "--cache-dir", str(package / "cache"), "src")


def test_a_package_plays_in_the_terminal_and_has_its_rules_there(package: Path) -> None:
    assert "Far " in _in_package(package, "armillary.terminal", "rules", package.name)
    played = _in_package(package, "armillary.terminal", "play", package.name, "--seed", "1", stdin="1!\n" * 30)
    assert any(end in played for end in ENDS.values())


def test_nothing_of_the_skeleton_is_left_in_a_package(package: Path) -> None:
    for file in (file for file in package.rglob("*.*") if file.suffix in (".md", ".py", ".toml", ".txt")):
        text = file.read_text("utf-8")
        for word in ("stone_pile", "Stone Pile", "SP-", "sealed_bids", "Sealed Bids", "SB-", "skeleton", "$slug"):
            assert word not in text, f"{file}: {word}"


def test_a_package_is_not_written_over_another(package: Path) -> None:
    with pytest.raises(BadInput, match="is there already"):
        write_package(package.name, "turns", package.parent)


def test_a_package_cannot_be_written_where_a_file_is(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BadInput, match="cannot be written: Not a directory"):
        write_package("nova", "turns", tmp_path / "file")
