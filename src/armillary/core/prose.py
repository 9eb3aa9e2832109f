"""Sentences that every game builds: players, lists, numbers of things, and explanations from tables."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from itertools import zip_longest
from typing import Any, TypeVar

from msgspec.structs import replace

from armillary.core import bounds
from armillary.core.contract import AnyGame
from armillary.core.errors import BadNotation
from armillary.core.faults import MAX_SHOWN
from armillary.core.options import Choice, Options, Slot, Template
from armillary.core.values import Fate, Outcome, Seat, View, Violation, place_text

O = TypeVar("O")

MAX_EXPLAINED = 3
"""So many things that are wrong are explained; the others are counted."""
MAX_NAMED = 8
"""This many names are shown when a name is not known."""
MAX_COMPARED = 100
"""On larger maps only names with the same first letter are compared: a thousand would hold a server up."""


def player(seat: Seat, view: View) -> str:
    """The player on a seat, as the reader of this view calls them."""
    return f"Player {seat} (you)" if seat == view.seat else f"Player {seat}"


PLAYER = re.compile(r'"(?:[^"\\]|\\.)*"|P(?<!\wP)layer (?P<seat>[1-9]\d{0,2})\b(?P<you> \(you\))?')
"""How sentences mention a player; what stands in quotes are a player's own words. Both alternatives begin with a
fixed character, which makes the search twice as fast as a `\\b` before the name would."""


def renamed(text: str, name: Callable[[Seat, str], str]) -> str:
    """A text with every player called by another name: given the seat, and ` (you)` where it is the reader's."""
    if "Player " not in text:
        return text
    return PLAYER.sub(lambda found: name(int(found["seat"]), found["you"] or "") if found["seat"] else found[0], text)


SHAPES = "●▲■◆✚⬢★◐○△□◇✛⬡☆◑◍▽▣◈"
"""One per seat, so that players can be told apart without colour."""


def badge(seat: Seat) -> str:
    """The shape that stands for a player on maps and in tables, one character wide."""
    return SHAPES[(seat - 1) % len(SHAPES)]


def listed(items: Sequence[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    return f" {last} ".join([", ".join(items[:-1]), items[-1]]) if len(items) > 1 else "".join(items)


def counted(number: int, one: str, several: str | None = None) -> str:
    """`1 planet`, `3 planets`."""
    return f"{number} {one if number == 1 else several or one + 's'}"


def shown(name: str, value: Any) -> Any:  # noqa: ARG001 (games that know their parameters look at the name)
    """A parameter as a reader wants it: lists with commas, everything else as it is."""
    return ", ".join(str(item) for item in value) if isinstance(value, list | tuple) else value


def capitalised(text: str) -> str:
    """The text with a capital letter first, and the rest as it is."""
    return text[:1].upper() + text[1:]


def find(name: str, names: Sequence[str], what: str) -> str:
    """The one of these names that is meant, in upper or lower case; raises `BadNotation` with the nearest others."""
    if name in names:
        return name
    folded = {known.casefold(): known for known in names}
    if name.casefold() in folded:
        return folded[name.casefold()]
    typed = name[:MAX_SHOWN].casefold()
    alike = folded if len(folded) <= MAX_COMPARED else [known for known in folded if known[:1] == typed[:1]]
    near = [folded[match] for match in get_close_matches(typed, list(alike)[:MAX_COMPARED], n=3, cutoff=0.5)]
    hint = f"; did you mean {listed(near, 'or')}?" if near else "."
    if not near and names:
        hint = f"; there {'is' if len(names) == 1 else 'are'} {listed(names[:MAX_NAMED])}."
    raise BadNotation(f"There is no {what} called {name[:MAX_SHOWN]!r}{hint}")


def conclude(outcome: Outcome, view: View) -> str | None:
    """How a match ended that the players ended themselves; None for an end by the rules of the game."""
    if outcome.reason == "agreed_draw":
        return f"{listed([player(seat, view) for seat in outcome.ranking[0]])} agreed to a draw."
    if outcome.reason == "resignation":
        return f"{listed([player(seat, view) for seat in outcome.winners])} wins: everybody else has resigned."
    return None


def won(outcome: Outcome, view: View, one: str, several: str | None = None) -> str:
    """`Player 1 wins with 17 points to 13 and 9`; better scores are of players who resigned, and left out."""
    if not outcome.winners:
        return "Nobody wins"
    who = listed([player(seat, view) for seat in outcome.winners])
    score = outcome.scores[outcome.winners[0] - 1]
    if len(outcome.winners) > 1:
        return f"{who} share the win with {counted(score, one, several)} each"
    others = [outcome.scores[seat - 1] for group in outcome.ranking for seat in group if seat not in outcome.winners]
    behind = listed([str(other) for other in others if other <= score])
    return f"{who} wins with {counted(score, one, several)}" + (f" to {behind}" if behind else "")


def beside(left: Sequence[str], right: Sequence[str], width: int, gap: int = 3) -> list[str]:
    """Two blocks of lines side by side where they fit into the width, else one above the other."""
    margin = max(map(len, left), default=0) + gap
    if margin + max(map(len, right), default=0) > width:
        return [*left, "", *right]
    return [f"{one:{margin}}{two}".rstrip() for one, two in zip_longest(left, right, fillvalue="")]


def cut(line: str, width: int) -> str:
    """A line that is no longer than this; one that was ends in an ellipsis."""
    return line if len(line) <= width else f"{line[: width - 1]}…"


def labelled(
    options: Options[O],
    template: Callable[[O], str],
    slot: Callable[[O, Slot], str],
    values: Callable[[O, Choice], Sequence[str]] | None = None,
) -> Options[O]:
    """The options with labels: for the order of a template, for a slot of it, and for the values of a choice.

    Without `values`, values that are no words are labelled as they are written.
    """

    def label(order: O, each: Slot) -> Slot:
        if not isinstance(each, Choice):
            return replace(each, label=slot(order, each))
        wordless = not all(isinstance(value, str) for value in each.values)
        labels = values(order, each) if values else [str(value) for value in each.values] if wordless else ()
        return replace(each, label=slot(order, each), labels=tuple(labels))

    return Options(
        tuple(
            Template(each.order, tuple(label(each.order, part) for part in each.slots), template(each.order))
            for each in options.templates
        )
    )


def explain(
    note: Violation | Fate,
    violations: Mapping[str, str],
    fates: Mapping[str, str],
    shown: Callable[[str, Any], Any] = shown,
) -> str:
    """The sentence for a violation or a fate, with the rule it stands on.

    Sentences are templates by code; they may name any parameter, and `{place}`: where in the order or the config.
    """
    if isinstance(note, Violation) and (sentence := bounds.sentence(note)):
        return f"{sentence} [{note.rule}]"
    template = violations[note.code] if isinstance(note, Violation) else fates[note.verdict]
    params = {name: shown(name, value) for name, value in note.params.items()}
    return f"{template.format(**{'place': place_text(note.path), **params})} [{note.rule}]"


def explained(game: AnyGame, violations: Sequence[Violation], view: Any = None) -> str:
    """What is wrong, in the game's own sentences: the first few, and how many more."""
    sentences = [game.words.explain(violation, view) for violation in violations[:MAX_EXPLAINED]]
    if rest := len(violations) - len(sentences):
        sentences.append(f"And {rest} more.")
    return " ".join(sentences)
