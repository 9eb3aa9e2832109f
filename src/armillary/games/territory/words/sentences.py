"""Every sentence of Territory: what happened, what became of an order, and what is wrong with one.

Declarations come from people: wherever one is shown it stands in quotes, and control, formatting and direction
characters are written as escapes, so that no text can pass itself off as anything else.
"""

from __future__ import annotations

import unicodedata
from typing import Any

from armillary.core import prose, values
from armillary.core.prose import counted, listed, player
from armillary.core.values import Fate, Violation
from armillary.games.territory.model import Counted, Declared, Ended, EndReason, Fought, Marched, Produced, View
from armillary.games.territory.rules.ends import tally

WAYS = {"U": "up", "D": "down", "L": "left", "R": "right"}

VIOLATIONS = {
    "wrong_phase": "This phase is for {expected}.",
    "too_long": "The declaration has {asked} characters; only the first {most} are shown.",
    "not_unicode": "The declaration contains half a character, which cannot be stored; please type it again.",
    "beyond_the_limit": "Commands that count per round: {available}. This one is ignored.",
    "not_understood": "A command is written X,Y,DIRECTION,N, for example 0,0,D,3; this line is ignored.",
    "off_the_board": "({x},{y}) is off the board; the command is ignored.",
    "not_yours": "You have no units in ({x},{y}); the command is ignored.",
    "target_off_the_board": "That direction leads off the board from ({x},{y}); the command is ignored.",
    "fewer_than_one": "A command must send at least 1 unit, not {asked}; it is ignored.",
    "nothing_left": "Earlier commands send every unit out of ({x},{y}); the command is ignored.",
    "more_than_available": "({x},{y}) has only {available} left to send, not {asked}: all of them march.",
    "one_per_square": "{place} must have one entry per square: {squares}, not {asked}.",
    "not_squares": "Resource squares must be squares of the map, in ascending order, each named once.",
    "no_such_seat": "{place} must be a player of this match, or 0 for nobody, not {asked}.",
    "units_without_owner": "{place} cannot be {asked}: an owned square has 1 to {most} units, any other square none.",
    "end_does_not_fit": "The units on the map do not agree with whether and why the game is over.",
    "one_per_phase": "{place} must have one entry per declaration phase that is over: {phases}, not {asked}.",
    "one_per_seat": "{place} must have one entry per seat: {seats}, not {asked}.",
    "one_per_living_seat": "Players with units have declared, and nobody else has: player {seat} does not fit.",
    "not_as_declared": "{place} must be shown as declared: at most {most} characters, and not blank.",
}

EXPECTED = {"declaration": "a declaration, not for commands", "commands": "commands, not for a declaration"}

FATES = {
    "declared": "Declared as written.",
    "cut": "Declared, cut to the longest text allowed.",
    "no_plan": "Declared as no plan.",
    "stayed": "All units stayed where they were.",
    "marches": "{marched} marched from ({x},{y}).",
}


def explain(note: Violation | Fate, view: View | None = None) -> str:  # noqa: ARG001
    """One sentence, and the rule it stands on."""
    if isinstance(note, Fate) and note.verdict not in FATES:
        line = f"{clean(note.params['line'])}: " if "line" in note.params else ""
        return line + prose.explain(Violation(note.params["reason"], note.rule, note.path, note.params), VIOLATIONS, {})
    return prose.explain(note, VIOLATIONS, FATES, _shown)


def _shown(name: str, value: Any) -> Any:
    return EXPECTED[value] if name == "expected" else prose.shown(name, value)


def tell(event: values.Event, view: View) -> str:
    """What happened, in a sentence or two."""
    match event:
        case Declared(texts=texts, number=number):
            said = [f"{player(seat, view)}: {clean(text)}" for seat, text in enumerate(texts, 1) if text is not None]
            return f"Declaration {number}. {'; '.join(said)}."
        case Marched(seat=seat, x=x, y=y, direction=direction, units=units):
            return f"{player(seat, view)} sent {counted(units, 'unit')} {WAYS[direction]} from ({x},{y})."
        case Fought(x=x, y=y, forces=forces, winner=winner, left=left):
            met = listed([f"{player(seat, view)} with {counted(units, 'unit')}" for seat, units in forces])
            kept = (
                f"{player(winner, view)} keeps the square with {counted(left, 'unit')}" if winner else "nobody is left"
            )
            return f"{met} fought at ({x},{y}): {kept}."
        case Produced(units=units):
            made = [f"{more} for {player(seat, view)}" for seat, more in enumerate(units, start=1) if more]
            return f"New units: {', '.join(made) or 'none'}."
        case Counted(round=number, squares=squares, units=units):
            standings = [
                f"{player(seat, view)}: {holdings(land, army)}"
                for seat, (land, army) in enumerate(zip(squares, units, strict=True), start=1)
            ]
            return f"Round {number} is over. {'; '.join(standings)}."
        case Ended(reason=reason):
            return f"The game is over: {ending(reason, view)}"
    raise TypeError(f"not an event of this game: {event!r}")


def ending(reason: EndReason, view: View) -> str:
    """Why the game is over, and who has the most units."""
    _, units = tally(view.board)
    most = max(units)
    first = [player(seat, view) for seat, army in enumerate(units, start=1) if army == most]
    if reason == "annihilation":
        why = "nobody has any units left"
    elif reason == "domination":
        why = f"{first[0]} has more units ({most}) than all others together ({sum(units) - most})"
    elif len(first) == 1:
        why = f"the last round has been played. {first[0]} has the most units: {most}"
    else:
        why = f"the last round has been played. {listed(first)} share the most units: {most} each"
    return f"{why}."


def holdings(squares: int, units: int) -> str:
    """What a player has on the board."""
    return f"{counted(units, 'unit')} in {counted(squares, 'square')}" if units else "out"


def clean(text: str) -> str:
    """A player's text in quotes, with everything that is not plainly visible written as an escape."""
    return '"' + "".join(_visible(char) for char in text) + '"'


def _visible(char: str) -> str:
    if char in '"\\':
        return f"\\{char}"
    if unicodedata.category(char)[0] in "CZ" and char != " " and char != "\u200d":
        return f"\\u{{{ord(char):x}}}"
    return char
