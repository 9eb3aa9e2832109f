"""Every method of the Python clients, from the functions that they are made of."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator

from armillary.client.asking import Verb, Walk
from armillary.client.http import Api, Client

PAGE = "reference/client-methods.md"

WIDE = 88

ABOUT = """# Every method of the client

`Client` and `AsyncClient` have these methods. Those of `AsyncClient` are awaited; what gives one thing after another is
walked with `for`, or with `async for`. Types are those [of the API](../routes/types.md).

What concerns a match from outside takes its id. What has a game's own types in it takes the match itself, as
`client.match(match_id)` gives it."""


def page() -> str:
    """The page of all methods."""
    return "\n\n".join([ABOUT, *_methods()]) + "\n"


def _methods() -> Iterator[str]:
    client = object.__new__(Client)  # only looked at, and connected to nothing
    for name, kind in vars(Api).items():
        if isinstance(kind, Verb | Walk):
            method = inspect.unwrap(getattr(client, name))
            yield f"## {name}"
            yield f"```python\n{_signature(name, method)}\n```"
            yield str(inspect.getdoc(method))


def _signature(name: str, method: object) -> str:
    """What it takes and, without what is of no use to a caller, what it gives."""
    found = inspect.signature(method)  # type: ignore[arg-type]
    given = re.sub(r"^Request\[(.*)\]$", r"\1", str(found.return_annotation))
    given = re.sub(r"^Parts\[.*, (.*)\]$", r"Iterator[\1]", given).replace("[Any, Any]", "").replace("[Any]", "")
    takes = [re.sub(r": '(.*?)'", r": \1", str(each)) for each in found.parameters.values()]
    kinds = [each.kind for each in found.parameters.values()]
    if inspect.Parameter.KEYWORD_ONLY in kinds:
        takes.insert(kinds.index(inspect.Parameter.KEYWORD_ONLY), "*")
    line = f"{name}({', '.join(takes)}) -> {given}"
    inside = "".join(f"    {each},\n" for each in takes)
    return line if len(line) <= WIDE else f"{name}(\n{inside}) -> {given}"
