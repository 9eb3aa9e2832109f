"""Who is signed in on which socket: when a token or an identity is deleted, its sockets end at once.

Other processes hear of it by a note. Notes can be lost, so where there are other processes, each of them also looks now
and then whether those at its sockets still count.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections import OrderedDict
from collections.abc import Iterator
from time import monotonic
from typing import Literal, TypeAlias

from armillary.server.errors import NotReady, NotSignedIn
from armillary.server.storage import players
from armillary.server.storage.store import Store

CHECK_SECONDS = 20.0
MAX_ENDINGS_KEPT = 10_000
"""Deletions that are remembered, for clients that were let in a moment before one."""

Kind: TypeAlias = Literal["player", "token"]

REASONS: dict[Kind, str] = {"player": "This identity was deleted.", "token": "This token was deleted."}

_NOTE = re.compile(r"gone (player|token) ([0-9A-Za-z]{1,64})", re.ASCII)


class Session:
    """One socket, for as long as its owner is signed in."""

    def __init__(self) -> None:
        self._has_ended = asyncio.Event()
        self._why: Kind = "player"

    async def until_signed_out(self) -> None:
        """Wait for the end; raises `NotSignedIn`, with the reason, when it comes."""
        await self._has_ended.wait()
        raise NotSignedIn(REASONS[self._why])

    def end(self, why: Kind) -> None:
        """They are no longer signed in; the first reason counts."""
        if not self._has_ended.is_set():
            self._why = why
            self._has_ended.set()


class Sessions:
    """Everybody at the sockets of this process, by what they are known by."""

    tells = "who is no longer signed in"

    def __init__(self, store: Store) -> None:
        self._store = store
        self._stays: dict[tuple[Kind, str], set[Session]] = {}
        self._ended: OrderedDict[tuple[Kind, str], None] = OrderedDict()
        self._untold: list[str] = []
        self._has_untold = asyncio.Event()
        self._check_at = 0.0

    def __len__(self) -> int:
        """How many identities and tokens are at a socket."""
        return len(self._stays)

    @contextlib.contextmanager
    def hold(self, player: str | None, token: str | None = None) -> Iterator[Session]:
        """Be at a socket as this player, by this token or else by the cookie; None without an identity."""
        named: tuple[tuple[Kind, str | None], ...] = ("player", player), ("token", token)
        known_by = [(kind, each) for kind, each in named if each is not None]
        stay = Session()
        for each in known_by:
            self._stays.setdefault(each, set()).add(stay)
            if each in self._ended:
                stay.end(each[0])
        try:
            yield stay
        finally:
            for each in known_by:
                self._stays[each].discard(stay)
                if not self._stays[each]:
                    del self._stays[each]

    def end(self, kind: Kind, gone: str) -> None:
        """A token or an identity was deleted: its sockets end here, and soon in other processes."""
        self._end(kind, gone)
        if self._store.is_shared:
            self._untold.append(note_of(kind, gone))
            self._has_untold.set()

    def _end(self, kind: Kind, gone: str) -> None:
        self._ended[kind, gone] = None
        if len(self._ended) > MAX_ENDINGS_KEPT:
            self._ended.popitem(last=False)
        for stay in self._stays.get((kind, gone), ()):
            stay.end(kind)

    # -- other processes -----------------------------------------------------------------------------------

    def hear(self, note: str) -> None:
        """A note from another process; anything else is ignored."""
        if found := _NOTE.fullmatch(note):
            self._end("token" if found[1] == "token" else "player", found[2])

    async def notes(self) -> list[str]:
        """What other processes must hear next; now and then, this looks for what was not heard here."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(max(0, self._check_at - monotonic())):
                await self._has_untold.wait()
        if monotonic() >= self._check_at:
            self._check_at = monotonic() + CHECK_SECONDS
            await self._check()
        self._has_untold.clear()
        untold, self._untold = self._untold, []
        return untold

    async def _check(self) -> None:
        """Ask the database, once for all sockets, who still counts."""
        asked = list(self._stays)
        if asked:
            with contextlib.suppress(NotReady):  # was logged, and is tried again
                still = await players.signed_in(self._store, {each for _, each in asked})
                for kind, each in asked:
                    if each not in still:
                        self._end(kind, each)


def note_of(kind: Kind, gone: str) -> str:
    """What other processes are told."""
    return f"gone {kind} {gone}"
