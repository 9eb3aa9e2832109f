"""What may be ordered: templates with slots, one type for every game.

A template is a legal example order plus the slots in which it may be changed. Three laws hold for every game
and are tested by `armillary.testing`:

1. changing any one slot of an offered template gives an order without violations;
2. every legal order is reached from the default order by such changes;
3. what is not offered is refused, void or altered.

Given a legal draft, the first template is that draft with the slots that may be changed in it or added to it;
without one, it is the default order. Paths address an order as JSON: setting the path after the last item of a
list appends, and setting a new key adds it. Taking an item or a key out is a slot of its own, `Remove`: null is a
value like any other.

Labels are for people. A game's sight leaves them out, since bots need none; its words put them in (`Words.label`).
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
    """Where in the order the value goes."""
    values: tuple[Any, ...]
    """The values to choose from."""
    label: str = ""
    """What the choice is about, for people."""
    labels: tuple[str, ...] = ()
    """One per value; none where the values speak for themselves."""


class Range(msgspec.Struct, frozen=True, tag_field="kind", tag="range"):
    """A whole number from `low` to `high`."""

    path: Path
    """Where in the order the number goes."""
    low: int
    """The lowest number."""
    high: int
    """The highest number."""
    label: str = ""
    """What the number is, for people."""


class Text(msgspec.Struct, frozen=True, tag_field="kind", tag="text"):
    """Any text of at most this many characters."""

    path: Path
    """Where in the order the text goes."""
    most: int
    """How many characters it may have."""
    label: str = ""
    """What the text is, for people."""


class Remove(msgspec.Struct, frozen=True, tag_field="kind", tag="remove"):
    """The item of a list, or the key of a mapping, can be taken out."""

    path: Path
    """What can be taken out of the order."""
    label: str = ""
    """What taking it out means, for people."""


Slot: TypeAlias = Choice | Range | Text | Remove


class Template(msgspec.Struct, Generic[O], frozen=True):
    """A legal order and where it may be changed."""

    order: O
    """A legal order."""
    slots: tuple[Slot, ...] = ()
    """Where it may be changed."""
    label: str = ""
    """What the order does, for people."""


class Options(msgspec.Struct, Generic[O], frozen=True):
    """Everything a seat may do now, starting from one draft."""

    templates: tuple[Template[O], ...]
    """Legal orders to start from, the draft or the default order first."""


def change(order: O, slot: Slot, value: Any = None) -> O:
    """The order with this JSON value in a slot; a slot that removes takes no value."""
    tree = codec.tree(order)
    changed = trees.drop(tree, slot.path) if isinstance(slot, Remove) else trees.put(tree, slot.path, value)
    return msgspec.convert(changed, type(order))
