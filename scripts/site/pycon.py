"""Sessions at Python's prompt: what stands in a page was really answered."""

from __future__ import annotations

import io
from code import InteractiveInterpreter
from collections.abc import Iterable
from contextlib import redirect_stderr, redirect_stdout


def session(lines: Iterable[str]) -> str:
    """These lines as they look when they are typed, each with what Python said to it."""
    python, shown = InteractiveInterpreter(), list[str]()
    for line in lines:
        said = io.StringIO()
        with redirect_stdout(said), redirect_stderr(said):
            python.runsource(line, symbol="single")
        assert "Traceback" not in said.getvalue(), said.getvalue()
        shown += [f">>> {line}", *said.getvalue().splitlines()]
    return "\n".join(shown)
