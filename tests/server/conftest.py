"""Databases to test the server on: SQLite in a file, and a real PostgreSQL that the tests start themselves."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server import postgres
from tests.server.api import Server, running


@pytest.fixture(scope="session")
def cluster() -> Iterator[postgres.Cluster]:
    """One PostgreSQL for all tests of this process."""
    try:
        postgres.program("initdb")
    except postgres.Missing as missing:
        pytest.skip(str(missing))
    with postgres.cluster() as started:
        yield started


@pytest.fixture
def shared_database(cluster: postgres.Cluster) -> Iterator[str]:
    """The URL of an empty database that several processes can share."""
    with cluster.database() as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database, of one kind and then of the other."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/test.db"
    shared: str = request.getfixturevalue("shared_database")
    return shared


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server in this process for all tests of a module: they meet at different tables."""
    with running(tmp_path_factory.mktemp("server")) as listening:
        yield listening
