"""`armillary backup`: a database copied into a file, while its server runs."""

from __future__ import annotations

import rich_click as click

from armillary.core.prose import counted
from armillary.terminal.exits import Exit
from armillary.terminal.extras import server_parts
from armillary.terminal.text import one_line


@click.command("backup")
@click.option("--to", metavar="FILE", help="File to write.  [default: armillary-DATE-TIME in this folder]")
@click.option(
    "--database", metavar="URL", help="sqlite:///FILE or postgresql://…  [default: armillary.db in this folder]"
)
@click.option("--force", is_flag=True, help="Replace a file that is there already.")
def command(to: str | None, database: str | None, force: bool) -> Exit:
    """Copy a database into a file; its server may run meanwhile.

    The doctor looks at the copy of a SQLite file at once. A backup of PostgreSQL is looked at when it is restored.
    """
    made = server_parts().backups.backup(database, to, force=force)
    for finding in made.faults:
        click.echo(f"{finding.match} ({finding.game}): {one_line(finding.fault)}")
    checked = ""
    if made.matches is not None:
        checked = f": {counted(made.matches, 'match', 'matches')} checked, {len(made.faults)} faulty"
    click.echo(f"Backup written to {made.place}{checked}.")
    return Exit.DIFFERS if made.faults else Exit.FINE
