"""Is a game fair to every seat, does it come to an end, and how? The same bot plays on all seats, many times.

A seat's *share* is what it won, as a multiple of what is fair: 1.00 is exactly its part. A win that several share
counts for each as its part of one. Games that nobody wins count for no seat.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec

from armillary.arena import pages, plots
from armillary.arena.playing import Result
from armillary.arena.plots import Estimate
from armillary.arena.ratings import interval
from armillary.arena.series import Series
from armillary.arena.tallies import span
from armillary.core import codec
from armillary.core.contract import AnyGame
from armillary.core.errors import BadInput
from armillary.core.prose import counted

HEAD = (
    "| Seats | Bot | Games | Won by seat | Share | ± | Decided | Drawn | Rounds | Openings | How they ended |\n"
    "|--:|---|--:|---|---|--:|--:|--:|---|--:|---|"
)


class Line(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is played for one line of the table: the same bot on every seat. Kept beside its results."""

    game: str
    version: int
    config: Any
    """As JSON has it."""
    bots: tuple[str, ...]
    games: int
    seed: str
    recorded: bool = False

    @property
    def can_grow(self) -> bool:
        """The games before are the same, however many follow."""
        return True


def line(series: Series) -> Line:
    """What a series plays, as plain values."""
    return Line(
        game=series.game.slug,
        version=series.game.version,
        config=codec.tree(series.config),
        bots=series.bots,
        games=series.count,
        seed=series.seed,
    )


def measure(seats: int, bot: str, results: Sequence[Result]) -> dict[str, Any]:
    """What the games of one line show, as plain values."""
    won = [0.0] * seats
    for result in results:
        for seat in result.winners:
            won[seat - 1] += 1 / len(result.winners)
    total = sum(won)
    low, high = interval(1 / seats, round(total)) if total else (0.0, 1.0)
    openings = Counter(result.opening for result in results)
    return {
        "seats": seats,
        "bot": bot,
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
    """A table with one row for each table size and bot."""
    rows = [HEAD]
    for size in sizes:
        rounds, shares = size["rounds"], size["shares"]
        ended = ", ".join(f"{reason.replace('_', ' ')} {times}" for reason, times in size["reasons"].items())
        cells = (
            size["seats"],
            size["bot"],
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


def as_html(game: AnyGame, seed: str, sizes: Sequence[dict[str, Any]], lengths: Sequence[list[int]]) -> str:
    """One page, with a section for each table size and bot; `lengths` are the last rounds of its games."""
    sections = []
    for size, rounds in zip(sizes, lengths, strict=True):
        rows = [
            Estimate(f"Seat {seat}", share, *reach)
            for seat, (share, reach) in enumerate(zip(size["shares"], size["intervals"], strict=True), start=1)
        ]
        opening = size["openings"]
        sections.append(
            pages.section(
                f"{size['seats']} seats, {size['bot']}",
                plots.estimates("Share of each seat with its interval", rows, "{:.2f}".format, 1),
                plots.columns("Games by their last round", rounds, "rounds"),
                plots.bars("Games by how they ended", {k.replace("_", " "): n for k, n in size["reasons"].items()}),
                note=f"{counted(size['games'], 'game')}: {size['decided']:.0%} won by one player alone, "
                f"{size['drawn']:.0%} by nobody. The first round was played in {opening['different']} different ways, "
                f"the commonest in {opening['commonest']:.0%} of all games.",
            )
        )
    lead = (
        f"The same bot plays on every seat, seed {seed}. A share of 1.00 is exactly what is fair to a seat; bars are "
        "95% intervals."
    )
    return pages.page(f"Balance: {game.title}", lead, sections)
