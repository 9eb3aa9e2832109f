"""Parts that need more than the plain package, with a clear message when they are not installed."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from armillary.core.errors import BadInput


def server_parts() -> Any:
    """The package `armillary.server`, with its main module loaded; raises `BadInput` without its dependencies."""
    try:
        import_module("armillary.server.main")
    except ModuleNotFoundError as error:
        if error.name is not None and error.name.startswith("armillary"):
            raise
        raise BadInput(
            f"the server is not installed ({error.name} is missing): pip install 'armillary[server]'"
        ) from error
    return import_module("armillary.server")
