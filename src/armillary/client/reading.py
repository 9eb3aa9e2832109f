"""What a server sends, read as the types of the API and of the installed games.

Later views come without what never changes: it is put back before a view is read, so everybody sees whole views.
"""

from __future__ import annotations

from typing import Any

from armillary.api.matches import MatchInfo
from armillary.api.problems import Problem
from armillary.client.errors import AnswerLost, BadAnswer, ServerSaid
from armillary.core import codec
from armillary.core.contract import AnyGame
from armillary.core.errors import BadData
from armillary.core.registry import game as registered

FIRST_ERROR = 400
GATEWAYS = (502, 503, 504)
"""What stands in front of a server answers with these, in its own words, while the server is away."""


def game_of(match: MatchInfo) -> AnyGame:
    """The installed game that a match is of; raises `UnknownGame` or `VersionNotInstalled`."""
    return registered(match.game, match.rules_version)


def read(data: bytes | str, kind: Any, what: str = "The server's answer") -> Any:
    """A value of this type; raises `BadAnswer`."""
    try:
        return codec.decode(data, kind, what)
    except BadData as error:
        raise BadAnswer(str(error)) from error


def convert(tree: Any, kind: Any, what: str = "The server's answer") -> Any:
    """A value of this type from JSON that was read already; raises `BadAnswer`."""
    try:
        return codec.convert(tree, kind, what)
    except BadData as error:
        raise BadAnswer(str(error)) from error


def raise_problem(status: int, data: bytes, wait: float) -> None:
    """Raise what an answer with an error's status says; another server's error page is a `BadAnswer`."""
    if status < FIRST_ERROR:
        return
    try:
        problem = read(data, Problem)
    except BadAnswer as error:
        kind = AnswerLost if status in GATEWAYS else BadAnswer
        raise kind(f"The server answered with status {status} and no reason.") from error
    raise ServerSaid(problem, wait)


def setup_of(table: Any) -> Any:
    """What never changes in the view of a table, as JSON has it; None where there is none."""
    view = table.get("view") if isinstance(table, dict) else None
    return view.get("setup") if isinstance(view, dict) else None


def with_setup(table: Any, setup: Any) -> Any:
    """A table, as JSON has it, with what never changes put back where it was left out."""
    if setup_of(table) is not None or not isinstance(table, dict) or not isinstance(table.get("view"), dict):
        return table
    return table | {"view": table["view"] | {"setup": setup}}
