"""What holds for every test run: repeatable in CI, and there a test that did not run is a failure."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest
from hypothesis import settings

IN_CI = os.environ.get("CI") == "true"

settings.register_profile("armillary", deadline=None, derandomize=IN_CI, print_blob=True)
settings.load_profile("armillary")

# A shell that starts the tests in the background makes them, and every server they start, deaf to Ctrl-C.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """The event loop of tests that are coroutines: a new one of asyncio's for each."""
    return "asyncio"


@pytest.fixture(autouse=True, scope="session")
def _nobodys_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Matches that are played in tests do not save themselves in anybody's home."""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
        yield


def pytest_sessionfinish(session: pytest.Session) -> None:
    """A skipped test proves nothing: in CI the session fails for it."""
    if IN_CI and _not_run(session.config) and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Name what was left out."""
    if IN_CI:
        for name in _not_run(terminalreporter.config):
            terminalreporter.write_line(f"NOT RUN, which CI does not allow: {name}", red=True)


def _not_run(config: pytest.Config) -> list[str]:
    """Only the reporter has heard of every test; the workers of a parallel run have none."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    stats = reporter.stats if reporter else {}
    return [report.nodeid for kind in ("skipped", "xfailed") for report in stats.get(kind, ())]
