"""The tables' history, as Alembic reads it, and the upgrade that runs by itself at every start."""

from __future__ import annotations

from importlib.resources import files

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection

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
        raise BadInput(
            "The database was made by a newer version of Armillary. Install that version to open it."
        ) from error
