"""Who may see what stands in one module: nothing else on the server reads the policy for spectators."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.project.tree import ROOT

SERVER = ROOT / "src" / "armillary" / "server"
DECIDES = SERVER / "matches" / "visibility.py"

PLANTED = """
def show(row):
    return row.spectators.policy == "public" or getattr(row.spectators, "policy") == "none"
"""


def _reads(source: str) -> Iterator[int]:
    """The lines on which code asks what spectators may see."""
    for node in ast.walk(ast.parse(source)):
        is_read = isinstance(node, ast.Attribute) and node.attr == "policy"
        if is_read or (isinstance(node, ast.Constant) and node.value == "policy"):
            yield node.lineno  # type: ignore[attr-defined]


def test_only_one_module_reads_the_policy_for_spectators() -> None:
    assert list(_reads(PLANTED)) == [3, 3]
    assert list(_reads(DECIDES.read_text("utf-8")))
    others = [path for path in SERVER.rglob("*.py") if path != DECIDES]
    found = {_name(path): lines for path in others if (lines := list(_reads(path.read_text("utf-8"))))}
    assert found == {}


def _name(path: Path) -> str:
    return str(path.relative_to(SERVER))
