"""The documentation's generated parts: games from the registry, numbers from the last measurement, laws from code.

Each part stands between `<!-- name -->` and `<!-- /name -->`. `make docs` writes them; a test fails when they differ.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from armillary.core import registry
from armillary.core.contract import AnyGame
from armillary.server.http.statuses import STATUS
from armillary.server.settings import PREFIX, Settings
from armillary.testing.contract import LAWS
from armillary.testing.elsewhere import every_process_plays_the_same

ROOT = Path(__file__).parents[1]
PAGES = (
    ROOT / "README.md",
    ROOT / "docs" / "adding-a-game.md",
    ROOT / "docs" / "operating.md",
    ROOT / "docs" / "api.md",
)
MEASURED = ROOT / "benchmarks" / "measured.json"

TO_COME = {
    "kepler": ("Kepler's Horizon", "Fleets on a map of regions; nothing hidden, nothing left to chance."),
    "risky_stars": ("Risky Stars", "Armies, resources and alliances across star systems."),
    "territory": ("Territory", "Up to twenty powers on a grid, who declare their plans first and move afterwards."),
    "orbit": ("Orbit Simulator", "Ships on five rings: reactors, heat, and orbits that carry everybody along."),
}


def games_table(games: Iterable[AnyGame]) -> str:
    """A row for every game here, then one for every game that is still missing."""
    here = {game.slug: game for game in games}
    rows = [_row("Game", "What it is", "Seats", "Orders", "Hidden", "Minutes"), "|---|---|---|---|---|---|"]
    rows += [_game_row(game) for game in here.values()]
    rows += [_row(title, what, "", "*to come*", "", "") for slug, (title, what) in TO_COME.items() if slug not in here]
    return "\n".join(rows)


def bench_table(report: dict[str, Any] | None) -> str:
    """The measured numbers as the benchmark wrote them, and where they were measured."""
    if report is None:
        return "Not measured yet."
    rows = [_row("Game", "What", "Measured"), "|---|---|--:|"]
    rows += [
        _row(line["game"] or "*engine*", line["what"], f"{line['value']:.3g} {line['unit']}")
        for line in report["lines"]
    ]
    where = f"Python {report['python']}, {report['machine']}, {report['cores']} cores"
    speed = f"a unit is one Goofspiel playout, {report['goofspiel_playouts_a_second']:,} a second there"
    return "\n".join([*rows, "", f"{where}; {speed}."])


def laws_table() -> str:
    """What `check_game` demands, in the words of each law."""
    rows = [_row("law", "what it demands"), "|---|---|"]
    rows += [_row(f"`{law.__name__}`", str(law.__doc__)) for law in (*LAWS, every_process_plays_the_same)]
    return "\n".join(rows)


def settings_table() -> str:
    """What an operator can set, with the default of each, from the settings themselves."""
    rows = [_row("Variable", "Default", "What it sets"), "|---|---|---|"]
    described = msgspec.json.schema(Settings)["$defs"]["Settings"]["properties"]
    for name, field in described.items():
        default = "" if field["default"] == "" else f"`{field['default']}`"
        rows.append(_row(f"`{PREFIX}{name.upper()}`", default, field["description"]))
    return "\n".join(rows)


def errors_table() -> str:
    """Every refusal of the server and the status it is answered with."""
    rows = [_row("Code", "Status", "What it means"), "|---|---|---|"]
    for kind, status in STATUS:
        kinds = (kind, *kind.__subclasses__())
        rows += [_row(f"`{each.__name__}`", str(int(status)), str(each.__doc__)) for each in kinds]
    return "\n".join(rows)


def parts() -> dict[str, str]:
    """Every generated part by its name, as it should be now."""
    own = [game for game in registry.games() if is_ours(game)]
    report = json.loads(MEASURED.read_text("utf-8")) if MEASURED.exists() else None
    return {
        "games": games_table(own),
        "bench": bench_table(report),
        "laws": laws_table(),
        "settings": settings_table(),
        "errors": errors_table(),
    }


def filled(text: str, contents: dict[str, str]) -> str:
    """The text with everything between its marks replaced."""
    marked = re.compile(r"(<!-- (\w+) -->\n).*?(<!-- /\2 -->)", re.DOTALL)
    return marked.sub(lambda found: f"{found[1]}{contents[found[2]]}\n{found[3]}", text)


def is_ours(game: AnyGame) -> bool:
    """Does it come with this package, or was it installed beside it?"""
    return str(getattr(game.rules, "__name__", "")).startswith("armillary.")


def _game_row(game: AnyGame) -> str:
    return _row(
        f"[{game.title}](docs/rules/{game.slug}.md)",
        game.summary,
        _span(game.seats),
        "at the same time" if game.simultaneous else "in turn",
        "yes" if game.hidden else "no",
        _span(game.minutes),
    )


def _span(bounds: tuple[int, int]) -> str:
    low, high = bounds
    return str(low) if low == high else f"{low} to {high}"


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    for page in PAGES:
        page.write_text(filled(page.read_text("utf-8"), parts()), "utf-8")
