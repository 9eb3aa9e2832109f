"""The pool: a few worker processes for everything that takes long, shared between kinds of work and between people.

Every kind of work may always have one worker, so an analysis of a minute keeps nobody from trying out a draft. The
workers beyond that go to the most urgent kind. Within a kind, people get fair shares of the time (`fairness.py`).
"""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from time import monotonic
from typing import NamedTuple

from armillary.server.work.fairness import Fairness
from armillary.server.work.worker import Worker


class Kind(NamedTuple):
    """A kind of work, and its limits."""

    name: str
    seconds: float
    """How long one piece of it may take: only a cut-off, since bots and analyses are bounded by counts."""
    per_account: int = 6
    """Pieces that wait or are done for one account at a time."""
    waiting: int = 200
    """The same for everybody."""
    is_patient: bool = True
    """Does what an address wants beyond its share wait? Otherwise it is refused, because it holds much memory."""
    kept_share: float = 0.0
    """Its part of the memory in which answers are kept."""
    niceness: int = 0
    """How far it steps back where there are too few processors: the server itself, and what is prompt, goes first."""


DRAFT = Kind("draft", 5.0, kept_share=0.05, niceness=5)
"""Large configs, and drafts at large tables: somebody waits for them while they think."""
BOT = Kind("bot", 2.0)
"""Bots that somebody plays with, and that may decide at once. Bots take their turns themselves, however many there
are: only the seconds count for them."""
SLOW_BOT = Kind("slow bot", 20.0, niceness=10)
"""Those that turned out to take longer."""
HINT = Kind(SLOW_BOT.name, 20.0, per_account=1, niceness=10)
"""Good moves that are shown to people: as much work as a slow bot's."""
LONE_BOT = Kind("lone bot", 20.0, niceness=15)
"""Bots among themselves."""
PAST = Kind("past", 20.0, kept_share=0.8, niceness=5)
"""Histories, past tables and records of matches."""
RECALL = Kind(PAST.name, 20.0, per_account=sys.maxsize, waiting=sys.maxsize, niceness=5)
"""How an order was answered, for whoever repeats it: short, and never refused. Its answer is kept with its match."""
UPLOAD = Kind("upload", 20.0, per_account=1, waiting=20, is_patient=False, niceness=10)
"""Uploaded records."""
ANALYSIS = Kind("analysis", 60.0, per_account=1, kept_share=0.15, niceness=15)

KINDS = (DRAFT, BOT, SLOW_BOT, PAST, UPLOAD, LONE_BOT, ANALYSIS)
"""The most urgent first."""


class Pool:
    """Worker processes, each started when it is needed first."""

    def __init__(self, workers: int, kinds: Sequence[Kind] = KINDS) -> None:
        """As many as this, and at least one for every kind of work; the most urgent kind comes first."""
        spare = max(0, workers - len(kinds))
        self._workers = [*(Worker(kind.niceness) for kind in kinds), *(Worker() for _ in range(spare))]
        self._idle = list(self._workers)
        self._waiting: dict[str, Fairness[asyncio.Future[Worker]]] = {kind.name: Fairness() for kind in kinds}
        self._niceness = {kind.name: kind.niceness for kind in kinds}
        self._busy: Counter[str] = Counter()

    @asynccontextmanager
    async def turn(self, kind: Kind, person: str, match: str = "", address: str = "") -> AsyncIterator[Worker]:
        """A worker as soon as it is this match's turn; the person is charged for the time until it is given back."""
        waiting = self._waiting[kind.name]
        turn: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()
        waiting.add(person, match, turn, address)
        self._hand_out()
        worker, since = None, 0.0
        try:
            worker, since = await turn, monotonic()
            yield worker
        finally:
            if worker is None and turn.done() and not turn.cancelled():  # cancelled at the very moment of its turn
                worker, since = turn.result(), monotonic()
            if worker is not None:
                self._idle.append(worker)
                self._busy[kind.name] -= 1
                waiting.done(person, match, monotonic() - since)
                self._hand_out()

    def _hand_out(self) -> None:
        for kind in self._waiting:
            while self._has_worker_for(kind) and (found := self._waiting[kind].take()):
                person, match, turn = found
                if turn.done():  # nobody waits for it any more
                    self._waiting[kind].done(person, match, 0.0)
                else:
                    self._busy[kind] += 1
                    worker = min(self._idle, key=lambda each: abs(each.niceness - self._niceness[kind]))
                    self._idle.remove(worker)
                    turn.set_result(worker)

    def _has_worker_for(self, kind: str) -> bool:
        """May this kind have another worker? Its first one always; a second only where others keep their first."""
        reserved = sum(not self._busy[other] for other in self._waiting) if self._busy[kind] else 0
        return len(self._idle) > reserved

    def end(self) -> None:
        """End all processes."""
        for worker in self._workers:
            worker.end()
