"""Risky Stars in words: the notation of orders, and every sentence of the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from armillary.core import values
from armillary.core.values import Fate, Seat, Violation, path_text
from armillary.games.risky_stars.describe import describe
from armillary.games.risky_stars.events import (
    Accepted,
    Allied,
    Allotted,
    Bought,
    Departed,
    Drew,
    Ended,
    Fought,
    Held,
    Lapsed,
    Moved,
    Out,
    Posted,
    Produced,
    Proposed,
    Recalled,
    Retreated,
    RoundBegan,
    Ruined,
    Taken,
    TurnBegan,
    Upgraded,
)
from armillary.games.risky_stars.model import Preview, Stock, View
from armillary.games.risky_stars.notation import format_order, notation, parse_order
from armillary.games.risky_stars.phrases import CLASSES, FATES, VIOLATIONS
from armillary.games.risky_stars.positions import format_state, parse_state

__all__ = [
    "describe",
    "explain",
    "forecast",
    "format_order",
    "format_state",
    "notation",
    "parse_order",
    "parse_state",
    "tell",
]

MOST_DICE_SHOWN = 24


def explain(note: Violation | Fate, view: View | None = None) -> str:  # noqa: ARG001
    """One sentence with the rule it stands on."""
    if isinstance(note, Fate):
        return f"{FATES[note.verdict].format(**note.params)} [{note.rule}]"
    return f"{VIOLATIONS[note.code].format(**note.params)} ({path_text(note.path)}) [{note.rule}]"


def forecast(preview: Preview, view: View) -> str:  # noqa: ARG001
    """What changes for its player, and how a fight could go."""
    lines = [
        line
        for line in (
            _change("Stock", *map(_stock, preview.stock)),
            _change("Income a round", *map(_stock, preview.income)),
            _change("Regions", *map(str, preview.regions)),
            _change("Units", *map(str, preview.units)),
            _change("You may buy", *map(str, preview.affordable)),
        )
        if line
    ]
    if odds := preview.odds:
        percent = 100 * odds.taken // odds.tries
        lines.append(
            f"{odds.attacking} attack {odds.defending}: in {odds.tries} trials the place fell in {percent} of 100. "
            f"Losses: yours {_spread(odds.attack_lost, odds.tries)}, theirs {_spread(odds.defence_lost, odds.tries)}."
        )
    return "\n".join(lines) or "Your stock, income, regions and units stay as they are."


def _change(what: str, before: str, after: str) -> str:
    return "" if before == after else f"{what}: {before}, then {after}."


def _spread(losses: tuple[tuple[int, int], ...], tries: int) -> str:
    """The middle of the losses, and between which they lie nine times in ten."""
    low, middle, high = (_quantile(losses, tries * part) for part in (5, 50, 95))
    return f"{middle} (mostly {low} to {high})" if low != high else str(middle)


def _quantile(losses: tuple[tuple[int, int], ...], hundredths: int) -> int:
    seen = 0
    for lost, times in losses:
        seen += 100 * times
        if seen >= hundredths:
            return lost
    return losses[-1][0]


# -- events ------------------------------------------------------------------------------------------------


def tell(event: values.Event, view: View) -> str:
    """What happened, as one sentence."""
    for kind, sentence in SENTENCES.items():
        if isinstance(event, kind):
            return sentence(event, lambda seat: _player(seat, view))
    raise TypeError(f"not an event of this game: {event!r}")


Name = Callable[[Seat], str]


def _player(seat: Seat, view: View) -> str:
    return f"Player {seat} (you)" if seat == view.seat else f"Player {seat}"


def _players(seats: tuple[Seat, ...], name: Name) -> str:
    *most, last = (name(seat) for seat in seats)
    return f"{', '.join(most)} and {last}" if most else last


def _stock(stock: Stock) -> str:
    return f"{stock[0]} population, {stock[1]} metals, {stock[2]} fuel"


def _bought(event: Bought, name: Name) -> str:
    where = ", ".join(f"{units} at {place}" for place, units in event.units.items())
    return f"{name(event.seat)} raises {_units(sum(event.units.values()))}: {where}."


def _units(number: int) -> str:
    return "1 unit" if number == 1 else f"{number} units"


ARRIVALS = {
    "possession": "and finds nobody there",
    "merged": "and joins its own army there",
    "guest": "as a guest",
    "defends": "and joins the defence",
    "attacks": "and attacks",
    "reinforces": "and reinforces the attack",
    "returned": "but finds a combat of others and returns",
}


def _moved(event: Moved, name: Name) -> str:
    way = f"{_units(event.units)} from {event.source} to {event.target}"
    return f"{name(event.seat)} sends {way} {ARRIVALS[event.arrival]}."


def _fought(event: Fought, name: Name) -> str:
    dice = f"attack {_dice(event.attack)} against defence {_dice(event.defence)}"
    losses = ", ".join(f"{name(int(seat))} {units}" for seat, units in event.defence_lost.items()) or "nobody any"
    return (
        f"At {event.place} {name(event.attacker)} rolls {dice}: "
        f"the attack loses {_units(event.attack_lost)}; of the defence, {losses}."
    )


def _dice(dice: tuple[int, ...]) -> str:
    """Few dice one by one, many counted: every die is shown."""
    if len(dice) <= MOST_DICE_SHOWN:
        return " ".join(map(str, dice))
    return " ".join(f"{face}x{dice.count(face)}" for face in range(10, 0, -1) if face in dice)


def _taken(event: Taken, name: Name) -> str:
    return f"{event.place} now belongs to {name(event.by)}" + (f", no longer to {name(event.of)}." if event.of else ".")


def _retreated(event: Retreated, name: Name) -> str:
    one = event.units == 1
    fate = f"{'goes' if one else 'go'} to {event.to}" if event.to else "disbands" if one else "disband"
    return f"{_units(event.units)} of {name(event.seat)} at {event.place} {fate}."


def _ruined(event: Ruined, name: Name) -> str:  # noqa: ARG001
    lost = [f"its upgrades (level {event.levels})"] if event.levels else []
    lost += [f"the hero of class {CLASSES[rank]}" for rank in event.heroes]
    return f"With the place that was taken, {event.body} has lost {', '.join(lost)}."


REASONS = {
    "conquest": "no other side has an army left",
    "domination": "one side holds more than the dominating part of all regions",
    "last_round": "the last round is played",
}

SENTENCES: Mapping[type[values.Event], Callable[[Any, Name], str]] = {
    RoundBegan: lambda event, name: f"Round {event.round} begins with {name(event.first)}.",
    Produced: lambda event, name: f"{name(event.seat)} receives {_stock(event.gained)}.",
    Allotted: lambda event, name: (
        "The alliance's pool allots "
        + ", ".join(f"{name(s)} {_units(n)}" for s, n in zip(event.members, event.units, strict=True))
        + "."
    ),
    TurnBegan: lambda event, name: f"It is the turn of {name(event.seat)}.",
    Bought: _bought,
    Moved: _moved,
    Fought: _fought,
    Taken: _taken,
    Held: lambda event, name: f"{event.place} is held by {name(event.possessor)}: the combat is over.",
    Retreated: _retreated,
    Upgraded: lambda event, name: f"{name(event.seat)} upgrades {event.body} to level {event.level}.",
    Posted: lambda event, name: f"{name(event.seat)} posts a hero of class {CLASSES[event.rank]} to {event.body}.",
    Recalled: lambda event, name: (
        f"{name(event.seat)} recalls a hero of class {CLASSES[event.rank]} from {event.body}."
    ),
    Drew: lambda event, name: f"{name(event.seat)} finds a hero of class {CLASSES[event.rank]} on {event.body}.",
    Ruined: _ruined,
    Proposed: lambda event, name: f"{name(event.seat)} proposes an alliance of {_players(event.parties, name)}.",
    Accepted: lambda event, name: f"{name(event.seat)} agrees to an alliance of {_players(event.parties, name)}.",
    Allied: lambda event, name: f"{_players(event.members, name)} are allied now.",
    Lapsed: lambda event, name: f"The proposed alliance of {_players(event.parties, name)} is off ({event.why}).",
    Departed: lambda event, name: (
        f"{name(event.seat)} leaves the alliance with {_players(event.members, name)}; "
        f"a truce holds through round {event.until}."
    ),
    Out: lambda event, name: f"{name(event.seat)} has no army left and is out.",
    Ended: lambda event, name: f"The game is over, {REASONS[event.reason]}: {_players(event.winners, name)} won.",
}
