"""`armillary serve`: the match server."""

from __future__ import annotations

import signal

import rich_click as click

from armillary.terminal.extras import server_parts


@click.command("serve")
@click.option("--host", metavar="ADDRESS", help="Address to listen on.  [default: 127.0.0.1]")
@click.option("--port", type=click.IntRange(1, 65535), metavar="NUMBER", help="Port to listen on.  [default: 8400]")
@click.option(
    "--database", metavar="URL", help="sqlite:///FILE or postgresql://…  [default: armillary.db in this folder]"
)
@click.option(
    "--workers",
    type=click.IntRange(1, 64),
    metavar="NUMBER",
    help="Number of server processes; more than one needs PostgreSQL.",
)
@click.option("--open", "open_page", is_flag=True, help="Show the server's page in a browser.")
def command(host: str | None, port: int | None, database: str | None, workers: int | None, open_page: bool) -> None:
    """Run the match server, for people and programs.

    Every option can also be set by an environment variable: ARMILLARY_HOST, ARMILLARY_PORT, ARMILLARY_DATABASE_URL,
    ARMILLARY_WORKERS.
    """
    # Until the server serves, and sees to it by itself, there is nothing to finish: Ctrl-C simply ends it.
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        server_parts().main.serve(host=host, port=port, database=database, workers=workers, open_page=open_page)
    finally:
        signal.signal(signal.SIGINT, before)
