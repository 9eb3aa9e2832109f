"""What is wrong with a value a person has given, in words: no JSON paths, no names of types."""

from __future__ import annotations

import re

from armillary.core.values import Path, place_text

TYPES = {
    "int": "a whole number",
    "float": "a whole number",
    "str": "a text",
    "bool": "true or false",
    "array": "a list",
    "object": "a table of fields",
    "null": "nothing",
}

_MESSAGE = re.compile(r"(?:[\w ]+: )?(?P<fault>.*?)(?: - at (?:the key in )?`\$(?P<path>[^`]*)`)?", re.DOTALL)
_EXPECTED = re.compile(r"Expected `([^`]+)`, got `([^`]+)`")


def plain_fault(message: str) -> str:
    """The message of a decoder in plain words.

    >>> plain_fault("config: Expected `int`, got `str` - at `$.fleets[0].size`")
    'Fleets 1, size must be a whole number, not a text'
    >>> plain_fault("config: Object contains unknown field `speed`")
    'there is no field called speed'
    """
    found = _MESSAGE.fullmatch(message)
    assert found
    place = place_text(_path(found["path"])) if found["path"] else ""
    if expected := _EXPECTED.fullmatch(found["fault"]):
        wanted, given = (
            " or ".join(TYPES.get(kind, kind) for kind in kinds.split(" | ")) for kinds in expected.groups()
        )
        return f"{place or 'the value'} must be {wanted}, not {given}"
    fault = re.sub(r"Object contains unknown field `([^`]*)`", r"there is no field called \1", found["fault"])
    fault = re.sub(r"Object missing required field `([^`]*)`", r"the field \1 is missing", fault)
    fault = re.sub(r"Invalid enum value (.*)", r"\1 is not one of the values allowed here", fault)
    return f"{place}: {fault}" if place else fault


def _path(text: str) -> Path:
    """`.shots[0].target`, as decoders write it."""
    parts = re.findall(r"\[(\d+)\]|\.?([^.\[\]]+)", text)
    return tuple(int(index) if index else name for index, name in parts)
