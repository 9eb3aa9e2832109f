"""`armillary restore`: a backup put in the place of a database."""

from __future__ import annotations

import rich_click as click

from armillary.core.prose import counted
from armillary.terminal.exits import Exit
from armillary.terminal.extras import server_parts
from armillary.terminal.text import one_line


@click.command("restore")
@click.argument("file")
@click.option(
    "--database", metavar="URL", help="sqlite:///FILE or postgresql://…  [default: armillary.db in this folder]"
)
@click.option("--force", is_flag=True, help="Replace the database that is there, and take a backup with faults.")
def command(file: str, database: str | None, force: bool) -> Exit:
    """Put a backup in the place of a database that no server uses; the doctor looks at it."""
    done = server_parts().backups.restore(file, database, force=force)
    for finding in done.faults:
        click.echo(f"{finding.match} ({finding.game}): {one_line(finding.fault)}")
    checked = f"{counted(done.matches, 'match', 'matches')} checked, {len(done.faults)} faulty"
    click.echo(
        f"Restored into {done.place}: {checked}." if done.place else f"Not restored: {checked}. Use --force to take it."
    )
    return Exit.DIFFERS if done.faults else Exit.FINE
