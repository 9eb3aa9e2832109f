"""Which numbers of the hard player of Risky Stars could be better: every change of one number, against it as it is.

    python -m scripts.tune_risky_stars --seats 2 --games 200 --seed tuning

A change is better if its whole interval is above the fair share, also with a seed it was not found with: of twenty
changes that change nothing, one looks better by chance. Then let the arena say what it does against `medium`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

from armillary.arena.playing import play
from armillary.arena.ratings import interval
from armillary.arena.series import Series
from armillary.core.contract import AnyGame
from armillary.core.registry import game
from armillary.games.risky_stars.hints.greedy import RAIDER, Greedy, Script

TRIED = {
    "land": (60, 75, 110, 130, 200),
    "scarce": (10, 20, 50),
    "spots": (1, 3),
    "margin": (105, 110, 135, 160),
}
SCRIPTS: dict[str, Script] = {
    f"{name}_{value}": RAIDER._replace(**{name: value}) for name, values in TRIED.items() for value in values
}
"""Each by the name it has as a bot."""


def __getattr__(name: str) -> Callable[[AnyGame], Greedy]:
    """The arena finds its bots here by name."""
    if name not in SCRIPTS:
        raise AttributeError(name)
    return partial(_made, SCRIPTS[name])


def _made(script: Script, _: AnyGame) -> Greedy:
    return Greedy(script)


def share(name: str, seats: int, games: int, seed: str) -> float:
    """The points of one changed player per game, against as many hard ones as there are other seats."""
    stars: AnyGame = game("risky_stars")
    bot = f"{__spec__.name}:{name}"
    config: Any = stars.presets["standard"](seats)
    series = Series(game=stars, config=config, seed=seed, bots=(bot, *["hard"] * (seats - 1)), count=games)
    results = [play(pairing)[0] for pairing in series.pairings()]
    return sum(result.points(result.bots.index(bot) + 1) for result in results) / games


def main() -> int:
    """Print a line for every change."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=200, help="of each change")
    parser.add_argument("--seed", default="tuning")
    parser.add_argument("changes", nargs="*", default=[*SCRIPTS], help=", ".join(SCRIPTS))
    asked = parser.parse_args()
    print(f"fair: {1 / asked.seats:.0%}, {asked.games} games each, seed {asked.seed!r}")
    for name in asked.changes:
        found = share(name, asked.seats, asked.games, asked.seed)
        low, high = interval(found, asked.games)
        print(f"{name:12} {found:6.1%}  {low:.0%} to {high:.0%}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
