"""`armillary analyse`: how a match went, and what would have been better."""

from __future__ import annotations

import rich_click as click

from armillary.bots.analysis import Look, analyse, turning_points
from armillary.core import codec, record
from armillary.core.prose import badge
from armillary.terminal import saves, show
from armillary.terminal.cast import Cast

SCALE = 100
"""Evaluations are shown as percentages: 100 is won, -100 lost."""


@click.command("analyse")
@click.argument("file", required=False, metavar="[FILE]")
@click.option(
    "--simulations",
    type=click.IntRange(0, 100_000),
    metavar="NUMBER",
    help="How many to run for an order; 0 looks for no better ones.  [default: the hard bot's]",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for other programs.")
def command(file: str | None, simulations: int | None, as_json: bool) -> None:
    """Show how everybody stood after each step of the match recorded in FILE, and where a better order was missed.

    Without FILE it is the last match you finished with armillary play.
    """
    file = file or str(saves.last_finished())
    kept = saves.load(file)
    with saves.naming(file):
        looks = list(analyse(kept, simulations))
        match = record.verify(kept)
    turned = turning_points(looks)
    if as_json:
        click.echo(show.as_json({"looks": codec.tree(looks), "turning_points": turned}))
        return
    cast, out = Cast.of(match), show.console()
    columns = ("step", *(f"{badge(seat)} {cast.name(seat)}" for seat in match.seats), "")
    rows = ((str(look.step), *(_percent(worth) for worth in look.worth), "◀" * (look.step in turned)) for look in looks)
    show.put_table(out, columns, rows)
    show.say(out, "100 is won, 0 even, -100 lost; ◀ marks the steps that changed most.")
    show.points(out, (cast.sentence(_told(look)) for look in looks if look.better))


def _percent(worth: int) -> str:
    return f"{worth / SCALE:.0f}"


def _told(look: Look) -> str:
    better = (
        f"Player {each.seat} ordered {each.given.notation!r}, and {each.better.notation!r} looks better"
        for each in look.better
    )
    return f"Step {look.step}: {'; '.join(better)}."
