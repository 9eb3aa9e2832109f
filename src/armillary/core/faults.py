"""What is wrong with a value from outside, in words: no JSON paths, no names of types."""

from __future__ import annotations

import re

from armillary.core.values import Path, place_text

TYPES = {
    "int": "a whole number",
    "float": "a number with a fraction",
    "str": "a text",
    "bool": "true or false",
    "array": "a list",
    "object": "a table of fields",
    "null": "nothing",
}

_MESSAGE = re.compile(r"(?:[\w ]+: )?(?P<fault>.*?)(?: - at (?:`key` in |the key in )?`\$(?P<path>[^`]*)`)?", re.DOTALL)
_FAULTS = (
    (r"Object contains unknown field `([^`]*)`", r"There is no field called \1"),
    (r"Object missing required field `([^`]*)`", r"The field \1 is missing"),
    (r"Encoding objects of type (\S+) is unsupported", r"A value of type \1 does not belong here"),
    (r"Invalid enum value (.*)", r"\1 is not one of the values allowed here"),
    (r"`([^`]+)`", lambda found: _in_words(found[1])),
)
_EXPECTED = re.compile(r"Expected `([^`]+)`, got `([^`]+)`")


MAX_SHOWN = 40
"""So many characters of a value are shown."""


def brief(value: object) -> str:
    """A value from outside as a message shows it: short, whatever it is, even where it cannot be written at all."""
    try:
        text = repr(value)
    except Exception:  # noqa: BLE001 (anybody's object)
        text = f"a value of type {type(value).__name__}"
    return text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}…"


def plain_fault(message: str) -> str:
    """The message of a decoder in plain words.

    >>> plain_fault("config: Expected `int`, got `str` - at `$.fleets[0].size`")
    'Fleets 1, size must be a whole number, not a text.'
    >>> plain_fault("config: Object contains unknown field `speed`")
    'There is no field called speed.'
    """
    found = _MESSAGE.fullmatch(message)
    assert found
    place, fault = place_text(_path(found["path"] or "")) if found["path"] else "", found["fault"]
    if expected := _EXPECTED.fullmatch(fault):
        wanted, given = (_in_words(kinds) for kinds in expected.groups())
        return f"{place or 'This'} must be {wanted}, not {given}."
    for pattern, words in _FAULTS:
        fault = re.sub(pattern, words, fault)
    return f"{place}: {fault}." if place else f"{fault}."


def _in_words(kinds: str) -> str:
    return " or ".join(TYPES.get(kind, kind) for kind in kinds.split(" | "))


def _path(text: str) -> Path:
    """`.shots[0].target`, as decoders write it."""
    parts = re.findall(r"\[(\d+)\]|\.?([^.\[\]]+)", text)
    return tuple(int(index) if index else name for index, name in parts)
