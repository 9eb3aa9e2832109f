"""Dynamic topology: links open and close by a schedule that everybody knows (KH-11.5)."""

from __future__ import annotations

from armillary.games.kepler.maps import undirected
from armillary.games.kepler.model import Link, Setup, Shifted


def epoch(setup: Setup, turn: int) -> int:
    """The turn of the last change up to this one; 0 before the first, and always while switched off."""
    if not setup.extensions.dynamic_topology:
        return 0
    return max((change.turn for change in setup.map.schedule if change.turn <= turn), default=0)


def links_at(setup: Setup, turn: int) -> tuple[Link, ...]:
    """The links that are open in this turn, those of the map first."""
    links = {undirected(link): link for link in setup.map.links}
    if setup.extensions.dynamic_topology:
        for change in sorted(setup.map.schedule, key=lambda change: change.turn):
            if change.turn <= turn:
                for link in change.closes:
                    links.pop(undirected(link), None)
                for link in change.opens:
                    links.setdefault(undirected(link), link)
    return tuple(links.values())


def shift(setup: Setup, turn: int) -> Shifted | None:
    """What is open or closed in this turn that was not in the turn before."""
    if epoch(setup, turn) != turn:
        return None
    before, now = links_at(setup, turn - 1), links_at(setup, turn)
    known, kept = {undirected(link) for link in before}, {undirected(link) for link in now}
    opened = tuple(link for link in now if undirected(link) not in known)
    closed = tuple(link for link in before if undirected(link) not in kept)
    return Shifted(turn=turn, opened=opened, closed=closed, rule="KH-11.5") if opened or closed else None
