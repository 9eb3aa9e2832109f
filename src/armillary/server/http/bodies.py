"""Bodies that are decoded late: an order's type is known once its match, and so the version of its game, is known.

And numbers that no body may hold: whole ones so long that Python itself refuses to write them down again.
"""

from __future__ import annotations

import re
from typing import Any, Generic, TypeVar, get_args, get_origin

import msgspec

from armillary.core import codec
from armillary.core.errors import BadData

T = TypeVar("T")

MOST_DIGITS = 100
"""Far more than any game needs, and far fewer than make Python fail, even where numbers are added and multiplied."""

_MANY_DIGITS = re.compile(rb"[0-9]{%d}" % (MOST_DIGITS + 1))


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


def expect_short_numbers(data: bytes, what: str) -> None:
    """Raises `BadData` where JSON holds a number that is too long; what is no JSON is somebody else's matter.

    Hardly any request has so many digits in a row, and only such a one is looked into.
    """
    if _MANY_DIGITS.search(data) is None:
        return
    try:
        waiting = [msgspec.json.decode(data)]
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return
    while waiting:
        each: Any = waiting.pop()
        if isinstance(each, dict):
            waiting.extend(each.values())
        elif isinstance(each, list):
            waiting.extend(each)
        elif isinstance(each, int) and abs(each) >= 10**MOST_DIGITS:
            raise BadData(f"{what}: a number has more than {MOST_DIGITS} digits")
