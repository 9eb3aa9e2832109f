"""Orders as trees: what options offer, how far two orders differ, and how an order can be spoilt."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from armillary.core import codec, trees
from armillary.core.contract import AnyGame
from armillary.core.dice import Dice
from armillary.core.errors import BadData
from armillary.core.options import Choice, Options, Range, Remove, Slot, Text, change
from armillary.core.values import Path

MAX_VALUES = 60


def leaves(tree: Any, path: Path = ()) -> dict[Path, Any]:
    """Every value of a JSON tree that contains no other value, by its path."""
    if isinstance(tree, dict) and tree:
        return {at: leaf for key, branch in tree.items() for at, leaf in leaves(branch, (*path, key)).items()}
    if isinstance(tree, list | tuple) and tree:
        return {at: leaf for i, branch in enumerate(tree) for at, leaf in leaves(branch, (*path, i)).items()}
    return {path: tree}


def distance(one: Any, other: Any) -> int:
    """In how many places two trees differ."""
    ours, theirs = leaves(one), leaves(other)
    return sum(
        path not in ours or path not in theirs or not same(ours[path], theirs[path]) for path in {*ours, *theirs}
    )


def same(one: Any, other: Any) -> bool:
    """Equal as JSON: 1, 1.0 and true are three different values."""
    return codec.encode(one) == codec.encode(other)


NOTHING = object()
"""What is at a path that leads nowhere: null is something."""


def at(tree: Any, path: Path) -> Any:
    """What is at this path, or `NOTHING`."""
    try:
        return trees.get(tree, path)
    except (LookupError, TypeError):
        return NOTHING


def offered(slot: Slot, value: Any) -> bool:
    """Does the slot offer this value?"""
    if value is NOTHING:
        return False
    match slot:
        case Remove():
            return False
        case Choice(values=values):
            return any(same(value, codec.tree(one)) for one in values)
        case Range(low=low, high=high):
            return type(value) is int and low <= value <= high
        case Text(most=most):
            return isinstance(value, str) and len(value) <= most


def values(slot: Slot, dice: Dice) -> Iterable[Any]:
    """The values a slot offers, or some of them where they are many: the outermost and a few between."""
    match slot:
        case Remove():
            return [None]
        case Choice(values=choices):
            return choices if len(choices) <= MAX_VALUES else dice.sample(choices, MAX_VALUES)
        case Range(low=low, high=high):
            span = high - low + 1
            return sorted({low, high, *(low + dice.below(span) for _ in range(4))})
        case Text(most=most):
            return ["", "a", "\u00e9\U0001f680", "x" * most]


def is_offered(order: Any, options: Options[Any]) -> bool:
    """Is the order one of the examples, or one change of a slot away from one?"""
    tree = codec.tree(order)
    for template in options.templates:
        if template.order == order:
            return True
        for slot in template.slots:
            value = at(tree, slot.path)
            fits = isinstance(slot, Remove) or offered(slot, value)
            if fits and _changed(template.order, slot, value) == order:
                return True
    return False


def steps_towards(target: Any, options: Options[Any], dice: Dice) -> list[Any]:
    """Orders one offered change away that come nearest to the target, nearest first."""
    tree = codec.tree(target)
    found: dict[bytes, tuple[int, Any]] = {}
    for template in options.templates:
        reached = [template.order]
        for slot in template.slots:
            value = _nearest(slot, at(tree, slot.path), dice)
            changed = _changed(template.order, slot, value)
            if changed is not None:
                reached.append(changed)
        for order in reached:
            found[codec.encode(order)] = (distance(codec.tree(order), tree), order)
    return [order for _, order in sorted(found.values(), key=lambda pair: pair[0])]


def _nearest(slot: Slot, wanted: Any, dice: Dice) -> Any:
    if offered(slot, wanted):
        return wanted
    if isinstance(slot, Choice):
        near = None if wanted is NOTHING else wanted
        return min((codec.tree(value) for value in slot.values), key=lambda value: distance(value, near))
    return next(iter(values(slot, dice)))


def _changed(order: Any, slot: Slot, value: Any) -> Any:
    try:
        return change(order, slot, value)
    except (msgspec.ValidationError, LookupError, TypeError):
        return None


def spoilt(game: AnyGame, order: Any, dice: Dice) -> Iterator[Any]:
    """The order with one value changed at a time, as far as the result is an order at all."""
    tree = codec.tree(order)
    for path, leaf in leaves(tree).items():
        for value in _other_values(leaf, dice):
            try:
                yield codec.convert(trees.put(tree, path, value), game.order)
            except BadData:
                continue


def _other_values(leaf: Any, dice: Dice) -> list[Any]:
    if isinstance(leaf, bool):
        return [not leaf]
    if isinstance(leaf, int):
        return [leaf - 1, leaf + 1, -leaf - 1, leaf + 2 + dice.below(9), 10**12, -(10**12)]
    if isinstance(leaf, str):
        return ["", "?", leaf + "x", leaf[::-1], "\u202e\x1b[31m", None]
    return [None, 0, 1, "", "x", [], {}]
