"""Who is served next when many wait for few: a busy neighbour delays nobody by more than what is under way.

Everybody has an account of the seconds that were spent on them. Whoever has spent least is served first, so ten matches
of one person get no more than one match of another, and what takes long costs more than what is done at once. Somebody
new begins with what those who wait have spent: time nobody asked for is not saved up. Of one person's matches each has
its turn, and a match is served twice at the same time only where nobody else waits.

For the past, an address stands for a person here, and each of its identities for a match.
"""

from __future__ import annotations

from collections import Counter, OrderedDict, deque
from typing import Generic, TypeVar

T = TypeVar("T")

MOST_ACCOUNTS = 10_000
"""Kept of people for whom nothing waits."""


class Fairness(Generic[T]):
    """What waits, by whom it is for and by the match it belongs to. Pure: the seconds are told by whoever serves."""

    def __init__(self) -> None:
        self._waiting: dict[str, OrderedDict[str, deque[T]]] = {}
        """By person and match, the match whose turn it is first; whoever has waited longest comes first."""
        self._spent: dict[str, float] = {}
        self._floor = 0.0
        """What whoever was served last had spent before: nobody who waits begins with less."""
        self._served: Counter[str] = Counter()
        """The matches that something is done for now."""

    def add(self, person: str, match: str, item: T) -> None:
        """Let this wait."""
        if person not in self._waiting:
            self._waiting[person] = OrderedDict()
            self._spent[person] = max(self._spent.get(person, 0.0), self._floor)
        self._waiting[person].setdefault(match, deque()).append(item)

    def take(self) -> tuple[str, str, T] | None:
        """What is to be done next, and for whom; None where nothing waits. It is under way until it is `done`."""
        best: tuple[bool, float] | None = None
        for person, matches in self._waiting.items():
            match = next((each for each in matches if not self._served[each]), next(iter(matches)))
            rank = self._served[match] > 0, self._spent[person]
            if best is None or rank < best:
                best, chosen = rank, (person, match)
        if best is None:
            return None
        person, match = chosen
        matches = self._waiting[person]
        item = matches[match].popleft()
        matches.move_to_end(match)
        if not matches[match]:
            del matches[match]
        if not matches:
            del self._waiting[person]
        self._floor = max(self._floor, self._spent[person])
        self._served[match] += 1
        return person, match, item

    def done(self, person: str, match: str, seconds: float) -> None:
        """Something that was under way has ended, and took this long."""
        self._served -= Counter((match,))
        self._spent[person] = self._spent.get(person, self._floor) + seconds
        if not self._waiting and not self._served:  # nobody is kept waiting by what was spent before
            self._spent.clear()
            self._floor = 0.0
        elif len(self._spent) > MOST_ACCOUNTS + len(self._waiting):  # what is below the floor says nothing any more
            self._spent = {each: spent for each, spent in self._spent.items() if spent > self._floor} | {
                each: self._spent[each] for each in self._waiting
            }
