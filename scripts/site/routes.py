"""The API's pages: every route with its parameters, types, refusals and a real example, and the types they share."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterable, Iterator, Mapping
from http import HTTPStatus
from typing import Any, NamedTuple

from armillary.core.contract import AnyGame
from armillary.server.app import ROUTES
from armillary.server.http.responses import JSON
from armillary.server.http.schemas import Schema
from scripts.site.examples import Example
from scripts.site.types import Types, as_json, in_cell, reachable

COMMON = ("400", "429", "500", "503")
"""Refusals that any route may give: told once, on the first page."""

TYPES = "routes/types.md"
INDEX = "routes/index.md"

FIRST_PAGE = """# The API, route by route

Version {version}. Everything here is made from the server's own code and from real answers. [The guide](../api.md)
explains the API and plays a whole match; these pages are for looking things up. The same as data, for tools:
`GET /schema/openapi.json`.

Examples need the address of a server in `SERVER`, and a cookie, which the first request gives you:

```sh
SERVER=http://127.0.0.1:8400
curl -c cookie.txt "$SERVER/api/me"
```

A program sends a token instead: `-H "Authorization: Bearer $TOKEN"`, made with
[`POST /api/tokens`](you-and-your-programs.md#new_token).

## Refusals

A refusal is a [Problem](types.md#Problem): its `code` is for programs, its `detail` a sentence for people. Besides what
stands with each route, any of them may answer:

{common}

{routes}

## Sockets

[Sockets](sockets.md) tell of changes as they happen, and take orders, drafts and chat.
"""

ANY_ROUTE = """Every route may also refuse with the statuses that stand on [the first page](index.md#refusals). An … in
an example stands for more of the same."""

SHARED_TYPES = """# Types of the API

The types that all games share. What has a game's own views, orders and events in it stands with that game's routes; the
views, orders and events themselves have a page per game."""


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
    parts = [f"# {title}", _listed(found)]
    parts.append(ANY_ROUTE)
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
        yield parameters_table(parameters, types, page)
    if body := route.told.get("requestBody"):
        yield f"**Body**: {types.words(body['content'][JSON]['schema'], page)}."
    yield f"**Answer**: {_answer(route.told['responses'], types, page)}"
    refused = {
        status: told for status, told in route.told["responses"].items() if status >= "4" and status not in COMMON
    }
    if refused:
        rows = [f"| `{status}` | {in_cell(told['description'])} |" for status, told in refused.items()]
        yield "\n".join(["| Refused with | When |", "|---|---|", *rows])
    yield f"```sh\n{curl(example)}\n```"
    if example.status >= HTTPStatus.BAD_REQUEST:
        yield f"Not possible in this match, so it is refused with status {example.status}:"
    yield _shown(example)


def parameters_table(parameters: Iterable[Schema], types: Types, page: str) -> str:
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
        words.append(
            f"-d {shlex.quote(as_json(example.body) if len(json.dumps(example.body)) < 2000 else '@record.json')}"
        )
    return " ".join(words)


def _shown(example: Example) -> str:
    if example.answer is None:
        return f"Status {example.status}, without a body."
    return f"```json\n{as_json(example.answer)}\n```"


# -- the other pages ---------------------------------------------------------------------------------------


def index(found: list[Route], pages: Mapping[str, str], document: Mapping[str, Any]) -> str:
    """The first page: how to ask, what any route may refuse, and where everything stands."""
    chapters = []
    for tag in dict.fromkeys([*ROUTES, *(each.tag for each in found)]):
        page = pages[tag].removeprefix("routes/")
        chapters.append(f"## {tag}\n\n{_listed([each for each in found if each.tag == tag], page)}")
    common = "\n".join(["| Status | When |", "|---|---|", *_common(found)])
    return FIRST_PAGE.format(version=document["info"]["version"], common=common, routes="\n\n".join(chapters))


def _listed(found: list[Route], page: str = "") -> str:
    """Routes with a line about each, and links to what stands about them on a page."""
    rows = [f"| [`{each.method} {each.path}`]({page}#{each.id}) | {in_cell(each.told['summary'])} |" for each in found]
    return "\n".join(["| Route | What it does |", "|---|---|", *rows])


def _common(found: list[Route]) -> Iterator[str]:
    for status in COMMON:
        told = next(each.told["responses"][status]["description"] for each in found if status in each.told["responses"])
        yield f"| `{status}` | {in_cell(told)} |"


def types_page(own: list[str], types: Types) -> str:
    """Types that are the same for every game."""
    parts = [SHARED_TYPES, *(part for name in own for part in types.section(name, TYPES, level=2))]
    return "\n\n".join(parts) + "\n"


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
