"""`armillary new-game`: a game of one's own, in a package of its own."""

from __future__ import annotations

from pathlib import Path

import rich_click as click

from armillary.terminal.arguments import TextType


@click.command("new-game")
@click.argument("name", type=TextType())
@click.option(
    "--kind",
    type=click.Choice(["turns", "simultaneous"]),
    default="turns",
    show_default=True,
    help="Do players act in turn, or all at once and in secret?",
)
@click.option("--to", "folder", type=TextType(), default=".", show_default=True, help="The folder to make it in.")
def command(name: str, kind: str, folder: str) -> None:
    """Make a new game in a package of its own: small, complete, and yours to change.

    It plays at once, with bots, in the terminal and in the browser, and its tests pass.
    """
    from armillary.testing.new_game import title_of, write_package  # noqa: PLC0415 (other commands do not need it)

    root = write_package(name, kind, Path(folder))
    click.echo(f"{title_of(name)} is in {root}. From there:")
    click.echo("  pip install --editable . pytest hypothesis    # once")
    click.echo("  pytest                                        # all of it passes")
    click.echo(f"  armillary play {name}")
    click.echo("README.md says what to change first.")
