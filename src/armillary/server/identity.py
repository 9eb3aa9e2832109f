"""Who you are: a guest with a signed cookie, or a program with a token. Secrets are kept as digests only."""

from __future__ import annotations

import hmac
import math
import secrets
from hashlib import sha256

import msgspec
from sqlalchemy import delete, insert, select, update

from armillary.server import schema
from armillary.server.clock import Clock
from armillary.server.problems import Conflict, NotFound, NotSignedIn
from armillary.server.store import Store, is_id

COOKIE = "armillary_guest"
MOST_NAME = 40
MOST_TOKENS = 20
MOST_CACHED = 50_000
TRUST = 1_000
"""Milliseconds for which a name or a token counts without asking again: another process may have changed it."""


class Player(msgspec.Struct, frozen=True):
    """Somebody who plays."""

    id: str
    name: str


class Token(msgspec.Struct, frozen=True):
    """A key for a program; its secret is shown once, when it is made."""

    id: str
    name: str
    created_at: int
    secret: str | None = None


def new_id() -> str:
    """An id nobody guesses."""
    return secrets.token_hex(12)


def digest(secret: str) -> str:
    """What is kept of a secret."""
    return sha256(secret.encode()).hexdigest()


def clean_name(name: str) -> str:
    """A display name: printable, one line, not too long, never empty."""
    kept = "".join(char for char in name if char.isprintable()).strip()[:MOST_NAME].strip()
    return kept or "Guest"


class Identities:
    """Guests and tokens of this installation."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._key = b""
        self._known: dict[str, tuple[Player, float]] = {}
        self._signed: dict[str, str] = {}
        self._bearers: dict[str, tuple[Player, float]] = {}

    async def open(self) -> None:
        """Fetch, or make, the key cookies are signed with."""
        self._key = await self._store.secret("cookies", secrets.token_bytes(32))

    # -- guests ------------------------------------------------------------------------------------------

    async def welcome(self) -> Player:
        """A new guest."""
        player = Player(new_id(), f"Guest {secrets.randbelow(9000) + 1000}")
        row = {"id": player.id, "name": player.name, "created_at": self._clock.now()}
        await self._store.write(lambda connection: connection.execute(insert(schema.players), row))
        return self._remember(player)

    async def rename(self, player: Player, name: str) -> Player:
        """Under another display name from now on."""
        named = Player(player.id, clean_name(name))
        change = update(schema.players).where(schema.players.c.id == player.id).values(name=named.name)
        await self._store.write(lambda connection: connection.execute(change))
        self._bearers.clear()
        return self._remember(named)

    def cookie(self, player: Player) -> str:
        """The cookie that is this player."""
        return f"{player.id}.{self._signature(player.id)}"

    async def by_cookie(self, cookie: str) -> Player | None:
        """Who a cookie is; None for a forged or outdated one."""
        player_id = self._signed.get(cookie) or self._checked(cookie)
        if player_id is None:
            return None
        known, until = self._known.get(player_id, (None, 0))
        return known if known is not None and self._clock.now() < until else await self._find(player_id)

    def _checked(self, cookie: str) -> str | None:
        """Whose cookie it is, if we signed it; that is worked out once for each."""
        player_id, _, signature = cookie.partition(".")
        if not hmac.compare_digest(signature.encode(), self._signature(player_id).encode()):
            return None
        if len(self._signed) >= MOST_CACHED:
            self._signed.clear()
        self._signed[cookie] = player_id
        return player_id

    async def _find(self, player_id: str) -> Player | None:
        rows = await self._store.read(select(schema.players).where(schema.players.c.id == player_id))
        return self._remember(Player(rows[0].id, rows[0].name)) if rows else None

    def _trusted_until(self) -> float:
        """A name may change in another process, where there are others; else only here."""
        return self._clock.now() + TRUST if self._store.is_shared else math.inf

    def _signature(self, player_id: str) -> str:
        return hmac.new(self._key, player_id.encode(), sha256).hexdigest()

    def _remember(self, player: Player) -> Player:
        if len(self._known) >= MOST_CACHED:
            self._known.clear()
        self._known[player.id] = player, self._trusted_until()
        return player

    # -- tokens ------------------------------------------------------------------------------------------

    async def new_token(self, player: Player, name: str) -> Token:
        """A token for a program of this player."""
        if len(await self.tokens(player)) >= MOST_TOKENS:
            raise Conflict(f"a player has at most {MOST_TOKENS} tokens; delete one first")
        token = Token(new_id(), clean_name(name), self._clock.now(), secrets.token_urlsafe(32))
        assert token.secret is not None
        row = {
            "id": token.id,
            "player": player.id,
            "name": token.name,
            "digest": sha256(token.secret.encode()).digest(),
            "created_at": token.created_at,
        }
        await self._store.write(lambda connection: connection.execute(insert(schema.tokens), row))
        return msgspec.structs.replace(token, secret=f"{token.id}.{token.secret}")

    async def tokens(self, player: Player) -> list[Token]:
        """A player's tokens, without their secrets."""
        table = schema.tokens
        rows = await self._store.read(select(table).where(table.c.player == player.id).order_by(table.c.created_at))
        return [Token(row.id, row.name, row.created_at) for row in rows]

    async def drop_token(self, player: Player, token_id: str) -> None:
        """Make a token worthless."""
        if not is_id(token_id):
            raise NotFound("you have no such token")
        table = schema.tokens
        gone = delete(table).where(table.c.id == token_id, table.c.player == player.id)
        result = await self._store.write(lambda connection: connection.execute(gone))
        if not result.rowcount:
            raise NotFound("you have no such token")
        self._bearers.clear()

    async def by_token(self, bearer: str) -> Player:
        """Who a token is; raises `NotSignedIn`."""
        known, until = self._bearers.get(bearer, (None, 0))
        if known is not None and self._clock.now() < until:
            return known
        token_id, _, secret = bearer.partition(".")
        table = schema.tokens
        query = select(table.c.player, table.c.digest).where(table.c.id == token_id)
        rows = await self._store.read(query) if is_id(token_id) else []
        if not rows or not hmac.compare_digest(bytes(rows[0].digest), sha256(secret.encode()).digest()):
            raise NotSignedIn("this token is not known")
        player = await self._find(rows[0].player)
        assert player is not None
        if len(self._bearers) >= MOST_CACHED:
            self._bearers.clear()
        self._bearers[bearer] = player, self._clock.now() + TRUST
        return player
