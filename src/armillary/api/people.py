"""Who you are, and the tokens of your programs."""

from __future__ import annotations

from typing import Annotated

import msgspec


class Player(msgspec.Struct, frozen=True):
    """A player."""

    id: str
    name: str


class Token(msgspec.Struct, frozen=True):
    """A key for a program; its secret is shown once, when it is made."""

    id: str
    name: str
    created_at: int
    secret: str | None = None


class Name(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A display name."""

    name: Annotated[str, msgspec.Meta(max_length=200)]
