"""JSON trees, read and changed by path."""

from __future__ import annotations

from typing import Any

import pytest

from armillary.core import trees
from armillary.core.values import Path

TREE = {"a": [1, {"b": 2}], "c": {}}


@pytest.mark.parametrize(
    ("path", "changed"),
    [
        ((), 9),
        (("a",), {"a": 9, "c": {}}),
        (("a", 0), {"a": [9, {"b": 2}], "c": {}}),
        (("a", 2), {"a": [1, {"b": 2}, 9], "c": {}}),
        (("a", 1, "b"), {"a": [1, {"b": 9}], "c": {}}),
        (("c", "new"), {"a": [1, {"b": 2}], "c": {"new": 9}}),
    ],
)
def test_a_value_is_put_at_a_path_and_the_tree_given_stays_as_it_was(path: Path, changed: Any) -> None:
    before = repr(TREE)
    assert trees.put(TREE, path, 9) == changed
    assert trees.get(trees.put(TREE, path, 9), path) == 9
    assert repr(TREE) == before


@pytest.mark.parametrize("path", [("a", 3), ("a", -1), ("a", "0"), ("x", "y"), ("a", 0, "z"), ("a", 2, "b")])
def test_a_path_that_leads_nowhere_is_refused(path: Path) -> None:
    with pytest.raises((LookupError, TypeError)):
        trees.put(TREE, path, 9)


def test_items_and_keys_are_dropped() -> None:
    assert trees.drop(TREE, ("a", 0)) == {"a": [{"b": 2}], "c": {}}
    assert trees.drop(TREE, ("c",)) == {"a": [1, {"b": 2}]}
    with pytest.raises(LookupError):
        trees.drop(TREE, ("a", 2))


def test_what_differs_from_the_usual_gives_the_whole_back() -> None:
    usual = {"rounds": 5, "start": {"hull": 10, "mass": 9}, "rings": [1, 2]}
    other = {"rounds": 5, "start": {"hull": 3, "mass": 9}, "rings": [1]}
    assert trees.differing(other, usual) == {"start": {"hull": 3}, "rings": [1]}
    assert trees.merged(usual, trees.differing(other, usual)) == other
    assert trees.differing(usual, usual) == {}
