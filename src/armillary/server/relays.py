"""Which way the news of other processes come: through the database, through Redis, or not at all."""

from __future__ import annotations

from importlib import import_module

from armillary.core.errors import BadInput
from armillary.server.database import PostgresqlServer
from armillary.server.hall import Hall
from armillary.server.postgresql_relay import PostgresqlRelay
from armillary.server.relay import Relay


def relay_for(hall: Hall, redis_url: str = "") -> Relay:
    """The relay of a process; raises `BadInput` where Redis is asked for and cannot be had."""
    database = hall.store.database
    if isinstance(database, PostgresqlServer):
        return _redis_relay(hall, redis_url) if redis_url else PostgresqlRelay(hall, database)
    if redis_url:
        raise BadInput("a SQLite file carries one process, which has nobody to tell: Redis needs PostgreSQL beside it")
    return Relay(hall)


def _redis_relay(hall: Hall, url: str) -> Relay:
    try:
        module = import_module("armillary.server.redis_relay")
    except ModuleNotFoundError as error:
        if error.name is not None and error.name.startswith("armillary"):
            raise
        raise BadInput("Redis needs its client, which is not installed: pip install 'armillary[redis]'") from error
    relay: Relay = module.RedisRelay(hall, url)
    return relay
