"""`make balance`: let equal bots play each game at every table size, and write what came of it into docs/balance.md.

The tables are the output of `armillary simulate`, one row per command; a row of the page repeats its command's seed and
number of games, so that anybody can run it again. It takes about half an hour on one core, so nothing else runs it.
"""

from __future__ import annotations

import sys
from typing import Any, NamedTuple

from armillary.arena.series import Series, seat_names
from armillary.arena.tallies import Count
from armillary.arena.workers import play_here
from armillary.core.registry import game
from scripts.docs import ROOT, filled

SEED = "12"
BOT = "medium"
PAGE = ROOT / "docs" / "balance.md"


HEAD = ("| Seats | Games | Won by seat | Share | Drawn | Rounds | How they ended |", "|--:|--:|---|---|--:|---|---|")


class Run(NamedTuple):
    """A number of games of one game, at tables of one size."""

    slug: str
    seats: int
    games: int


RUNS = (
    *(Run("kepler", seats, 2000) for seats in range(2, 9)),
    *(Run("orbit", seats, 600) for seats in range(2, 7)),
    *(Run("risky_stars", seats, games) for seats, games in ((2, 600), (3, 200), (4, 200), (5, 60), (6, 60))),
    *(Run("skirmish", seats, 2000) for seats in range(2, 9)),
    *(Run("territory", seats, 400) for seats in (3, 5, 8)),
)


def main(asked: list[str]) -> None:
    """Play what is asked for, all of it when nothing is, and write the rows of those games again."""
    for slug in asked or dict.fromkeys(run.slug for run in RUNS):
        rows = [row(run, play(run)) for run in RUNS if run.slug == slug]
        table = "\n".join((*HEAD, *rows))
        PAGE.write_text(filled(PAGE.read_text("utf-8"), {slug: table}), "utf-8")


def play(run: Run) -> dict[str, Any]:
    """What `armillary simulate SLUG --seats N --bot medium --games N --seed 12` counts."""
    played = game(run.slug)
    count = Count()
    config = played.presets["standard"](run.seats)
    bots = seat_names((BOT,), run.seats)
    series = Series(game=played, config=config, seed=SEED, bots=bots, count=run.games)
    for each in play_here(series.pairings()):
        count.add(each.result)
    return count.summary()


def row(run: Run, summary: dict[str, Any]) -> str:
    """One row: wins by seat, shared ones in equal parts, and each seat's part of what is fair for it."""
    seats = list(summary["seats"].values())
    won = [tally["wins"] + tally["shared"] / 2 for tally in seats]
    fair = sum(won) / run.seats
    shares = [f"{each / fair:.2f}" for each in won] if fair else []
    rounds, ends = summary["rounds"], summary["reasons"]
    ended = ", ".join(f"{reason.replace('_', ' ')} {times}" for reason, times in ends.items())
    return (
        f"| {run.seats} | {run.games} | {' '.join(f'{each:g}' for each in won)} | {min(shares)} to {max(shares)} "
        f"| {100 * seats[0]['draws'] / run.games:.0f} % | {rounds['mean']} ({rounds['least']} to {rounds['most']}) "
        f"| {ended} |"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
