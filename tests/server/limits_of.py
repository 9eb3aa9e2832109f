"""What the API's document says about the bounds of a request: what has none, and requests one step beyond each."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from armillary.core.values import Path

Schema: TypeAlias = Mapping[str, Any]

REF = "#/components/schemas/"
MISSING: Any = object()
"""Instead of a value: there is none yet."""

UNBOUNDED_WIDTH = 2**31


@dataclass(frozen=True)
class Beyond:
    """A value with something in it that is one step beyond a bound: where, and which bound."""

    value: Any
    path: Path
    bound: str


class Limits:
    """The schemas of one document."""

    def __init__(self, document: Schema) -> None:
        self._parts: Schema = document["components"]["schemas"]

    def named(self, schema: Schema) -> Schema:
        """The schema itself, where it is only referred to."""
        while "$ref" in schema:
            schema = self._parts[schema["$ref"].removeprefix(REF)]
        return schema

    # -- what has no bound -------------------------------------------------------------------------------

    def missing(self, schema: Schema, path: Path = (), inside: tuple[str, ...] = ()) -> Iterator[tuple[Path, str]]:
        """Every place that has no bound, and which one it lacks."""
        if "$ref" in schema:
            name = schema["$ref"].removeprefix(REF)
            if name not in inside:
                yield from self.missing(self._parts[name], (*path, name), (*inside, name))
        elif "anyOf" in schema:
            shared = {key: value for key, value in schema.items() if key != "anyOf"}
            for each in schema["anyOf"]:
                yield from self.missing({**shared, **each}, path, inside)
        elif "enum" not in schema and "const" not in schema:
            yield from self._missing_of_type(schema, path, inside)

    def _missing_of_type(self, schema: Schema, path: Path, inside: tuple[str, ...]) -> Iterator[tuple[Path, str]]:
        match schema.get("type"):
            case "boolean" | "null":
                return
            case "string":
                if longest(schema) is None:
                    yield path, "maxLength"
            case "integer" | "number":
                yield from ((path, which) for which in ("minimum", "maximum") if edge(schema, which) is None)
            case "array":
                yield from self._missing_of_items(schema, path, inside)
            case "object":
                for name, each in schema.get("properties", {}).items():
                    yield from self.missing(each, (*path, name), inside)
                if schema.get("additionalProperties") is not False:
                    yield from self._missing_of_keys(schema, path, inside)
            case _:
                yield path, "type"

    def _missing_of_items(self, schema: Schema, path: Path, inside: tuple[str, ...]) -> Iterator[tuple[Path, str]]:
        if "maxItems" not in schema:
            yield path, "maxItems"
        for each in schema.get("prefixItems") or [schema.get("items", {})]:
            yield from self.missing(each, (*path, "[]"), inside)

    def _missing_of_keys(self, schema: Schema, path: Path, inside: tuple[str, ...]) -> Iterator[tuple[Path, str]]:
        if "maxProperties" not in schema:
            yield path, "maxProperties"
        if longest(schema.get("propertyNames", {})) is None:
            yield path, "propertyNames"
        others = schema.get("additionalProperties", True)
        yield from self.missing({} if others is True else others, (*path, "{}"), inside)

    # -- one step beyond ---------------------------------------------------------------------------------

    def beyond(self, schema: Schema, base: Any = MISSING, path: Path = ()) -> Iterator[Beyond]:
        """The value `base`, once for every bound in it and in what may be put into it, with that bound broken."""
        schema = self.named(schema)
        if "anyOf" in schema:
            shared = {key: value for key, value in schema.items() if key not in ("anyOf", "discriminator")}
            for each in schema["anyOf"]:
                kind = {**shared, **self.named(each)}
                yield from self.beyond(kind, base if self._fits(base, kind) else MISSING, path)
            return
        if "enum" in schema or "const" in schema:
            return
        match schema.get("type"):
            case "string":
                yield from _texts_beyond(schema, path)
            case "integer" | "number":
                yield from _numbers_beyond(schema, path)
            case "array":
                yield from self._lists_beyond(schema, base, path)
            case "object":
                yield from self._mappings_beyond(schema, base, path)

    def _lists_beyond(self, schema: Schema, base: Any, path: Path) -> Iterator[Beyond]:
        if "prefixItems" in schema:
            row = self.sample(schema) if base is MISSING else list(base)
            for place, each in enumerate(schema["prefixItems"]):
                for found in self.beyond(each, row[place], (*path, place)):
                    yield Beyond([*row[:place], found.value, *row[place + 1 :]], found.path, found.bound)
            return
        items: Any = schema.get("items") or {}
        first = base[0] if base is not MISSING and base else self.sample(items)
        yield Beyond([first] * (schema.get("maxItems", 0) + 1), path, "maxItems")
        if fewest := schema.get("minItems"):
            yield Beyond([first] * (fewest - 1), path, "minItems")
        rest = list(base[1:]) if base is not MISSING else [first] * (schema.get("minItems", 1) - 1)
        for found in self.beyond(items, first, (*path, 0)):
            yield Beyond([found.value, *rest], found.path, found.bound)

    def _mappings_beyond(self, schema: Schema, base: Any, path: Path) -> Iterator[Beyond]:
        own = self.sample(schema) if base is MISSING else base
        for name, each in schema.get("properties", {}).items():
            for found in self.beyond(each, own.get(name, MISSING), (*path, name)):
                yield Beyond({**own, name: found.value}, found.path, found.bound)
        others = schema.get("additionalProperties", True)
        if isinstance(others, dict):
            value = self.sample(others)
            yield Beyond({f"k{number}": value for number in range(schema["maxProperties"] + 1)}, path, "maxProperties")
            yield Beyond({"k" * (1 + (longest(schema["propertyNames"]) or 0)): value}, path, "propertyNames")
            for found in self.beyond(others, MISSING, (*path, "k")):
                yield Beyond({"k": found.value}, found.path, found.bound)

    def _fits(self, value: Any, schema: Schema) -> bool:
        """Is the value of this kind, as far as can be told from outside?"""
        kinds = {"string": str, "integer": int, "array": list, "object": dict, "null": type(None)}
        if value is MISSING or not isinstance(value, kinds.get(schema.get("type", ""), object)):
            return False
        fixed = {name: each for name, each in schema.get("properties", {}).items() if "const" in each or "enum" in each}
        tags = {name: each.get("enum", [each.get("const")]) for name, each in fixed.items()}
        return not isinstance(value, dict) or all(
            value.get(name, allowed[0]) in allowed for name, allowed in tags.items()
        )

    def sample(self, schema: Schema) -> Any:
        """A small value within all bounds."""
        schema = self.named(schema)
        if "anyOf" in schema:
            return self.sample(schema["anyOf"][0])
        if "const" in schema or "enum" in schema:
            return schema.get("const", schema.get("enum", [None])[0])
        match schema.get("type"):
            case "string":
                return "x" * max(1, schema.get("minLength", 0))
            case "integer" | "number":
                return max(1, edge(schema, "minimum") or 1)
            case "boolean":
                return False
            case "array":
                fixed = [self.sample(each) for each in schema.get("prefixItems", ())]
                return fixed or [self.sample(schema["items"]) for _ in range(schema.get("minItems", 0))]
            case "object":
                needed: Sequence[str] = schema.get("required", ())
                return {name: self.sample(schema["properties"][name]) for name in needed}
        return None


def longest(schema: Schema) -> int | None:
    """How many characters a text may have at most: by its bound, or by its pattern."""
    if "maxLength" in schema:
        return int(schema["maxLength"])
    pattern: str = schema.get("pattern", "")
    if not (pattern.startswith("^") and pattern.endswith("$")):
        return None
    width = int(re._parser.parse(pattern).getwidth()[1])
    return width if width < UNBOUNDED_WIDTH else None


def edge(schema: Schema, which: str) -> int | None:
    """The least or the greatest number that is allowed; the closer one, where there are two."""
    least = which == "minimum"
    outer = schema.get("exclusiveMinimum" if least else "exclusiveMaximum")
    edges = [schema.get(which), None if outer is None else outer + (1 if least else -1)]
    known = [each for each in edges if each is not None]
    return (max if least else min)(known) if known else None


def _texts_beyond(schema: Schema, path: Path) -> Iterator[Beyond]:
    yield Beyond("x" * (1 + (longest(schema) or 0)), path, "maxLength")
    if fewest := schema.get("minLength"):
        yield Beyond("x" * (fewest - 1), path, "minLength")


def _numbers_beyond(schema: Schema, path: Path) -> Iterator[Beyond]:
    for which, step in (("minimum", -1), ("maximum", 1)):
        if (found := edge(schema, which)) is not None:
            yield Beyond(found + step, path, which)
