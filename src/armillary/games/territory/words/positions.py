"""Positions as text: what cases, bug reports and the command line are written in.

    round 2; phase 0; seats 3; config map_size=4; map 1:5 . * . / . 2:3* . . / . . . . / . . 3:7 .; plans -

The map is written row by row from the top, with `/` between rows; a square is `player:units`, or `.` where nobody
stands, with `*` for a resource. `config` names what differs from the defaults, or `-`; `plans` is a JSON list of this
round's declarations, or `-`; a game that is over also has a section `ended timeout`.
"""

from __future__ import annotations

import re
from typing import Any, TypeVar, get_args

from armillary.core import codec, notation
from armillary.core.errors import BadNotation
from armillary.games.territory.model import Config, FirstConfig, Homes, State

S = TypeVar("S", bound=State)

SECTIONS = ("round", "phase", "seats", "config", "map", "plans")
_SQUARE = re.compile(r"(?:(?P<owner>[0-9]{1,2}):(?P<units>[0-9]{1,13})|\.)?(?P<resource>\*)?")
_SETTING = re.compile(rf"([a-z_]+)=(?:(-?[0-9]{{1,9}})|({'|'.join(get_args(Homes))}))")


def format_state(state: State) -> str:
    """The position as one line."""
    sections = [
        f"round {state.round}",
        f"phase {state.phase}",
        f"seats {state.setup.seats}",
        f"config {_config_text(state.setup.config)}",
        f"map {_map_text(state)}",
        f"plans {notation.to_json(state.plans) if state.plans else '-'}",
    ]
    if state.ended:
        sections.insert(-1, f"ended {state.ended}")
    return "; ".join(sections)


def _config_text(config: Config) -> str:
    usual = type(config)()
    changed = [name for name in config.__struct_fields__ if getattr(config, name) != getattr(usual, name)]
    return " ".join(f"{name}={getattr(config, name)}" for name in changed) or "-"


def _map_text(state: State) -> str:
    size, resources = state.setup.config.map_size, set(state.setup.resources)
    cells = []
    for square, (owner, units) in enumerate(zip(state.owners, state.units, strict=True)):
        rich = "*" if square in resources else ""
        cells.append(f"{owner}:{units}{rich}" if owner else rich or ".")
    return " / ".join(" ".join(cells[y * size : (y + 1) * size]) for y in range(size))


def parse_state(text: str) -> State:
    """The position that such a line means; raises `BadNotation`."""
    return parsed(text, Config, State)


def parsed(text: str, config_type: type[FirstConfig], state_type: type[S]) -> S:
    """The position with these types: each version of the rules has its own."""
    parts = notation.sections(text, (*SECTIONS, "ended"), SECTIONS)
    config = _config(parts["config"], config_type)
    owners, units, resources = _map(parts["map"], config.map_size)
    seats, number, phase = (notation.number(parts[name], f"the {name}") for name in ("seats", "round", "phase"))
    plain = {
        "setup": {"seats": seats, "config": codec.tree(config), "resources": resources},
        "round": number,
        "phase": phase,
        "owners": owners,
        "units": units,
        "plans": [] if parts["plans"] == "-" else notation.from_json(parts["plans"], Any, "plans"),
        "ended": parts.get("ended"),
    }
    return notation.from_tree(plain, state_type, "state")


def _config(text: str, kind: type[FirstConfig]) -> FirstConfig:
    settings: dict[str, int | str] = {}
    for word in [] if text == "-" else text.split():
        found = _SETTING.fullmatch(word)
        if found is None or found[1] in settings:
            raise BadNotation(f"A parameter is written map_size=6, and only once, not {word[:40]!r}.")
        settings[found[1]] = found[3] or int(found[2])
    return notation.from_tree(settings, kind, "config")


def _map(text: str, size: int) -> tuple[list[int], list[int], list[int]]:
    rows = [row.split() for row in text.split("/")]
    if len(rows) != size or any(len(row) != size for row in rows):
        raise BadNotation(f"The map has {size} rows of {size} squares.")
    owners, units, resources = [], [], []
    for square, cell in enumerate(cell for row in rows for cell in row):
        found = _SQUARE.fullmatch(cell)
        if found is None or found["owner"] == "0":
            raise BadNotation(f"A square is written '.', '*', '2:5' or '2:5*', not {cell[:40]!r}.")
        owners.append(int(found["owner"] or 0))
        units.append(int(found["units"] or 0))
        if found["resource"]:
            resources.append(square)
    return owners, units, resources
