"""Who you are, and the tokens of your programs."""

from __future__ import annotations

from typing import Annotated

import msgspec


class Player(msgspec.Struct, frozen=True):
    """A player: a person, or a program that plays by itself."""

    id: str
    """What the server calls the player; it never changes."""
    name: str
    """What others call the player."""
    program: bool = False
    """Is it a program? Everybody sees that wherever it plays; it stays one."""


class Token(msgspec.Struct, frozen=True):
    """A key for a program; its secret is shown once, when it is made."""

    id: str
    """What the token is deleted by."""
    name: str
    """What it is for, in your own words."""
    created_at: int
    """When it was made, in milliseconds since 1970."""
    secret: str | None = None
    """What the program sends; null in every later answer."""


class Name(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A display name."""

    name: Annotated[str, msgspec.Meta(max_length=200)]
    """The name: what others will see."""
