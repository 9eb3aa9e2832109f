"""JSON trees: dicts and lists, read and changed by path. A tree that is given is never changed in place."""

from __future__ import annotations

from typing import Any

from armillary.core.values import Path


def put(tree: Any, path: Path, value: Any) -> Any:
    """The tree with this value at the path: a new key is added, the index after a list's last item appends.

    Raises `LookupError` or `TypeError` where the path leads nowhere.
    """
    if not path:
        return value
    first, *rest = path
    if isinstance(tree, list):
        if not isinstance(first, int) or not 0 <= first <= len(tree) - bool(rest):
            raise IndexError(first)
        return [*tree[:first], put(tree[first] if rest else None, tuple(rest), value), *tree[first + 1 :]]
    if not isinstance(tree, dict):
        raise TypeError(f"Nothing lies inside {tree!r}.")
    return {**tree, first: put(tree[first] if rest else None, tuple(rest), value)}


def drop(tree: Any, path: Path) -> Any:
    """The tree without the list item or the key at the path; raises as `put` does."""
    *above, last = path
    branch = get(tree, tuple(above))
    kept = (
        [item for i, item in enumerate(branch) if i != last]
        if isinstance(branch, list)
        else {key: item for key, item in branch.items() if key != last}
    )
    if len(kept) == len(branch):
        raise LookupError(last)
    return put(tree, tuple(above), kept)


def get(tree: Any, path: Path) -> Any:
    """What is at the path; raises `LookupError` or `TypeError` where it leads nowhere."""
    for part in path:
        tree = tree[part]
    return tree


def differing(tree: Any, usual: Any) -> Any:
    """Those branches of a tree that are not as usual; `merged` gives the whole tree back."""
    if not (isinstance(tree, dict) and isinstance(usual, dict)):
        return tree
    return {key: differing(branch, usual.get(key)) for key, branch in tree.items() if branch != usual.get(key)}


def merged(usual: Any, tree: Any) -> Any:
    """The usual tree with the branches of another over it."""
    if not (isinstance(usual, dict) and isinstance(tree, dict)):
        return tree
    return {**usual, **{key: merged(usual.get(key), branch) for key, branch in tree.items()}}
