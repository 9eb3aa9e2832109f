"""The README tells the truth: its tables are generated, its commands run, its tree and its links are there.

Its Python examples are run by pytest itself, as doctests.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from armillary import __version__, game
from scripts.docs import PAGES as GENERATED
from scripts.docs import PICTURES, bench_table, filled, games_table, numbers_table, parts
from tests.project.tree import ROOT, environment, files

TEXT = (ROOT / "README.md").read_text("utf-8")
PAGES = [path for path in files() if path.suffix == ".md" and not path.is_relative_to(ROOT / "site")]
"""All pages but those of the site, which lead to pages that are made: its build looks at their links."""


def _shell_blocks(text: str) -> list[str]:
    return [block for block in re.findall(r"```sh\n(.*?)```", text, re.DOTALL) if not block.startswith("make")]


def _without_environment(path: str) -> str:
    """The PATH of a shell in which nothing is activated."""
    return os.pathsep.join(folder for folder in path.split(os.pathsep) if not (Path(folder) / "armillary").exists())


@pytest.mark.parametrize("page", GENERATED, ids=lambda page: page.name)
def test_the_generated_parts_are_up_to_date(page: Path) -> None:
    text = page.read_text("utf-8")
    assert filled(text, parts()) == text, "run `make docs`"


def test_every_generated_part_has_its_place() -> None:
    marks = [mark for page in GENERATED for mark in re.findall(r"<!-- (\w+) -->", page.read_text("utf-8"))]
    assert sorted(marks) == sorted(parts())


def test_the_commands_work_as_typed(tmp_path: Path) -> None:
    """In the order they are shown, in one shell, in a folder with nothing but `.venv`, with nobody at the keyboard."""
    blocks = _shell_blocks(TEXT)
    assert len(blocks) >= 3
    (tmp_path / ".venv").symlink_to(sys.prefix)
    result = subprocess.run(
        ["bash", "-eu", "-c", "".join(blocks)],
        cwd=tmp_path,
        env=environment(PATH=_without_environment(environment()["PATH"])),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert result.returncode == 0, result.stderr
    assert "match-01.json: ok" in result.stdout


def test_make_play_terminal_plays() -> None:
    result = subprocess.run(
        ["make", "--old-file=.venv/.play", f"BIN={Path(sys.executable).parent}", "play-terminal"],
        cwd=ROOT,
        env=environment(),
        input="7!\n",
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert result.returncode == 0, result.stderr
    assert "Player 1 (you) played 7" in result.stdout


def test_pages_name_the_wheel_of_this_version_and_nothing_that_is_not_published() -> None:
    texts = {page.name: page.read_text("utf-8") for page in PAGES}
    wheels = {wheel for text in texts.values() for wheel in re.findall(r"armillary-[^/'\s]*\.whl", text)}
    assert wheels == {f"armillary-{__version__}-py3-none-any.whl"}
    assert [name for name, text in texts.items() if re.search(r"install [^`\n]*armillary(\[|`|$)", text)] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    text = page.read_text("utf-8")
    links = re.findall(r"(?:\]\(|src=\")([^)\"\s]+)[)\"]", text)
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


def test_the_games_that_come_with_armillary_have_pictures() -> None:
    assert set(PICTURES) == {"kepler", "orbit", "risky_stars", "skirmish", "territory"}
    assert [file for file, _ in PICTURES.values() if not (ROOT / "docs" / "images" / file).is_file()] == []


def test_a_game_without_a_picture_is_listed_too() -> None:
    table = games_table([replace(game("skirmish"), slug="nova", title="Nova")])
    assert table.splitlines()[2].startswith("|  | [Nova](docs/rules/nova.md)<br>Secret ship cards")


def test_numbers_are_shown_as_they_were_measured() -> None:
    values = {"playouts by the rules": 0.20781, "playouts as a match": 0.1, "peak memory, match with its log": 18.75}
    lines = [{"game": "skirmish", "what": what, "value": value, "unit": "per unit"} for what, value in values.items()]
    report = {"python": "3.11.7", "machine": "m", "cores": 2, "goofspiel_playouts_per_second": 12345, "lines": lines}
    assert "| skirmish | playouts by the rules | 0.208 per unit |" in bench_table(report)
    assert "12,345 per second" in bench_table(report)
    assert "| skirmish | 1,234 | 19 KiB |" in numbers_table(report)
    for table in (bench_table(report), numbers_table(report)):
        assert "Measured with Python 3.11.7 on m, 2 cores." in table
