"""How long a fresh process takes, as a multiple of a Python that does nothing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from statistics import median
from time import perf_counter

NOTHING = (sys.executable, "-c", "pass")
LIBRARY = (sys.executable, "-c", "import armillary")
COMMAND = (str(Path(sys.executable).parent / "armillary"), "--version")


def ratio(command: tuple[str, ...], rounds: int) -> float:
    """The command's time over that of doing nothing; the median of all rounds, modules compiled before."""
    _seconds(command)
    return median(_seconds(command) / _seconds(NOTHING) for _ in range(rounds))


def _seconds(command: tuple[str, ...]) -> float:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    start = perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)
    return perf_counter() - start
