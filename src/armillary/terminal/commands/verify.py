"""`armillary verify`: do these records show what was played?"""

from __future__ import annotations

import rich_click as click

from armillary.core import record
from armillary.core.errors import ArmillaryError
from armillary.core.match import AnyMatch
from armillary.core.prose import counted
from armillary.terminal import saves
from armillary.terminal.cast import Cast
from armillary.terminal.exits import Exit, exit_for
from armillary.terminal.text import one_line, safe


@click.command("verify")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
def command(files: tuple[str, ...]) -> Exit:
    """Replay every FILE and compare each step, the seed and the outcome with the record.

    The exit code is 0 when all records are correct, 1 when one differs from its replay, and 2 when one is not a
    record or needs a game or version that is not installed.
    """
    return max(_verify(name) for name in files)


def _verify(name: str) -> Exit:
    try:
        match = record.verify(saves.load(name))
    except ArmillaryError as error:
        reason = one_line(str(error).removeprefix(f"{name}: "))
        click.echo(f"armillary: {safe(name)}: {reason}", err=True)
        return exit_for(error)
    click.echo(f"{safe(name)}: ok ({safe(_summary(match))})")
    return Exit.FINE


def _summary(match: AnyMatch) -> str:
    end = "not over yet"
    if match.outcome:
        told = match.game.words.conclude(match.outcome, match.game.sight.view(match.state, None))
        end = Cast.of(match).layout(told).plain
    return f"{match.game.title}, {counted(match.step, 'step')}: {one_line(end)}"
