"""Documented examples import from the front: nobody has to know in which room of the house a thing lies."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.project.tree import ROOT, files

PAGES = [path for path in files() if path.suffix == ".md" and "decisions" not in path.parts]
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))
IMPORT = re.compile(r"^\s*(?:>>> |\.\.\. )?(?:from|import) (armillary(?:\.\w+)+)", re.MULTILINE)


@pytest.mark.parametrize("page", [*PAGES, *EXAMPLES], ids=lambda page: str(page.relative_to(ROOT)))
def test_an_example_imports_from_armillary_or_one_of_its_packages(page: Path) -> None:
    """A game's own package, such as `armillary.games.skirmish`, is one of them."""
    imported = IMPORT.findall(page.read_text("utf-8"))
    assert [name for name in imported if not re.fullmatch(r"armillary\.(games\.)?\w+", name)] == []
