"""The proof: every match of a database, replayed from its journal, is what its row, seats and snapshots say."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator

import msgspec

from armillary.server.errors import NotReady
from armillary.server.matches.audit import audit
from armillary.server.settings import settings_for
from armillary.server.storage import listings
from armillary.server.storage.store import Store

PAGE = 500
"""How many matches are known of at once, however many there are."""


class Finding(msgspec.Struct, frozen=True):
    """One match examined; it is well when there is no fault."""

    match: str
    game: str
    steps: int
    fault: str | None = None


def findings(database: str | None) -> Iterator[Finding]:
    """What the doctor finds in a database, each as soon as it is found."""
    settings = settings_for(database=database)
    store = Store(settings.database_url, patience=settings.database_seconds)
    store.require_file()
    found = examine(store)

    async def following() -> Finding | None:
        return await anext(found, None)

    with asyncio.Runner() as runner:
        try:
            runner.run(store.open())
            while (finding := runner.run(following())) is not None:
                yield finding
        finally:
            runner.run(store.close())


async def examine(store: Store) -> AsyncIterator[Finding]:
    """Every match, one after the other; the server may go on meanwhile."""
    last = ""
    while found := await listings.all_after(store, last, PAGE):
        for match_id, game in found:
            yield await _examine_match(store, match_id, game)
        last = found[-1][0]


async def _examine_match(store: Store, match_id: str, game: str) -> Finding:
    try:
        stored = await store.read_all(match_id)
        if stored is None:
            return Finding(match_id, game, 0, "The match was deleted during the check.")
        return Finding(match_id, game, audit(stored))
    except NotReady:  # says nothing about the match
        raise
    except Exception as error:  # noqa: BLE001 (a damaged row may break anything: that is what is looked for)
        return Finding(match_id, game, 0, str(error) or type(error).__name__)
