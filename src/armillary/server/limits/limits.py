"""All limits of one server process, made from its settings. docs/operating.md has them in one table."""

from __future__ import annotations

from armillary.server.limits.buckets import Buckets
from armillary.server.limits.journal import JournalLimits
from armillary.server.limits.loop_time import LoopTime
from armillary.server.limits.matches import Allowance
from armillary.server.limits.places import ADDRESS_FACTOR, Lanes, Places, Turnstile
from armillary.server.limits.shared import Shared
from armillary.server.limits.storage import HOUR_SECONDS, Quota
from armillary.server.settings import Settings
from armillary.server.storage.store import Store

BURST_SECONDS = 2
MAX_RENAMES_PER_HOUR = 20
MAX_LISTS_AT_ONCE = 2
"""Lists that are read at the same time for one address: the database has a few readers for everybody."""
MAX_VIEWS_AT_ONCE = 1
"""Views of large tables that are made before others get their turn."""


class Limits:
    """How often, how many and how big, for everybody this process serves."""

    def __init__(self, settings: Settings, store: Store) -> None:
        rate = settings.requests_per_second
        self.requests = Buckets(rate, rate * BURST_SECONDS)
        self.requests_by_address = Buckets(rate * ADDRESS_FACTOR, rate * ADDRESS_FACTOR * BURST_SECONDS)
        self.loop_time = LoopTime(rate)
        self.guests_by_address = Buckets(
            settings.guests_per_hour / HOUR_SECONDS,
            settings.guests_per_hour,
            "Too many new guests have come from your address. Keep the cookie you get, or try again later.",
        )
        self.renames = Buckets(
            MAX_RENAMES_PER_HOUR / HOUR_SECONDS,
            MAX_RENAMES_PER_HOUR,
            f"You can change your name {MAX_RENAMES_PER_HOUR} times per hour. Try again later.",
        )
        self.stored = Quota(settings.stored_megabytes_per_hour)
        sockets = settings.sockets_per_player
        self.sockets = Places(sockets, f"You have {sockets} sockets open. Close one first.")
        self.sockets_by_address = Places(
            sockets * ADDRESS_FACTOR,
            "Too many sockets without an identity are open from your address. Get an identity from /api/me.",
        )
        self.connections_by_address = Places(
            settings.connections_per_address, "Too many connections are open from your address. Close one first."
        )
        self.lists_by_address = Lanes(MAX_LISTS_AT_ONCE)
        self.views = Turnstile(MAX_VIEWS_AT_ONCE)
        self.matches = Allowance(
            settings.open_matches_per_player,
            settings.bot_matches_per_player,
            settings.matches_per_player,
            settings.match_size,
        )
        self.journal = JournalLimits(settings.changes_per_step, settings.chat_lines_per_player)
        self.shared = Shared(
            store,
            {
                "requests_by_identity": self.requests,
                "requests_by_address": self.requests_by_address,
                "loop_by_identity": self.loop_time.by_identity,
                "loop_by_address": self.loop_time.by_address,
                "guests_by_address": self.guests_by_address,
                "renames_by_identity": self.renames,
                "stored_by_identity": self.stored.by_identity,
                "stored_by_address": self.stored.by_address,
            },
            {
                "sockets_by_identity": self.sockets,
                "sockets_by_address": self.sockets_by_address,
                "connections_by_address": self.connections_by_address,
            },
        )
