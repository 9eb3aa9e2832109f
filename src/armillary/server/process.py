"""The parts of one server process, bound together, opened and closed in order."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import AsyncIterator
from typing import Any

from armillary.core import registry
from armillary.server.background.bots import Bots
from armillary.server.background.deadlines import Deadlines
from armillary.server.background.metrics import Showing
from armillary.server.background.waking import Waking
from armillary.server.clock import Clock, WallClock
from armillary.server.limits.buckets import ADDRESS_FACTOR, Buckets, Lanes, Places
from armillary.server.limits.journal import Bounds
from armillary.server.limits.matches import Allowance
from armillary.server.limits.shared import Elsewhere
from armillary.server.limits.storage import HOUR_SECONDS, MEGABYTE, Quota
from armillary.server.limits.turnstile import Turnstile
from armillary.server.notify.relay import relay_for
from armillary.server.people.guests import Guests
from armillary.server.people.sessions import SignedIn
from armillary.server.people.tokens import Tokens
from armillary.server.play.hall import Hall
from armillary.server.play.hosting import Hosting
from armillary.server.play.lobby import Lobby
from armillary.server.play.moves import Moves
from armillary.server.play.names import Renaming
from armillary.server.play.past import Past
from armillary.server.play.pauses import Pauses
from armillary.server.play.rematch import Again
from armillary.server.play.trials import Trying
from armillary.server.play.uploads import Uploads
from armillary.server.play.views import Views
from armillary.server.settings import Settings
from armillary.server.storage.store import Store
from armillary.server.work.jobs import Beside
from armillary.server.work.pool import Workers

logger = logging.getLogger("armillary.server")

REPLAY_SECONDS = 20.0
"""How long it may take to work out what was."""
ANALYSIS_SECONDS = 60.0
"""How long it may take to analyse a match: only a cut-off, since the search is bounded by a count."""
ANALYSIS_KEPT_BYTES = 8_388_608
CONSIDERING_SECONDS = 5.0
"""How long it may take to try a large config or a draft at a large table."""
CONSIDERED_KEPT_BYTES = 1_048_576
BURST_SECONDS = 2
PUSHED_AT_ONCE = 1
"""Views of large tables that are made before others get their turn."""
RENAMES_PER_HOUR = 20
LISTS_AT_ONCE = 2
"""Lists that are read at the same time for one address: the database has a few readers for everybody."""


class Process:
    """Everything that routes and sockets are handed."""

    def __init__(self, settings: Settings, clock: Clock | None = None) -> None:
        self.settings = settings
        self.clock = clock or WallClock()
        self.store = Store(settings.database_url, notifies=not settings.redis_url, patience=settings.database_seconds)
        self.hall = Hall(
            self.store,
            self.clock,
            Bounds(settings.changes_per_step, settings.chat_lines_per_player),
            settings.rooms_megabytes * MEGABYTE,
        )
        self.allowance = Allowance(
            settings.open_matches_per_player,
            settings.bot_matches_per_player,
            settings.matches_per_player,
            settings.match_size,
        )
        self.quota = Quota(settings.stored_megabytes_per_hour)
        self.considering = Beside(Workers(1), CONSIDERING_SECONDS, CONSIDERED_KEPT_BYTES)
        self.trying = Trying(self.considering)
        self.lobby = Lobby(self.hall, self.allowance, self.quota, self.trying)
        self.replaying = Beside(Workers(settings.replay_workers), REPLAY_SECONDS, settings.replay_kept_bytes)
        self.analysing = Beside(Workers(1), ANALYSIS_SECONDS, ANALYSIS_KEPT_BYTES, each=1)
        self.past = Past(self.store, self.replaying, self.analysing)
        self.moves = Moves(self.hall, self.past, self.trying)
        self.views = Views(self.hall, self.past, self.trying)
        self.signed_in = SignedIn(self.store)
        self.guests = Guests(self.store, self.clock, self.signed_in)
        self.tokens = Tokens(self.store, self.clock, self.guests, self.signed_in)
        self.hosting = Hosting(self.hall, self.guests, self.allowance, self.quota, self.trying)
        self.renaming = Renaming(self.hall, self.guests)
        self.pauses = Pauses(self.hall)
        self.again = Again(self.hall, self.lobby, self.past)
        self.uploads = Uploads(self.hall, self.quota, settings.uploads_per_player)
        self.bots = Bots(self.hall, self.moves, settings.bot_workers)
        self.waking = Waking(self.hall, self.bots)
        self.deadlines = Deadlines(self.hall)
        self.showing = Showing(self.hall, self.bots.count_busy, settings.metrics_port, settings.workers)
        rate = settings.requests_per_second
        self.by_identity = Buckets(rate, rate * BURST_SECONDS)
        self.by_address = Buckets(rate * ADDRESS_FACTOR, rate * ADDRESS_FACTOR * BURST_SECONDS)
        self.guests_by_address = Buckets(
            settings.guests_per_hour / HOUR_SECONDS,
            settings.guests_per_hour,
            "Too many new guests have come from your address. Keep the cookie you get, or try again later.",
        )
        self.renames_by_identity = Buckets(
            RENAMES_PER_HOUR / HOUR_SECONDS,
            RENAMES_PER_HOUR,
            f"You can change your name {RENAMES_PER_HOUR} times an hour. Try again later.",
        )
        self.listing = Lanes(LISTS_AT_ONCE)
        most = settings.sockets_per_player
        self.sockets_by_identity = Places(most, f"You have {most} sockets open. Close one first.")
        self.sockets_by_address = Places(
            most * ADDRESS_FACTOR,
            "Too many sockets without an identity are open from your address. Get an identity from /api/me.",
        )
        self.connections_by_address = Places(
            settings.connections_per_address, "Too many connections are open from your address. Close one first."
        )
        self.elsewhere = Elsewhere(
            self.store,
            {
                "requests_by_identity": self.by_identity,
                "requests_by_address": self.by_address,
                "guests_by_address": self.guests_by_address,
                "renames_by_identity": self.renames_by_identity,
                "stored_by_identity": self.quota.by_identity,
                "stored_by_address": self.quota.by_address,
            },
            {
                "sockets_by_identity": self.sockets_by_identity,
                "sockets_by_address": self.sockets_by_address,
                "connections_by_address": self.connections_by_address,
            },
        )
        self.pushing = Turnstile(PUSHED_AT_ONCE)
        self.relay = relay_for(self.hall, (self.hall.presence, self.signed_in, self.elsewhere), settings.redis_url)

    @contextlib.asynccontextmanager
    async def run(self, _: Any = None) -> AsyncIterator[None]:
        """Open for business; everything waiting is finished before it closes."""
        for name, reason in registry.broken().items():
            logger.error("A registered game cannot be used: %s", reason, extra={"game": name})
        self.store.claim()
        await self.store.open()
        await self.guests.open()
        await self.elsewhere.open()
        await self.relay.open()
        self.deadlines.open()
        self.waking.open()
        self.showing.open()
        try:
            yield
        finally:
            await self.showing.close()
            await self.waking.close()
            await self.deadlines.close()
            await self.bots.close()
            self.uploads.close()
            await self.replaying.close()
            await self.analysing.close()
            await self.considering.close()
            await self.relay.close()
            await self.store.close()
