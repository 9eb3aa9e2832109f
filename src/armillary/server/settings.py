"""What an operator can set: on the command line or as ARMILLARY_… in the environment."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from armillary.core import codec
from armillary.core.errors import BadInput

PREFIX = "ARMILLARY_"


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """One server process."""

    database_url: str = "sqlite+aiosqlite:///armillary.db"
    host: str = "127.0.0.1"
    port: int = 8400
    workers: int = 1
    """Server processes; more than one needs PostgreSQL."""
    bot_workers: int = 1
    """Processes in which bots think, for each server process."""
    requests_a_second: float = 200
    """What one identity may ask for; one address may ask for eight times as much."""
    body_bytes: int = 262_144
    secure_cookies: bool = False
    """Set when the server stands behind HTTPS."""

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
    if "://" not in url:
        return f"sqlite+aiosqlite:///{Path(url)}"
    scheme, rest = url.split("://", 1)
    drivers = {"sqlite": "sqlite+aiosqlite", "postgres": "postgresql+asyncpg", "postgresql": "postgresql+asyncpg"}
    scheme = drivers.get(scheme, scheme)
    if scheme not in drivers.values():
        raise BadInput(f"a database is sqlite:///FILE or postgresql://…, not {codec.encode(scheme).decode()}")
    return f"{scheme}://{rest}"
