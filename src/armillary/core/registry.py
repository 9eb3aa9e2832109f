"""Games by slug. Ours and everybody else's come in by the same door: the entry-point group `armillary.games`.

[project.entry-points."armillary.games"]
mygame = "mypackage.game:GAME"
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points

from armillary.core.contract import AnyGame, Game
from armillary.core.errors import UnknownGame

GROUP = "armillary.games"


@cache
def _entries() -> dict[str, tuple[EntryPoint, ...]]:
    found: dict[str, tuple[EntryPoint, ...]] = {}
    for entry in entry_points(group=GROUP):
        if entry not in found.get(entry.name, ()):
            found[entry.name] = (*found.get(entry.name, ()), entry)
    return found


def slugs() -> tuple[str, ...]:
    """Every registered slug, in alphabetical order; nothing is loaded yet."""
    return tuple(sorted(_entries()))


@cache
def game(slug: str) -> AnyGame:
    """The game with this slug; raises `UnknownGame` with what there is."""
    entries = _entries().get(slug)
    if entries is None:
        raise UnknownGame(f"no game is called {slug!r}; there is: {', '.join(slugs())}")
    if len(entries) > 1:
        raise UnknownGame(f"{slug!r} is registered twice: {', '.join(entry.value for entry in entries)}")
    return _load(entries[0])


def games() -> tuple[AnyGame, ...]:
    """Every registered game."""
    return tuple(game(slug) for slug in slugs())


def forget() -> None:
    """Look again next time: packages may have come or gone."""
    _entries.cache_clear()
    game.cache_clear()


def _load(entry: EntryPoint) -> AnyGame:
    try:
        found = entry.load()
    except Exception as error:
        raise UnknownGame(f"{entry.name!r} ({entry.value}) cannot be loaded: {error}") from error
    if not isinstance(found, Game) or found.slug != entry.name:
        raise UnknownGame(f"{entry.name!r} ({entry.value}) is not a game of that slug")
    return found
