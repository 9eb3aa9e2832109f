"""Is it fair where a player of Territory begins? Wins by the steps to the nearest rival and to the nearest corner.

    python -m scripts.distances --games 400 --seats 8 --preset fair

The same bot plays on every seat. A share is what was won, as a multiple of what is fair.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import product

from armillary.arena.playing import play
from armillary.arena.ratings import interval
from armillary.arena.series import Series
from armillary.core.dice import KeyedDice
from armillary.core.seeds import seed_from
from armillary.core.values import Seat
from armillary.games.territory import rules
from armillary.games.territory.game import GAME

Square = tuple[int, int]


def steps(one: Square, others: Sequence[Square]) -> int:
    """To the nearest of the others, as units march."""
    return min(abs(one[0] - x) + abs(one[1] - y) for x, y in others)


def played(seats: int, preset: str, bot: str, games: int, seed: str) -> Iterator[tuple[list[Square], tuple[Seat, ...]]]:
    """Of every game where each seat began, and who won."""
    config = GAME.presets[preset](seats)
    for pairing in Series(game=GAME, config=config, seed=seed, bots=(bot,) * seats, count=games).pairings():
        opening = rules.start(config, seats, KeyedDice(seed_from(pairing.seed), 0)).state
        squares = [opening.owners.index(seat) for seat in range(1, seats + 1)]
        homes = [(square % config.map_size, square // config.map_size) for square in squares]
        yield homes, play(pairing)[0].winners


def main() -> int:
    """Play, and print both tables."""
    parser = argparse.ArgumentParser(prog="python -m scripts.distances", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seats", type=int, default=8)
    parser.add_argument("--preset", choices=list(GAME.presets), default="standard")
    parser.add_argument("--bot", default="medium")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", default="12")
    asked = parser.parse_args()
    last = GAME.presets[asked.preset](asked.seats).map_size - 1
    corners = list(product((0, last), (0, last)))
    measures: dict[str, Callable[[Square, list[Square]], int]] = {
        "nearest rival": lambda home, homes: steps(home, [other for other in homes if other != home]),
        "nearest corner": lambda home, _: steps(home, corners),
    }
    found: dict[str, dict[int, list[float]]] = {name: defaultdict(list) for name in measures}
    for homes, winners in played(asked.seats, asked.preset, asked.bot, asked.games, asked.seed):
        for (name, measure), (seat, home) in product(measures.items(), enumerate(homes, start=1)):
            found[name][measure(home, homes)].append(1 / len(winners) if seat in winners else 0.0)
    print(f"Territory, {asked.preset}, {asked.seats} seats: {asked.games} games of {asked.bot}, seed {asked.seed}")
    for name, wins in found.items():
        print(f"{name:>14}  players  share  interval")
        for distance, won in sorted(wins.items()):
            share = sum(won) / len(won)
            low, high = (bound * asked.seats for bound in interval(share, len(won)))
            print(f"{distance:14}  {len(won):7}  {share * asked.seats:5.2f}  {low:.2f} to {high:.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
