"""The tables' history, as Alembic reads it."""
