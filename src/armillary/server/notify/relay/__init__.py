"""News between server processes: through the database, through Redis, or not at all where there is only one."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module

from armillary.core.errors import BadInput
from armillary.server.notify.relay.base import Relay, Speaker
from armillary.server.notify.relay.postgresql import PostgresqlRelay
from armillary.server.play.hall import Hall
from armillary.server.storage.postgresql import PostgresqlServer


def relay_for(hall: Hall, speakers: Sequence[Speaker] = (), redis_url: str = "") -> Relay:
    """The relay of a process; raises `BadInput` where Redis is asked for and cannot be used."""
    database = hall.store.database
    if isinstance(database, PostgresqlServer):
        return _redis_relay(hall, speakers, redis_url) if redis_url else PostgresqlRelay(hall, speakers, database)
    if redis_url:
        raise BadInput(
            "a SQLite file serves one process, which has nobody to notify; Redis needs PostgreSQL as the database"
        )
    return Relay(hall, speakers)


def _redis_relay(hall: Hall, speakers: Sequence[Speaker], url: str) -> Relay:
    try:
        module = import_module("armillary.server.notify.relay.redis")
    except ModuleNotFoundError as error:
        if error.name is not None and error.name.startswith("armillary"):
            raise
        raise BadInput("the Redis client is not installed: pip install 'armillary[redis]'") from error
    relay: Relay = module.RedisRelay(hall, speakers, url)
    return relay
