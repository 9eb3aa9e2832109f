"""What the server is tested on: SQLite in a file, and a real PostgreSQL and Redis that the tests start themselves."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from armillary.server.door import identity
from tests.server import postgres
from tests.server.api import Server, running
from tests.server.news import News, ThroughPostgresql, ThroughRedis
from tests.server.redis_server import RedisServer, redis_here


def _started() -> Iterator[postgres.Cluster]:
    """A PostgreSQL; a developer who cannot install one goes without these tests, CI does not."""
    try:
        postgres.program("initdb")
    except postgres.Missing as missing:
        pytest.skip(str(missing))
    with postgres.cluster() as started:
        yield started


@pytest.fixture(autouse=True)
def _no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks too often is told so at once: tests do it a lot."""
    monkeypatch.setattr(identity, "PAUSE_SECONDS", 0)


@pytest.fixture(scope="session")
def cluster() -> Iterator[postgres.Cluster]:
    """One PostgreSQL for all tests of this process."""
    yield from _started()


@pytest.fixture(scope="module")
def unreliable() -> Iterator[postgres.Cluster]:
    """A PostgreSQL that nobody else needs: it may be stopped and frozen."""
    yield from _started()


@pytest.fixture
def shared_database(cluster: postgres.Cluster) -> Iterator[str]:
    """The URL of an empty database that several processes can share."""
    with cluster.database() as url:
        yield url


@pytest.fixture
def redis_server() -> Iterator[RedisServer]:
    """A Redis that was not started yet."""
    try:
        with redis_here() as server:
            yield server
    except postgres.Missing as missing:
        pytest.skip(str(missing))


@pytest.fixture(params=["postgresql", "redis"])
def news(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> News:
    """The ways from process to process on one shared database, one and then the other."""
    if request.param == "postgresql":
        return ThroughPostgresql()
    monkeypatch.setattr("armillary.server.notify.redis.SWEEP_SECONDS", 3600)  # it would hide a note that was never sent
    server: RedisServer = request.getfixturevalue("redis_server")
    server.start()
    return ThroughRedis(server)


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
