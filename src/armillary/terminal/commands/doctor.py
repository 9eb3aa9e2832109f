"""`armillary doctor`: is every match of a database what its journal says?"""

from __future__ import annotations

import rich_click as click

from armillary.core.prose import counted
from armillary.terminal.exits import Exit
from armillary.terminal.extras import server_parts
from armillary.terminal.text import one_line


@click.command("doctor")
@click.option(
    "--database", metavar="URL", help="sqlite:///FILE or postgresql://…  [default: armillary.db in this folder]"
)
def command(database: str | None) -> Exit:
    """Replay every match of a database and compare the result with everything stored."""
    faulty = 0
    total = 0
    for finding in server_parts().doctor.findings(database):
        total += 1
        if finding.fault is not None:
            faulty += 1
            click.echo(f"{finding.match} ({finding.game}): {one_line(finding.fault)}")
    click.echo(f"{counted(total, 'match', 'matches')} checked, {faulty} faulty.")
    return Exit.DIFFERS if faulty else Exit.FINE
