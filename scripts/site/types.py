"""Types as people read them: from their schemas, in plain words, with links to the types they are made of."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from armillary.server.http.schemas import REF, Schema

MEANT = 10**8
"""Bounds beyond this only keep programs safe: no rule has them, and nobody wants to read them."""

NUMBERS = {"integer": ("whole number", "whole numbers"), "number": ("number", "numbers")}


class Types:
    """All types by their names, and the page on which each one stands."""

    def __init__(self, schemas: Mapping[str, Schema], pages: Mapping[str, str]) -> None:
        self.schemas = schemas
        self.pages = pages

    def link(self, name: str, page: str) -> str:
        """A link to a type, from this page."""
        target = os.path.relpath(self.pages[name], Path(page).parent)
        return f"[{name.rpartition('.')[2]}]({'' if self.pages[name] == page else target}#{name})"

    def section(self, name: str, page: str, level: int = 3) -> Iterator[str]:
        """A type with a row for each of its fields."""
        schema = self.schemas[name]
        yield f"{'#' * level} {name.rpartition('.')[2]} {{#{name}}}"
        if "description" in schema:
            yield schema["description"]
        if "properties" in schema:
            yield self.table(schema, page) if schema["properties"] else "It has no fields."
        elif "anyOf" in schema:
            yield "One of:"
            yield "\n".join(f"- {self.words(each, page)}" for each in schema["anyOf"])
        else:
            yield f"One of {self.words(schema, page)}."

    def table(self, schema: Schema, page: str) -> str:
        """The fields of a type. Those that may be left out have a default."""
        required = schema.get("required", ())
        rows = ["| Field | Type | Meaning |", "|---|---|---|"]
        for name, field in schema["properties"].items():
            meaning = field.get("description") or f"Says which kind this is: always `{field['enum'][0]}`."
            if name not in required:
                meaning += f" Default: {_default(field)}."
            rows.append(f"| `{name}` | {self.words(field, page)} | {in_cell(meaning)} |")
        return "\n".join(rows)

    def words(self, schema: Schema, page: str, *, several: bool = False) -> str:
        """What a value may be, in plain words; `several` of them in the plural."""
        if "$ref" in schema:
            return self.link(schema["$ref"].removeprefix(REF), page)
        if "anyOf" in schema:
            kinds = sorted(schema["anyOf"], key=lambda each: each.get("type") == "null")
            return " or ".join(dict.fromkeys(self.words(each, page, several=several) for each in kinds))
        if "enum" in schema:
            return _one_of(schema["enum"])
        kind = schema.get("type")
        if kind == "array":
            return self._list(schema, page, several)
        if kind == "object":
            return self._mapping(schema, page, several)
        if kind in NUMBERS:
            return NUMBERS[kind][several] + _span(schema, "minimum", "maximum")
        plain = {"string": ("text", "texts"), "boolean": ("true or false",) * 2, "null": ("null",) * 2}
        word = plain.get(str(kind), ("anything",) * 2)[several]
        return word + _count(schema, "minLength", "maxLength", "characters")

    def _list(self, schema: Schema, page: str, several: bool) -> str:
        word = "lists" if several else "list"
        if "prefixItems" in schema:
            parts = [self.words(each, page) for each in schema["prefixItems"]]
            return f"{word} of {len(parts)}: {', '.join(parts)}"
        inner = self.words(schema.get("items", {}), page, several=True)
        return f"{word} of {inner}{_count(schema, 'minItems', 'maxItems', 'entries')}"

    def _mapping(self, schema: Schema, page: str, several: bool) -> str:
        word = "mappings" if several else "mapping"
        if keys := schema.get("properties"):
            values = dict.fromkeys(self.words(each, page) for each in keys.values())
            return f"{word} from {_one_of(list(keys))} to {' or '.join(values)}"
        inner = schema.get("additionalProperties")
        return f"{word} from text to {self.words(inner, page)}" if isinstance(inner, dict) and inner else "JSON object"


def reachable(schemas: Mapping[str, Schema], start: Iterable[str]) -> list[str]:
    """These types and all they are made of, each once, the nearest first."""
    found = list(dict.fromkeys(start))
    for name in found:
        for inner in references(schemas[name]):
            if inner not in found:
                found.append(inner)
    return found


def references(tree: Any) -> list[str]:
    """The types that a schema names, in its order."""
    if isinstance(tree, dict):
        own = [tree["$ref"].removeprefix(REF)] if "$ref" in tree else []
        return [*own, *(name for each in tree.values() for name in references(each))]
    return [name for each in tree for name in references(each)] if isinstance(tree, list) else []


def in_cell(text: str) -> str:
    """A text that fits into a row of a table."""
    return re.sub(r"\s+", " ", text).replace("|", "\\|").strip()


def as_json(value: object) -> str:
    """A value as people write JSON: what fits into a line stands in one, and of a long list the first items."""
    return _shown(value, 0)


LINE, KEPT = 100, 3


def _shown(value: object, depth: int) -> str:
    line = _in_line(value)
    if len(line) + 2 * depth <= LINE or not isinstance(value, dict | list):
        return line
    pad = "  " * (depth + 1)
    if isinstance(value, dict):
        parts = [f"{_in_line(key)}: {_shown(each, depth + 1)}" for key, each in list(value.items())[:20]]
        parts += ["…"] * (len(value) > len(parts))
        opening, closing = "{", "}"
    else:
        parts = [_shown(each, depth + 1) for each in value[:KEPT]] + ["…"] * (len(value) > KEPT)
        opening, closing = "[", "]"
    inside = ",\n".join(pad + part for part in parts)
    return f"{opening}\n{inside}\n{'  ' * depth}{closing}"


def _in_line(value: object) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_in_line(key)}: {_in_line(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        shown = [_in_line(each) for each in value]
        return f"[{', '.join(shown)}]" if len(shown) <= 16 else f"[{', '.join(shown[:8])}, …]"
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= LINE else text[: LINE - 2] + '…"'


def _default(field: Schema) -> str:
    text = _in_line(field.get("default"))
    return f"`{text}`" if len(text) <= 40 else "what the rules say"


def _one_of(values: list[Any]) -> str:
    shown = [f"`{_in_line(each).strip(chr(34))}`" for each in values]
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} or {shown[-1]}"


def _span(schema: Schema, least: str, most: str) -> str:
    low, high = schema.get(least), schema.get(most)
    low = None if low is None or abs(low) >= MEANT else low
    high = None if high is None or abs(high) >= MEANT else high
    if low is None and high is None:
        return ""
    if high is None:
        return f" from {low:,} on"
    return f" up to {high:,}" if low is None else f" from {low:,} to {high:,}"


def _count(schema: Schema, least: str, most: str, what: str) -> str:
    low, high = schema.get(least) or 0, schema.get(most)
    if not low and high is None:
        return ""
    if high is None:
        return f" (at least {low:,} {what})"
    return f" (at most {high:,} {what})" if not low else f" ({low:,} to {high:,} {what})"
