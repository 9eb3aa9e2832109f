"""Migrations that run by themselves, on the connection given."""

from __future__ import annotations

from importlib.resources import files

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection

ONE_AT_A_TIME = "SELECT pg_advisory_xact_lock(8400)"
"""What PostgreSQL is told; on SQLite a transaction that writes is alone from its beginning."""


def upgrade(connection: Connection) -> None:
    """Bring the tables to the newest version: all of it or nothing, though several processes start at once."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(ONE_AT_A_TIME)
    config = Config()
    config.set_main_option("script_location", str(files("armillary.server").joinpath("migrations")))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
