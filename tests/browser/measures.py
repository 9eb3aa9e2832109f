"""What pages weigh, and how long they take: `python -m tests.browser.measures` prints everything that is measured.

Weights are the same everywhere. Times are not: they are read off a quiet machine, and the tests that hold them to their
budgets are left to `make test-browser`.
"""

from __future__ import annotations

import statistics
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Page, Response, expect
from rich.console import Console
from rich.table import Table

from armillary.core import codec
from armillary.games.kepler.map.generate import generate
from armillary.games.kepler.model import Config
from tests.browser.boards import COMPOSE, click, tap
from tests.browser.browsing import Browsing, Look, Visitor, browsing, serving
from tests.browser.slow_line import slow_line
from tests.browser.tables import GREEDY, ME, RANDOM, play_to_the_end, sit, submit
from tests.project.tree import CLIENT
from tests.server.processes import HOST

PHONE = Look("phone", "dark")
SEATS = {
    "skirmish": (ME, RANDOM),
    "kepler": (ME, RANDOM),
    "risky_stars": (ME, *[RANDOM] * 5),
    "territory": (ME, RANDOM, RANDOM),
    "orbit": (ME, RANDOM),
}
CROWDS = {"risky_stars": 5, "territory": 19}
"""So many bots fill a table."""

WATCH = """() => {
  window.tasks = [];
  new PerformanceObserver(list => tasks.push(...list.getEntries().map(entry => entry.duration)))
    .observe({entryTypes: ['longtask']});
}"""
"""Notes every task that keeps a page from answering for more than 50 ms."""


def weight(visitor: Visitor, go_there: Callable[[], object]) -> int:
    """Bytes of JavaScript and styles that somebody new loads on the way, as gzip has them."""
    names: set[str] = set()

    def note(answer: Response) -> None:
        if answer.request.resource_type in ("script", "stylesheet"):
            names.add(urlsplit(answer.url).path.lstrip("/"))

    visitor.context.on("response", note)
    go_there()
    visitor.page.wait_for_load_state("networkidle")
    visitor.context.remove_listener("response", note)
    assert len(names) >= 2
    return sum(_gzip_bytes(name) for name in names)


def _gzip_bytes(name: str) -> int:
    """What a file takes on the way; one too small to be compressed goes as it is."""
    plain, compressed = CLIENT / name, CLIENT / f"{name}.gz"
    return (compressed if compressed.exists() else plain).stat().st_size


def home_and_table(visitor: Visitor, game: str) -> int:
    """From the first page to a board that can be played on."""

    def go() -> None:
        visitor.open("/").wait_for_load_state("networkidle")
        sit(visitor, game, *SEATS[game])
        expect(submit(visitor.page)).to_be_enabled()

    return weight(visitor, go)


def slow_home(visitor: Visitor) -> float:
    """Milliseconds until home can be used at 1.6 Mbit/s, 150 ms away, with a processor four times slower."""
    session = visitor.context.new_cdp_session(visitor.page)
    session.send("Network.enable")
    line = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 94_000}
    session.send("Network.emulateNetworkConditions", line)
    session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    visitor.page.goto("/", wait_until="commit")
    expect(visitor.page.get_by_role("button", name="Play a bot").first).to_be_enabled()
    return float(visitor.page.evaluate("performance.now()"))


def opening(chromium: Browsing) -> float:
    """Milliseconds from "Play a bot" to a board that can be played on, for whoever is 240 ms away from the server."""
    port = urlsplit(chromium.address).port
    assert port is not None
    with (
        slow_line(port) as far,
        Browsing(chromium.browser, f"http://{HOST}:{far}").visitor() as visitor,
    ):
        page = visitor.open("/")
        page.wait_for_load_state("networkidle")
        page.evaluate("() => addEventListener('click', () => (window.pressed = performance.now()), true)")
        page.get_by_role("article").filter(has_text="Kepler").get_by_role("button", name="Play a bot").click()
        passed = page.wait_for_function(
            """() => document.querySelector("[data-role=board] [data-thing]") &&
              document.querySelector("[data-role=submit]") && performance.now() - pressed"""
        )
        return float(passed.json_value())


def composing(visitor: Visitor, game: str, times: int = 12) -> dict[str, float]:
    """Milliseconds until an own action is drawn and until it is checked (the slowest of 20), and the longest task."""
    sit(visitor, game, *SEATS[game], preset="lesson")
    page = visitor.page
    expect(submit(page)).to_be_enabled()
    page.evaluate(WATCH)
    page.evaluate(
        """() => {
          window.drawn = []; window.checked = [];
          let begun = null;
          for (const kind of ['click', 'change']) document.addEventListener(kind, event => {
            begun = performance.now();
            requestAnimationFrame(() => setTimeout(() => drawn.push(performance.now() - begun)));
          }, true);
          const button = document.querySelector('[data-role=submit]');
          new MutationObserver(() => {
            if (button.dataset.status !== 'ready' || begun === null) return;
            checked.push(performance.now() - begun);
            begun = null;
          }).observe(button, {attributes: true, attributeFilter: ['data-status']});
        }"""
    )
    for _ in range(times):
        COMPOSE[game](page, click)
        page.get_by_role("button", name="Undo").click()
        expect(submit(page)).to_be_enabled()
    drawn, checked, tasks = page.evaluate("[drawn, checked, tasks]")
    return {"drawn": _most(drawn), "checked": _most(checked), "longest task": max(tasks, default=0.0)}


def in_a_crowd(visitor: Visitor, game: str, orders: int = 12) -> float:
    """Milliseconds of the longest task while composing with a finger, at a table that is full of bots."""
    sit(visitor, game, ME, *[GREEDY] * CROWDS[game])
    visitor.page.evaluate(WATCH)
    longest = [0.0]

    def compose(page: Page) -> None:
        page.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done)))")
        page.evaluate("tasks.length = 0")
        COMPOSE[game](page, tap)
        longest.extend(page.evaluate("tasks"))

    given = play_to_the_end(visitor.page, compose, most_rounds=orders)
    assert given > 1, "there was nothing to measure"
    return max(longest)


def _most(times: list[float]) -> float:
    """The 95th of a hundred."""
    return statistics.quantiles(times, n=20)[-1] if len(times) > 1 else max(times, default=0.0)


def large_map(visitor: Visitor) -> dict[str, float]:
    """Kepler's Horizon on 200 regions: milliseconds to draw it, and of script and layout in a frame of panning."""
    config: Any = codec.tree(Config(generate(8, rings=5, sector=25), max_turns=20))
    sit(visitor, "kepler", ME, *[RANDOM] * 7, config=config)
    page = visitor.page
    expect(submit(page)).to_be_enabled()
    page.keyboard.press("t")
    expect(page.get_by_label("In the game’s notation")).to_be_visible()
    drawn = page.evaluate(
        """async () => {
          const begun = performance.now();
          document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 't', bubbles: true}));
          await new Promise(done => requestAnimationFrame(() => setTimeout(done)));
          if (document.querySelectorAll('svg[aria-label=Map] [data-thing]').length < 200) return Infinity;
          return performance.now() - begun;
        }"""
    )
    session = visitor.context.new_cdp_session(page)
    session.send("Performance.enable")
    box = page.locator("svg[aria-label=Map]").bounding_box()
    assert box is not None
    x, y = box["x"] + 6, box["y"] + box["height"] - 6
    page.mouse.wheel(0, -600)
    page.mouse.move(x, y)
    page.mouse.down()
    frames: list[float] = []
    for moved in range(40):
        before = _busy(session)
        page.mouse.move(x + moved * 4, y - moved * 2)
        page.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done)))")
        frames.append(_busy(session) - before)
    page.mouse.up()
    return {"drawn": float(drawn), "frame": statistics.median(frames)}


def _busy(session: Any) -> float:
    """Milliseconds of script, styles and layout so far."""
    metrics = {each["name"]: each["value"] for each in session.send("Performance.getMetrics")["metrics"]}
    return 1000 * float(metrics["ScriptDuration"] + metrics["LayoutDuration"] + metrics["RecalcStyleDuration"])


def _measured(chromium: Browsing) -> list[tuple[str, str, str]]:
    found: list[tuple[str, str, str]] = []
    with chromium.visitor() as visitor:
        found.append(("home", f"{weight(visitor, lambda: visitor.open('/')) / 1000:.1f} kB", "45 kB"))
    for game in SEATS:
        with chromium.visitor() as visitor:
            found.append((f"home, table and {game}", f"{home_and_table(visitor, game) / 1000:.1f} kB", "110 kB"))
    with chromium.visitor(PHONE) as visitor:
        found.append(("home on a slow line and phone", f"{slow_home(visitor):.0f} ms", "2500 ms"))
    found.append(('from "Play a bot" to a board, 240 ms away', f"{opening(chromium):.0f} ms", "1200 ms"))
    for game in SEATS:
        with chromium.visitor() as visitor:
            times = composing(visitor, game)
        for what, budget in (("drawn", 50), ("checked", 150), ("longest task", 50)):
            found.append((f"{game}: {what}", f"{times[what]:.0f} ms", f"{budget} ms"))
    for game, bots in CROWDS.items():
        with chromium.visitor(PHONE) as visitor:
            task = in_a_crowd(visitor, game)
        found.append((f"{game} with {bots} bots: longest task", f"{task:.0f} ms", "50 ms"))
    with chromium.visitor(PHONE) as visitor:
        times = large_map(visitor)
    found.append(("200 regions drawn", f"{times['drawn']:.0f} ms", "100 ms"))
    found.append(("200 regions, a frame of panning", f"{times['frame']:.1f} ms", "8 ms"))
    return found


def main() -> None:
    """Measure everything, and print it beside its budget."""
    shown = Table("measured", "is", "may be")
    with tempfile.TemporaryDirectory() as place, serving(Path(place)) as server, browsing(server) as chromium:
        for row in _measured(chromium):
            shown.add_row(*row)
    Console().print(shown)


if __name__ == "__main__":
    main()
