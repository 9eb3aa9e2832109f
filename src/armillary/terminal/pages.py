"""Rule pages on a terminal."""

from __future__ import annotations

from rich.console import Console

from armillary.terminal.text import safe


def show_markdown(out: Console, page: str) -> None:
    """Rendered for a terminal, unchanged for a pipe."""
    if out.is_terminal:
        from rich.markdown import Markdown  # noqa: PLC0415 (slow to import, and seldom needed)

        out.print(Markdown(safe(page)))
    else:
        out.print(safe(page), soft_wrap=True)
