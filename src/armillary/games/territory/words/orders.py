"""Declarations and commands as text: `I go north.`, `say I go north.`, `0,0,D,3; 4,1,L,2`, `stay`."""

from __future__ import annotations

import re

from armillary.core.bounds import LONGEST
from armillary.core.errors import BadNotation
from armillary.core.prose import counted, listed
from armillary.games.territory.model import Command, Commands, Declare, Order, View
from armillary.games.territory.rules import declaring
from armillary.games.territory.rules.commands import line_text, read
from armillary.games.territory.words.sentences import WAYS, clean

MAX_COMMAND_TEXT = LONGEST
_LINES = re.compile(r'(?:"(?:[^"\\]|\\.)*+"?|[^";\n])+')
"""What stands between semicolons and line ends, as long as those are not in quotes."""
_CODE = r"\\u\{(?!0?d[89a-f][0-9a-f]{2}\})(?:10[0-9a-f]{4}|[0-9a-f]{1,5})\}"
"""A character by its number; half of one is none, and no order could hold it."""
_QUOTED = re.compile(rf'"((?:[^"\\]|\\["\\]|{_CODE})*+)"')
_ESCAPE = re.compile(r'\\(?:(["\\])|u\{([0-9a-f]+)\})')


def parse_order(text: str, view: View, draft: Order | None = None) -> Order:
    """`say TEXT`; or commands `X,Y,DIRECTION,N` with semicolons between them; or `stay`.

    While declarations are due, a text that is none of these is declared as it stands, and no text is no plan.
    Commands are added to those of a draft; a second one from the same square in the same direction takes the place of
    the first. A declaration takes the draft's place.
    """
    word, _, rest = text.lstrip().partition(" ")
    if word.strip().lower() == "say":
        return Declare(rest)
    if len(text) > MAX_COMMAND_TEXT:
        raise BadNotation(f"Commands have at most {MAX_COMMAND_TEXT} characters.")
    lines = [line.strip() for line in _LINES.findall(text) if line.strip()]
    if [line.lower() for line in lines] == ["stay"]:
        return Commands()
    if declaring(view.board) and not (lines and (read(lines[0]) or _QUOTED.fullmatch(lines[0]))):
        said = text.strip()
        if not "".join(said.split()).isprintable():
            raise BadNotation(
                "A declaration must not contain control characters; only after 'say' may it hold anything."
            )
        return Declare(said)
    if not lines:
        raise BadNotation("A command is written X,Y,DIRECTION,N, for example 0,0,D,3; to send nobody, type 'stay'.")
    commands = tuple(_command(line) for line in lines)
    return _added(draft, commands) if isinstance(draft, Commands) else Commands(commands)


def _command(line: str) -> Command | str:
    """A command, or a line in quotes as it stands there: the rules take any, and say what they think of it (TR-6)."""
    if quoted := _QUOTED.fullmatch(line):
        return _ESCAPE.sub(lambda found: found[1] or chr(int(found[2], 16)), quoted[1])
    command = read(line)
    if command is None:
        raise BadNotation(f"A command is written X,Y,DIRECTION,N, for example 0,0,D,3, not {clean(line)[:40]}.")
    return command


def _added(draft: Commands, commands: tuple[Command | str, ...]) -> Commands:
    """The draft's commands, then the new ones; the last word about a march counts."""
    said = {march for line in commands if (march := _march(line))}
    return Commands((*(line for line in draft.commands if _march(line) not in said), *commands))


def _march(line: Command | str) -> tuple[int, int, str] | None:
    """From which square a line sends units, and in which direction."""
    command = read(line)
    return None if command is None else (command.x, command.y, command.direction.upper())


def format_order(order: Order, view: View) -> str:
    """`say …`, `0,0,D,3; 4,1,L,2` or `stay`; what was given as a line of text stands in quotes."""
    if isinstance(order, Declare):
        return f"say {order.text}" if order.text else "say"
    return "; ".join(clean(line) if isinstance(line, str) else line_text(line) for line in order.commands) or "stay"


def tell_order(order: Order, view: View) -> str:
    """`send 3 units down from (0,0) and 2 units left from (4,1)`, `stay`, or what to declare."""
    if isinstance(order, Declare):
        return f"declare {clean(order.text)}" if order.text.strip() else "declare nothing"
    marches = [march for line in order.commands if (march := read(line))]
    parts = [
        f"{counted(march.units, 'unit')} {WAYS[march.direction.upper()]} from ({march.x},{march.y})"
        for march in marches
    ]
    return f"send {listed(parts)}" if parts else "stay"


def notation() -> str:
    """How declarations and commands are typed."""
    return (
        "Declarations: type anything you like, true or not: I march on the centre. An empty line: no plan.\n"
        "Put 'say' in front of what would otherwise be a command: say help me.\n"
        "Commands: X,Y,DIRECTION,N, separated by semicolons. X is the column and Y the row, both from 0.\n"
        "For example, 0,0,D,3; 4,1,L,2 sends 3 units from (0,0) down and 2 from (4,1) to the left (U up, "
        "D down, L left, R right). 'stay': nobody moves."
    )
