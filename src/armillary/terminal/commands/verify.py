"""`armillary verify`: are these records what was played?"""

from __future__ import annotations

import rich_click as click

from armillary.core import record
from armillary.core.errors import ArmillaryError
from armillary.core.match import AnyMatch
from armillary.terminal import saves, show
from armillary.terminal.exits import Exit, exit_for
from armillary.terminal.text import one_line, safe


@click.command("verify")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
def command(files: tuple[str, ...]) -> Exit:
    """Replay every FILE and compare each step, the seed and the outcome with what it says.

    Ends with 0 when all are what was played, with 1 when one differs, with 2 when one is no record at all.
    """
    return max(_verify(name) for name in files)


def _verify(name: str) -> Exit:
    try:
        match = record.verify(saves.load(name))
    except ArmillaryError as error:
        told = one_line(str(error).removeprefix(f"{name}: "))
        click.echo(f"armillary: {safe(name)}: {told}", err=True)
        return exit_for(error)
    click.echo(f"{safe(name)}: ok ({safe(_summary(match))})")
    return Exit.FINE


def _summary(match: AnyMatch) -> str:
    end = show.verdict(match, match.outcome).rstrip(".") if match.outcome else "not over yet"
    return f"{match.game.slug}, {match.step} steps, {end}"
