"""The tables' history, as Alembic reads it, and the upgrade that runs by itself at every start.

Every revision leaves a row in the table `revisions`, with the earliest revision whose servers can work with the tables
as it leaves them. So servers of two releases that follow each other can share a database while one replaces the other:
a release may add what the one before does not know (expand), and takes away only what the one before has stopped using
(contract).
"""

from __future__ import annotations

from importlib.resources import files

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection, inspect, text

from armillary.core.errors import BadInput

ONE_AT_A_TIME = "SELECT pg_advisory_xact_lock(8400)"
"""Only for PostgreSQL; on SQLite a transaction that writes is alone from its beginning."""


def upgrade(connection: Connection, to: str = "head") -> None:
    """Bring the tables to a revision, all of it or nothing, even when several processes start at once."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(ONE_AT_A_TIME)
    config = Config()
    config.set_main_option("script_location", str(files(__name__)))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, to)
    except CommandError as error:  # a revision that nobody here knows
        head = ScriptDirectory.from_config(config).get_current_head()
        if not _has_room_for(connection, head or ""):
            raise BadInput(
                "The database was made by a newer version of Armillary. Install that version to open it."
            ) from error


def _has_room_for(connection: Connection, head: str) -> bool:
    """Can servers that know the tables up to `head` work with tables of a later revision?"""
    if not inspect(connection).has_table("revisions"):
        return False
    later = text("SELECT oldest FROM revisions JOIN alembic_version ON version_num = revision")
    oldest = connection.execute(later).scalar_one_or_none()
    return oldest is not None and oldest <= head
