"""One match in memory: what is durable, what is on its way, and who waits for news of it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from typing import Any

from armillary.core import codec
from armillary.core.match import AnyMatch, Turn
from armillary.server.matches import journal
from armillary.server.matches.change import Change, Standing
from armillary.server.matches.journal import FirstAnswer, Key, PastStep, key_of
from armillary.server.matches.rows import CHAT, JournalRow, MatchRow
from armillary.server.storage.writer import Appending

MAX_PAST_STEPS_KEPT = 4
MAX_PARTS_KEPT = 1_000
"""Orders, events and fates that are told at once: some milliseconds' worth of sentences."""

# What a room takes in memory, as measured: values are several times as large as what they are written as.
ROOM_BYTES = 10_000
FACTOR = 8
"""For the config and the states."""
TOLD_BYTES = 1_000
"""For each order, event and fate of a past step."""
KEY_BYTES = 300


class Room:
    """A match as this process knows it: what is durable is shown; what is on its way is what changes build on."""

    def __init__(self, known: Standing, keys: Iterable[Key] = ()) -> None:
        self.known = known
        """What is durable, and the only thing anybody is ever shown."""
        self._ahead: list[tuple[Change, Appending]] = []
        """Changes on their way to the database, each computed on the one before."""
        self.recent: list[PastStep] = []
        """Every step after `since`: as many of the newest as are told in no time."""
        self._told = 0
        """How many orders, events and fates these have."""
        self.since = _known_since(known)
        self.earlier: dict[int, tuple[AnyMatch, int]] = {}
        """The match, and its seq, at the few past steps that were asked for last: late spectators ask for the same."""
        self.public: tuple[Any, Any] | None = None
        """The state that was looked at last from nobody's seat, and how it looked: many ask at the same moment."""
        self.answers: dict[Key, FirstAnswer | None] = dict.fromkeys(keys)
        """Every idempotency key that was used, with how its order was answered; None until somebody asks again."""
        self.state_bytes = 0
        """Of what moves of the state, as it was last stored or loaded."""
        self._setup_bytes = 0
        """Of what never changes: the map."""
        self._weigh()
        self.waiting: set[asyncio.Event] = set()
        self.unsaid: list[int] = []
        """Lines of chat that were removed since the room was opened, by their seq."""
        self.is_gone = False
        """Was the match removed?"""
        self.last_chat = known.seq
        """Up to which seq there may be chat that was not looked for yet."""

    @property
    def row(self) -> MatchRow:
        """The match's row."""
        return self.known.row

    @property
    def match(self) -> AnyMatch | None:
        """The match; None while it has not begun."""
        return self.known.match

    @property
    def seq(self) -> int:
        """How far its journal is known here."""
        return self.known.seq

    @property
    def playing(self) -> AnyMatch:
        """The match; raises `NotFound` while it has not begun."""
        return self.known.playing

    @property
    def bytes_taken(self) -> int:
        """About how much memory it takes, told from how long its parts are when they are written."""
        states = self.state_bytes * (2 + len(self.earlier))
        written = len(self.row.config) + len(self.row.position or "") + states
        written += sum(map(len, self.known.kept.values()))
        return ROOM_BYTES + FACTOR * written + TOLD_BYTES * self._told + KEY_BYTES * len(self.answers)

    @property
    def bytes_read(self) -> int:
        """About how much has to be read to show or tell the table, or to try something at it."""
        return self.state_bytes + self._setup_bytes

    # -- what is on its way --------------------------------------------------------------------------------

    @property
    def head(self) -> Standing:
        """Where the match will stand once everything on its way is durable."""
        return self._ahead[-1][0].standing if self._ahead else self.known

    @property
    def last_on_its_way(self) -> Appending | None:
        """The change after which the next one is queued; None when everything is durable."""
        return self._ahead[-1][1] if self._ahead else None

    async def has_used(self, key: Key) -> bool:
        """Has a durable row used this key? One that is on its way is waited for."""
        for change, job in self._ahead:
            if any(key_of(row) == key for row in change.append.rows):
                await job.wait()
                break
        return key in self.answers

    def send(self, change: Change, job: Appending) -> None:
        """A change is on its way: the next one is computed on it."""
        self._ahead.append((change, job))

    def conclude(self, change: Change, error: Exception | None) -> None:
        """A change was made, or was not: then nothing computed on it will be made either."""
        place = next((number for number, (each, _) in enumerate(self._ahead) if each is change), None)
        if error is not None:
            del self._ahead[len(self._ahead) if place is None else place :]
            return
        if place is not None:
            del self._ahead[place]
        if self.seq == change.append.expected:
            self._accept(change)

    def _accept(self, change: Change) -> None:
        """A change is durable now: it becomes what is known."""
        rows = change.append.rows
        self._keep(change.steps)
        self._notice(rows)
        self.known, self.public = change.standing, change.public or self.public
        if not self._setup_bytes:
            self._weigh()
        elif change.append.snapshot is not None:
            self.state_bytes = len(change.append.snapshot[2])

    # -- what others did -----------------------------------------------------------------------------------

    def catch_up(self, row: MatchRow, tail: Sequence[JournalRow]) -> None:
        """What was done elsewhere becomes known here: the rows after the last one known, and the match's row."""
        match = journal.begin(row) if self.match is None and row.has_begun else self.match
        if match is not None:
            match, steps = journal.catch_up(match, tail)
            self._keep(steps)
        self._notice(tail)
        self.known = Standing(row, match, self.known.tally.after(tail), journal.kept_after(self.known.kept, tail))
        if not self._setup_bytes:
            self._weigh()

    def reload(self, known: Standing, keys: Iterable[Key]) -> None:
        """Begin anew from what is stored; whoever is here, or waits, stays."""
        self.known, self.public = known, None
        self.recent, self._told = [], 0
        self.since = _known_since(known)
        self.earlier.clear()
        self.answers = dict.fromkeys(keys) | self.answers
        self.last_chat = known.seq
        self._weigh()

    def _notice(self, rows: Sequence[JournalRow]) -> None:
        """What is to be known of rows that are durable now, besides what they do to the match."""
        for row in rows:
            if row.kind in CHAT:
                self.last_chat = row.seq
            elif key := key_of(row):
                self.answers.setdefault(key)

    def _weigh(self) -> None:
        if self.match is not None:
            self.state_bytes = len(codec.encode(codec.moving(self.match.state)))
            self._setup_bytes = len(codec.encode(self.match.state.setup))

    def _keep(self, steps: Sequence[PastStep]) -> None:
        """Keep the newest steps; the last is kept however much there is to tell of it."""
        self.recent += steps
        self._told += sum(map(_weight, steps))
        while self._told > MAX_PARTS_KEPT and self.recent[0].seq != self.recent[-1].seq:
            gone = self.recent.pop(0)
            self.since, self._told = gone.seq, self._told - _weight(gone)

    def remember(self, step: int, found: tuple[AnyMatch, int]) -> None:
        """Keep the match at a past step for whoever asks for it next; the one unused for longest goes."""
        self.earlier[step] = found
        if len(self.earlier) > MAX_PAST_STEPS_KEPT:
            del self.earlier[next(iter(self.earlier))]

    # -- who waits -----------------------------------------------------------------------------------------

    def has_chat_since(self, seq: int) -> bool:
        """Is it worth asking the database for lines of chat after a seq?"""
        return self.last_chat > seq

    def unsay(self, seq: int) -> None:
        """A line of chat was removed."""
        self.unsaid.append(seq)
        self.wake()

    def wake(self) -> None:
        """Wake everybody who waits for something new."""
        for event in self.waiting:
            event.set()


def _known_since(known: Standing) -> int:
    """After which seq a room knows every step that has just been loaded: of those before, it has none."""
    return known.seq if known.match is not None and known.match.step else 0


def _weight(step: PastStep) -> int:
    """How much there is to tell of a step."""
    orders = len(step.entry.orders) if isinstance(step.entry, Turn) else 0
    return 1 + orders + len(step.events) + len(step.fates)
