"""Alembic's side door: run on the connection that `migrate.upgrade` brings along."""

from __future__ import annotations

from alembic import context

from armillary.server.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
