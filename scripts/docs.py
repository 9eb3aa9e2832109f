"""The generated parts of the documentation: games from the registry, numbers from the last benchmark, laws from code.

Each part is between `<!-- name -->` and `<!-- /name -->`. `make docs` writes them; a test fails when they differ.
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
from armillary.server.door.problems import STATUS
from armillary.server.matches.telling import Explained
from armillary.server.settings import PREFIX, Settings
from armillary.testing.contract import LAWS
from armillary.testing.symmetry import seats_are_alike

ROOT = Path(__file__).parents[1]
PAGES = (
    ROOT / "README.md",
    ROOT / "docs" / "adding-a-game.md",
    ROOT / "docs" / "performance.md",
    ROOT / "docs" / "operating.md",
    ROOT / "docs" / "api.md",
)
MEASURED = ROOT / "benchmarks" / "measured.json"

PICTURES = {
    "kepler": ("kepler-honeycomb.svg", "Nineteen regions between two homes"),
    "orbit": ("orbit-rings.svg", "Five rings around a star"),
    "risky_stars": ("risky-stars-two.svg", "Two homes and the systems between them"),
    "skirmish": ("skirmish.svg", "Two planets at stake, a 12 against a 14"),
    "territory": ("territory.svg", "Four players on a grid"),
}


def games_table(games: Iterable[AnyGame]) -> str:
    """One row per game, with its picture where there is one."""
    rows = [_row("", "Game", "Seats", "Orders", "Hidden information", "Minutes"), "|---|---|---|---|---|---|"]
    return "\n".join([*rows, *(_game_row(game) for game in games)])


def numbers_table(report: dict[str, Any]) -> str:
    """How fast each game is played at random, and what a match takes in memory."""
    unit = report["goofspiel_playouts_per_second"]
    values = {(line["game"], line["what"]): line["value"] for line in report["lines"]}
    rows = [_row("Game", "Random matches per second", "Peak memory of a match"), "|---|--:|--:|"]
    for game in dict.fromkeys(line["game"] for line in report["lines"] if line["game"]):
        matches = values[game, "playouts as a match"] * unit
        rows.append(_row(game, f"{matches:,.0f}", f"{values[game, 'peak memory, match with its log']:,.0f} KiB"))
    return "\n".join([*rows, "", _measured_on(report)])


def bench_table(report: dict[str, Any]) -> str:
    """All numbers as the benchmark wrote them."""
    rows = [_row("Game", "What", "Measured"), "|---|---|--:|"]
    rows += [
        _row(line["game"] or "*engine*", line["what"], f"{line['value']:.3g} {line['unit']}")
        for line in report["lines"]
    ]
    speed = f"A unit is one Goofspiel playout: {report['goofspiel_playouts_per_second']:,} per second there."
    return "\n".join([*rows, "", f"{_measured_on(report)} {speed}"])


def _measured_on(report: dict[str, Any]) -> str:
    return f"Measured with Python {report['python']} on {report['machine']}, {report['cores']} cores."


def laws_table() -> str:
    """What `check_game` demands, in the words of each law."""
    rows = [_row("law", "what it demands"), "|---|---|"]
    rows += [_row(f"`{law.__name__}`", str(law.__doc__)) for law in (*LAWS, seats_are_alike)]
    return "\n".join(rows)


def settings_table() -> str:
    """What an operator can set, each with its default, from the settings themselves."""
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
        if kind is not Explained:  # it is answered with the code of the refusal that it explains
            kinds = (kind, *kind.__subclasses__())
            rows += [_row(f"`{each.__name__}`", str(int(status)), str(each.__doc__)) for each in kinds]
    return "\n".join(rows)


def parts() -> dict[str, str]:
    """Every generated part by its name, as it should be now."""
    own = [game for game in registry.games() if is_ours(game)]
    report = json.loads(MEASURED.read_text("utf-8"))
    return {
        "games": games_table(own),
        "numbers": numbers_table(report),
        "bench": bench_table(report),
        "laws": laws_table(),
        "settings": settings_table(),
        "errors": errors_table(),
    }


def filled(text: str, contents: dict[str, str]) -> str:
    """The text with everything between the marks of these parts replaced."""
    marked = re.compile(rf"(<!-- ({'|'.join(contents)}) -->\n).*?(<!-- /\2 -->)", re.DOTALL)
    return marked.sub(lambda found: f"{found[1]}{contents[found[2]]}\n{found[3]}", text)


def is_ours(game: AnyGame) -> bool:
    """Does it come with this package, or from another one?"""
    return str(getattr(game.rules, "__name__", "")).startswith("armillary.")


def _game_row(game: AnyGame) -> str:
    file, shows = PICTURES.get(game.slug, ("", ""))
    return _row(
        f'<img src="docs/images/{file}" width="110" alt="{shows}">' if file else "",
        f"[{game.title}](docs/rules/{game.slug}.md)<br>{game.summary}",
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
