"""Bodies that are decoded late: an order's type is known once its match, and so the version of its game, is known."""

from __future__ import annotations

from typing import Any, Generic, TypeVar, get_args, get_origin

from armillary.core import codec

T = TypeVar("T")


class Undecoded(Generic[T]):
    """A body with an order in it, as JSON has it; in the API's schema it is a `T` of the game's newest version."""

    def __init__(self, shape: Any, tree: Any) -> None:
        self._shape = shape
        self._tree = tree

    def decode(self, order: Any) -> T:
        """The body, with an order of this type in it; raises `BadData` where it is of another shape."""
        body: T = codec.convert(self._tree, self._shape[order], "body")
        return body


def is_undecoded(kind: Any) -> bool:
    """Is this the type of such a body?"""
    return get_origin(kind) is Undecoded


def undecoded(kind: Any, tree: Any) -> Undecoded[Any]:
    """What the framework makes of such a body: nothing yet."""
    (shape,) = get_args(kind)
    return Undecoded(get_origin(shape), tree)
