"""Parts that need more packages than the plain package has, and the command that installs them."""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path

CLONE = Path(__file__).parents[3]
"""Where the project is, if this is a clone of it and not an installed wheel."""

GROUPS = {"postgresql": "server", "redis": "server"}
"""The groups of packages that `make install` knows by another name than their extra's."""


def how_to_install(extra: str) -> str:
    """What to do when a package of this extra is missing, as a sentence."""
    if (CLONE / "locks").is_dir():
        return f"Run: make install GROUP={GROUPS.get(extra, extra)}."
    wheel = f"armillary-{version('armillary')}-py3-none-any.whl"
    return f"Run, with the wheel that you installed: pip install '{wheel}[{extra}]'."
