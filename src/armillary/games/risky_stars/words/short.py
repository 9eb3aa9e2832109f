"""Names on the map, as a person types them: in full, or only the end of one."""

from __future__ import annotations

from collections.abc import Sequence

from armillary.core.errors import BadNotation
from armillary.core.prose import MOST_NAMED, find, listed


def find_short(name: str, names: Sequence[str], what: str) -> str:
    """The name that is meant; `Opal` is enough for `Nashira/Opal` where no other name ends like it."""
    folded = name.casefold()
    if any(known.casefold() == folded for known in names):
        return find(name, names, what)
    ending = [known for known in names if known.casefold().endswith(f"/{folded}")]
    if len(ending) == 1:
        return ending[0]
    if ending:
        raise BadNotation(f"more than one {what} is called {name!r}; did you mean {listed(ending[:MOST_NAMED], 'or')}?")
    return find(name, names, what)
