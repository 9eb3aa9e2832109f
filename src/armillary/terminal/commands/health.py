"""`armillary health`: does the server on this machine serve?"""

from __future__ import annotations

import rich_click as click

from armillary.terminal.exits import Exit
from armillary.terminal.extras import server_parts


@click.command("health")
@click.option("--port", type=click.IntRange(1, 65535), metavar="NUMBER", help="Its port.  [default: 8400]")
def command(port: int | None) -> Exit:
    """Ask the server on this machine whether it and its database are ready; the exit code is 1 if not.

    For containers and service managers. ARMILLARY_HOST and ARMILLARY_PORT say where it listens, as for the server.
    """
    trouble: str = server_parts().main.trouble(port=port)
    click.echo(trouble or "The server is ready.")
    return Exit.DIFFERS if trouble else Exit.FINE
