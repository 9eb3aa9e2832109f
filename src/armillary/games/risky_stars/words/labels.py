"""Options in words: what every template, slot and value of an order is called."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from armillary.core.options import Choice, Options, Remove, Slot
from armillary.core.prose import player
from armillary.games.risky_stars.model import (
    Accept,
    Buy,
    Decline,
    End,
    Leave,
    Move,
    Order,
    Post,
    Propose,
    Recall,
    Upgrade,
    View,
    Withdraw,
)
from armillary.games.risky_stars.words.sentences import CLASSES, titles_of

TITLES: Mapping[type[Order], str] = {
    End: "End your turn",
    Buy: "Buy units",
    Move: "Send units from {source}",
    Upgrade: "Upgrade {body}",
    Post: "Post a hero of class {rank}",
    Recall: "Recall a hero of class {rank} from {body}",
    Propose: "Propose an alliance",
    Accept: "Accept an alliance",
    Decline: "Decline an alliance",
    Withdraw: "Withdraw from a proposal",
    Leave: "Leave your alliance",
}
SLOTS = {"target": "To", "units": "Units", "body": "Body", "rank": "Class", "player": "Player"}


def label(options: Options[Order], view: View) -> Options[Order]:
    """What each order does; a draft that does the same as another template is called the draft."""
    first, *others = [
        replace(
            template,
            label=_title(template.order, view),
            slots=tuple(_labelled(slot, view) for slot in template.slots),
        )
        for template in options.templates
    ]
    if any(first.label == other.label for other in others):
        first = replace(first, label=f"{first.label} (your draft)")
    return Options((first, *others))


def _title(order: Order, view: View) -> str:
    titles = titles_of(view)
    if isinstance(order, Buy) and len(order.units) == 1:
        return f"Buy units for {titles[next(iter(order.units))]}"
    rank = CLASSES[order.rank] if isinstance(order, Post | Recall) else ""
    source = titles[order.source] if isinstance(order, Move) else ""
    body = titles[order.body] if isinstance(order, Upgrade | Post | Recall) else ""
    return TITLES[type(order)].format(source=source, body=body, rank=rank)


def _labelled(slot: Slot, view: View) -> Slot:
    titles, (field, *place) = titles_of(view), map(str, slot.path)
    if place:
        return replace(slot, label=f"{'Buy nothing' if isinstance(slot, Remove) else 'Units'} for {titles[place[0]]}")
    if not isinstance(slot, Choice):
        return replace(slot, label=SLOTS[field])
    match field:
        case "player":
            labels = tuple(player(seat, view) for seat in slot.values)
        case "rank":
            labels = tuple(CLASSES[rank] for rank in slot.values)
        case _:
            labels = tuple(titles[name] for name in slot.values)
    return replace(slot, label=SLOTS[field], labels=labels)
