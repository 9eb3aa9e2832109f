"""What clients send, read strictly: bodies, of which some are decoded late, numbers that are not too long, and queries.

An order's type, and how long it may be, is known once its match is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from string import digits
from typing import Any, Generic, TypeVar, get_args, get_origin
from urllib.parse import unquote_plus

import msgspec
from litestar.params import QueryParameter

from armillary.core import codec
from armillary.core.errors import BadData, BadInput
from armillary.core.match import AnyMatch
from armillary.core.values import MAX_DIGITS
from armillary.server.matches import drafts

T = TypeVar("T")

_DIGITS = bytes(ord("0") if chr(byte) in digits else ord(" ") for byte in range(256))
_MANY_DIGITS = b"0" * (MAX_DIGITS + 1)

UNDECODED = "undecoded"
"""The option of a route that decodes its body late."""


class Undecoded(Generic[T]):
    """A body as it came; in the API's schema it is a `T`, of the game's newest version where it holds an order."""

    def __init__(self, shape: Any, data: bytes) -> None:
        self._shape = shape
        self._data = data

    def decode(self, match: AnyMatch) -> T:
        """The body, with an order of this match in it; raises `BadData` where it is too long, or of another shape."""
        drafts.require_short(len(self._data), match, "body")
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


def require_short_numbers(data: bytes, what: str) -> None:
    """Raises `BadData` where JSON holds a number that is too long; invalid JSON is found elsewhere.

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
        elif isinstance(each, int) and abs(each) >= 10**MAX_DIGITS:
            raise BadData(f"{what}: A number has more than {MAX_DIGITS} digits.")


# -- addresses -------------------------------------------------------------------------------------------------

WHOLE = re.compile(r"0|[1-9][0-9]*", re.ASCII)
"""The framework would also take `1e3`, `1.0` and `-0`."""
SWITCH = re.compile(r"true|false")
"""And `1` and `TRUE`."""
ANYTHING = re.compile(r".*", re.DOTALL)
"""What is judged elsewhere."""

EXPECTED = {WHOLE: "a whole number, such as 0 or 12", SWITCH: "true or false"}

_SPELLINGS = {int: WHOLE, int | None: WHOLE, bool: SWITCH, bool | None: SWITCH}


def require_plain(query: bytes, known: Mapping[str, re.Pattern[str]]) -> None:
    """Raises `BadInput` for a query that has an unknown parameter, one twice, or one in an unusual spelling."""
    seen: set[str] = set()
    for part in filter(None, query.decode("latin-1").split("&")):
        name, value = (unquote_plus(each) for each in part.partition("=")[::2])
        if name not in known:
            raise BadInput(f"There is no parameter {name[:40]!r} here.")
        if name in seen:
            raise BadInput(f"{name}: This parameter is given more than once.")
        if known[name].fullmatch(value) is None:
            raise BadInput(f"{name}: Expected {EXPECTED[known[name]]}.")
        seen.add(name)


@lru_cache(maxsize=1000)
def parameters_of(handler: Any) -> Mapping[str, re.Pattern[str]]:
    """The parameters of a route, as they are called in its query, and how each is spelled."""
    fields = handler.parsed_fn_signature.parameters.items()
    queried = [(name, field) for name, field in fields if isinstance(field.kwarg_definition, QueryParameter)]
    return {field.kwarg_definition.name or name: _SPELLINGS.get(field.annotation, ANYTHING) for name, field in queried}


def is_plain_path(raw: bytes, numbers: Iterable[int]) -> bool:
    """Is a path spelled as our own are? The framework also takes other slashes, and other spellings of numbers."""
    if raw != b"/" and (raw.endswith(b"/") or b"//" in raw or b"%2f" in raw.lower()):
        return False
    return all(b"%d" % each in raw.split(b"/") for each in numbers)
