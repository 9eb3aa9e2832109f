"""Bodies that are decoded late: an order's type, and how long it may be, is known once its match is. Or elsewhere.

And numbers that no body may hold: whole ones so long that Python itself refuses to write them down again.
"""

from __future__ import annotations

from functools import cache
from string import digits
from typing import Any, Generic, TypeVar, get_args, get_origin

import msgspec

from armillary.core import codec
from armillary.core.errors import BadData
from armillary.core.match import AnyMatch
from armillary.core.values import MOST_DIGITS
from armillary.server.matches import drafts

T = TypeVar("T")

_DIGITS = bytes(ord("0") if chr(byte) in digits else ord(" ") for byte in range(256))
_MANY_DIGITS = b"0" * (MOST_DIGITS + 1)

UNDECODED = "undecoded"
"""The option of a route whose body is such a one."""


class Undecoded(Generic[T]):
    """A body as it came; in the API's schema it is a `T`, of the game's newest version where it holds an order."""

    def __init__(self, shape: Any, data: bytes) -> None:
        self._shape = shape
        self._data = data

    def decode(self, match: AnyMatch) -> T:
        """The body, with an order of this match in it; raises `BadData` where it is too long, or of another shape."""
        drafts.expect_short(len(self._data), match, "body")
        return self.decode_as(match.game.order)

    def decode_as(self, kind: Any) -> T:
        """The body, with an order or a config of this type in it."""
        body: T = codec.decode(self._data, self._shape[kind], "body")
        return body


@cache
def is_undecoded(kind: Any) -> bool:
    """Is this the type of such a body?"""
    return get_origin(kind) is Undecoded


def undecoded(kind: Any, data: bytes) -> Undecoded[Any]:
    """What the framework makes of such a body: nothing yet."""
    return Undecoded(_shape_of(kind), data)


@cache
def _shape_of(kind: Any) -> Any:
    """What such a body will be, whatever is in it."""
    (shape,) = get_args(kind)
    return get_origin(shape) or shape


def expect_short_numbers(data: bytes, what: str) -> None:
    """Raises `BadData` where JSON holds a number that is too long; what is no JSON is somebody else's matter.

    Hardly any request has so many digits in a row, and only such a one is looked into.
    """
    if _MANY_DIGITS not in data.translate(_DIGITS):  # ten times as fast as a regular expression, at the least
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
