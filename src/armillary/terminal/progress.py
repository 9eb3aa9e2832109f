"""A progress bar with the time left, for a person who waits."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from armillary.terminal import show

T = TypeVar("T")


def progress(items: Iterable[T], count: int, done: Callable[[], int] | None = None) -> Iterable[T]:
    """The same items, one after the other, with a progress bar on standard error if that is a terminal.

    `done` says how many there are so far, where some were there before.
    """
    if count == 1 or not sys.stderr.isatty():
        return items
    return _shown(items, count, done)


def _shown(items: Iterable[T], count: int, done: Callable[[], int] | None) -> Iterator[T]:
    from rich import progress as bars  # noqa: PLC0415 (slow to import, and seldom needed)

    columns = (
        bars.TextColumn("Playing"),
        bars.BarColumn(),
        bars.MofNCompleteColumn(),
        bars.TimeElapsedColumn(),
        bars.TextColumn("left:"),
        bars.TimeRemainingColumn(),
    )
    with bars.Progress(*columns, console=show.console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=count)
        for number, item in enumerate(items, start=1):
            yield item
            bar.update(task, completed=done() if done else number)
