"""Every field of every type that somebody may meet says what it means."""

from __future__ import annotations

import re
from typing import Annotated, Any

import msgspec
import pytest

from armillary.core.registry import games
from armillary.server.app import create_app
from armillary.server.http.meanings import meanings
from armillary.server.http.schemas import Schemas
from armillary.server.settings import Settings

DOCUMENT: dict[str, Any] = create_app(Settings()).state.document
SCHEMAS = DOCUMENT["components"]["schemas"]
STATES = Schemas({}, {game.state: game.slug for game in games()}, {}).components


class Plain(msgspec.Struct):
    """A type that says what some of its fields mean."""

    told: int
    """What it is for."""
    silent: int
    typed: Annotated[int, msgspec.Meta(description="Told by its type.")]
    nothing: int | None = None
    """None: nobody."""


class Heir(Plain):
    """A type that says it in other words."""

    told: int
    """What it is for here."""


def _is_tag(field: dict[str, Any]) -> bool:
    """Does it only say which kind of a union this is?"""
    return len(field.get("enum", ())) == 1


@pytest.mark.parametrize("name", sorted({*SCHEMAS, *STATES}))
def test_every_field_has_a_meaning(name: str) -> None:
    schema = SCHEMAS.get(name) or STATES[name]
    fields = {field: each for field, each in schema.get("properties", {}).items() if not _is_tag(each)}
    assert [field for field, each in fields.items() if not re.search(r"[.?…]$", each.get("description", ""))] == []


def test_a_meaning_is_read_from_the_source_and_from_the_nearest_class() -> None:
    assert meanings(Plain) == {"told": "What it is for.", "nothing": "None: nobody."}
    assert meanings(Heir) == {"told": "What it is for here.", "nothing": "None: nobody."}


def test_a_type_without_source_has_no_meanings() -> None:
    assert meanings(msgspec.defstruct("Made", [("field", int)])) == {}


def test_what_the_type_says_comes_first_and_the_rest_in_the_words_of_json() -> None:
    fields = Schemas({}, {Heir: ""}, {}).components[".Heir"]["properties"]
    described = {name: field.get("description") for name, field in fields.items()}
    assert described == {
        "told": "What it is for here.",
        "silent": None,
        "typed": "Told by its type.",
        "nothing": "null: nobody.",
    }
