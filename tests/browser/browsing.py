"""A server with the built client, a browser, and visitors who notice whatever goes wrong on a page."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple, TypeVar
from urllib.parse import urlsplit

from playwright.sync_api import Browser, ConsoleMessage, Page, Request, StorageState, expect, sync_playwright

from tests.project.tree import CLIENT, ROOT
from tests.server.processes import HOST, Server

T = TypeVar("T")

SIZES = {"desktop": (1440, 900), "tablet": (820, 1180), "phone": (390, 844)}
THEMES = ("dark", "light")

SECONDS = 15.0
"""How long anything on a page may take."""

SWITCHES = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE {HOST}",
)
"""A browser that asks for nothing but what pages ask for, and finds nobody but our server."""


class Look(NamedTuple):
    """What a page is looked at with."""

    size: str = "desktop"
    theme: str = "dark"

    def __str__(self) -> str:
        return f"{self.size}-{self.theme}"


LOOKS = tuple(Look(size, theme) for size in SIZES for theme in THEMES)


class Visitor:
    """Somebody new with a browser window of their own, and everything that went wrong in it."""

    def __init__(self, browser: Browser, address: str, look: Look, *, motion: bool, state: StorageState | None) -> None:
        width, height = SIZES[look.size]
        self.address = address
        self.context = browser.new_context(
            base_url=address,
            viewport={"width": width, "height": height},
            has_touch=look.size != "desktop",
            is_mobile=look.size == "phone",
            color_scheme="dark" if look.theme == "dark" else "light",
            reduced_motion="no-preference" if motion else "reduce",
            locale="en-GB",
            timezone_id="UTC",
            storage_state=state,
        )
        self.context.set_default_timeout(SECONDS * 1000)
        self.complaints: list[str] = []
        self._forgiven: list[str] = []
        self.context.on("console", self._hear)
        self.context.on("weberror", lambda error: self.complaints.append(f"error: {error.error}"))
        self.context.on("request", self._see)
        self.context.on("requestfailed", self._miss)
        self.page = self.new_page()

    def new_page(self) -> Page:
        """One more tab."""
        return self.context.new_page()

    def open(self, path: str) -> Page:
        """Go to an address of the client, and wait until it has loaded."""
        self.page.goto(path, wait_until="load")
        return self.page

    def forgive(self, pattern: str) -> None:
        """Complaints like this are meant to be: a test goes on to show that the page copes."""
        self._forgiven.append(pattern)

    @property
    def unforgiven(self) -> list[str]:
        """Everything that went wrong and should not have."""
        return [each for each in self.complaints if not any(re.search(one, each) for one in self._forgiven)]

    def _hear(self, message: ConsoleMessage) -> None:
        """Errors, warnings and whatever the Content-Security-Policy has blocked."""
        if message.type in ("error", "warning", "assert"):
            self.complaints.append(f"{message.type}: {message.text}")

    def _see(self, request: Request) -> None:
        place = urlsplit(request.url)
        if place.scheme not in ("data", "blob") and place.netloc != urlsplit(self.address).netloc:
            self.complaints.append(f"another host: {request.url}")

    def _miss(self, request: Request) -> None:
        """A request without an answer; one that was let go because the page went on is none."""
        if request.failure != "net::ERR_ABORTED":
            self.complaints.append(f"no answer: {request.url}: {request.failure}")


class Browsing:
    """A browser at a server."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser = browser
        self.address = address

    @contextmanager
    def visitor(
        self,
        look: Look = Look(),  # noqa: B008 (a constant)
        *,
        motion: bool = False,
        state: StorageState | None = None,
    ) -> Iterator[Visitor]:
        """Somebody new, or whoever a browser's `state` says; an error if anything unforgiven goes wrong on a page."""
        visitor = Visitor(self.browser, self.address, look, motion=motion, state=state)
        try:
            yield visitor
        except BaseException as error:
            error.add_note(f"What went wrong on the page: {visitor.unforgiven}")
            raise
        finally:
            visitor.context.close()
        assert not visitor.unforgiven, "; ".join(visitor.unforgiven)


@contextmanager
def serving(folder: Path) -> Iterator[Server]:
    """A server process with the built client, on a fresh database in this folder."""
    assert (CLIENT / "index.html").is_file(), "build the browser client first: make web-build"
    server = Server(f"{folder}/test.db", path=_with_toy(folder))
    apart(server.__aenter__())
    try:
        yield server
    finally:
        apart(server.__aexit__(None, None, None))


def _with_toy(folder: Path) -> str:
    """Where Python finds the toy game of the tests as if a third party's package with it were installed."""
    package = folder / "toy-1.0.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: toy\nVersion: 1.0\n", "utf-8")
    (package / "entry_points.txt").write_text("[armillary.games]\ntoy = tests.terminal.toy:GAME\n", "utf-8")
    return f"{folder}{os.pathsep}{ROOT}"


@contextmanager
def browsing(server: Server) -> Iterator[Browsing]:
    """Chromium, as the system has it."""
    program = shutil.which("chromium")
    assert program, "install Chromium first: make chromium"
    expect.set_options(timeout=SECONDS * 1000)
    with sync_playwright() as playwright, playwright.chromium.launch(executable_path=program, args=SWITCHES) as browser:
        yield Browsing(browser, f"http://{HOST}:{server.port}")


def apart(work: Coroutine[Any, Any, T]) -> T:
    """Run something asynchronous in another thread: in this one, Playwright's own loop is running."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()
