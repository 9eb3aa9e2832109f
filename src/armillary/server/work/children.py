"""Child processes: Ctrl-C is not for them to hear, and none of them outlives its parent."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker

GOODBYE_SECONDS = 15.0
"""How long a process that was asked to end with its parent may take."""


@contextmanager
def deaf_to_interrupts() -> Iterator[None]:
    """Processes started meanwhile never hear of Ctrl-C.

    A terminal sends it to all of them, and one that is still loading its modules would answer with a traceback. Ending
    them is their parent's business.
    """
    if sys.platform == "win32":
        yield
        return
    resource_tracker.ensure_running()  # started in between, it would open our ears again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def end_with_parent(*, politely: bool = False) -> None:
    """A parent that is killed has no time to end its children: this child sees to it by itself.

    One that ends `politely` finishes what it has begun, as if it had been asked to stop.
    """
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def wait() -> None:
        parent.join()
        if politely:
            os.kill(os.getpid(), signal.SIGTERM)
            time.sleep(GOODBYE_SECONDS)
        os._exit(1)

    threading.Thread(target=wait, name="armillary parent", daemon=True).start()
