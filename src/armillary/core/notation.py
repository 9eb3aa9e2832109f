"""What the notations of positions have in common: named sections, numbers, and parts written as JSON."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, TypeVar

from armillary.core import codec
from armillary.core.errors import BadData, BadNotation
from armillary.core.prose import capitalised

T = TypeVar("T")

MAX_CHARACTERS = 1_000_000

_NUMBER = re.compile(r"-?[0-9]{1,15}")
_STRING = r'"(?:[^"\\]|\\.)*"'


def sections(
    text: str, known: Sequence[str], required: Sequence[str] = (), *, many: Sequence[str] = (), ends: str = ";"
) -> dict[str, str]:
    """The sections of a position by their first word, in the order they are written.

    A section ends at a semicolon outside JSON strings (`ends`: at any of these characters). Only those in `many` may
    come more than once; their texts are joined by newlines.
    """
    if len(text) > MAX_CHARACTERS:
        raise BadNotation(f"A position has at most {MAX_CHARACTERS} characters.")
    found: dict[str, str] = {}
    for section in _split(text, ends):
        if not section.strip():
            continue
        name, *rest = section.strip().split(maxsplit=1)
        if name not in (*known, *many):
            raise BadNotation(f"There is no section {name[:40]!r}; sections are {', '.join((*known, *many))}.")
        if name in found and name not in many:
            raise BadNotation(f"Section {name!r} appears twice.")
        found[name] = "\n".join([*([found[name]] if name in found else []), *rest])
    if missing := [name for name in required if name not in found]:
        raise BadNotation(f"A section is missing: {', '.join(missing)}.")
    return found


def number(text: str, what: str) -> int:
    """A whole number of at most 15 digits."""
    if not _NUMBER.fullmatch(text.strip()):
        raise BadNotation(f"{capitalised(what)} must be a whole number, not {text[:40]!r}.")
    return int(text)


def numbers(text: str, what: str) -> tuple[int, ...]:
    """Whole numbers with spaces between them; `-` for none."""
    return () if text == "-" else tuple(number(word, what) for word in text.split())


def from_json(text: str, kind: type[T] | Any, what: str) -> T:
    """A part that is written as JSON."""
    try:
        value: T = codec.decode(text, kind, f"position: {what}")
    except BadData as error:
        raise BadNotation(str(error)) from error
    return value


def to_json(value: Any) -> str:
    """A part as JSON."""
    return codec.encode(value).decode()


def from_tree(tree: Any, kind: type[T] | Any, what: str) -> T:
    """A part that was read as a JSON tree."""
    try:
        value: T = codec.convert(tree, kind, f"position: {what}")
    except BadData as error:
        raise BadNotation(str(error)) from error
    return value


def _split(text: str, ends: str) -> list[str]:
    section = re.compile(rf'(?:[^"{re.escape(ends)}]|{_STRING})*')
    found, at = [], 0
    while match := section.match(text, at):
        found.append(match[0])
        at = match.end() + 1
        if match.end() == len(text):
            return found
        if text[match.end()] not in ends:
            break
    raise BadNotation(f"The position is not understood from {text[at - 1 : at + 19]!r}.")
