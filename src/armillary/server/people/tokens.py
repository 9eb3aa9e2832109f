"""Tokens: how a player's programs say who they are. Only digests of their secrets are kept."""

from __future__ import annotations

import hmac
import secrets
from hashlib import sha256

from armillary.api.people import Player, Token
from armillary.server.clock import Clock
from armillary.server.errors import Conflict, NotFound, NotSignedIn
from armillary.server.matches.text import clean_name
from armillary.server.people.guests import MAX_CACHED, TRUST, Guests
from armillary.server.people.ids import new_id
from armillary.server.people.sessions import Sessions
from armillary.server.storage import players
from armillary.server.storage.counts import patiently
from armillary.server.storage.store import Store

MAX_TOKENS_PER_PLAYER = 20
UNKNOWN = "This token is unknown. It may have been deleted."


def id_of(bearer: str) -> str:
    """Which token it is; what follows is its secret."""
    return bearer.partition(".")[0]


class Tokens:
    """The tokens of this installation's players."""

    def __init__(self, store: Store, clock: Clock, guests: Guests, sessions: Sessions) -> None:
        self._store = store
        self._clock = clock
        self._guests = guests
        self._sessions = sessions
        self._owners: dict[str, tuple[str, float]] = {}
        """Owner of each token used lately, and until when that counts."""

    async def new(self, player: Player, name: str) -> Token:
        """A token for a program of this player."""
        token_id, secret, now = new_id(), secrets.token_urlsafe(32), self._clock.now()
        token = Token(token_id, clean_name(name), now, f"{token_id}.{secret}")
        kept = token.id, player.id, token.name, sha256(secret.encode()).digest(), now
        if not await patiently(lambda: players.add_token(self._store, *kept, MAX_TOKENS_PER_PLAYER)):
            raise Conflict(f"You have {MAX_TOKENS_PER_PLAYER} tokens, which is the limit. Delete one first.")
        return token

    async def all_of(self, player: Player) -> list[Token]:
        """A player's tokens, without their secrets."""
        rows = await players.tokens_of(self._store, player.id)
        return [Token(row.id, row.name, row.created_at) for row in rows]

    async def delete(self, player: Player, token_id: str) -> None:
        """Delete a token, and end its sockets; raises `NotFound` where the player has no such token."""
        if not await players.delete_token(self._store, player.id, token_id):
            raise NotFound("You have no such token.")
        self._owners.clear()
        self._sessions.end("token", token_id)

    async def by_token(self, bearer: str) -> Player:
        """Whose token it is; raises `NotSignedIn`."""
        owner, until = self._owners.get(bearer, (None, 0))
        if owner is None or self._clock.now() >= until:
            owner = await self._check(bearer)
        player = await self._guests.by_id(owner)
        if player is None:
            raise NotSignedIn(UNKNOWN)
        return player

    async def _check(self, bearer: str) -> str:
        """The owner of a token; trusted for a moment."""
        secret = bearer.partition(".")[2]
        found = await players.token(self._store, id_of(bearer))
        if found is None or not hmac.compare_digest(found[1], sha256(secret.encode()).digest()):
            raise NotSignedIn(UNKNOWN)
        if len(self._owners) >= MAX_CACHED:
            self._owners.clear()
        self._owners[bearer] = found[0], self._clock.now() + TRUST
        return found[0]
