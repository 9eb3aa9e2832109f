"""The release after this one, made up: this version's own code with one more column, and the migration that adds it."""

from __future__ import annotations

import shutil
from pathlib import Path

import armillary

COLUMN = "weather"

MIGRATION = f'''"""Every match has its weather."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add a column that servers of the release before need not know."""
    op.add_column("matches", sa.Column("{COLUMN}", sa.String(20), nullable=False, server_default="calm"))
    op.execute("INSERT INTO revisions VALUES ('0004', '0003')")
'''

BEFORE = '    Column("listed_at", BigInteger, nullable=False),\n'
AFTER = f'{BEFORE}    Column("{COLUMN}", String(20), nullable=False, server_default="calm"),\n'


def make(folder: Path) -> str:
    """The path under which Python finds it."""
    package = Path(armillary.__file__).parent
    made = folder / "next" / "armillary"
    shutil.copytree(package, made, ignore=shutil.ignore_patterns("__pycache__", "web"))
    storage = made / "server" / "storage"
    (storage / "migrations" / "versions" / "v0004_weather.py").write_text(MIGRATION, "utf-8")
    tables = (storage / "tables.py").read_text("utf-8")
    assert tables.count(BEFORE) == 1
    (storage / "tables.py").write_text(tables.replace(BEFORE, AFTER), "utf-8")
    return str(made.parent)
