"""Tests speak to the server as its other parts do: what a class keeps to itself may change without them."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from tests.project.tree import ROOT

TESTS = tuple(ROOT / "tests" / name for name in ("server", "abuse", "client"))

ALLOWED = {
    "_better": "What a search costs is counted by its looks; a search itself would take minutes.",
    "_exit": "Python's own, and meant to be called: a bot ends its process without a word.",
    "_parser": "Python's own: nothing else tells how long a text can be that fits a pattern.",
}
"""Private names that tests may use, and why nothing public would do."""

SETTERS = frozenset({"setattr", "delattr", "getattr", "hasattr"})


def _is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


def _foreign(node: ast.AST, own: frozenset[str]) -> Iterator[str]:
    """The private names below a node that belong to somebody else; `own` are those of the classes around it."""
    if isinstance(node, ast.ClassDef):
        own |= {each for each in map(_defined, ast.walk(node)) if each}
    match node:
        case ast.Attribute(value=ast.Name(id="self" | "cls"), attr=name) if name in own:
            pass
        case ast.Attribute(attr=name) if _is_private(name):
            yield name
        case ast.Call(func=ast.Attribute(attr=called) | ast.Name(id=called), args=args) if called in SETTERS:
            texts = [each.value for each in args[:2] if isinstance(each, ast.Constant) and isinstance(each.value, str)]
            yield from filter(_is_private, (text.rpartition(".")[2] for text in texts))
    for child in ast.iter_child_nodes(node):
        yield from _foreign(child, own)


def _defined(node: ast.AST) -> str | None:
    """The name of an attribute that a class gives itself here."""
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.AnnAssign(target=ast.Name(id=name)):
            return name
        case ast.Name(id=name, ctx=ast.Store()):
            return name
        case ast.Attribute(value=ast.Name(id="self" | "cls"), attr=name, ctx=ast.Store()):
            return name
    return None


def _private_names(code: str) -> list[str]:
    """The private names of others that this code uses."""
    return list(_foreign(ast.parse(code), frozenset()))


def test_tests_name_nothing_private_but_what_is_listed() -> None:
    found: dict[str, set[str]] = {}
    for path in sorted(each for folder in TESTS for each in folder.rglob("*.py")):
        for name in _private_names(path.read_text("utf-8")):
            found.setdefault(name, set()).add(str(path.relative_to(ROOT)))
    assert {name: paths for name, paths in found.items() if name not in ALLOWED} == {}
    assert ALLOWED.keys() - found.keys() == set(), "listed, and not used any more"


@pytest.mark.parametrize(
    "code",
    [
        "hall._bounds",
        "hall._bounds = 1",
        "process.store._writer.queue",
        "patch.setattr(hall, '_bounds', 1)",
        "patch.setattr('armillary.server.play.hall._load', 1)",
        "getattr(hall, '_bounds')",
        "def careless(self):\n    return self._bounds",
        "class Peer(Process):\n    def look(self):\n        return self._bounds",
        "class Mine:\n    def look(self, hall):\n        self._bounds = hall._bounds",
    ],
)
def test_private_names_are_found(code: str) -> None:
    assert set(_private_names(code)) & {"_bounds", "_writer", "_load"}


@pytest.mark.parametrize(
    "code",
    [
        "hall.bounds",
        "hall.__class__",
        "_own(hall)",
        "patch.setattr(hall, 'bounds', '_own')",
        "class Mine:\n    def __init__(self):\n        self._own = 1\n    def look(self):\n        return self._own",
        "class Mine:\n    _own: int\n    def _see(self):\n        return self._own, self._see()",
    ],
)
def test_what_is_public_or_ones_own_is_left_alone(code: str) -> None:
    assert _private_names(code) == []
