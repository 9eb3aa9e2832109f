"""How long the hard bot thinks about an order, beside what it was at an earlier commit (`former`).

    python -m benchmarks.strength.pace kepler

Both decide in the same positions, by turns, so that a busy machine slows one as much as the other.
"""

from __future__ import annotations

import argparse
import sys
from time import perf_counter

from armillary import game, seed_from
from armillary.bots import find
from armillary.bots.deciding import Player
from armillary.core.dice import FastDice
from armillary.core.match import AnyMatch, Match
from armillary.core.options import Options

BOTS = ("hard", "benchmarks.strength.former:Hard")


def main() -> int:
    """Let the hard bot play some matches with itself, the other thinking along, and print the time of each."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", choices=("kepler", "orbit", "skirmish", "territory"))
    parser.add_argument("--games", type=int, default=4)
    asked = parser.parse_args()
    rules = game(asked.game)
    players = [Player(find(rules, bot)) for bot in BOTS]
    seconds, decisions = [0.0] * len(players), 0
    for number in range(asked.games):
        match: AnyMatch = Match.begin(rules, seats=rules.seats[0], seed=seed_from(f"pace/{number}"))
        while match.waiting_for:
            orders = {}
            for seat in match.waiting_for:
                view = rules.sight.view(match.state, seat)
                for i, player in reversed([*enumerate(players)]):
                    began = perf_counter()
                    orders[seat] = player.decide(view, Options(()), FastDice(match.step))  # in the end, the hard bot's
                    seconds[i] += perf_counter() - began
                decisions += 1
            for seat, order in orders.items():
                match = match.submit(seat, order)
    now, before = (1000 * each / decisions for each in seconds)
    print(f"{rules.title}: {now:.1f} ms now, {before:.1f} ms before, {now / before:.2f} times ({decisions} decisions)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
