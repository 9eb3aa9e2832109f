"""Who is served next when many wait for few: a busy neighbour delays nobody by more than what is under way.

Everybody has an account of the seconds that were spent on them. Whoever has spent least is served first, so ten matches
of one person get no more than one match of another, and what takes long costs more than what is done at once. Somebody
new begins with what those who wait have spent: time nobody asked for is not saved up. Of one person's matches each has
its turn, and a match is served twice at the same time only where nobody else waits.

People of one address have an account together as well, which comes first: any number of identities there get no more
than one person elsewhere.
"""

from __future__ import annotations

from collections import Counter, OrderedDict, deque
from collections.abc import Iterable
from typing import Generic, TypeVar

T = TypeVar("T")

MAX_ACCOUNTS = 10_000
"""Kept of people for whom nothing waits."""


class Fairness(Generic[T]):
    """What waits, by whom it is for and by the match it belongs to. Pure: the seconds are told by whoever serves."""

    def __init__(self) -> None:
        self._waiting: dict[str, OrderedDict[str, deque[T]]] = {}
        """By person and match, the match whose turn it is first; whoever has waited longest comes first."""
        self._spent: dict[str, float] = {}
        self._floor = 0.0
        """What whoever was served last had spent before: nobody who waits begins with less."""
        self._at: dict[str, str] = {}
        """Where each person was seen last."""
        self._spent_at: dict[str, float] = {}
        self._floor_at = 0.0
        self._served: Counter[str] = Counter()
        """The matches that something is done for now."""

    def add(self, person: str, match: str, item: T, address: str = "") -> None:
        """Let this wait; whose address is not known is alone there."""
        if person not in self._waiting:
            at = self._at[person] = address or person
            self._waiting[person] = OrderedDict()
            self._spent[person] = max(self._spent.get(person, 0.0), self._floor)
            self._spent_at[at] = max(self._spent_at.get(at, 0.0), self._floor_at)
        self._waiting[person].setdefault(match, deque()).append(item)

    def take(self) -> tuple[str, str, T] | None:
        """What is to be done next, and for whom; None where nothing waits. It is under way until it is `done`."""
        best: tuple[bool, float, float] | None = None
        for person, matches in self._waiting.items():
            match = next((each for each in matches if not self._served[each]), next(iter(matches)))
            rank = self._served[match] > 0, self._spent_at[self._at[person]], self._spent[person]
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
        self._floor_at = max(self._floor_at, self._spent_at[self._at[person]])
        self._served[match] += 1
        return person, match, item

    def done(self, person: str, match: str, seconds: float) -> None:
        """Something that was under way has ended, and took this long."""
        self._served -= Counter((match,))
        at = self._at.get(person, person)
        self._spent[person] = self._spent.get(person, self._floor) + seconds
        self._spent_at[at] = self._spent_at.get(at, self._floor_at) + seconds
        if not self._waiting and not self._served:  # nobody is kept waiting by what was spent before
            for accounts in (self._spent, self._spent_at, self._at):
                accounts.clear()
            self._floor = self._floor_at = 0.0
        elif len(self._spent) > MAX_ACCOUNTS + len(self._waiting):  # what is below the floor says nothing any more
            self._at = {each: self._at[each] for each in self._waiting}
            self._spent = _above(self._spent, self._floor, self._waiting)
            self._spent_at = _above(self._spent_at, self._floor_at, self._at.values())


def _above(spent: dict[str, float], floor: float, needed: Iterable[str]) -> dict[str, float]:
    """The accounts above a floor, and those that are needed."""
    return {each: seconds for each, seconds in spent.items() if seconds > floor} | {
        each: spent[each] for each in needed
    }
