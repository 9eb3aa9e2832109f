"""One server and one browser per worker, for as long as its tests are about pages."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.browser.browsing import Browsing, Look, Visitor, browsing, serving
from tests.server.processes import Server


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server process with the built client."""
    with serving(tmp_path_factory.mktemp("browser")) as listening:
        yield listening


@pytest.fixture(scope="package")
def chromium(server: Server) -> Iterator[Browsing]:
    """A browser at that server. Afterwards it is gone: while it is there, nothing else may run an event loop."""
    with browsing(server) as found:
        yield found


@pytest.fixture
def look() -> Look:
    """What the visitor's page is looked at with; a test that needs another look is parametrized with it."""
    return Look()


@pytest.fixture
def visitor(chromium: Browsing, look: Look) -> Iterator[Visitor]:
    """Somebody who has never been here. The test fails when anything goes wrong on a page of theirs."""
    with chromium.visitor(look) as somebody:
        yield somebody


@pytest.fixture
def chromium_pair(chromium: Browsing) -> Iterator[tuple[Visitor, Visitor]]:
    """Two who know nothing of each other."""
    with chromium.visitor() as one, chromium.visitor() as other:
        yield one, other
