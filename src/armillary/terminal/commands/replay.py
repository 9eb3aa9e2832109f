"""`armillary replay`: what happened in a match, step by step."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

import rich_click as click
from rich.text import Text

from armillary.core import record
from armillary.core.errors import BadInput
from armillary.core.match import AnyMatch, Resignation, TakeOver, Turn
from armillary.core.prose import counted, listed
from armillary.core.record import Record
from armillary.core.values import Seat
from armillary.terminal import saves, show
from armillary.terminal.cast import Cast
from armillary.terminal.screen import LEAVE, Screen, keyboard


@click.command("replay")
@click.argument("file", required=False, metavar="[FILE]")
@click.option(
    "--seat",
    type=click.IntRange(1),
    metavar="NUMBER",
    help="Show what this seat may know.  [default: what a spectator may know]",
)
@click.option("--step", type=click.IntRange(0), metavar="NUMBER", help="Show this step only; 0 is the beginning.")
@click.option("--story", is_flag=True, help="Show what happened, without the positions in between.")
def command(file: str | None, seat: int | None, step: int | None, story: bool) -> None:
    """Show the match recorded in FILE step by step: what happened, the position and the score; verify every step.

    Without FILE it is the last match you finished with armillary play. On a terminal, one step is shown at a time.
    """
    file = file or str(saves.last_finished())
    kept = saves.load(file)
    if seat is not None and seat > len(kept.players):
        raise BadInput(f"{file}: There is no seat {seat}; the match has {len(kept.players)} seats.")
    if step is not None and step > len(kept.log):
        raise BadInput(f"{file}: There is no step {step}; the match has {counted(len(kept.log), 'step')}.")
    telling = Telling(Screen(show.console(), keyboard()), seat, story=story)
    with saves.naming(file):
        if step is not None:
            telling.tell(next(match for match in record.replay(kept) if match.step == step))
        elif sys.stdin.isatty() and telling.screen.out.is_terminal and not story:
            turn_pages(telling, list(steps(kept)))
        else:
            for match in steps(kept):
                telling.tell(match)
            telling.end(match)


def steps(kept: Record) -> Iterator[AnyMatch]:
    """The match after its opening and after each step."""
    before = -1
    for match in record.replay(kept):
        if match.step > before:
            yield match
        before = match.step


def turn_pages(telling: Telling, matches: Sequence[AnyMatch]) -> None:
    """One step after the other, as a person turns the pages: on with Enter, to any step by its number."""
    last = len(matches) - 1
    at: int | None = 0
    while at is not None:
        telling.tell(matches[at])
        if at == last:
            telling.end(matches[at])
        at = _next_page(telling.screen, at, last)


def _next_page(screen: Screen, at: int, last: int) -> int | None:
    """The step to be shown after this one; None to leave."""
    way = "to leave" if at == last else "for the next step"
    while answer := screen.ask(f"-- Step {at} of {last}: Enter {way}, a number, or q -- ").lower():
        if answer in LEAVE:
            return None
        if answer.isdecimal() and len(answer) < 10 and int(answer) <= last:
            return int(answer)
        screen.say(f"Type a number from 0 to {last}.")
    return None if at == last else at + 1


class Telling:
    """How a match is told: to whom, and with or without the positions."""

    def __init__(self, screen: Screen, seat: Seat | None, *, story: bool = False) -> None:
        self.screen = screen
        self._seat = seat
        self._story = story

    def tell(self, match: AnyMatch) -> None:
        """What happened in the last step of this match, and the position it led to."""
        self.screen.cast = Cast.of(match, self._seat)
        if match.step == 0:
            labels = Text(", ").join(Cast.of(match).label(seat) for seat in match.seats)
            show.say(self.screen.out, Text.assemble(f"{match.game.title}: ", labels, "."))
        show.heading(self.screen.out, f"Step {match.step}" if match.step else "The beginning")
        view = match.game.sight.view(match.state, self._seat)
        told = [*_entry(match)]
        if not match.log or isinstance(match.log[-1], Turn):
            told += show.news(match.game, match.recent[-1].events, view)
        show.points(self.screen.out, map(self.screen.cast.sentence, told))
        if not self._story:
            self.screen.draw(self.screen.position(match.game, view))

    def end(self, match: AnyMatch) -> None:
        """The last position, if it is not told yet, and who won."""
        if self._story:
            show.heading(self.screen.out, "The position")
            self.screen.draw(self.screen.position(match.game, match.game.sight.view(match.state, self._seat)))
        if match.outcome:
            show.ending(self.screen.out, match, match.outcome, self._seat)
        else:
            self.screen.say("The match is not over yet.")


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
