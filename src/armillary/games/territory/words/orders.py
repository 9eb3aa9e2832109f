"""Declarations and commands as text: `say I go north.`, `0,0,D,3; 4,1,L,2`, `stay`."""

from __future__ import annotations

from armillary.core.errors import BadNotation
from armillary.games.territory.model import Command, Commands, Declare, Order, View
from armillary.games.territory.rules import declaring
from armillary.games.territory.rules.commands import read
from armillary.games.territory.words.sentences import clean

MOST_COMMAND_TEXT = 10_000


def parse_order(text: str, view: View) -> Order:
    """`say TEXT`; or commands `X,Y,DIRECTION,N` with semicolons between them; or `stay`."""
    word, _, rest = text.lstrip().partition(" ")
    if word.strip().lower() == "say":
        return Declare(rest)
    if text.strip().lower() == "stay":
        return Commands()
    if declaring(view.board) and read(text.partition(";")[0]) is None:
        raise BadNotation("a declaration is written 'say I go north.'; to declare no plan, type 'say' alone")
    if len(text) > MOST_COMMAND_TEXT:
        raise BadNotation(f"commands have at most {MOST_COMMAND_TEXT} characters")
    return Commands(tuple(_command(line) for line in text.replace("\n", ";").split(";")))


def _command(line: str) -> Command:
    command = read(line)
    if command is None:
        raise BadNotation(f"a command is written X,Y,DIRECTION,N, for example 0,0,D,3, not {clean(line.strip())[:40]}")
    return command


def format_order(order: Order, view: View) -> str:  # noqa: ARG001
    """`say …`, `0,0,D,3; 4,1,L,2` or `stay`."""
    if isinstance(order, Declare):
        return f"say {order.text}" if order.text else "say"
    return "; ".join(_line(command) for command in order.commands) or "stay"


def _line(command: Command | str) -> str:
    return command if isinstance(command, str) else f"{command.x},{command.y},{command.direction},{command.units}"


def notation() -> str:
    """How declarations and commands are typed."""
    return (
        "Declarations: 'say' and anything you like, true or not: say I march on the centre. 'say' alone: no plan.\n"
        "Commands: X,Y,DIRECTION,N, separated by semicolons. For example, 0,0,D,3; 4,1,L,2 sends 3 units from\n"
        "(0,0) down and 2 from (4,1) to the left (U up, D down, L left, R right). 'stay': nobody moves."
    )
