"""What may be ordered: templates with slots, one type for every game.

A template is a legal example order plus the slots in which it may be changed. Three laws hold for every game
and are tested by `armillary.testing`:

1. changing any one slot of an offered template gives an order without violations;
2. every legal order is reached from the default order by such changes;
3. what is not offered is refused, void or altered.

Given a legal draft, the first template is that draft with the slots that may be changed in it or added to it;
without one, it is the default order. Paths address an order as JSON: setting the path after the last item of a
list appends, setting a new key adds it, and setting a list item or a key to null removes it.
"""

from __future__ import annotations

from typing import Any, Generic, TypeAlias, TypeVar

import msgspec

from armillary.core import codec, trees
from armillary.core.values import Path

O = TypeVar("O")


class Choice(msgspec.Struct, frozen=True, tag_field="kind", tag="choice"):
    """One of these JSON values."""

    path: Path
    values: tuple[Any, ...]


class Range(msgspec.Struct, frozen=True, tag_field="kind", tag="range"):
    """A whole number from `low` to `high`."""

    path: Path
    low: int
    high: int


class Text(msgspec.Struct, frozen=True, tag_field="kind", tag="text"):
    """Any text of at most this many characters."""

    path: Path
    most: int


Slot: TypeAlias = Choice | Range | Text


class Template(msgspec.Struct, Generic[O], frozen=True):
    """A legal order and where it may be changed."""

    order: O
    slots: tuple[Slot, ...] = ()


class Options(msgspec.Struct, Generic[O], frozen=True):
    """Everything a seat may do now, starting from one draft."""

    templates: tuple[Template[O], ...]


def change(order: O, path: Path, value: Any) -> O:
    """The order with the JSON value at `path` set; None removes an item of a list or a key of a mapping."""
    tree = codec.tree(order)
    *above, _ = path
    node: Any = order
    for part in above:
        node = getattr(node, str(part)) if isinstance(node, msgspec.Struct) else node[part]
    removes = value is None and not isinstance(node, msgspec.Struct)
    return msgspec.convert(trees.drop(tree, path) if removes else trees.put(tree, path, value), type(order))
