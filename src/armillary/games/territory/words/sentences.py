"""Every sentence of Territory: what happened, what became of an order, and what is wrong with one.

Declarations come from people: wherever one is told it is quoted, and control, formatting and direction characters
are written as escapes, so that no text can pass itself off as anything else.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from armillary.core import prose, values
from armillary.core.prose import player
from armillary.core.values import Fate, Violation
from armillary.games.territory.model import Counted, Declared, Ended, Fought, Marched, Produced, View

WAYS = {"U": "up", "D": "down", "L": "left", "R": "right"}

VIOLATIONS = {
    "wrong_phase": "Now is the time for: {expected}.",
    "too_long": "{asked} characters are too many; the first {most} are shown.",
    "not_unicode": "This is not Unicode text.",
    "beyond_the_limit": "Only the first {available} commands count.",
    "not_understood": "A command is written X,Y,DIRECTION,N; this line is ignored.",
    "off_the_board": "({x},{y}) is off the board; the command is ignored.",
    "not_yours": "You have no units in ({x},{y}); the command is ignored.",
    "target_off_the_board": "That way from ({x},{y}) leads off the board; the command is ignored.",
    "fewer_than_one": "{asked} units cannot march; the command is ignored.",
    "nothing_left": "Earlier commands have emptied ({x},{y}); the command is ignored.",
    "more_than_available": "({x},{y}) has only {available} left of the {asked} asked for; {marched} march.",
    "one_per_square": "{asked} are given for {squares} squares.",
    "not_squares": "Resource squares are squares of the map, ascending, each once.",
    "no_such_seat": "There is no seat {asked}.",
    "units_without_owner": "{asked} units do not fit the owner {owner}.",
    "end_does_not_fit": "The end {asked} does not fit the units {units}.",
    "one_per_phase": "{asked} declarations are given after {phases} phases.",
    "one_per_seat": "{asked} are given for {seats} seats.",
    "one_per_living_seat": "Who has units declares, and nobody else: seat {seat} does not fit.",
    "not_as_declared": "A declaration is shown with at most {most} characters, a blank one as no plan.",
}

FATES = {
    "declared": "Declared as written.",
    "cut": "Declared, cut to its length.",
    "no_plan": "Declared as no plan.",
    "stayed": "All units stayed.",
    "marches": "{marched} marched from ({x},{y}).",
}

ENDINGS = {
    "domination": "one player has more units than all others together",
    "annihilation": "nobody has any units left",
    "timeout": "the last round is over",
}


def explain(note: Violation | Fate, view: View | None = None) -> str:  # noqa: ARG001
    """One sentence, and the rule it stands on."""
    if isinstance(note, Fate) and note.verdict not in FATES:
        line = f"{clean(note.params['line'])}: " if "line" in note.params else ""
        return line + prose.explain(Violation(note.params["reason"], note.rule, note.path, note.params), VIOLATIONS, {})
    return prose.explain(note, VIOLATIONS, FATES)


def tell(event: values.Event, view: View) -> str:
    """What happened, as one sentence."""
    match event:
        case Declared(texts=texts, number=number):
            said = [f"{player(seat, view)} {clean(text)}" for seat, text in enumerate(texts, 1) if text is not None]
            return f"Declaration {number}: {'; '.join(said)}."
        case Marched(seat=seat, x=x, y=y, direction=direction, units=units):
            return f"{player(seat, view)} marched {units} {WAYS[direction]} from ({x},{y})."
        case Fought(x=x, y=y, forces=forces, winner=winner, left=left):
            met = " against ".join(f"{player(seat, view)} with {units}" for seat, units in forces)
            end = f"{player(winner, view)} keeps it with {left}" if winner else "nothing is left"
            return f"Battle at ({x},{y}): {met}; {end}."
        case Produced(units=units):
            return f"New units: {_by_player(units, view) or 'none'}."
        case Counted(round=number, squares=squares, units=units):
            return f"Round {number} is over: {_standings(squares, units, view)}."
        case Ended(reason=reason):
            return f"The game is over: {ENDINGS[reason]}."
    raise TypeError(f"not an event of this game: {event!r}")


def clean(text: str) -> str:
    """A text of a player's, in quotes, with everything that is not plainly visible written as an escape."""
    return '"' + "".join(_visible(char) for char in text) + '"'


def _visible(char: str) -> str:
    if char in '"\\':
        return f"\\{char}"
    if unicodedata.category(char)[0] in "CZ" and char != " " and char != "\u200d":
        return f"\\u{{{ord(char):x}}}"
    return char


def holdings(squares: int, units: int) -> str:
    """What a player has on the board."""
    return f"{units} units in {squares} squares" if units else "out"


def _by_player(units: Sequence[int], view: View) -> str:
    return ", ".join(f"{player(seat, view)} {more}" for seat, more in enumerate(units, start=1) if more)


def _standings(squares: Sequence[int], units: Sequence[int], view: View) -> str:
    return ", ".join(
        f"{player(seat, view)} {holdings(land, army)}"
        for seat, (land, army) in enumerate(zip(squares, units, strict=True), start=1)
    )
