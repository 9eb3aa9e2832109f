"""What is said on sockets: every message with its fields, and the example that the guide gives of it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from armillary.server.http.schemas import Schema
from scripts.site.routes import parameters_table
from scripts.site.types import Types, references

PAGE = "routes/sockets.md"

ABOUT = """# Sockets

A socket tells you of changes as they happen. Messages are JSON, and `type` says what each one is. The examples are
those of [the guide](../sockets.md), which says when which message comes. Fields with a game's own
types are linked as those of Stellar Skirmish; every game has its own."""

SOCKETS = {"/api/matches/{match_id}/live": "Follow and play a match.", "/api/me/live": "Get news of all your matches."}
WAYS = {"incoming": "You send", "outgoing": "You are sent"}


def page(document: Mapping[str, Any], guide: str, types: Types) -> str:
    """The page of all sockets."""
    found = [example for example in re.findall(r"```json\n(.*?)```", guide, re.DOTALL) if '"type"' in example]
    examples = {json.loads(example)["type"]: example.strip() for example in found}
    parts, told = [ABOUT], set[str]()
    for path, about in SOCKETS.items():
        socket = next(each for each in document["x-sockets"] if each["path"] == path and _stands_for_all(each))
        parts += [f"## `GET {path}`", about, parameters_table(socket["parameters"], types, PAGE)]
        for way, title in WAYS.items():
            parts.append(f"### {title}")
            for name in _messages(socket[way], types):
                parts += _again(name, types) if name in told else _message(name, examples, types)
                told.add(name)
    return "\n\n".join(parts) + "\n"


def _stands_for_all(socket: Schema) -> bool:
    named = references(socket["incoming"])[0]
    return named.startswith("skirmish.") or "." not in named


def _messages(schema: Schema, types: Types) -> list[str]:
    (found,) = references(schema)
    return references(types.schemas[found]) if "anyOf" in types.schemas[found] else [found]


def _message(name: str, examples: Mapping[str, str], types: Types) -> Iterator[str]:
    schema = types.schemas[name]
    yield f"#### `{_tag(schema)}`"
    yield schema["description"]
    yield types.table(schema, PAGE)
    yield f"```json\n{examples[_tag(schema)]}\n```"


def _again(name: str, types: Types) -> Iterator[str]:
    tag = _tag(types.schemas[name])
    yield f"[`{tag}`](#{tag}) is as above."


def _tag(schema: Schema) -> str:
    return str(schema["properties"]["type"]["enum"][0])
