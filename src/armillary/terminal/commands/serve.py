"""`armillary serve`: the match server."""

from __future__ import annotations

import rich_click as click

from armillary.terminal.extras import server_parts


@click.command("serve")
@click.option("--host", metavar="ADDRESS", help="The address to listen on.  [default: 127.0.0.1]")
@click.option("--port", type=click.IntRange(1, 65535), help="The port to listen on.  [default: 8400]")
@click.option("--database", metavar="URL", help="sqlite:///FILE or postgresql://…  [default: armillary.db here]")
@click.option("--workers", type=click.IntRange(1, 64), help="Server processes; more than one needs PostgreSQL.")
def command(host: str | None, port: int | None, database: str | None, workers: int | None) -> None:
    """Serve matches to people and programs.

    Every option can also be set in the environment: ARMILLARY_HOST, ARMILLARY_PORT, ARMILLARY_DATABASE_URL,
    ARMILLARY_WORKERS.
    """
    server_parts().main.serve(host=host, port=port, database=database, workers=workers)
