"""Games by slug and version of their rules. Ours and everybody else's are found the same way, by entry points.

[project.entry-points."armillary.games"]
mygame = "mypackage.game:GAME"
"mygame.1" = "mypackage.version_1:GAME"

A plain slug is the newest version, the one new matches are played by. Older versions stay registered under slug and
number for as long as their matches are to be played on and their records checked.
"""

from __future__ import annotations

from difflib import get_close_matches
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from armillary.core.contract import AnyGame, Game
from armillary.core.errors import UnknownGame, VersionNotInstalled
from armillary.core.faults import MAX_SHOWN, brief

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
    return tuple(sorted(name for name in _entries() if "." not in name))


@cache
def game(slug: str, version: int | None = None) -> AnyGame:
    """The game with this slug, in its newest version or in the one asked for.

    Raises `UnknownGame` with the games there are, or `VersionNotInstalled` with the versions there are.
    """
    if slug not in slugs():
        near = get_close_matches(slug[:MAX_SHOWN].lower(), slugs(), n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"choose one of: {', '.join(slugs())}."
        raise UnknownGame(f"No game is called {brief(slug)}; {hint}")
    if f"{slug}.{version}" in _entries():
        return _load(f"{slug}.{version}")
    newest = _load(slug)
    if version in (None, newest.version):
        return newest
    raise VersionNotInstalled(slug, version, versions(slug))


def versions(slug: str) -> tuple[int, ...]:
    """The versions of a game's rules that are registered, ascending."""
    older = (name.removeprefix(f"{slug}.") for name in _entries() if name.startswith(f"{slug}."))
    return tuple(sorted({game(slug).version, *(int(number) for number in older if number.isdecimal())}))


def games() -> tuple[AnyGame, ...]:
    """Every game that can be loaded, in its newest version."""
    unusable = broken()
    return tuple(game(slug) for slug in slugs() if slug not in unusable)


def broken() -> dict[str, str]:
    """The entries that cannot be used, each with the reason."""
    found = {}
    for name in sorted(_entries()):
        try:
            _load(name)
        except UnknownGame as error:
            found[name] = str(error)
    return found


def forget() -> None:
    """Look again next time: packages may have been installed or removed."""
    _entries.cache_clear()
    _load.cache_clear()
    game.cache_clear()


@cache
def _load(name: str) -> AnyGame:
    """The game an entry leads to: of the slug that is the entry's name, and of the version where it has one."""
    entry, *others = _entries()[name]
    if others:
        values = ", ".join(found.value for found in (entry, *others))
        raise UnknownGame(f"{name!r} is registered twice: {values}.")
    try:
        found = entry.load()
    except (Exception, SystemExit) as error:
        raise UnknownGame(f"{name!r} ({entry.value}) cannot be loaded: {error}") from error
    if not isinstance(found, Game) or name not in (found.slug, f"{found.slug}.{found.version}"):
        raise UnknownGame(f"{name!r} ({entry.value}) is not a game of that slug and version.")
    return found
