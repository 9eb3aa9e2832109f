"""Options in words: what every template, slot and value of a plan is called."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from armillary.core.options import Choice, Options, Remove, Slot, Template
from armillary.core.prose import player
from armillary.games.orbit.model import Plan, View
from armillary.games.orbit.words.orders import ADJUSTED


def label(options: Options[Plan], view: View) -> Options[Plan]:
    """The plan with a label on every slot, and the same plan in its other form."""
    first, other = options.templates
    slots: list[Slot] = []
    for slot in first.slots:
        titled = replace(slot, label=_title(slot, first.order, view))
        if isinstance(titled, Choice):
            titled = replace(titled, labels=tuple(_value(slot.path[-1], value, view) for value in titled.values))
        slots.append(titled)
    form = "Say by how much energy changes" if other.order.targets is None else "Say how much energy subsystems get"
    return Options((Template(first.order, tuple(slots), "Plan your turn"), replace(other, label=form)))


def _title(slot: Slot, plan: Plan, view: View) -> str:
    gone = isinstance(slot, Remove)
    match slot.path:
        case ("allocate", name):
            return f"Add nothing to {name}" if gone else f"Add energy to {name}"
        case ("deallocate", name):
            return f"Return nothing from {name}" if gone else f"Return energy from {name}"
        case ("targets", name):
            return f"Leave {name} unchanged" if gone else f"Energy for {name}"
        case ("shots", int(i)):
            return f"Hold the {plan.shots[i].weapon}" if gone else "Fire a weapon"
        case ("shots", int(i), "compensate"):
            return "Compensate for the recoil"
        case ("shots", int(i), "targets", int(j)):
            shot = plan.shots[i]
            if gone:
                return f"Spare {player(shot.targets[j], view)}"
            return f"{'Target' if j < len(shot.targets) else 'Another target'} of the {shot.weapon}"
    return {"vent": "Vent heat", "rotate": "Turn round", "move": "Movement"}[str(slot.path[0])]


def _value(field: str | int, value: Any, view: View) -> str:
    """A yes or no, a movement, a new shot, or a player."""
    if isinstance(value, bool):
        return "Yes" if value else "No"
    if isinstance(value, int):
        return player(value, view)
    if field == "move":
        if value["kind"] == "coast":
            return "Coast and scoop" if value["scoop"] else "Coast"
        return f"{value['intensity'].capitalize()} burn{ADJUSTED[value['adjust']]}"
    targets = ", ".join(player(target, view) for target in value["targets"])
    return f"{value['weapon'].capitalize()} at {targets}{', compensated' if value['compensate'] else ''}"
