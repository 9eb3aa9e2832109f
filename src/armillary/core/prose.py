"""Sentences that every game builds: players, lists, numbers of things, and explanations from tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from armillary.core import bounds
from armillary.core.values import Fate, Seat, View, Violation, place_text


def player(seat: Seat, view: View) -> str:
    """The player on a seat, as the reader of this view calls them."""
    return f"Player {seat} (you)" if seat == view.seat else f"Player {seat}"


def listed(items: Sequence[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    return f" {last} ".join([", ".join(items[:-1]), items[-1]]) if len(items) > 1 else "".join(items)


def counted(number: int, one: str, several: str | None = None) -> str:
    """`1 planet`, `3 planets`."""
    return f"{number} {one if number == 1 else several or one + 's'}"


def shown(name: str, value: Any) -> Any:  # noqa: ARG001 (games that know their parameters look at the name)
    """A parameter as a reader wants it: lists with commas, everything else as it is."""
    return ", ".join(str(item) for item in value) if isinstance(value, list | tuple) else value


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
