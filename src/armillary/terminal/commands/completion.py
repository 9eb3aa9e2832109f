"""`armillary completion`: lets the Tab key of your shell complete commands."""

from __future__ import annotations

import rich_click as click
from click.shell_completion import get_completion_class


@click.command("completion")
@click.argument("shell", type=click.Choice(("bash", "zsh", "fish")))
@click.pass_context
def command(ctx: click.Context, shell: str) -> None:
    """Print a script that lets the Tab key of SHELL complete commands.

    For bash, add this line to ~/.bashrc: eval "$(armillary completion bash)"
    """
    script = get_completion_class(shell)
    assert script
    root = ctx.find_root()
    click.echo(script(root.command, {}, str(root.info_name), "_ARMILLARY_COMPLETE").source())
