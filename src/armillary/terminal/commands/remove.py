"""`armillary remove`: remove a match, or a line of its chat."""

from __future__ import annotations

import rich_click as click

from armillary.terminal.extras import server_parts


@click.command("remove")
@click.argument("match")
@click.option("--line", type=click.IntRange(1), metavar="SEQ", help="Remove only this line of chat, by its seq.")
@click.option(
    "--database", metavar="URL", help="sqlite:///FILE or postgresql://…  [default: armillary.db in this folder]"
)
def command(match: str, line: int | None, database: str | None) -> None:
    """Remove a match by its id, or one line of its chat. This cannot be undone.

    Servers may run meanwhile, and notice it within a second: sockets at a removed match are closed, and of a removed
    line only its place stays.
    """
    server_parts().main.remove(match, line, database)
    click.echo("Match removed." if line is None else f"Line {line} removed.")
