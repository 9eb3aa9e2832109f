"""Rule pages on a terminal."""

from __future__ import annotations

from typing import ClassVar

from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table as RichTable

from armillary.terminal.text import safe


def show_markdown(out: Console, page: str) -> None:
    """Rendered for a terminal, unchanged for a pipe."""
    if out.is_terminal:
        from rich import markdown  # noqa: PLC0415 (slow to import, and seldom needed)

        class Table(markdown.TableElement):
            """A table that breaks a long word instead of cutting it."""

            def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
                for made in super().__rich_console__(console, options):
                    if isinstance(made, RichTable):
                        for column in made.columns:
                            column.overflow = "fold"
                    yield made

        class Markdown(markdown.Markdown):
            elements: ClassVar = {**markdown.Markdown.elements, "table_open": Table}

        out.print(Markdown(safe(page)))
    else:
        out.print(safe(page), soft_wrap=True)
