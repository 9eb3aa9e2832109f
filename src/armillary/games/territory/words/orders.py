"""Declarations and commands as text: `say I go north.`, `0,0,D,3; 4,1,L,2`, `stay`."""

from __future__ import annotations

from armillary.core.errors import BadNotation
from armillary.games.territory.model import Command, Commands, Declare, Order, View
from armillary.games.territory.rules import declaring
from armillary.games.territory.rules.commands import line_text, read
from armillary.games.territory.words.sentences import clean

MAX_COMMAND_TEXT = 10_000


def parse_order(text: str, view: View, draft: Order | None = None) -> Order:
    """`say TEXT`; or commands `X,Y,DIRECTION,N` with semicolons between them; or `stay`.

    Commands are added to those of a draft; a second one from the same square in the same direction takes the place of
    the first. A declaration takes the draft's place.
    """
    word, _, rest = text.lstrip().partition(" ")
    if word.strip().lower() == "say":
        return Declare(rest)
    lines = [line for line in text.replace("\n", ";").split(";") if line.strip()]
    if [line.strip().lower() for line in lines] == ["stay"]:
        return Commands()
    if declaring(view.board) and not (lines and read(lines[0])):
        raise BadNotation("A declaration is written 'say I go north.'; to declare no plan, type 'say' alone.")
    if not lines:
        raise BadNotation("A command is written X,Y,DIRECTION,N, for example 0,0,D,3; to send nobody, type 'stay'.")
    if len(text) > MAX_COMMAND_TEXT:
        raise BadNotation(f"Commands have at most {MAX_COMMAND_TEXT} characters.")
    commands = tuple(_command(line) for line in lines)
    return _added(draft, commands) if isinstance(draft, Commands) else Commands(commands)


def _command(line: str) -> Command:
    command = read(line)
    if command is None:
        raise BadNotation(f"A command is written X,Y,DIRECTION,N, for example 0,0,D,3, not {clean(line.strip())[:40]}.")
    return command


def _added(draft: Commands, commands: tuple[Command, ...]) -> Commands:
    """The draft's commands, then the new ones; the last word about a march counts."""
    said = {(command.x, command.y, command.direction.upper()) for command in commands}
    kept = [
        line
        for line in draft.commands
        if (old := read(line)) is None or (old.x, old.y, old.direction.upper()) not in said
    ]
    return Commands((*kept, *commands))


def format_order(order: Order, view: View) -> str:
    """`say …`, `0,0,D,3; 4,1,L,2` or `stay`."""
    if isinstance(order, Declare):
        return f"say {order.text}" if order.text else "say"
    return "; ".join(line_text(command) for command in order.commands) or "stay"


def notation() -> str:
    """How declarations and commands are typed."""
    return (
        "Declarations: 'say' and anything you like, true or not: say I march on the centre. 'say' alone: no plan.\n"
        "Commands: X,Y,DIRECTION,N, separated by semicolons. X is the column and Y the row, both from 0.\n"
        "For example, 0,0,D,3; 4,1,L,2 sends 3 units from (0,0) down and 2 from (4,1) to the left (U up,\n"
        "D down, L left, R right). 'stay': nobody moves."
    )
