"""Timing in alternation with the yardstick, so that a busy or a slow machine disturbs both alike."""

from __future__ import annotations

import gc
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import perf_counter

import msgspec

from benchmarks import goofspiel

Work = Callable[[], object]


class Line(msgspec.Struct, frozen=True):
    """One measured number: about which game ("" for all), what, how much, and of what."""

    game: str
    what: str
    value: float
    unit: str


@dataclass(frozen=True)
class Yardstick:
    """What a game's own benchmarks are handed: `units` times anything against Goofspiel."""

    rounds: int = 7
    seconds: float = 0.15
    """How long each side of a round runs."""

    def units(self, work: Work) -> float:
        """How often the work is done while one Goofspiel playout is played; the median of all rounds."""
        times, unit_times = self._enough(work), self._enough(goofspiel.playout)
        ratios = []
        for _ in range(self.rounds):
            gc.collect()
            unit = _seconds_each(goofspiel.playout, unit_times)
            ratios.append(unit / _seconds_each(work, times))
        return median(ratios)

    def playouts_per_second(self) -> float:
        """How fast the yardstick itself is here: for the curious, not for comparison."""
        times = self._enough(goofspiel.playout)
        return 1 / min(_seconds_each(goofspiel.playout, times) for _ in range(self.rounds))

    def _enough(self, work: Work) -> int:
        """How often the work has to be done to fill one side of a round."""
        times = 1
        while (spent := times * _seconds_each(work, times)) < self.seconds / 10:
            times *= 2
        return max(1, round(times * self.seconds / spent))


def _seconds_each(work: Work, times: int) -> float:
    start = perf_counter()
    for _ in range(times):
        work()
    return (perf_counter() - start) / times
