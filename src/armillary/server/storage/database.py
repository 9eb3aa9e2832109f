"""What the store asks of a database: work on it is a plain function of a connection, and one transaction."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeAlias, TypeVar

from sqlalchemy import Connection

T = TypeVar("T")
Work: TypeAlias = Callable[[Connection], T]


class Database(Protocol):
    """A database that does the work it is given, one transaction for each."""

    is_shared: bool
    """May other processes write here too?"""

    async def write(self, work: Work[T]) -> T:
        """Do this work; what it changed is durable once this returns."""

    async def read(self, work: Work[T]) -> T:
        """Do work that changes nothing, beside whatever is being written."""

    async def prepare(self, work: Work[T]) -> T:
        """Do this work before anything else, however long it takes."""

    async def ping(self) -> None:
        """Raise `NotReady` unless the database can be used."""

    def claim(self) -> None:
        """Be a server of this database until it is closed; raises `BadInput` where there may be only one."""

    def release(self) -> None:
        """Stop being its server."""

    async def close(self) -> None:
        """Close every connection."""
