"""What may stand behind the `?` of an address: everything once, and whole numbers as everybody writes them."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any
from urllib.parse import unquote_plus

from litestar.params import QueryParameter

from armillary.core.errors import BadInput

WHOLE = re.compile(r"0|[1-9][0-9]*", re.ASCII)
"""The framework would also take `1e3`, `1.0` and `-0`."""

_NUMBERS = (int, int | None)


def expect_plain(query: bytes, numbers: frozenset[str]) -> None:
    """Raises `BadInput` where something is asked for twice, or one of these `numbers` is not written as one."""
    seen: set[str] = set()
    for part in query.decode("latin-1").split("&"):
        name, _, value = part.partition("=")
        if name and name in seen:
            raise BadInput(f"{name[:40]}: given more than once")
        if name in numbers and WHOLE.fullmatch(unquote_plus(value)) is None:
            raise BadInput(f"{name}: expected a whole number, such as 0 or 12")
        seen.add(name)


@lru_cache(maxsize=1000)
def numbers_of(handler: Any) -> frozenset[str]:
    """The parameters of a route that are whole numbers, as they are called in its query."""
    fields = handler.parsed_fn_signature.parameters.items()
    queried = [(name, field) for name, field in fields if isinstance(field.kwarg_definition, QueryParameter)]
    return frozenset(field.kwarg_definition.name or name for name, field in queried if field.annotation in _NUMBERS)
