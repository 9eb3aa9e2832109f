"""The most memory a piece of work holds at once."""

from __future__ import annotations

import gc
import tracemalloc

from benchmarks.yardstick import Work


def peak_kib(work: Work) -> float:
    """Peak of what one run allocates, its result included; a first run fills the caches."""
    work()
    gc.collect()
    tracemalloc.start()
    try:
        kept = work()
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    del kept
    return peak / 1024
