"""Migrations that run by themselves, on the connection given."""

from __future__ import annotations

from importlib.resources import files

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection

ONE_AT_A_TIME = {"sqlite": "BEGIN IMMEDIATE", "postgresql": "SELECT pg_advisory_xact_lock(8400)"}


def upgrade(connection: Connection) -> None:
    """Bring the tables to the newest version: all of it or nothing, though several processes start at once."""
    connection.exec_driver_sql(ONE_AT_A_TIME[connection.dialect.name])
    config = Config()
    config.set_main_option("script_location", str(files("armillary.server").joinpath("migrations")))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
