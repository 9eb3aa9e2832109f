"""What a config's schema says about its settings, held against what the rules refuse."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from armillary.core import codec, trees
from armillary.core.bounds import OUT_OF_BOUNDS
from armillary.core.contract import AnyGame
from armillary.core.values import Path
from armillary.testing.play import Trial, expect

BOUNDS = (("minimum", "maximum"), ("minItems", "maxItems"), ("minLength", "maxLength"))


def bounds_are_what_they_say(game: AnyGame, trials: Sequence[Trial]) -> None:  # noqa: ARG001
    """Every bound that a config's schema shows is the one its rules keep: just inside is allowed, just outside not."""
    seats = game.seats[0]
    for preset, path, low, high in bounded_settings(game):
        config = codec.tree(game.presets[preset](seats))
        for bound, beyond in ((low, -1), (high, 1)):
            if bound is not None:
                for size, refused in ((bound, False), (bound + beyond, True)):
                    tried = _resized(config, path, size)
                    if tried is not None:
                        faults = game.rules.check_config(codec.convert(tried, game.config), seats)
                        found = any(fault.code == OUT_OF_BOUNDS and fault.path == path for fault in faults)
                        expect(found == refused, "a setting's bounds are those of its schema", (path, size, faults))


def bounded_settings(game: AnyGame) -> Iterator[tuple[str, Path, int | None, int | None]]:
    """A preset, a path and the bounds there, once for every place of the schema that some preset fills."""
    (root,), parts = msgspec.json.schema_components([game.config])
    seen: set[Path] = set()
    for preset, make in game.presets.items():
        config = codec.tree(make(game.seats[0]))
        for path, schema in _places(config, root, parts, ()):
            place = tuple("*" if isinstance(part, int) else part for part in path)
            bounds = [(schema.get(low), schema.get(high)) for low, high in BOUNDS if low in schema or high in schema]
            if "prefixItems" in schema:
                continue  # a type of fixed length, which nothing else can be read as
            if bounds and place not in seen and trees.get(config, path) not in ([], ""):
                seen.add(place)
                yield (preset, path, *bounds[0])


def _places(
    tree: Any, schema: Mapping[str, Any], parts: Mapping[str, Any], path: Path
) -> Iterator[tuple[Path, Mapping[str, Any]]]:
    """Every value of a tree, with what the schema says about it."""
    yield path, schema
    for inner in schema.get("anyOf", ()):
        yield from _places(tree, inner, parts, path)
    if "$ref" in schema:
        yield from _places(tree, parts[schema["$ref"].rpartition("/")[2]], parts, path)
    if isinstance(tree, dict):
        for name, value in tree.items():
            inner = schema.get("properties", {}).get(name) or schema.get("additionalProperties")
            if isinstance(inner, dict):
                yield from _places(value, inner, parts, (*path, name))
    elif isinstance(tree, list):
        fixed = schema.get("prefixItems", ())
        for i, value in enumerate(tree):
            inner = fixed[i] if i < len(fixed) else schema.get("items")
            if isinstance(inner, dict):
                yield from _places(value, inner, parts, (*path, i))


def _resized(tree: Any, path: Path, size: int) -> Any:
    """The tree with this number, or with this many items or characters, at a path; None where that cannot be."""
    value = trees.get(tree, path)
    if isinstance(value, list | str):
        if size < 0:
            return None
        value = (value * (size // len(value) + 1))[:size]
    else:
        value = size
    return trees.put(tree, path, value)
