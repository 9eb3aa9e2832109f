"""The server's house: no long chains of modules that lean on each other, and nothing pure that does I/O."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

from tests.project.tree import ROOT

SOURCES = ROOT / "src"
MAX_DEPTH = 16
"""Modules in the longest chain in which each imports the next."""


def _name(path: Path) -> str:
    return ".".join(path.relative_to(SOURCES).with_suffix("").parts).removesuffix(".__init__")


MODULES = {_name(path): path for path in (SOURCES / "armillary" / "server").rglob("*.py")}


@cache
def _imports(module: str) -> frozenset[str]:
    """The modules of the server that this one imports."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(MODULES[module].read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            for each in node.names:
                whole = f"{node.module}.{each.name}"
                found.add(whole if whole in MODULES else node.module)
    return frozenset(found & MODULES.keys())


@cache
def _chain(module: str) -> tuple[str, ...]:
    """The longest chain that begins with this module."""
    return (module, *max(map(_chain, sorted(_imports(module))), key=len, default=()))


def test_no_chain_of_imports_is_long() -> None:
    longest = max(map(_chain, sorted(MODULES)), key=len)
    assert 8 < len(longest) <= MAX_DEPTH, " > ".join(longest)
