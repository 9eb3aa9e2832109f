"""Labels for what may be declared or commanded."""

from __future__ import annotations

from msgspec.structs import replace

from armillary.core.options import Choice, Options, Slot, Template
from armillary.core.prose import counted
from armillary.games.territory.model import Command, Declare, Order, View
from armillary.games.territory.words.sentences import WAYS

FIELDS = {"x": "column", "y": "row", "direction": "direction", "units": "units"}


def label(options: Options[Order], view: View) -> Options[Order]:  # noqa: ARG001 (squares go by their coordinates)
    """A text to declare, or commands to give, to change and to take back."""
    return Options(tuple(map(_labelled, options.templates)))


def _labelled(template: Template[Order]) -> Template[Order]:
    if isinstance(template.order, Declare):
        return replace(
            template, label="Declare a plan", slots=tuple(replace(slot, label="Plan") for slot in template.slots)
        )
    commands = template.order.commands
    return replace(template, label="Give commands", slots=tuple(_slot(slot, commands) for slot in template.slots))


def _slot(slot: Slot, commands: tuple[Command | str, ...]) -> Slot:
    _, number, *fields = slot.path
    assert isinstance(number, int)
    if not fields:
        if isinstance(slot, Choice):
            return replace(slot, label="Add a command", labels=tuple(map(command_text, slot.values)))
        return replace(slot, label=f"Take back command {number + 1}")
    field = str(fields[0])
    name = f"Command {number + 1}, {FIELDS[field]}"
    if isinstance(slot, Choice):
        command = commands[number]
        assert isinstance(command, Command)
        return replace(slot, label=name, labels=tuple(_value(field, value, command) for value in slot.values))
    return replace(slot, label=name)


def command_text(command: Command) -> str:
    """`3 units down from (0,0)`."""
    return f"{counted(command.units, 'unit')} {WAYS[command.direction.upper()]} from ({command.x},{command.y})"


def _value(field: str, value: int | str, command: Command) -> str:
    """The square a command would leave from, or the way it would go; a direction may be written in lower case."""
    match field, value:
        case "direction", str():
            return WAYS[value.upper()] + ("" if value.isupper() else f" (written {value})")
        case "x", _:
            return f"({value},{command.y})"
    return f"({command.x},{value})"
