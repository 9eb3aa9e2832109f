"""Run by Alembic, on the connection that `upgrade` passes on."""

from __future__ import annotations

from alembic import context

from armillary.server.storage.tables import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
