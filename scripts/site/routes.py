"""The API's pages: every route with its parameters, types, refusals and a real example; every message of the sockets."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from armillary.core.contract import AnyGame
from armillary.server.http.responses import JSON
from armillary.server.http.schemas import Schema
from scripts.site.examples import Example
from scripts.site.types import Types, as_json, in_cell, reachable, references

COMMON = ("400", "429", "500", "503")
"""Refusals that any route may give: told once, on the first page."""

TYPES = "routes/types.md"
SOCKETS = "routes/sockets.md"
INDEX = "routes/index.md"


class Route(NamedTuple):
    """An operation of the document."""

    method: str
    path: str
    told: Schema

    @property
    def id(self) -> str:
        return str(self.told["operationId"])

    @property
    def tag(self) -> str:
        return str(self.told["tags"][0])


def routes(document: Mapping[str, Any]) -> list[Route]:
    """Every route of the document."""
    return [
        Route(method.upper(), path, told)
        for path, operations in document["paths"].items()
        for method, told in operations.items()
    ]


def page_of(tag: str, games: Iterable[AnyGame]) -> str:
    """Where routes with this tag stand: those of a game on a page named after it."""
    slugs = {game.title: game.slug for game in games}
    return f"routes/{slugs.get(tag) or re.sub(r'[^a-z]+', '-', tag.lower())}.md"


# -- one page ----------------------------------------------------------------------------------------------


def page(title: str, found: list[Route], own: list[str], examples: Mapping[str, Example], types: Types) -> str:
    """A page of routes; after them, the types that belong to it."""
    here = types.pages[own[0]] if own else page_of(found[0].tag, ())
    listed = "\n".join(f"| [`{each.method} {each.path}`](#{each.id}) | {in_cell(each.told['summary'])} |" for each in found)
    parts = [f"# {title}", f"| Route | What it does |\n|---|---|\n{listed}"]
    parts.append(
        "Every route may also refuse with the statuses that stand on [the first page](index.md#refusals). "
        "An … in an example stands for more of the same."
    )
    for each in found:
        parts += _route(each, examples[each.id], types, here)
    if own:
        parts.append("## Types")
    for name in own:
        parts += types.section(name, here)
    return "\n\n".join(parts) + "\n"


def _route(route: Route, example: Example, types: Types, page: str) -> Iterator[str]:
    label = route.id.removeprefix(page.removeprefix("routes/").removesuffix(".md") + "_").replace("_", " ").capitalize()
    yield f'## `{route.method} {route.path}` {{#{route.id} data-toc-label="{label}"}}'
    yield str(route.told.get("description") or route.told["summary"])
    if parameters := route.told.get("parameters"):
        yield _parameters(parameters, types, page)
    if body := route.told.get("requestBody"):
        yield f"**Body**: {types.words(body['content'][JSON]['schema'], page)}."
    yield f"**Answer**: {_answer(route.told['responses'], types, page)}"
    refused = {status: told for status, told in route.told["responses"].items() if status >= "4" and status not in COMMON}
    if refused:
        rows = [f"| `{status}` | {in_cell(told['description'])} |" for status, told in refused.items()]
        yield "\n".join(["| Refused with | When |", "|---|---|", *rows])
    yield f"```sh\n{curl(example)}\n```"
    if example.status >= 400:  # noqa: PLR2004
        yield f"Not possible in this match, so it is refused with status {example.status}:"
    yield _shown(example)


def _parameters(parameters: Iterable[Schema], types: Types, page: str) -> str:
    rows = ["| Parameter | Type | Meaning |", "|---|---|---|"]
    for each in parameters:
        meaning = in_cell(each["description"])
        if each["required"]:
            meaning += " Required."
        elif "default" in each["schema"]:
            meaning += f" Default: `{json.dumps(each['schema']['default'])}`."
        rows.append(f"| `{each['name']}`<br>{each['in']} | {types.words(each['schema'], page)} | {meaning} |")
    return "\n".join(rows)


def _answer(responses: Mapping[str, Schema], types: Types, page: str) -> str:
    status, told = next((status, told) for status, told in responses.items() if status < "3")
    more = " With `304` and no body, nothing has changed since the answer with this ETag." if "304" in responses else ""
    if "content" not in told:
        return f"status `{status}`, without a body.{more}"
    ((media, content),) = told["content"].items()
    kind = types.words(content["schema"], page) if media == JSON else f"a file, `{media}`"
    return f"status `{status}`, {kind}.{more}"


def curl(example: Example) -> str:
    """The request as it is typed."""
    usual = "GET" if example.body is None else "POST"
    words = ["curl -b cookie.txt"]
    if example.path == "/api/me" and example.method == "GET":
        words = ["curl -c cookie.txt"]
    if example.method != usual:
        words.append(f"-X {example.method}")
    words.append(f'"$SERVER{example.path}"')
    if example.body is not None:
        words.append(f"-d {shlex.quote(as_json(example.body) if len(json.dumps(example.body)) < 2000 else '@record.json')}")
    return " ".join(words)


def _shown(example: Example) -> str:
    if example.answer is None:
        return f"Status {example.status}, without a body."
    return f"```json\n{as_json(example.answer)}\n```"


# -- the other pages ---------------------------------------------------------------------------------------


def index(found: list[Route], pages: Mapping[str, str], document: Mapping[str, Any]) -> str:
    """The first page: how to ask, what any route may refuse, and where everything stands."""
    info = document["info"]
    parts = [
        "# The API, route by route",
        f"Version {info['version']}. Everything here is made from the server's own code and from real answers. "
        "[The guide](../api.md) explains the API and plays a whole match; these pages are for looking things up. "
        "The same as data, for tools: `GET /schema/openapi.json`.",
        "Examples need the address of a server in `SERVER`, and a cookie, which the first request gives you:",
        '```sh\nSERVER=http://127.0.0.1:8400\ncurl -c cookie.txt "$SERVER/api/me"\n```',
        "A program sends a token instead: `-H \"Authorization: Bearer $TOKEN\"`, made with "
        "[`POST /api/tokens`](you-and-your-programs.md#new_token).",
        "## Refusals",
        f"A refusal is a [Problem](types.md#Problem): its `code` is for programs, its `detail` a sentence for people. "
        "Besides what stands with each route, any of them may answer:",
        "\n".join(["| Status | When |", "|---|---|", *_common(found)]),
    ]
    for tag in dict.fromkeys(each.tag for each in found):
        parts.append(f"## {tag}")
        rows = [
            f"| [`{each.method} {each.path}`]({pages[tag].removeprefix('routes/')}#{each.id}) | {in_cell(each.told['summary'])} |"
            for each in found
            if each.tag == tag
        ]
        parts.append("\n".join(["| Route | What it does |", "|---|---|", *rows]))
    parts += ["## Sockets", "[Sockets](sockets.md) tell of changes as they happen, and take orders, drafts and chat."]
    return "\n\n".join(parts) + "\n"


def _common(found: list[Route]) -> Iterator[str]:
    for status in COMMON:
        told = next(each.told["responses"][status]["description"] for each in found if status in each.told["responses"])
        yield f"| `{status}` | {in_cell(told)} |"


def types_page(own: list[str], types: Types) -> str:
    """Types that are the same for every game."""
    parts = [
        "# Types of the API",
        "The types that all games share. What has a game's own views, orders and events in it stands with that game's "
        "routes; the views, orders and events themselves have a page per game.",
    ]
    for name in own:
        parts += types.section(name, TYPES, level=2)
    return "\n\n".join(parts) + "\n"


def sockets_page(document: Mapping[str, Any], guide: str, types: Types) -> str:
    """What is said on sockets: each message with its fields and the guide's example."""
    sockets = {each["path"]: each for each in document["x-sockets"]}
    parts = [
        "# Sockets",
        "A socket tells you of changes as they happen. Messages are JSON, and `type` says what each one is. The examples "
        "are those of [the guide](../api.md#the-socket-of-a-match), which says when which message comes. Fields with a "
        "game's own types are linked as those of Stellar Skirmish; every game has its own.",
    ]
    examples = {json.loads(each)["type"]: each for each in re.findall(r"```json\n(.*?)```", guide, re.DOTALL) if '"type"' in each}
    told: set[str] = set()
    for path, about in (
        ("/api/matches/{match_id}/live", "Follow and play a match."),
        ("/api/me/live", "Get news of all your matches."),
    ):
        socket = next(each for each in document["x-sockets"] if each["path"] == path and _is_shown(each))
        parts += [f"## `GET {path}`", about, _parameters(sockets[path]["parameters"], types, SOCKETS)]
        for way, word in (("incoming", "You send"), ("outgoing", "You are sent")):
            parts.append(f"### {word}")
            for name in _messages(socket[way], types):
                if name in told:
                    parts.append(f"`{_tag(types.schemas[name])}`: as above.")
                    continue
                told.add(name)
                schema = types.schemas[name]
                parts += [f"#### `{_tag(schema)}`", str(schema.get("description", "")), types.table(schema, SOCKETS)]
                if example := examples.get(_tag(schema)):
                    parts.append(f"```json\n{example.strip()}\n```")
    return "\n\n".join(parts) + "\n"


def _is_shown(socket: Schema) -> bool:
    """One game stands for all."""
    named = references(socket["incoming"])[0]
    return named.startswith("skirmish.") or "." not in named


def _messages(schema: Schema, types: Types) -> list[str]:
    found = references(schema)
    return references(types.schemas[found[0]]) if "anyOf" in types.schemas[found[0]] else found


def _tag(schema: Schema) -> str:
    return str(schema["properties"]["type"]["enum"][0])


def homes(schemas: Mapping[str, Schema], own: Mapping[str, Iterable[str]], games: Iterable[AnyGame]) -> dict[str, str]:
    """The page of every type: the game's own, that game's routes, or the page of what all share."""
    found: dict[str, str] = {}
    slugs = [game.slug for game in games]
    for name in reachable(schemas, schemas):
        slug = name.partition(".")[0]
        found[name] = f"routes/{slug}.md" if slug in slugs and "." in name else TYPES
    for slug, names in own.items():
        found |= {name: f"games/{slug}.md" for name in names if name.startswith(f"{slug}.")}
    return found
