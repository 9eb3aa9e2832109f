"""Rules count in whole numbers: a float rounds differently somewhere, and a replay is broken."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.project.tree import ROOT

GAMES = ROOT / "src" / "armillary" / "games"
EXEMPT = ("hints", "solved")
"""What players reckon with may be inexact: no rule depends on it."""

FRACTIONS = frozenset({"float", "complex", "Fraction", "Decimal"})


def _modules() -> list[Path]:
    """All but the exempt parts, whether they are modules or packages."""
    found = sorted(GAMES.glob("*/**/*.py"))
    return [path for path in found if path.relative_to(GAMES).parts[1].partition(".")[0] not in EXEMPT]


def _fractions(code: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(code)):
        match node:
            case ast.Constant(value=float() | complex()):
                yield f"line {node.lineno}: {node.value!r}"
            case ast.BinOp(op=ast.Div()) | ast.AugAssign(op=ast.Div()):
                yield f"line {node.lineno}: a division that is not //"
            case ast.Name(id=name) if name in FRACTIONS:
                yield f"line {node.lineno}: {name}"
            case ast.ImportFrom(module="math", names=[ast.alias(name="isqrt")]):
                pass  # whole numbers in, a whole number out
            case ast.Import(names=[ast.alias(name="math")]) | ast.ImportFrom(module="math"):
                yield f"line {node.lineno}: math"


@pytest.mark.parametrize("path", _modules(), ids=lambda path: str(path.relative_to(GAMES)))
def test_games_use_whole_numbers_only(path: Path) -> None:
    assert list(_fractions(path.read_text("utf-8"))) == []


@pytest.mark.parametrize(
    "code", ["x = 0.5", "x = a / b", "x /= 2", "x = float(a)", "import math", "from math import sqrt", "x = 2j"]
)
def test_fractions_are_found(code: str) -> None:
    assert list(_fractions(code))


def test_whole_numbers_are_left_alone() -> None:
    assert list(_fractions("from math import isqrt\nx = isqrt(7) // 2\ny = 10**12\nz = '1.5 / 2'")) == []
