"""What an operator can set: on the command line or as ARMILLARY_… in the environment."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import msgspec
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from armillary.core import codec
from armillary.core.errors import BadInput
from armillary.server.database import PATIENCE

PREFIX = "ARMILLARY_"


def _said(description: str, gt: float | None = None) -> msgspec.Meta:
    return msgspec.Meta(description=description, gt=gt)


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """One server process; the descriptions are the table in docs/operating.md."""

    database_url: Annotated[str, _said("`sqlite:///FILE` or `postgresql://USER:PASSWORD@HOST/NAME`")] = (
        "sqlite:///armillary.db"
    )
    database_seconds: Annotated[
        float, _said("how long PostgreSQL may take over a transaction; then its connection counts as lost", gt=0)
    ] = PATIENCE
    redis_url: Annotated[
        str, _said("`redis://:PASSWORD@HOST:PORT`: server processes on PostgreSQL tell each other through it")
    ] = ""
    host: Annotated[str, _said("the address to listen on")] = "127.0.0.1"
    port: Annotated[int, _said("the port to listen on")] = 8400
    workers: Annotated[int, _said("server processes; more than one needs PostgreSQL")] = 1
    bot_workers: Annotated[int, _said("processes in which bots think, for each server process")] = 1
    requests_a_second: Annotated[
        float, _said("what one identity may ask for; one address may ask for eight times as much")
    ] = 200
    sockets_a_player: Annotated[
        int, _said("sockets one identity may hold open; without one, an address may hold eight times as many")
    ] = 50
    open_matches_a_player: Annotated[int, _said("matches one identity may have made that have not begun")] = 20
    body_bytes: Annotated[int, _said("the longest request, and the longest message on a socket")] = 262_144
    secure_cookies: Annotated[bool, _said("`true` behind HTTPS: cookies then travel nowhere else")] = False

    @classmethod
    def from_environment(cls) -> Settings:
        """Defaults, overridden by the environment; raises `BadInput` with the variable's name."""
        found = {}
        for name in cls.__struct_fields__:
            if (value := os.environ.get(PREFIX + name.upper())) is not None:
                found[name] = value
        try:
            settings = msgspec.convert(found, cls, strict=False)
        except msgspec.ValidationError as error:
            raise BadInput(f"environment: {error}") from error
        return msgspec.structs.replace(settings, database_url=async_url(settings.database_url))


def async_url(url: str) -> str:
    """A database URL with the driver this server uses; a path means SQLite."""
    if "://" not in url and url:
        return f"sqlite:///{Path(url)}"
    scheme, _, rest = url.partition("://")
    drivers = {"sqlite": "sqlite", "postgres": "postgresql+asyncpg", "postgresql": "postgresql+asyncpg"}
    scheme = drivers.get(scheme, scheme)
    if scheme not in drivers.values() or not rest:
        raise BadInput(f"a database is sqlite:///FILE or postgresql://…, not {codec.encode(scheme).decode()}")
    try:
        make_url(f"{scheme}://{rest}")
    except (ArgumentError, ValueError):
        raise BadInput("the database's URL is not postgresql://USER:PASSWORD@HOST:PORT/NAME") from None
    return f"{scheme}://{rest}"
