"""Every sentence of Territory: what happened, what became of an order, and what is wrong with one.

Declarations come from people: wherever one is shown it stands in quotes, and control, formatting and direction
characters are written as escapes, so that no text can pass itself off as anything else.
"""

from __future__ import annotations

import unicodedata
from typing import Any

from armillary.core import prose, values
from armillary.core.prose import counted, listed, player
from armillary.core.values import Fate, Outcome, Params, Seat, Violation
from armillary.games.territory.model import (
    NO_PLAN,
    Counted,
    Cut,
    Declared,
    Ended,
    EndReason,
    Fought,
    Ignored,
    Marched,
    Produced,
    View,
)

WAYS = {"U": "up", "D": "down", "L": "left", "R": "right"}
SILENT = (None, NO_PLAN)
"""What stands in a declaration for those who are out, and for those who said nothing."""

VIOLATIONS = {
    "wrong_phase": "This phase is for {expected}.",
    "too_long": "The declaration has {asked} characters; only the first {most} are shown.",
    "not_unicode": "The declaration contains half a character, which cannot be stored; please type it again.",
    "beyond_the_limit": "Only the first {available} commands of a round count; this order has {lines} too many.",
    "not_understood": "A command is written X,Y,DIRECTION,N, for example 0,0,D,3; this line is ignored.",
    "off_the_board": "({x},{y}) is off the board; the command is ignored.",
    "not_yours": "You have no units in ({x},{y}) to send {direction}; the command is ignored.",
    "target_off_the_board": "Going {direction} from ({x},{y}) leads off the board; the command is ignored.",
    "fewer_than_one": "At least 1 unit must go {direction} from ({x},{y}), not {asked}; the command is ignored.",
    "nothing_left": "Earlier commands send every unit out of ({x},{y}), so none is left to go {direction}; "
    "the command is ignored.",
    "more_than_available": "({x},{y}) has only {available} left to send {direction}, not {asked}: all of them march.",
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

EXPECTED = {
    "declaration": "a declaration, not for commands; put 'say' in front of what you want to say",
    "commands": "commands, not for a declaration",
}

IGNORED = {
    "not_understood": "a command is written X,Y,DIRECTION,N",
    "off_the_board": "({x},{y}) is off the board",
    "not_yours": "({x},{y}) was not theirs, so nobody could go {direction}",
    "target_off_the_board": "going {direction} from ({x},{y}) leads off the board",
    "fewer_than_one": "at least 1 unit must go {direction} from ({x},{y})",
    "nothing_left": "earlier commands had sent every unit out of ({x},{y}), so none was left to go {direction}",
}
"""Why a command did nothing, for everybody to read (TR-13)."""

FATES = {
    "declared": "The declaration of {who} was shown as written.",
    "cut": "The declaration of {who} was cut to its first {most} characters.",
    "no_plan": "{who} declared no plan.",
    "stayed": "{who} sent no units.",
    "marches": "{who} sent {units} {direction} from ({x},{y}).",
    "reduced": "{who} sent only {units} {direction} from ({x},{y}), not {asked}: no more were left there.",
    "ignored": "A command of {who} was ignored, {line}: {why}.",
    "beyond_the_limit": "{who} gave {lines} too many, ignored: only the first {available} of a round count.",
}


def explain(note: Violation | Fate, view: View | None = None) -> str:
    """One sentence, and the rule it stands on: a violation to whoever gives the order, a fate about whoever gave it."""
    if isinstance(note, Violation):
        return prose.explain(note, VIOLATIONS, {}, _shown)
    return f"{_report(note.seat, note.verdict, note.params, view)} [{note.rule}]"


def _report(seat: Seat, verdict: str, params: Params, view: View | None) -> str:
    """What became of a declaration or a command, about the player who gave it (TR-13)."""
    shown = {name: _shown(name, value) for name, value in params.items()}
    if "lines" in params:
        verdict = "beyond_the_limit"
    elif verdict == "ignored":
        shown |= {"line": clean(params["line"]), "why": IGNORED[params["reason"]].format(**shown)}
    elif "marched" in params:
        shown["units"] = counted(params["marched"], "unit")
    return FATES[verdict].format(who=f"Player {seat}" if view is None else player(seat, view), **shown)


def _shown(name: str, value: Any) -> Any:
    if name == "expected":
        return EXPECTED[value]
    if name == "lines":
        return counted(value, "command")
    return WAYS[value] if name == "direction" else prose.shown(name, value)


def tell(event: values.Event, view: View) -> str:
    """What happened, in a sentence or two."""
    match event:
        case Declared(texts=texts, number=number):
            said = [f"{player(seat, view)}: {clean(text)}" for seat, text in enumerate(texts, 1) if text not in SILENT]
            return f"Declaration {number}. {'; '.join(said) or 'Nobody declared a plan.'}"
        case Cut(seat=seat, most=most):
            return _report(seat, "cut", {"most": most}, view)
        case Marched(seat=seat, x=x, y=y, direction=direction, units=units, asked=asked):
            params = {"x": x, "y": y, "direction": direction, "marched": units, "asked": asked}
            return _report(seat, "marches" if asked is None else "reduced", params, view)
        case Ignored(seat=seat, params=params):
            return _report(seat, "ignored", params, view)
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
    raise TypeError(f"Not an event of this game: {event!r}.")


def ending(reason: EndReason, view: View) -> str:
    """Why the game is over, and who has the most units."""
    units = view.armies
    most = max(units)
    first = [player(seat, view) for seat, army in enumerate(units, start=1) if army == most]
    if reason == EndReason.ANNIHILATION:
        why = "nobody has any units left"
    elif reason == EndReason.DOMINATION:
        why = f"{first[0]} has more units ({most}) than all others together ({sum(units) - most})"
    elif len(first) == 1:
        why = f"the last round has been played. {first[0]} has the most units: {most}"
    else:
        why = f"the last round has been played. {listed(first)} share the most units: {most} each"
    return f"{why}."


def conclude(outcome: Outcome, view: View) -> str:
    """Who won, with how many units, and why it was over (TR-11)."""
    if ended := prose.conclude(outcome, view):
        return ended
    if outcome.reason == EndReason.ANNIHILATION:
        return "Nobody wins: nobody has any units left."
    most = max(outcome.scores)
    if outcome.reason == EndReason.TIMEOUT:
        why = f"all {view.setup.config.max_rounds} rounds have been played"
    else:
        why = f"{most} are more than all others have together"
    return f"{prose.won(outcome, view, 'unit')}: {why}."


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
