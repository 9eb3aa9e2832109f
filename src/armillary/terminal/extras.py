"""Parts that need more than the plain package, with a clear message when they are not installed."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from armillary.core.errors import BadInput
from armillary.core.extras import how_to_install


def server_parts() -> Any:
    """The package `armillary.server`, with what commands use of it; raises `BadInput` without its dependencies."""
    for module in ("main", "backups"):
        _load(f"armillary.server.{module}", "The server is not installed", "server")
    return import_module("armillary.server")


def client_parts() -> Any:
    """The package `armillary.client`; raises `BadInput` without its dependencies."""
    return _load("armillary.client", "The client is not installed", "client")


def solver() -> Any:
    """The module that solves Stellar Skirmish; raises `BadInput` without its dependencies."""
    return _load("armillary.games.skirmish.solved.making", "The solver is not installed", "solve")


def _load(module: str, complaint: str, extra: str) -> Any:
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name is not None and error.name.startswith("armillary"):
            raise
        hint = how_to_install(extra)
        raise BadInput(f"{complaint} ({error.name} is missing). {hint}") from error
