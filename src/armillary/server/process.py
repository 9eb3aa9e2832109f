"""The parts of one server process, bound together, opened and closed in order."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import AsyncIterator
from typing import Any

from armillary.api.terms import DAY
from armillary.core import registry
from armillary.server.background.bots import Bots, Waking
from armillary.server.background.cleaning import Cleaning
from armillary.server.background.deadlines import Deadlines
from armillary.server.background.memory import Memory
from armillary.server.background.metrics import MetricsPage
from armillary.server.clock import Clock, SteadyClock, WallClock
from armillary.server.limits.addresses import Addresses
from armillary.server.limits.limits import Limits
from armillary.server.limits.storage import MEGABYTE
from armillary.server.matches.lifetimes import Lifetimes
from armillary.server.notify.personal import PersonalNews
from armillary.server.notify.presence import Presence
from armillary.server.notify.relay import relay_for
from armillary.server.people.guests import Guests
from armillary.server.people.sessions import Sessions
from armillary.server.people.tokens import Tokens
from armillary.server.play.hall import Hall
from armillary.server.play.leaving import Leaving
from armillary.server.play.lobby import Lobby
from armillary.server.play.moves import Moves
from armillary.server.play.names import Names
from armillary.server.play.past import Past
from armillary.server.play.rematch import Rematches
from armillary.server.play.removals import Removals
from armillary.server.play.trials import Trials
from armillary.server.play.uploads import Uploads
from armillary.server.play.views import Views
from armillary.server.settings import Settings
from armillary.server.storage.store import Store
from armillary.server.work.jobs import Jobs, Turns
from armillary.server.work.pool import Pool

logger = logging.getLogger("armillary.server")


class Process:
    """Everything that routes and sockets are handed.

    It needs no network: whoever brings a clock, a database and perhaps a pool of their own can open one, and speak to
    it through the same routes.
    """

    def __init__(self, settings: Settings, clock: Clock | None = None, pool: Turns | None = None) -> None:
        self.settings = settings
        self.clock = clock or SteadyClock()
        self.store = Store(settings.database_url, notifies=not settings.redis_url, patience=settings.database_seconds)
        self.limits = Limits(settings, self.store)
        self.addresses = Addresses(self.store)
        self.pool = pool or Pool(settings.worker_processes)
        self.jobs = Jobs(self.pool, settings.answers_megabytes * MEGABYTE)
        self.sessions = Sessions(self.store)
        self.guests = Guests(self.store, self.clock, self.sessions, https=settings.https)
        self.tokens = Tokens(self.store, self.clock, self.guests, self.sessions)
        self.hall = Hall(self.store, self.clock, self.limits.journal, settings.rooms_megabytes * MEGABYTE)
        self.trials = Trials(self.jobs)
        self.past = Past(self.store, self.jobs)
        lifetimes = Lifetimes(settings.open_match_days * DAY, settings.upload_days * DAY, settings.guest_days * DAY)
        self.views = Views(self.hall, self.past, self.trials, lifetimes)
        self.names = Names(self.hall, self.guests)
        self.lobby = Lobby(self.hall, self.limits.matches, self.limits.stored, self.trials, self.names, self.addresses)
        self.moves = Moves(self.hall, self.past, self.trials)
        self.rematches = Rematches(self.hall, self.lobby, self.past, self.names)
        self.removals = Removals(self.hall, clock or WallClock())
        self.leaving = Leaving(self.hall, self.removals)
        self.uploads = Uploads(self.hall, self.removals, self.limits.stored, self.jobs, settings.uploads_per_player)
        self.presence = Presence(self.hall.rooms)
        self.personal = PersonalNews(self.store)
        self.hall.listeners.append(self.personal.hear_change)
        speakers = (self.presence, self.sessions, self.limits.shared)
        self.relay = relay_for(self.hall, self.personal, speakers, settings.redis_url)
        self.deadlines = Deadlines(self.hall)
        self.memory = Memory()
        self.cleaning = Cleaning(self.hall, self.leaving, self.removals, lifetimes)
        self.bots = Bots(self.hall, self.moves, self.pool)
        self.waking = Waking(self.hall, self.bots)
        self.metrics = MetricsPage(
            self.hall, self.bots.count_busy, self.jobs.__len__, settings.metrics_port, settings.workers
        )

    @contextlib.asynccontextmanager
    async def run(self, _: Any = None, *, background: bool = True) -> AsyncIterator[None]:
        """Open for business; everything waiting is finished before it closes.

        Without what it does in the `background`, nothing happens by itself (no deadline passes, and no bot wakes), so
        it need not be the only one on a SQLite file.
        """
        for name, reason in registry.broken().items():
            logger.error("A registered game cannot be used: %s", reason, extra={"game": name})
        if background:
            self.store.claim()
        await self.store.open()
        await self.guests.open()
        await self.limits.shared.open()
        await self.addresses.open()
        await self.relay.open()
        if background:
            self.bots.open()
            self.waking.open()
            self.deadlines.open()
            self.cleaning.open()
            self.metrics.open()
        try:
            yield
        finally:
            await self.metrics.close()
            await self.memory.close()
            await self.waking.close()
            await self.cleaning.close()
            await self.deadlines.close()
            await self.bots.close()
            await self.jobs.close()
            self.pool.end()
            await self.relay.close()
            await self.store.close()
