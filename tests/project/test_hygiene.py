"""What must never be in the tree."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from scripts import web_types
from tests.project.tree import ROOT, files

TEXT = frozenset(
    {
        "",
        ".cfg",
        ".css",
        ".html",
        ".json",
        ".lock",
        ".md",
        ".py",
        ".svelte",
        ".svg",
        ".toml",
        ".ts",
        ".txt",
        ".yaml",
        ".yml",
    }
)
MAX_BYTES = 600_000
MAX_LINES = 450

# Character classes, so that this file does not find itself.
SOMEBODYS_FOLDER = re.compile(r"(?<![\w.])/(?:hom[e]|roo[t]|wor[k]|User[s]|op[t])/[\w.-]+")
UNFINISHED = re.compile(r"\b(?:T[O]DO|F[I]XME|X[X]X)\b")
ADDRESS = re.compile(r"https?:/[/]|file:/[/]|--(?:extra-)?index-url|--find-links|--trusted-host")

LOCKS = sorted(path.stem for path in (ROOT / "locks").glob("*.txt"))


def _texts() -> list[Path]:
    return [path for path in files() if path.suffix in TEXT]


def _finds(pattern: re.Pattern[str], path: Path) -> list[str]:
    lines = path.read_text("utf-8").splitlines()
    return [
        f"{path.relative_to(ROOT)}:{at}: {line.strip()}" for at, line in enumerate(lines, 1) if pattern.search(line)
    ]


def test_the_tree_is_found() -> None:
    names = {str(path.relative_to(ROOT)) for path in files()}
    assert {"Makefile", "pyproject.toml", "src/armillary/core/contract.py"} <= names


@pytest.mark.parametrize(
    "pattern", [SOMEBODYS_FOLDER, UNFINISHED], ids=["no folder of one machine", "nothing unfinished"]
)
def test_no_text_holds(pattern: re.Pattern[str]) -> None:
    assert [find for path in _texts() for find in _finds(pattern, path)] == []


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (SOMEBODYS_FOLDER, "see /" + "home/ada/notes"),
        (UNFINISHED, "# TO" + "DO later"),
        (ADDRESS, "six @ https:" + "//example.org/six.whl"),
    ],
)
def test_the_patterns_find_what_they_are_for(pattern: re.Pattern[str], text: str) -> None:
    assert pattern.search(text)


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_names_versions_and_what_their_files_hash_to_and_no_addresses(name: str) -> None:
    lock = ROOT / "locks" / f"{name}.txt"
    assert _finds(ADDRESS, lock) == []
    locked = lock.read_text("utf-8").replace(" \\\n", "").splitlines()
    assert locked
    assert [
        line for line in locked if re.fullmatch(r"\S+==\S+( ; .*?)?(    --hash=sha256:[0-9a-f]{64}){2,}", line) is None
    ] == []


def _versions(name: str) -> dict[str, str]:
    lines = (ROOT / "locks" / f"{name}.txt").read_text("utf-8").splitlines()
    return dict(line.partition(" ")[0].split("==") for line in lines if "==" in line)


@pytest.mark.parametrize("name", LOCKS)
def test_what_is_installed_anywhere_is_what_was_tested(name: str) -> None:
    tested, locked = _versions("test"), _versions(name)
    assert {each: locked[each] for each in locked if tested.get(each, locked[each]) != locked[each]} == {}
    if name not in ("docs", "install"):
        assert locked.keys() <= tested.keys()


def test_nothing_is_installed_whose_hash_is_not_known() -> None:
    for name in ("Makefile", "deploy/Containerfile"):
        lines = [line for line in (ROOT / name).read_text("utf-8").splitlines() if "--requirement" in line]
        assert lines
        assert [line for line in lines if "--require-hashes" not in line] == []


def test_the_browsers_lock_names_versions_and_no_addresses() -> None:
    packages = json.loads((ROOT / "web" / "package-lock.json").read_text("utf-8"))["packages"]
    assert len(packages) > 50
    assert [name for name, package in packages.items() if "resolved" in package] == []
    assert [name for name, package in packages.items() if name and not package["integrity"].startswith("sha512-")] == []


def test_no_file_is_large() -> None:
    written = [path for path in files() if path != web_types.TYPES]
    assert [str(path.relative_to(ROOT)) for path in written if path.stat().st_size > MAX_BYTES] == []


def test_no_module_is_long() -> None:
    modules = [path for path in files() if path.suffix in {".py", ".ts", ".svelte"} and path != web_types.TYPES]
    assert [str(path.relative_to(ROOT)) for path in modules if len(path.read_bytes().splitlines()) > MAX_LINES] == []


def test_every_text_is_utf_8_with_plain_line_ends() -> None:
    assert [str(path.relative_to(ROOT)) for path in _texts() if b"\r" in path.read_bytes()] == []
