"""`armillary games`: the games you can play."""

from __future__ import annotations

from typing import Any

import rich_click as click

from armillary import bots
from armillary.core import registry
from armillary.core.contract import AnyGame
from armillary.terminal import show
from armillary.terminal.text import one_line


@click.command("games")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for other programs.")
def command(as_json: bool) -> None:
    """List the games you can play."""
    games = registry.games()
    for reason in registry.broken().values():
        click.echo(f"armillary: warning: {one_line(reason)}", err=True)
    if as_json:
        click.echo(show.as_json([_summary(game) for game in games]))
        return
    out = show.console()
    columns = ("game", "title", "seats", "orders", "hidden", "minutes", "bots")
    show.put_table(out, columns, (_row(game) for game in games))
    show.points(out, (f"{game.slug}: {game.summary}" for game in games))


def _row(game: AnyGame) -> tuple[str, ...]:
    return (
        game.slug,
        game.title,
        _span(game.seats),
        "together" if game.simultaneous else "in turn",
        "yes" if game.hidden else "no",
        _span(game.minutes),
        ", ".join(bots.names(game)),
    )


def _span(ends: tuple[int, int]) -> str:
    low, high = ends
    return str(low) if low == high else f"{low}-{high}"


def _summary(game: AnyGame) -> dict[str, Any]:
    names = ("slug", "title", "summary", "version", "seats", "minutes", "hidden", "simultaneous")
    summary = {name: getattr(game, name) for name in names}
    return {**summary, "bots": bots.names(game), "presets": list(game.presets)}
