"""The command `armillary`: all its commands, and the one place where errors become a line and an exit code."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from importlib import import_module
from typing import Any, NoReturn

import rich_click as click

from armillary.core.errors import ArmillaryError
from armillary.terminal.exits import Exit, exit_for
from armillary.terminal.text import one_line
from armillary.version import __version__

PROGRAM = "armillary"
COMMANDS = (
    "games", "rules", "play", "simulate", "arena", "balance", "replay", "analyse", "verify", "resolve", "solve",
    "serve", "bot", "new-game", "health", "doctor", "backup", "restore", "revoke", "remove", "completion",
)  # fmt: skip


class Armillary(click.RichGroup):
    """A group that imports a command when it is asked for, and never shows a traceback for a bad input."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 (click's signature)
        """In the order a newcomer meets them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """From the module of its name."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"armillary.terminal.commands.{cmd_name.replace('-', '_')}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is meant; one that does not exist is answered with the nearest."""
        if args and not args[0].startswith("-") and args[0] not in COMMANDS:
            near = get_close_matches(args[0].lower(), COMMANDS, n=1, cutoff=0.5)
            hint = f"; did you mean {near[0]!r}?" if near else "."
            raise click.UsageError(f"There is no command {args[0]!r}{hint}", ctx)
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; it ends quietly when its reader has closed the pipe (`| head`)."""
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            _stop_writing()
            return Exit.FINE
        return result

    def main(self, args: Sequence[str] | None = None, *_: Any, **extra: Any) -> NoReturn:
        """Parse, run, exit. An error is one line on standard error."""
        _forgive_encodings()
        extra.update(prog_name=PROGRAM, standalone_mode=False)
        try:
            code = super().main(args, **extra) or Exit.FINE
        except (ArmillaryError, click.ClickException, click.Abort) as error:
            code = exit_for(error)
            if message := _message(error):
                print(f"{PROGRAM}: {message}", file=sys.stderr)
        sys.exit(int(code))


@click.group(
    PROGRAM,
    cls=Armillary,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name=PROGRAM, message="%(prog)s %(version)s")
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Space strategy games on one deterministic engine: play, watch, check and simulate them."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def main() -> NoReturn:
    """The entry point."""
    cli.main()


def _message(error: Exception) -> str:
    """One line, with a pointer to the help when the arguments were wrong."""
    if isinstance(error, click.Abort):
        return ""
    if not isinstance(error, click.ClickException):
        return one_line(str(error))
    line = one_line(error.format_message())
    context = error.ctx if isinstance(error, click.UsageError) else None
    return f"{line} (see '{context.command_path} --help')" if context else line


def _forgive_encodings() -> None:
    """Never fail because a terminal cannot show a character or a byte is not text."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _stop_writing() -> None:
    """Point standard output at nothing, so that the interpreter's last flush finds no closed pipe either."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
