"""How long the server thinks about a draft: `python -m benchmarks.server.drafts`.

Every game at its largest (`payloads.py` has the sizes), at moments all over a match of the game's own bots, for the
default order and for a random one. A browser asks after every change, so nine of ten answers should be ready within
ten milliseconds, and so should the slowest on a quiet machine. Beside it stands how often an order of nothing but
data could be decoded meanwhile: machines differ.
"""

from __future__ import annotations

from time import perf_counter
from typing import Any

import msgspec
from rich.console import Console
from rich.table import Table

from armillary import bots
from armillary.api.tables import Draft
from armillary.core import codec, registry
from armillary.core.dice import FastDice
from armillary.core.match import AnyMatch, Match
from armillary.core.seeds import seed_from
from armillary.server.matches.drafts import consider
from armillary.server.matches.telling import Voice
from benchmarks.server.payloads import CASES, Case

MAX_STEPS = 120
EVERY = 2


def times(case: Case) -> list[float]:
    """Seconds for each draft, at every few steps of a match."""
    game = registry.game(case.slug)
    config: Any = None if case.config is None else codec.convert(codec.tree(case.config), game.config)
    match: AnyMatch = Match.begin(game, seats=case.seats, config=config, seed=seed_from("drafts"))
    player, dice, found = bots.find(game, "medium").make(), FastDice(1), []
    voice = Voice(tuple(f"Guest {seat}" for seat in match.seats))
    while not match.outcome and match.step < MAX_STEPS:
        if match.step % EVERY == 0:
            seat = match.to_act[0]
            for draft in (Draft[Any](), Draft(game.hints.random_order(match.state, seat, dice))):
                start = perf_counter()
                codec.encode(consider(match, seat, draft, voice))
                found.append(perf_counter() - start)
        for seat in match.to_act:
            sight = game.sight
            decided = player.decide(sight.view(match.state, seat), sight.options(match.state, seat), dice, 1)
            match = match.submit(seat, decided)
    return sorted(found)


def decoding() -> float:
    """Seconds to decode a small order: the yardstick."""
    order, start, rounds = b'{"order":{"card":7},"notation":null,"step":12}', perf_counter(), 10_000
    for _ in range(rounds):
        msgspec.json.decode(order)
    return (perf_counter() - start) / rounds


def main() -> None:
    """Measure and print."""
    unit = decoding()
    shown = Table("Match", "Drafts", "Median", "90 %", "Slowest", "Median in orders decoded")
    for each in CASES:
        seats = registry.game(each.slug).seats[1]
        case = msgspec.structs.replace(each, seats=seats, about=f"{seats} seats")
        found = times(case)
        median, most, slowest = found[len(found) // 2], found[len(found) * 9 // 10], found[-1]
        title = f"{registry.game(case.slug).title}, {case.about}"
        figures = [f"{seconds * 1000:.2f} ms" for seconds in (median, most, slowest)]
        shown.add_row(title, str(len(found)), *figures, f"{median / unit:,.0f}")
    Console(width=110).print(shown)


if __name__ == "__main__":
    main()
