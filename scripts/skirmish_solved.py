"""`make solved`: what perfect play in Stellar Skirmish looks like, written into docs/skirmish-solved.md with two plots.

It reads the tables that `armillary solve skirmish --cards 15` makes, from the folder given or from the default one.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from armillary.core.errors import BadInput
from armillary.core.registry import game
from armillary.games.skirmish.solved import BUDGET, PerfectBot, layout, tables
from armillary.games.skirmish.solved.layout import CARDS, EACH, POINTS
from armillary.games.skirmish.solved.position import Position, Ranks, following, sign, without
from armillary.games.skirmish.solved.search import Known
from armillary.games.skirmish.solved.tables import Tables
from scripts.docs import ROOT, filled

PAGE = ROOT / "docs" / "skirmish-solved.md"
IMAGES = ROOT / "docs" / "images"

NEVER = 5e-4
"""Shares smaller than this are no advice."""

Deck = Mapping[int, int]
STANDARD: Deck = dict.fromkeys(POINTS, EACH)


class Advice(NamedTuple):
    """How to play a position in which both players hold the ships 1 to n."""

    shares: tuple[float, ...]
    """How often each ship is played, the strongest first."""
    costs: tuple[float, ...]
    """What each of them costs on average, played against perfect play."""
    tied: float
    """How often the battle is tied."""
    winner: float
    """By how many points the winner of the battle ends up ahead on average, the points won included."""

    @property
    def mean(self) -> float:
        """The average ship."""
        return sum(share * ship for ship, share in self.by_ship())

    def by_ship(self) -> Iterator[tuple[int, float]]:
        """Every ship with its share, the strongest first."""
        return zip(range(len(self.shares), 0, -1), self.shares, strict=True)


def main(asked: list[str]) -> None:
    """Write the page's tables and both plots again."""
    known = Tables(Path(asked[0]) if asked else tables.folder())
    if not known.reaches(CARDS - 1):
        raise BadInput("the tables are not there: run `armillary solve skirmish --cards 15` first")
    openings = {points: advice(known, CARDS, points, left(STANDARD, points)) for points in POINTS}
    prices = ship_prices(known, CARDS, STANDARD)
    contents = {
        "openings": openings_table(openings),
        "ships": ships_table(openings, prices),
        "ties": ties_table(known, CARDS, STANDARD),
        "sizes": sizes_table(),
    }
    PAGE.write_text(filled(PAGE.read_text("utf-8"), contents), "utf-8")
    panels = {f"First planet: {points} VP": dict(found.by_ship()) for points, found in openings.items()}
    (IMAGES / "skirmish-solved-openings.svg").write_text(
        bars("How often each ship is played in the first battle", panels, "{:.0%}"), "utf-8"
    )
    (IMAGES / "skirmish-solved-ships.svg").write_text(
        bars("What each ship is worth", {"VP more than the 1": prices}, "{:.1f}"), "utf-8"
    )


# -- what the tables say -----------------------------------------------------------------------------------


def left(deck: Deck, *dealt: int) -> tuple[tuple[int, int], ...]:
    """The deck without the planets of these points."""
    counts = {points: count - dealt.count(points) for points, count in sorted(deck.items())}
    return tuple((points, count) for points, count in counts.items() if count)


def same_hands(cards: int) -> Ranks:
    """Both hold the same ships."""
    return ((1, 1),) * cards


def advice(known: Known, cards: int, stake: int, undealt: tuple[tuple[int, int], ...]) -> Advice:
    """Perfect play for the margin, with this at stake."""
    position = Position(same_hands(cards), stake, undealt)
    shares = PerfectBot(game("skirmish"), "margin", known).solve(position, 0, BUDGET).rows
    costs = []
    won = margin = 0.0
    for mine, often in enumerate(shares):
        gains = [sign(mine, theirs) * stake + after(known, position, mine, theirs) for theirs in range(cards)]
        costs.append(-sum(share * gain for share, gain in zip(shares, gains, strict=True)))
        won += often * sum(shares[mine + 1 :])
        margin += often * sum(share * gain for share, gain in zip(shares[mine + 1 :], gains[mine + 1 :], strict=True))
    return Advice(shares, tuple(costs), sum(share * share for share in shares), margin / won if won else 0.0)


def after(known: Known, position: Position, mine: int, theirs: int) -> float:
    """What the rest is worth to me after this battle."""
    ranks = without(position.ranks, mine, theirs)
    return sum(chance * _margin(known, then) for chance, then in following(position, ranks, mine != theirs))


def _margin(known: Known, position: Position) -> float:
    value = known.margin(position)
    assert value is not None
    return value


def ship_prices(known: Known, cards: int, deck: Deck) -> dict[int, float]:
    """What it costs on average to spend each ship while the other spends a 1: the first planet is the middle one."""
    points = sorted(deck)[len(deck) // 2]
    position = Position(same_hands(cards), points, left(deck, points))
    others = cards - 1
    prices = {cards - mine: -after(known, position, mine, others) for mine in range(others)}
    return {**prices, 1: 0.0}


# -- as tables ---------------------------------------------------------------------------------------------


def openings_table(openings: Mapping[int, Advice]) -> str:
    """One row per first planet."""
    rows = ["| First planet | Ships played | On average | Tied | The winner's margin |", "|--:|--:|--:|--:|--:|"]
    for points, found in openings.items():
        played = [ship for ship, share in found.by_ship() if share > NEVER]
        ships = f"{min(played)} to {max(played)}"
        rows.append(f"| {points} VP | {ships} | {found.mean:.1f} | {found.tied:.0%} | {found.winner:.2f} VP |")
    return "\n".join(rows)


def ships_table(openings: Mapping[int, Advice], prices: Mapping[int, float]) -> str:
    """One row per ship: how often it is played or, where it never is, what it would cost."""
    heads = " | ".join(f"{points} VP" for points in openings)
    rows = [f"| Ship | {heads} | Worth |", "|--:|" + "--:|" * (len(openings) + 1)]
    for at, (ship, price) in enumerate(prices.items()):
        found = [(each.shares[at], each.costs[at]) for each in openings.values()]
        cells = " | ".join(f"{share:.1%}" if share > NEVER else f"*costs {cost:.2f} VP*" for share, cost in found)
        rows.append(f"| {ship} | {cells} | {price:.2f} VP |")
    return "\n".join(rows)


def ties_table(known: Known, cards: int, deck: Deck) -> str:
    """The second battle, by what was at stake in a first one that was tied and what has joined it."""
    rows = ["| At stake | On average | The best ship | Tied again |", "|---|--:|--:|--:|"]
    for first in sorted(deck):
        for second in sorted(deck):
            if second < first:
                continue
            found = advice(known, cards - 1, first + second, left(deck, first, second))
            stake = f"{first} + {second} VP"
            rows.append(f"| {stake} | {found.mean:.1f} of {cards - 1} | {found.shares[0]:.0%} | {found.tied:.0%} |")
    return "\n".join(rows)


def sizes_table() -> str:
    """One row per table."""
    rows = ["| Cards left | Positions | File |", "|--:|--:|--:|"]
    sizes = {str(cards): (layout.size(cards), tables.shape(cards).length) for cards in range(1, CARDS + 1)}
    sizes["all"] = (sum(positions for positions, _ in sizes.values()), sum(length for _, length in sizes.values()))
    rows += [f"| {cards} | {positions:,} | {length / 1e6:,.1f} MB |" for cards, (positions, length) in sizes.items()]
    return "\n".join(rows)


# -- as plots ----------------------------------------------------------------------------------------------

WIDTH, HEIGHT, HEAD, FOOT, SIDE, BETWEEN = 760, 170, 50, 34, 24, 24
STYLE = """text{font-family:"Avenir Next","Segoe UI","Helvetica Neue","DejaVu Sans",sans-serif}
text{font-size:13px;fill:#c9d3ee}
.title{font-size:17px}.number{font-size:11px;fill:#9fb0dc}.bar{fill:#c98f52}.line{stroke:#7f90c4}"""


def bars(title: str, panels: Mapping[str, Mapping[int, float]], form: str) -> str:
    """A picture with one row of bars per panel, the weakest ship on the left."""
    height = HEAD + len(panels) * (HEIGHT + BETWEEN)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" aria-labelledby="title">',
        f'<title id="title">{title}</title>',
        f"<style>{STYLE}</style>",
        f'<rect width="{WIDTH}" height="{height}" rx="12" fill="#0a0f22"/>',
        f'<text class="title" x="{SIDE}" y="32">{title}</text>',
    ]
    for number, (name, values) in enumerate(panels.items()):
        parts += _panel(name, sorted(values.items()), HEAD + number * (HEIGHT + BETWEEN), form)
    return "\n".join([*parts, "</svg>", ""])


def _panel(name: str, values: Sequence[tuple[int, float]], top: int, form: str) -> Iterator[str]:
    most = max(value for _, value in values) or 1.0
    room, floor = HEIGHT - FOOT - 40, top + HEIGHT - FOOT + 14
    step = (WIDTH - 2 * SIDE) / len(values)
    yield f'<text x="{SIDE}" y="{top + 14}">{name}</text>'
    yield f'<line class="line" x1="{SIDE}" x2="{WIDTH - SIDE}" y1="{floor}" y2="{floor}"/>'
    for at, (ship, value) in enumerate(values):
        middle, tall = SIDE + (at + 0.5) * step, room * value / most
        yield (
            f'<rect class="bar" x="{middle - step * 0.35:.1f}" y="{floor - tall:.1f}" width="{step * 0.7:.1f}"'
            f' height="{tall:.1f}"/>'
        )
        yield f'<text x="{middle:.1f}" y="{floor + 18}" text-anchor="middle">{ship}</text>'
        if value > NEVER:
            place = f'x="{middle:.1f}" y="{floor - tall - 5:.1f}"'
            yield f'<text class="number" {place} text-anchor="middle">{form.format(value)}</text>'


if __name__ == "__main__":
    main(sys.argv[1:])
