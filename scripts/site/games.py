"""One page per game: every field of what is set up, ordered, seen and told, with values from a real match."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from armillary import seed_from
from armillary.core import codec
from armillary.core.contract import AnyGame
from armillary.core.match import AnyMatch, Match
from armillary.server.http.schemas import REF, Schema, Schemas
from scripts.site.pycon import session
from scripts.site.types import Types, as_json, in_cell, reachable, references

ABOUT = """# {title}: every field

{summary} This page lists every field of its configs, orders, views, events and previews.

For what they mean in play, read the [rules](../rules/{slug}.md); orders can be typed, too: see the
[notation](../notation/{slug}.md). Over HTTP, all this goes through the [routes of {title}](../routes/{slug}.md).

Types are named as in JSON. In Python, a list is a tuple, null is `None`, and the types are in
`armillary.games.{slug}.model`. An … in an example stands for more of the same."""

CLOSING = """## What goes wrong

A field that is missing, unknown or of another type is refused before any rule is asked, with its place: `BadData` in
Python, status 400 over HTTP. A value that the rules do not allow is refused with the id of the rule and a sentence:
`ConfigRefused` or `OrderRefused`, status 422. Nothing changes in either case.

## Recap

- A config sets a match up, an order is what a seat does, a view is what it may know.
- Events and previews say what happened and what would happen, as data; the game makes sentences of both.
- In JSON and in Python the fields have the same names: `armillary.games.{slug}.model` has the types."""


class Part(NamedTuple):
    """A chapter of a game's page: a type of the contract, with a value of it."""

    title: str
    about: str
    kinds: tuple[str, ...]
    example: str


def schemas_of(game: AnyGame) -> Schemas:
    """The schemas of everything that a game is made of; of configs and orders, what has a default may be left out."""
    received = {game.config: game.slug, game.order: game.slug}
    sent = dict.fromkeys((game.view, game.event, game.preview, game.state), game.slug)
    return Schemas(received, sent, {f"{game.slug}.Order": game.order, f"{game.slug}.Event": game.event})


def page_of(game: AnyGame) -> str:
    """Where the page of a game stands."""
    return f"games/{game.slug}.md"


def page(game: AnyGame, types: Types) -> str:
    """The page of a game."""
    here = page_of(game)
    parts: list[str] = [*_opening(game), *_presets(game)]
    told: set[str] = set()
    for part in _parts(game, schemas_of(game)):
        parts += [f"## {part.title}", part.about, f"```json\n{part.example}\n```"]
        for name in reachable(types.schemas, part.kinds):
            if name not in told and types.pages[name] == here:
                told.add(name)
                parts += types.section(name, here)
    return "\n\n".join([*parts, CLOSING.format(slug=game.slug)]) + "\n"


def _opening(game: AnyGame) -> Iterator[str]:
    yield ABOUT.format(title=game.title, slug=game.slug, summary=game.summary)
    lines = [
        "from armillary import Match",
        f'match = Match.begin("{game.slug}", seed="reference")',
        "seat = match.to_act[0]",
        "match.options(seat).templates[0].order",
    ]
    yield f"```pycon\n{session(lines)}\n```"


def _presets(game: AnyGame) -> Iterator[str]:
    yield "## Presets"
    yield "A preset is a config with a name, for any number of seats."
    rows = [f"| `{name}` | {in_cell(preset.about)} |" for name, preset in game.presets.items()]
    yield "\n".join(["| Preset | What it is like |", "|---|---|", *rows])


def _parts(game: AnyGame, schemas: Schemas) -> Iterator[Part]:
    match = Match.begin(game, seed=seed_from("reference"))
    seat = match.to_act[0]
    view, order = match.table(seat).view, game.rules.default_order(match.state, seat)
    event, text = _event(match)
    kinds = {name: _kinds(schemas.of(getattr(game, name))) for name in ("config", "order", "view", "event", "preview")}
    yield Part("Setting up", "How a match is set up. Settings that are left out have their defaults.", kinds["config"],
               _json(match.config))  # fmt: skip
    typed = game.words.format_order(order, view)
    yield Part("Ordering", f"What a seat may order. This one is typed `{typed or '(nothing)'}`.", kinds["order"],
               _json(order))  # fmt: skip
    yield Part("What a seat sees", "What a seat may know; a spectator's has no seat.", kinds["view"], _json(view))
    yield Part("What happened", f"What happened in a step. This one is told as: “{text}”", kinds["event"], _json(event))
    preview = game.sight.preview(match.state, seat, order)
    yield Part(
        "What would happen", "What an order would do, as far as its seat may know.", kinds["preview"], _json(preview)
    )
    yield Part(
        "Whole positions",
        "The whole position, with everything that is secret. Only Python sees it: a match can begin from one.",
        _kinds(schemas.of(game.state)),
        _json(match.state),
    )


def _event(match: AnyMatch) -> tuple[Any, str]:
    """The first thing that happens when everybody plays the default order, and the sentence about it."""
    game = match.game
    while True:
        for seat in match.to_act:
            match = match.submit(seat, game.rules.default_order(match.state, seat))
        for event in match.recent[-1].events if match.recent else ():
            return event, game.words.tell(event, match.table(None).view)


def _kinds(schema: Schema) -> tuple[str, ...]:
    return tuple(references(schema)) or (schema["$ref"].removeprefix(REF),)


def _json(value: object) -> str:
    return as_json(codec.tree(value))
