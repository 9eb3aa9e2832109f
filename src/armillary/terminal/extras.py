"""Parts that need more than the plain package, with a clear message when they are not installed."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from armillary.core.errors import BadInput


def server_parts() -> Any:
    """The package `armillary.server`, with its main module loaded; raises `BadInput` without its dependencies."""
    _load("server", "main")
    return import_module("armillary.server")


def client_parts() -> Any:
    """The package `armillary.client`; raises `BadInput` without its dependencies."""
    _load("client", "http")
    return import_module("armillary.client")


def _load(part: str, module: str) -> None:
    try:
        import_module(f"armillary.{part}.{module}")
    except ModuleNotFoundError as error:
        if error.name is not None and error.name.startswith("armillary"):
            raise
        raise BadInput(
            f"the {part} is not installed ({error.name} is missing): pip install 'armillary[{part}]'"
        ) from error
