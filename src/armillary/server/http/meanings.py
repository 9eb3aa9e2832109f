"""What every field of a type means, read from the text that stands below the field in its source."""

from __future__ import annotations

import ast
import inspect
import sys
from functools import cache
from itertools import pairwise


def meanings(cls: type) -> dict[str, str]:
    """The meaning of each field that has one, by its name in Python; a class's own words come before its bases'."""
    found: dict[str, str] = {}
    for each in reversed(cls.__mro__):
        found |= _of_module(each.__module__).get(each.__qualname__, {})
    return found


@cache
def _of_module(name: str) -> dict[str, dict[str, str]]:
    """The meanings of a module's classes. A module without source has none to tell."""
    try:
        source = inspect.getsource(sys.modules[name])
    except (OSError, TypeError):
        return {}
    return {each.name: _of_class(each) for each in ast.parse(source).body if isinstance(each, ast.ClassDef)}


def _of_class(node: ast.ClassDef) -> dict[str, str]:
    return {
        field.target.id: inspect.cleandoc(text.value.value)
        for field, text in pairwise(node.body)
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)
        if isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant) and isinstance(text.value.value, str)
    }
