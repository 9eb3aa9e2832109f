"""What the client is tested on: one real server for all tests of a module."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.api import Server, running


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server in this process for all tests of a module: they meet at different tables."""
    with running(tmp_path_factory.mktemp("server")) as listening:
        yield listening
