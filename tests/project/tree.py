"""Where the project is, and which files belong to it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]

MADE = frozenset({"__pycache__", "build", "dist", "node_modules"})
CLIENT = ROOT / "src" / "armillary" / "server" / "web"
"""Where the browser client is built."""
SITE = CLIENT.parent / "site"
"""Where the documentation is built."""


def files(below: Path = ROOT) -> Iterator[Path]:
    """Every file of the project, whether git knows it yet or not."""
    for folder, folders, names in os.walk(below):
        folders[:] = sorted(name for name in folders if _is_ours(Path(folder) / name))
        yield from (Path(folder) / name for name in sorted(names) if name != ".git")  # a worktree's is a file


def copy_to(target: Path) -> Path:
    """The project as a fresh clone has it."""
    for path in files():
        copy = target / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, copy)
    return target


def environment(**changes: str) -> dict[str, str]:
    """The environment without what another `make` or a shell's habit put into it."""
    inherited = {"MAKEFLAGS", "MAKELEVEL", "MFLAGS", "PYTHONDONTWRITEBYTECODE", "PYTHONPATH"}
    return {name: value for name, value in os.environ.items() if name not in inherited} | changes


def _is_ours(folder: Path) -> bool:
    """Caches, environments and editors keep to hidden folders."""
    return folder.name == ".ci" or not (folder.name.startswith(".") or folder.name in MADE or folder in (CLIENT, SITE))
