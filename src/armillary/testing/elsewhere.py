"""The same match in another process, under another hash seed: `python -m armillary.testing.elsewhere GAME SEATS SEED`.

GAME is a slug with a version, as in `skirmish.1`, or `module:name` for a game that is not registered.
Prints a digest of everything a match shows.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from hashlib import sha256
from importlib import import_module

from armillary.core import codec
from armillary.core.contract import AnyGame
from armillary.core.registry import game as registered
from armillary.testing.play import Trial, expect, random_match


def located(locator: str) -> AnyGame:
    """The game that a locator names."""
    module, _, name = locator.partition(":")
    if not name:
        slug, _, version = locator.partition(".")
        return registered(slug, int(version))
    found: AnyGame = getattr(import_module(module), name)
    return found


def digest(game: AnyGame, seats: int, seed: str) -> str:
    """Everything a random match shows: hashes, events, views, options and words, in one number."""
    total = sha256()
    for match in random_match(game, seats, seed):
        total.update(match.hashes[-1].encode())
        total.update(codec.encode([step.events for step in match.recent]))
        for seat in (None, *match.seats):
            view = game.sight.view(match.state, seat)
            total.update(codec.encode(view))
            total.update(game.words.describe(view).encode())
        for seat in match.to_act:
            total.update(codec.encode(game.sight.options(match.state, seat)))
    return total.hexdigest()


def every_process_plays_the_same(game: AnyGame, trials: Sequence[Trial]) -> None:
    """Equal inputs give equal results in any process, under any hash seed."""
    seats, seed = trials[0].seats, trials[0].seed
    here = digest(game, seats, seed)
    for hash_seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(sys.path)}
        command = [sys.executable, "-m", "armillary.testing.elsewhere", trials[0].locator, str(seats), seed]
        run = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)  # noqa: S603
        expect(run.returncode == 0, "the game can be played in another process", run.stderr[-800:])
        law = "every process plays the same match, whatever its hash seed"
        expect(run.stdout.strip() == here, law, f"PYTHONHASHSEED={hash_seed}, seed {seed!r}")


if __name__ == "__main__":
    print(digest(located(sys.argv[1]), int(sys.argv[2]), sys.argv[3]))
