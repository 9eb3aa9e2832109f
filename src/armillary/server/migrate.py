"""Migrations that run by themselves, on the connection given."""

from __future__ import annotations

from importlib.resources import files

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection


def upgrade(connection: Connection) -> None:
    """Bring the tables to the newest version."""
    config = Config()
    config.set_main_option("script_location", str(files("armillary.server").joinpath("migrations")))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
