"""Tables are made all at once or not at all, and the migrations make what the schema says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from alembic import op
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, text

from armillary.core.errors import BadInput
from armillary.server.settings import async_url
from armillary.server.storage import migrations
from armillary.server.storage.store import Store
from armillary.server.storage.tables import metadata


async def _on(store: Store, work: Any) -> Any:
    return await store.database.read(work)


def _differences(connection: Connection) -> list[Any]:
    exactly = {"compare_server_default": True}
    return list(compare_metadata(MigrationContext.configure(connection, opts=exactly), metadata))


async def test_the_migrations_make_what_the_schema_says(database: str) -> None:
    store = Store(async_url(database))
    await store.open()
    try:
        assert await _on(store, _differences) == []
    finally:
        await store.close()


async def test_every_revision_says_whom_its_tables_are_for(database: str) -> None:
    store = Store(async_url(database))
    await store.open()
    said = {row[0] for row in await store.read(text("SELECT revision FROM revisions"))}
    await store.close()
    scripts = ScriptDirectory(str(Path(migrations.__file__).parent))
    assert said == {script.revision for script in scripts.walk_revisions()}


async def test_a_migration_broken_off_leaves_nothing_and_can_be_begun_again(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    create = op.create_table

    def broken_off(name: str, *columns: Any) -> Any:
        if name == "snapshots":
            raise RuntimeError("the machine went down")
        return create(name, *columns)

    store = Store(async_url(database))
    monkeypatch.setattr(op, "create_table", broken_off)
    with pytest.raises(RuntimeError):
        await store.open()
    assert await _on(store, lambda connection: inspect(connection).get_table_names()) == []
    monkeypatch.setattr(op, "create_table", create)
    await store.open()
    made: list[str] = await _on(store, lambda connection: inspect(connection).get_table_names())
    await store.close()
    assert set(made) == {*metadata.tables, "alembic_version"}


async def test_tables_of_a_newer_version_are_refused_and_left_as_they_are(database: str) -> None:
    versions = text("SELECT version_num FROM alembic_version")
    newer = text("UPDATE alembic_version SET version_num = '9999'")
    store = Store(async_url(database))
    await store.open()
    await store.write(lambda connection: connection.execute(newer))
    await store.close()
    again = Store(async_url(database))
    try:
        with pytest.raises(BadInput, match="made by a newer version"):
            await again.open()
        assert await again.read(versions) == [("9999",)]
        assert await _on(again, _differences) == []
    finally:
        await again.close()


async def test_a_file_that_is_no_database_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("not a database, but somebody's notes\n" * 100, "utf-8")
    store = Store(async_url(str(file)))
    with pytest.raises(Exception, match="not a database"):
        await store.open()
    await store.close()
    assert file.read_text("utf-8").startswith("not a database, but")
