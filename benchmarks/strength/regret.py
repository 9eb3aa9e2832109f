"""What the hard bot's decisions in Stellar Skirmish for two give up against the best answer, exactly.

It is how much less than the value of the position its mixture of cards then brings, in victory points.

    python -m benchmarks.strength.regret --positions 200 [--bot benchmarks.strength.former:Hard]

Needs the tables of `armillary solve skirmish --cards 15`. A bot's mixture is counted from what it plays when it decides
again and again with other dice, so a little regret is the count's own; it is the same for every bot.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from math import sqrt
from statistics import mean, stdev
from typing import Any

from armillary import game, seed_from
from armillary.bots import find
from armillary.bots.deciding import Player
from armillary.core.dice import FastDice
from armillary.core.match import AnyMatch, Match
from armillary.core.options import Options
from armillary.games.skirmish.solved import tables
from armillary.games.skirmish.solved.position import cards_in, my_choices, read, their_choices
from armillary.games.skirmish.solved.search import Margin

GAME = game("skirmish")
DRAWS = 60
"""How often a bot decides in each position."""
EVERY = 3
"""One position in this many is looked at, so that they come from many matches."""


def positions(count: int) -> Iterator[Any]:
    """What seat 1 sees in matches between medium bots, with two cards or more."""
    medium, number = Player(find(GAME, "medium")), 0
    while True:
        match: AnyMatch = Match.begin(GAME, seats=2, seed=seed_from(f"regret/{number}"))
        while match.waiting_for:
            if (match.step + number) % EVERY == 0 and len(match.state.hands[0]) > 1:
                yield GAME.sight.view(match.state, 1)
                count -= 1
                if not count:
                    return
            orders = {seat: medium.order_in(match, seat) for seat in match.waiting_for}
            for seat, order in orders.items():
                match = match.submit(seat, order)
        number += 1


def regret(view: Any, played: Counter[int]) -> float:
    """What this mixture of cards gives up against the best answer."""
    position = read(view).position
    search = Margin(tables.Tables(tables.folder()), sys.maxsize)
    rows, columns = my_choices(position.ranks), their_choices(position.ranks)
    value = search.solve(position, 1).value
    assert search.exact, "There are no tables for this position: armillary solve skirmish --cards 15"
    hand = iter(sorted(view.hands[view.seat - 1], reverse=True))
    shares = [sum(played[next(hand)] for _ in range(position.ranks[row][0])) / played.total() for row in rows]
    answers = [
        sum(share * search.payoff(position, 1, row, column) for share, row in zip(shares, rows, strict=True))
        for column in columns
    ]
    return value - min(answers)


def main() -> int:
    """Print the mean over some positions, and by how many cards are left."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--bot", default="hard")
    asked = parser.parse_args()
    if asked.positions < 2:
        parser.error("An interval takes two positions or more.")
    player = Player(find(GAME, asked.bot))
    found: list[tuple[int, float]] = []
    for number, view in enumerate(positions(asked.positions)):
        played = Counter(
            player.decide(view, Options(()), FastDice(number * DRAWS + draw)).card for draw in range(DRAWS)
        )
        found.append((cards_in(read(view).position.ranks), regret(view, played)))
    values = [value for _, value in found]
    print(f"{asked.bot}: {mean(values):.3f} ± {1.96 * stdev(values) / sqrt(len(values)):.3f} VP a decision")
    for low, high in ((2, 5), (6, 10), (11, 15)):
        if some := [value for cards, value in found if low <= cards <= high]:
            print(f"  {low} to {high} cards: {mean(some):.3f} VP ({len(some)} positions)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
