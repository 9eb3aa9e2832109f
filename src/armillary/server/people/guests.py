"""Guests: the holder of a signed cookie is its player. Only the cookie's key is kept in the database."""

from __future__ import annotations

import asyncio
import hmac
import secrets
from hashlib import sha256
from weakref import WeakValueDictionary

from msgspec.structs import replace

from armillary.api.people import Player
from armillary.api.terms import DAY
from armillary.server.clock import Clock
from armillary.server.errors import Conflict
from armillary.server.matches.text import clean_name
from armillary.server.people.ids import new_id
from armillary.server.people.sessions import Sessions
from armillary.server.storage import players
from armillary.server.storage.store import Store

COOKIE = "armillary_guest"
"""How the cookie's name begins, but for what HTTPS puts before it."""
HTTPS_ONLY = "__Host-"
"""Browsers take a cookie of such a name only over HTTPS, for every path, and from this very host."""

OWN_DIGITS = 12
"""Digits at the end of the name that no other server has."""

MAX_CACHED = 50_000

TRUST = 1_000
"""Milliseconds for which a name or a token counts without asking again: another process may have changed it."""


class Guests:
    """The players of this installation, known by their cookies."""

    def __init__(self, store: Store, clock: Clock, sessions: Sessions, *, https: bool = False) -> None:
        self._store = store
        self._clock = clock
        self._sessions = sessions
        self._https = https
        self._key = b""
        self.cookie_name = ""
        """Servers on other ports of this host get our cookie, and we theirs: each has a name of its own."""
        self._known: dict[str, tuple[Player, int]] = {}
        self._given_up: set[str] = set()
        """Identities deleted here: a request at that moment may have cached one since."""
        self._signed: dict[str, str] = {}
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """Everybody's changes come one after the other, each with what is cached of it."""

    async def open(self) -> None:
        """Fetch, or make, the key cookies are signed with."""
        self._key = await self._store.secret("cookies", secrets.token_bytes(32))
        own = sha256(b"the name of the cookie" + self._key).hexdigest()[:OWN_DIGITS]
        self.cookie_name = f"{HTTPS_ONLY if self._https else ''}{COOKIE}_{own}"

    async def welcome(self) -> Player:
        """A new guest."""
        player = Player(new_id(), f"Guest {secrets.randbelow(9000) + 1000}")
        now = self._clock.now()
        await players.add(self._store, player.id, player.name, now)
        return self._remember(player, now)

    async def rename(self, player: Player, name: str) -> Player:
        """Give a player another display name; `play/names.py` brings it to their tables."""
        renamed = replace(player, name=clean_name(name))
        async with self._turns.setdefault(player.id, asyncio.Lock()):
            await players.rename(self._store, renamed.id, renamed.name)
            return await self._read_again(renamed)

    async def declare_program(self, player: Player) -> Player:
        """Mark a player as a program, for good; raises `Conflict` while they sit at a match as a person."""
        async with self._turns.setdefault(player.id, asyncio.Lock()):
            if not player.program and not await players.declare_program(self._store, player.id):
                raise Conflict(
                    "You sit at matches that are not over. Finish or leave them first, or let the program be a new "
                    "guest."
                )
            return await self._read_again(replace(player, program=True))

    async def _read_again(self, changed: Player) -> Player:
        """A player after a change, as they are stored: another change may have been made at the same time."""
        found = await self._look_up(changed.id)
        return self._remember(changed if found is None else found[0], self._clock.now())

    async def revoke(self, player: Player) -> None:
        """Delete an identity: its cookie and its tokens become invalid, and it is never used again."""
        await players.revoke(self._store, player.id, self._clock.now())
        if len(self._given_up) >= MAX_CACHED:
            self._given_up.clear()
            self._known.clear()
        self._given_up.add(player.id)
        self._sessions.end("player", player.id)

    async def by_id(self, player_id: str) -> Player | None:
        """The player with this id; None where there is none."""
        before = self._known.get(player_id)
        known, until = before or (None, 0)
        if known is None or self._clock.now() >= until:
            found = await self._look_up(player_id)
            if self._known.get(player_id) is not before:  # renamed here while the old name was read
                return await self.by_id(player_id)
            known = None if found is None else self._remember(*found)
        return None if player_id in self._given_up else known

    async def fresh(self, player_id: str) -> Player | None:
        """The same, by the name that they have now: another process may have changed it a moment ago."""
        if not self._store.is_shared:
            return await self.by_id(player_id)
        found = await self._look_up(player_id)
        return None if found is None or player_id in self._given_up else self._remember(*found)

    async def _look_up(self, player_id: str) -> tuple[Player, int] | None:
        """From the database, and when they were here last; that they are is written there once a day."""
        found, now = await players.find(self._store, player_id), self._clock.now()
        if found is None:
            return None
        name, program, seen_at = found
        if now >= seen_at + DAY:
            seen_at = now
            if not await players.see(self._store, player_id, now):
                return None
        return Player(player_id, name, program), seen_at

    async def name_of(self, player_id: str) -> str:
        """A player's name, also of a deleted identity."""
        player = await self.by_id(player_id)
        return await players.last_name_of(self._store, player_id) if player is None else player.name

    def _remember(self, player: Player, seen_at: int) -> Player:
        """For a day, or until another process may have renamed them, where there are other processes."""
        if len(self._known) >= MAX_CACHED:
            self._known.clear()
        until = self._clock.now() + TRUST if self._store.is_shared else seen_at + DAY
        self._known[player.id] = player, until
        return player

    # -- cookies -----------------------------------------------------------------------------------------

    def cookie(self, player: Player) -> str:
        """The cookie that is this player."""
        return f"{player.id}.{self._signature(player.id)}"

    async def by_cookie(self, cookie: str) -> Player | None:
        """Whose cookie it is; None for a forged or outdated one."""
        player_id = self._signed.get(cookie) or self._check(cookie)
        return None if player_id is None else await self.by_id(player_id)

    def _check(self, cookie: str) -> str | None:
        """Whose cookie it is, if we signed it; computed once for each cookie."""
        player_id, _, signature = cookie.partition(".")
        if not hmac.compare_digest(signature.encode(), self._signature(player_id).encode()):
            return None
        if len(self._signed) >= MAX_CACHED:
            self._signed.clear()
        self._signed[cookie] = player_id
        return player_id

    def _signature(self, player_id: str) -> str:
        return hmac.new(self._key, player_id.encode(), sha256).hexdigest()
