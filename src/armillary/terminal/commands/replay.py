"""`armillary replay`: what happened in a match, step by step."""

from __future__ import annotations

from collections.abc import Iterator

import rich_click as click
from rich.console import Console
from rich.text import Text

from armillary.core import record
from armillary.core.errors import BadInput
from armillary.core.match import AnyMatch, Resignation, TakeOver, Turn
from armillary.core.prose import listed
from armillary.core.record import Record
from armillary.core.values import Seat
from armillary.terminal import saves, show
from armillary.terminal.cast import Cast


@click.command("replay")
@click.argument("file", metavar="FILE")
@click.option(
    "--seat",
    type=click.IntRange(1),
    metavar="NUMBER",
    help="Show what this seat may know.  [default: what a spectator may know]",
)
def command(file: str, seat: int | None) -> None:
    """Show what happened in the match recorded in FILE, step by step, and verify every step."""
    kept = saves.load(file)
    if seat is not None and seat > len(kept.players):
        raise BadInput(f"{file}: There is no seat {seat}; the match has {len(kept.players)} seats.")
    out = show.console()
    with saves.naming(file):
        _replay(out, kept, seat)


def _replay(out: Console, kept: Record, seat: Seat | None) -> None:
    before = 0
    for match in record.replay(kept):
        if match.step == 0:
            labels = Text(", ").join(Cast.of(match).label(seat) for seat in match.seats)
            show.say(out, Text.assemble(f"{match.game.title}: ", labels, "."))
        if match.step > before or match.step == 0:
            _tell_step(out, match, seat)
        before = match.step
    show.heading(out, "The position")
    view = match.game.sight.view(match.state, seat)
    show.say(out, Cast.of(match, seat).layout(match.game.words.overview(view, out.width)))
    if match.outcome:
        show.ending(out, match, match.outcome, seat)
    else:
        show.say(out, "The match is not over yet.")


def _tell_step(out: Console, match: AnyMatch, seat: Seat | None) -> None:
    cast, view = Cast.of(match, seat), match.game.sight.view(match.state, seat)
    show.heading(out, f"Step {match.step}" if match.step else "The beginning")
    show.points(out, map(cast.sentence, _entry(match)))
    if not match.log or isinstance(match.log[-1], Turn):
        show.points(out, map(cast.sentence, show.news(match.game, match.recent[-1].events, view)))


def _entry(match: AnyMatch) -> Iterator[str]:
    """What the log adds to the game's events: missed orders, resignations, new players, draws."""
    entry = match.log[-1] if match.log else None
    if isinstance(entry, Turn):
        missed = [f"Player {seat}" for seat in entry.missed if seat not in match.resigned]
        if missed:
            yield f"No order came from {listed(missed)}; the default order was played instead."
    elif isinstance(entry, Resignation):
        yield f"Player {entry.seat} resigned."
    elif isinstance(entry, TakeOver):
        yield f"{entry.player} took over seat {entry.seat}."
    elif entry is not None:
        yield "All players agreed to a draw."
