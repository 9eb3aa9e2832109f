"""Labels for what may be declared or commanded."""

from __future__ import annotations

from armillary.core.options import Choice, Options, Slot
from armillary.core.prose import counted, labelled
from armillary.games.territory.model import Command, Commands, Declare, Order, View
from armillary.games.territory.words.sentences import WAYS

FIELDS = {"x": "column", "y": "row", "direction": "direction", "units": "units"}


def label(options: Options[Order], view: View) -> Options[Order]:
    """A text to declare, or commands to give, to change and to take back."""
    return labelled(options, _template, _slot, _values)


def _template(order: Order) -> str:
    return "Declare a plan" if isinstance(order, Declare) else "Give commands"


def _slot(order: Order, slot: Slot) -> str:
    match slot.path:
        case ("commands", int(number)):
            return "Add a command" if isinstance(slot, Choice) else f"Take back command {number + 1}"
        case ("commands", int(number), str(field)):
            return f"Command {number + 1}, {FIELDS[field]}"
    return "Plan"


def _values(order: Order, slot: Choice) -> list[str]:
    """Whole commands; or the square one would leave from, or the way it would go."""
    assert isinstance(order, Commands)
    _, number, *field = slot.path
    if not field:
        return [_command(command) for command in slot.values]
    if field == ["direction"]:  # which may be written in lower case, too
        return [WAYS[way.upper()] + ("" if way.isupper() else f" (written {way})") for way in slot.values]
    command = order.commands[int(number)]
    assert isinstance(command, Command)
    return (
        [f"({x},{command.y})" for x in slot.values] if field == ["x"] else [f"({command.x},{y})" for y in slot.values]
    )


def _command(command: Command) -> str:
    """`3 units down from (0,0)`."""
    return f"{counted(command.units, 'unit')} {WAYS[command.direction.upper()]} from ({command.x},{command.y})"
