"""How much better each level plays than the one below: tables in docs/bots.md, from arenas that are kept in `build`."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

from armillary.core.registry import game
from scripts.docs import ROOT, filled

PAGE = ROOT / "docs" / "bots.md"
FOLDER = ROOT / "build" / "levels"

PAIRS = (("easy", "random"), ("medium", "easy"), ("hard", "medium"))
GAMES = {"skirmish": 200, "orbit": 200, "risky_stars": 200, "territory": 201, "kepler": 200}
"""How many, so that the seats divide them."""


def told(slug: str, bots: tuple[str, str], games: int) -> dict[str, Any]:
    """What the arena says of these two; games that were played before are not played again."""
    command = [sys.executable, "-m", "armillary.terminal", "arena", slug, "--seed", "levels"]
    command += [f"--bot={bot}" for bot in bots]
    command += ["--games", str(games), "--to", str(FOLDER / "-".join((slug, *bots))), "--json"]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def row(slug: str, bots: tuple[str, str], games: int) -> str:
    """One line of the table."""
    found = told(slug, bots, games)
    first = found["decided"][0]
    low, high = first["share_interval"]
    fair = 1 / found["seats"]
    share = f"{first['share']:.1%} | {low:.0%} to {high:.0%} | {fair:.0%}"
    return f"| {game(slug).title} | `{bots[0]}` over `{bots[1]}` | {first['games']:,} | {share} |"


def main() -> int:
    """Play whatever is not there yet, and write the tables."""
    head = ["| game | who over whom | games | share | interval | fair |", "|---|---|--:|--:|---|--:|"]
    levels = [row(slug, pair, games) for slug, games in GAMES.items() for pair in PAIRS]
    perfect = [row("skirmish", ("perfect", other), 2000) for other in ("hard", "medium")]
    contents = {"levels": "\n".join([*head, *levels]), "perfect": "\n".join([*head, *perfect])}
    PAGE.write_text(filled(PAGE.read_text("utf-8"), contents), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
