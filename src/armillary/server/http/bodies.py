"""Bodies that are decoded late: an order's type is known once its match, and so the version of its game, is known."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, get_origin

from armillary.core import codec

T = TypeVar("T")


class Undecoded(Generic[T]):
    """A body as JSON has it; in the API's schema it is a `T`, of the game's newest version."""

    def __init__(self, tree: Any) -> None:
        self._tree = tree

    def decode(self, kind: Any) -> Any:
        """The body as this type; raises `BadData` where it is of another shape."""
        return codec.convert(self._tree, kind, "body")


def is_undecoded(kind: Any) -> bool:
    """Is this the type of such a body?"""
    return get_origin(kind) is Undecoded


DECODERS: tuple[tuple[Callable[[Any], bool], Callable[[Any, Any], Any]], ...] = (
    (is_undecoded, lambda _, tree: Undecoded(tree)),
)
"""How the framework comes by such a body."""
