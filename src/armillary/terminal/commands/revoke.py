"""`armillary revoke`: end a player's identity."""

from __future__ import annotations

import rich_click as click

from armillary.terminal.extras import server_parts
from armillary.terminal.text import one_line


@click.command("revoke")
@click.argument("player")
@click.option(
    "--database", metavar="URL", help="sqlite:///FILE or postgresql://…  [default: armillary.db in this folder]"
)
def command(player: str, database: str | None) -> None:
    """Revoke a player's identity, by its id: the cookie and all tokens are worthless from now on.

    Servers on PostgreSQL may run meanwhile, and close the player's sockets. A SQLite file's server must be stopped.
    """
    name = server_parts().main.revoke(player, database)
    click.echo(f"Revoked: {one_line(name)}.")
