"""The README tells the truth: its tables are generated, its commands run, its tree and its links are there.

Its Python examples are run by pytest itself, as doctests.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from armillary import game
from scripts.docs import PAGES as GENERATED
from scripts.docs import bench_table, filled, games_table, parts
from tests.project.tree import ROOT, environment, files

TEXT = (ROOT / "README.md").read_text("utf-8")
PAGES = [path for path in files() if path.suffix == ".md"]


def _shell_blocks(text: str) -> list[str]:
    return [block for block in re.findall(r"```sh\n(.*?)```", text, re.DOTALL) if not block.startswith("make")]


@pytest.mark.parametrize("page", GENERATED, ids=lambda page: page.name)
def test_the_generated_parts_are_up_to_date(page: Path) -> None:
    text = page.read_text("utf-8")
    assert filled(text, parts()) == text, "run `make docs`"


def test_every_generated_part_has_its_place() -> None:
    marks = [mark for page in GENERATED for mark in re.findall(r"<!-- (\w+) -->", page.read_text("utf-8"))]
    assert sorted(marks) == sorted(parts())


def test_the_commands_run(tmp_path: Path) -> None:
    """In the order they stand in, in one empty folder, with nobody at the keyboard."""
    blocks = _shell_blocks(TEXT)
    assert len(blocks) >= 3
    path = f"{Path(sys.executable).parent}:{environment()['PATH']}"
    for block in blocks:
        result = subprocess.run(
            ["sh", "-eu", "-c", block],
            cwd=tmp_path,
            env=environment(PATH=path),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert result.returncode == 0, f"{block}\n{result.stderr}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    text = page.read_text("utf-8")
    links = re.findall(r"\]\(([^)\s]+)\)", text)
    anchors = {_anchor(heading) for heading in re.findall(r"^#+ (.+)$", text, re.MULTILINE)}
    inside = [link for link in links if link.startswith("#") and link[1:] not in anchors]
    outside = [link for link in links if not link.startswith(("#", "https:"))]
    assert inside + [link for link in outside if not (page.parent / link.partition("#")[0]).exists()] == []


def _anchor(heading: str) -> str:
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def test_every_make_target_it_names_is_there() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
    named = {
        name for page in PAGES for name in re.findall(r"(?:`|^)make ([a-z-]+)", page.read_text("utf-8"), re.MULTILINE)
    }
    assert {"play", "test", "bench"} <= named <= targets


def test_the_tree_names_every_folder() -> None:
    tree = TEXT.partition("## How it is built")[2].split("```")[1]
    folders = [path.parent.name for path in (ROOT / "src" / "armillary").glob("*/__init__.py")]
    folders += [path.parent.name for path in (ROOT / "tests").glob("*/__init__.py")]
    assert [name for name in folders if f"{name}/" not in tree] == []


def test_a_game_that_is_here_is_no_longer_to_come() -> None:
    table = games_table([game("skirmish")])
    assert "| [Stellar Skirmish](docs/rules/skirmish.md) |" in table
    assert table.count("*to come*") == 4


def test_numbers_are_shown_as_they_were_measured() -> None:
    line = {"game": "skirmish", "what": "playouts by the rules", "value": 0.20781, "unit": "a unit"}
    report = {"python": "3.11.7", "machine": "m", "cores": 2, "goofspiel_playouts_a_second": 12345, "lines": [line]}
    table = bench_table(report)
    assert "| skirmish | playouts by the rules | 0.208 a unit |" in table
    assert "12,345 a second" in table
    assert bench_table(None) == "Not measured yet."
