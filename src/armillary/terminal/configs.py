"""How a match is set up from the command line: a preset, then files and single settings over it, in their order.

A file is JSON, or TOML when its name ends in `.toml`; each field it names replaces the preset's. A setting is
`KEY=VALUE`: dotted keys reach into fields and list items, the value is JSON or else a plain word.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from typing import Any

from armillary.core import beginning, codec, trees
from armillary.core.contract import AnyGame
from armillary.core.errors import BadData, BadInput
from armillary.core.prose import explained
from armillary.core.values import Path, refusals
from armillary.terminal import files

_SETTING = re.compile(r"([A-Za-z_]\w*(?:\.\w+)*)=(.*)", re.DOTALL)


def config_for(game: AnyGame, seats: int, preset: str, changes: Iterable[str]) -> Any:
    """The config of a match; raises `BadInput` that names the field that is wrong or the rule that refuses it."""
    tree = codec.tree(beginning.config_for(game, seats, preset))
    for change in changes:
        if setting := _SETTING.fullmatch(change):
            tree = _set(tree, setting[1], _value(setting[2]))
        else:
            tree = {**tree, **_read(change)}
    config: Any = codec.as_declared(tree, game.config, "Config")
    if refused := refusals(game.rules.check_config(config, seats)):
        raise BadInput(f"Config: {explained(game, refused)}")
    return config


def _read(name: str) -> dict[str, Any]:
    text = files.read_text(name)
    try:
        tree = tomllib.loads(text) if name.endswith(".toml") else codec.decode(text, Any, name)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise BadInput(f"{name}: {error}") from error
    if not isinstance(tree, dict):
        raise BadInput(f"{name}: A config must be a table of fields and their values.")
    return tree


def _value(text: str) -> Any:
    try:
        return codec.decode(text, Any)
    except BadData:
        return text


def _set(tree: Any, key: str, value: Any) -> Any:
    """The config with this value at a dotted key; items of a list go by number, from 0."""
    path: Path = ()
    try:
        for part in key.split("."):
            numbered = isinstance(trees.get(tree, path), list) and part.isascii() and part.isdigit() and len(part) < 10
            path = (*path, int(part) if numbered else part)
        return trees.put(tree, path, value)
    except (LookupError, TypeError) as error:
        raise BadInput(f"Config: There is no field {key}.") from error
