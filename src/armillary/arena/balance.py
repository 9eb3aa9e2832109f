"""Is a game fair to every seat, does it come to an end, and how? The same bot plays on all seats, many times.

A seat's *share* is what it won, as a multiple of what is fair: 1.00 is exactly its part. A win that several share
counts for each as its part of one. Games that nobody wins count for no seat.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

from armillary.arena import pages, plots
from armillary.arena.playing import Result
from armillary.arena.plots import Estimate
from armillary.arena.ratings import interval
from armillary.arena.tallies import span
from armillary.core.contract import AnyGame
from armillary.core.errors import BadInput
from armillary.core.prose import counted

HEAD = (
    "| Seats | Games | Won by seat | Share | ± | Decided | Drawn | Rounds | Openings | How they ended |\n"
    "|--:|--:|---|---|--:|--:|--:|---|--:|---|"
)


def measure(seats: int, results: Sequence[Result]) -> dict[str, Any]:
    """What the games of one table size show, as plain values."""
    won = [0.0] * seats
    for result in results:
        for seat in result.winners:
            won[seat - 1] += 1 / len(result.winners)
    total = sum(won)
    low, high = interval(1 / seats, round(total)) if total else (0.0, 1.0)
    openings = Counter(result.opening for result in results)
    return {
        "seats": seats,
        "games": len(results),
        "won": [round(each, 2) for each in won],
        "shares": [round(_share(each, total, seats), 3) for each in won],
        "intervals": [_interval(each, total, seats) for each in won],
        "reach": round((high - low) / 2 * seats, 3),
        "decided": round(sum(len(result.winners) == 1 for result in results) / len(results), 4),
        "drawn": round(sum(not result.winners for result in results) / len(results), 4),
        "rounds": span([result.rounds for result in results]),
        "openings": {"different": len(openings), "commonest": round(max(openings.values()) / len(results), 4)},
        "reasons": dict(sorted(Counter(result.reason for result in results).items())),
    }


def _share(won: float, total: float, seats: int) -> float:
    return won / total * seats if total else 1.0


def _interval(won: float, total: float, seats: int) -> list[float]:
    low, high = interval(won / total, round(total)) if total else (0.0, 1.0)
    return [round(low * seats, 3), round(high * seats, 3)]


def as_markdown(sizes: Sequence[dict[str, Any]]) -> str:
    """A table with one row for each table size."""
    rows = [HEAD]
    for size in sizes:
        rounds, shares = size["rounds"], size["shares"]
        ended = ", ".join(f"{reason.replace('_', ' ')} {times}" for reason, times in size["reasons"].items())
        cells = (
            size["seats"],
            size["games"],
            " ".join(f"{each:g}" for each in size["won"]),
            f"{min(shares):.2f} to {max(shares):.2f}",
            f"{size['reach']:.2f}",
            f"{size['decided']:.0%}",
            f"{size['drawn']:.0%}",
            f"{rounds['mean']} ({rounds['least']} to {rounds['most']})",
            size["openings"]["different"],
            ended,
        )
        rows.append(f"| {' | '.join(str(cell) for cell in cells)} |")
    return "\n".join(rows)


def filled(text: str, slug: str, table: str) -> str:
    """A page with the table between `<!-- slug -->` and `<!-- /slug -->` replaced; raises `BadInput` without these."""
    marked = re.compile(rf"(<!-- {re.escape(slug)} -->\n).*?(<!-- /{re.escape(slug)} -->)", re.DOTALL)
    if not marked.search(text):
        raise BadInput(f"There is no place for the table: <!-- {slug} --> and <!-- /{slug} -->.")
    return marked.sub(lambda found: f"{found[1]}{table}\n{found[2]}", text)


def as_html(game: AnyGame, bot: str, seed: str, sizes: Sequence[dict[str, Any]], lengths: Sequence[list[int]]) -> str:
    """One page, with a section for each table size; `lengths` are the last rounds of its games."""
    sections = []
    for size, rounds in zip(sizes, lengths, strict=True):
        rows = [
            Estimate(f"Seat {seat}", share, *reach)
            for seat, (share, reach) in enumerate(zip(size["shares"], size["intervals"], strict=True), start=1)
        ]
        opening = size["openings"]
        sections.append(
            pages.section(
                f"{size['seats']} seats",
                plots.estimates("Share of each seat with its interval", rows, "{:.2f}".format, 1),
                plots.columns("Games by their last round", rounds, "rounds"),
                plots.bars("Games by how they ended", {k.replace("_", " "): n for k, n in size["reasons"].items()}),
                note=f"{counted(size['games'], 'game')}: {size['decided']:.0%} won by one player alone, "
                f"{size['drawn']:.0%} by nobody. The first round was played in {opening['different']} different ways, "
                f"the commonest in {opening['commonest']:.0%} of all games.",
            )
        )
    lead = (
        f"The bot {bot} plays on every seat, seed {seed}. A share of 1.00 is exactly what is fair to a seat; bars are "
        "95% intervals."
    )
    return pages.page(f"Balance: {game.title}", lead, sections)
