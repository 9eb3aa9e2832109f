"""What an operator can set: on the command line, or as ARMILLARY_… in the environment."""

from __future__ import annotations

import os
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
import msgspec.inspect
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from armillary.core import codec
from armillary.core.errors import BadInput

PREFIX = "ARMILLARY_"

LogLevel: TypeAlias = Literal["debug", "info", "warning", "error"]
LogFormat: TypeAlias = Literal["auto", "json", "text"]

DATABASE_SECONDS = 30.0
"""How long PostgreSQL may take for a transaction, unless the settings say otherwise."""


def _about(description: str, **bounds: Any) -> msgspec.Meta:
    return msgspec.Meta(description=description, **bounds)


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """One server process; the descriptions are the table in docs/operating.md."""

    database_url: Annotated[str, _about("`sqlite:///FILE` or `postgresql://USER:PASSWORD@HOST/NAME`")] = (
        "sqlite:///armillary.db"
    )
    database_seconds: Annotated[
        float, _about("seconds a PostgreSQL transaction may take before its connection counts as lost", gt=0)
    ] = DATABASE_SECONDS
    redis_url: Annotated[
        str,
        _about("`redis://:PASSWORD@HOST:PORT`: server processes on PostgreSQL share news of changes through it"),
    ] = ""
    host: Annotated[str, _about("the address to listen on")] = "127.0.0.1"
    port: Annotated[int, _about("the port to listen on", ge=1, le=65_535)] = 8400
    workers: Annotated[int, _about("server processes; more than one needs PostgreSQL", ge=1)] = 1
    worker_processes: Annotated[
        int,
        _about(
            "worker processes per server process, started as needed: for quick bots, slow bots, bots among themselves, "
            "the past, drafts at large tables, uploaded records and analyses. Each of these seven can always have one; "
            "the others are shared",
            ge=7,
        ),
    ] = 7
    answers_megabytes: Annotated[
        int, _about("memory for cached answers about finished matches, in megabytes per server process")
    ] = 64
    requests_per_second: Annotated[
        float, _about("requests per second from one identity; one address can send eight times as many")
    ] = 200
    sockets_per_player: Annotated[
        int,
        _about("open sockets per identity; visitors without an identity can open eight times as many per address"),
    ] = 50
    guests_per_hour: Annotated[
        float, _about("new guests per hour from one address, also all at once, since many people can share one", gt=0)
    ] = 1_000
    open_matches_per_player: Annotated[int, _about("matches made by one identity that have not begun")] = 20
    bot_matches_per_player: Annotated[
        int, _about("unfinished matches made by one identity that have bots, or can get some for absent players")
    ] = 50
    matches_per_player: Annotated[int, _about("unfinished matches that one identity made or has a seat in")] = 500
    match_size: Annotated[
        int, _about("maximum size of a match: roughly its places and pieces, times seats, times rounds")
    ] = 3_000_000
    changes_per_step: Annotated[int, _about("changes of an order or an offer that one player can make per step")] = 200
    chat_lines_per_player: Annotated[int, _about("chat lines from one player in one match")] = 1_000
    rooms_megabytes: Annotated[
        int, _about("memory for matches that are not in use at the moment, in megabytes per server process")
    ] = 256
    uploads_per_player: Annotated[int, _about("uploaded records per identity")] = 100
    open_match_days: Annotated[int, _about("days after which a match that has not begun is cancelled", ge=1)] = 7
    upload_days: Annotated[int, _about("days after which an uploaded record is deleted", ge=1)] = 30
    guest_days: Annotated[int, _about("days after which an identity without a match is deleted if unused", ge=1)] = 90
    stored_megabytes_per_hour: Annotated[
        float,
        _about(
            "megabytes of matches, records and changed configs stored per hour for one identity, also all at once; "
            "one address can store eight times as much",
            gt=0,
        ),
    ] = 100
    body_bytes: Annotated[int, _about("maximum length of a request body or a socket message, in bytes")] = 262_144
    connections: Annotated[
        int, _about("open connections per server process, if the system allows as many open files", gt=0)
    ] = 10_000
    connections_per_address: Annotated[
        int, _about("open connections from one address; those of a trusted proxy do not count", gt=0)
    ] = 500
    head_seconds: Annotated[float, _about("seconds the head of a request may take to arrive", gt=0)] = 10
    body_seconds: Annotated[
        float,
        _about(
            "seconds its body may take to arrive, and seconds an answer may wait while the client reads nothing", gt=0
        ),
    ] = 30
    allowed_hosts: Annotated[
        str,
        _about(
            "names the server answers under besides `localhost`, separated by commas; `*` for any. Unless set: none if "
            "the server listens to this machine only, else any"
        ),
    ] = ""
    https: Annotated[
        bool,
        _about("`true` behind HTTPS: browsers are then told to send cookies, and everything else, over HTTPS only"),
    ] = False
    metrics_port: Annotated[
        int,
        _about(
            "the port for Prometheus at `/metrics`, reachable from this machine only; 0 for none. Each of several "
            "server processes takes the next free port",
            ge=0,
            le=65_535,
        ),
    ] = 0
    log_level: Annotated[LogLevel, _about("the lowest level that is logged: `debug`, `info`, `warning` or `error`")] = (
        "info"
    )
    log_format: Annotated[
        LogFormat,
        _about("`json`: one object per line; `text`: lines for people; `auto`: text on a terminal, JSON elsewhere"),
    ] = "auto"

    @classmethod
    def from_environment(cls) -> Settings:
        """Defaults, overridden by the environment; raises `BadInput` with the variable's name."""
        fields = {PREFIX + field.name.upper(): field for field in msgspec.structs.fields(cls)}
        found = {}
        for name, value in sorted(os.environ.items()):
            if name in fields:
                found[fields[name].name] = _read(name, value, fields[name].type)
            elif name.startswith(PREFIX):
                close = get_close_matches(name.removeprefix(PREFIX).lower(), cls.__struct_fields__, 1)
                meant = f" Did you mean {PREFIX}{close[0].upper()}?" if close else ""
                raise BadInput(f"There is no setting {name[:80]}.{meant}")
        settings = cls(**found)
        return msgspec.structs.replace(settings, database_url=async_url(settings.database_url))


def settings_for(
    host: str | None = None, port: int | None = None, database: str | None = None, workers: int | None = None
) -> Settings:
    """The command line's options, then the environment, then the defaults."""
    settings = Settings.from_environment()
    url = None if database is None else async_url(database)
    asked = {"host": host, "port": port, "workers": workers, "database_url": url}
    settings = msgspec.structs.replace(settings, **{name: value for name, value in asked.items() if value is not None})
    if settings.workers > 1 and settings.database_url.startswith("sqlite"):
        raise BadInput("Several server processes need a shared database: use --database postgresql://…")
    return settings


def _read(name: str, value: str, kind: Any) -> Any:
    """The value of one variable."""
    try:
        return msgspec.convert(value, kind, strict=False)
    except msgspec.ValidationError as error:
        given = codec.encode(value[:80]).decode()
        raise BadInput(f"{name} must be {_wanted(msgspec.inspect.type_info(kind))}, not {given}.") from error


def _wanted(kind: Any) -> str:
    """What a setting can be, in words."""
    if isinstance(kind, msgspec.inspect.Metadata):
        return _wanted(kind.type)
    if isinstance(kind, msgspec.inspect.LiteralType):
        return " or ".join(str(value) for value in kind.values)
    if isinstance(kind, msgspec.inspect.BoolType):
        return "true or false"
    assert isinstance(kind, msgspec.inspect.IntType | msgspec.inspect.FloatType)
    words = "a whole number" if isinstance(kind, msgspec.inspect.IntType) else "a number"
    bounds = {"above": kind.gt, "from": kind.ge, "up to": kind.le}
    return " ".join([words, *(f"{word} {bound:g}" for word, bound in bounds.items() if bound is not None)])


def async_url(url: str) -> str:
    """A database URL with the driver this server uses; a path means SQLite."""
    if "://" not in url and url:
        return f"sqlite:///{Path(url)}"
    scheme, _, rest = url.partition("://")
    drivers = {"sqlite": "sqlite", "postgres": "postgresql+asyncpg", "postgresql": "postgresql+asyncpg"}
    scheme = drivers.get(scheme, scheme)
    if scheme not in drivers.values() or not rest:
        raise BadInput(f"A database URL is sqlite:///FILE or postgresql://…, not {codec.encode(scheme).decode()}.")
    try:
        database = make_url(f"{scheme}://{rest}").database
    except (ArgumentError, ValueError):
        raise BadInput("The database URL must have the form postgresql://USER:PASSWORD@HOST:PORT/NAME.") from None
    if scheme == "sqlite" and database in (None, "", ":memory:"):
        raise BadInput("A SQLite database must be a file: sqlite:///FILE.")
    return f"{scheme}://{rest}"
