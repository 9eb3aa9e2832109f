"""Numbers, lists and texts within their bounds: one check, one code and one sentence for every game.

A setting of a config says itself what it means and what its bounds are:

    max_rounds: Annotated[int, within(1, 1000, "After this many rounds the most units win.", rule="TR-11")] = 15

The schema that forms are made from and `setting_faults`, which a game's `check_config` begins with, both read it there.

Whatever else comes from outside has a bound as well, much wider than what any rule allows: a rule has the word first.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import count, repeat
from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import inspect

from armillary.core.values import Path, Violation, place_text

OUT_OF_BOUNDS = "out_of_bounds"
UNFIT_TEXT = "unfit_text"

EXACT = 10**15
"""Every JSON reader keeps whole numbers up to this size exact."""

LONGEST = 262_144
"""Characters of a text: more than what anybody can order in one request."""

Number: TypeAlias = Annotated[int, msgspec.Meta(gt=-EXACT - 1, lt=EXACT + 1)]
"""A number from outside that some rule bounds more closely."""

LongText: TypeAlias = Annotated[str, msgspec.Meta(max_length=LONGEST)]
"""A text from outside that the rules take, however long it is."""

_UNFIT = re.compile("[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""What no name may hold: control characters, halves of characters, and marks that reverse a line's direction."""


def number_faults(
    number: int, low: int | None, high: int | None, path: Path, *, rule: str, unit: str = ""
) -> Iterator[Violation]:
    """A number below `low` or above `high` (None: no bound). `unit` names what is counted, where something is."""
    if (low is not None and number < low) or (high is not None and number > high):
        # As text, and not all of it: a number may be too long for a reader of JSON, or for a screen.
        asked = str(number) if abs(number) <= EXACT else "a number of more than 15 digits"
        yield Violation(OUT_OF_BOUNDS, rule, path, {"asked": asked, "low": low, "high": high, "unit": unit})


def text_faults(text: str, low: int, high: int | None, path: Path, *, rule: str) -> Iterator[Violation]:
    """A text that is too short, too long, or holds what no name may hold."""
    yield from number_faults(len(text), low, high, path, rule=rule, unit="characters")
    if _UNFIT.search(text):
        yield Violation(UNFIT_TEXT, rule, path)


# -- settings ----------------------------------------------------------------------------------------------


def within(low: int | None, high: int | None, about: str, *, rule: str, unit: str = "") -> msgspec.Meta:
    """What a setting means, and its bounds: of a number or, where things are counted, of how many there are.

    Texts are counted in characters, and may not hold what no name may hold.
    """
    least, most = {"": ("minimum", "maximum"), "characters": ("minLength", "maxLength")}.get(
        unit, ("minItems", "maxItems")
    )
    limits = {name: bound for name, bound in ((least, low), (most, high)) if bound is not None}
    bounds = {"low": low, "high": high, "rule": rule, "unit": unit}
    return msgspec.Meta(description=about, extra_json_schema=limits, extra={"bounds": bounds})


def setting_faults(config: msgspec.Struct, path: Path = ()) -> Iterator[Violation]:
    """Every setting that is out of the bounds it was declared with, however deep it lies.

    What is too long is not looked into: no list from outside costs more than its bound.
    """
    found: list[Violation] = []
    _look_into(config, path, found)
    return iter(found)


def _look_into(config: msgspec.Struct, path: Path, found: list[Violation]) -> None:
    for name, encoded, check in _checks(type(config)):
        check(getattr(config, name), (*path, encoded), found)


Check: TypeAlias = Callable[[Any, Path, list[Violation]], None]
"""Adds what is wrong with a value at a path. Made once for every type: a config may hold thousands of values."""


@cache
def _checks(kind: type[msgspec.Struct]) -> tuple[tuple[str, str, Check], ...]:
    """The fields of a struct that have bounds, or hold what has bounds: their names, and what checks each."""
    found = inspect.type_info(kind)
    assert isinstance(found, inspect.StructType)
    bounded = (field for field in found.fields if _is_bounded(field.type))
    return tuple((field.name, field.encode_name, _check_for(field.type)) for field in bounded)


def _is_bounded(kind: inspect.Type, inside: tuple[type[msgspec.Struct], ...] = ()) -> bool:
    match kind:
        case inspect.Metadata(type=inner, extra=extra):
            return "bounds" in (extra or {}) or _is_bounded(inner, inside)
        case inspect.UnionType(types=inner) | inspect.TupleType(item_types=inner):
            return any(_is_bounded(each, inside) for each in inner)
        case (
            inspect.VarTupleType(item_type=inner)
            | inspect.ListType(item_type=inner)
            | inspect.DictType(value_type=inner)
        ):
            return _is_bounded(inner, inside)
        case inspect.StructType(cls=cls, fields=fields):
            return cls not in inside and any(_is_bounded(field.type, (*inside, cls)) for field in fields)
    return False


def _opened(kind: inspect.Type) -> list[inspect.Type]:
    """A type and everything it may be, with wrappers and unions opened."""
    kinds = [kind]
    for each in kinds:  # grows meanwhile
        if isinstance(each, inspect.Metadata):
            kinds.append(each.type)
        elif isinstance(each, inspect.UnionType):
            kinds.extend(each.types)
    return kinds


def _check_for(kind: inspect.Type) -> Check:
    kinds = _opened(kind)
    extras = [each.extra or {} for each in kinds if isinstance(each, inspect.Metadata)]
    limits = [extra["bounds"] for extra in extras if "bounds" in extra]
    inside = [items for each in kinds for items in _items_of(each)]

    def check(value: Any, path: Path, found: list[Violation]) -> None:
        if value is None:
            return
        for bounds in limits:
            if not _is_within(value, bounds["low"], bounds["high"]):
                found.extend(_own_faults(value, path, **bounds))
                return
        if isinstance(value, msgspec.Struct):
            _look_into(value, path, found)
        for items in inside:
            for key, item, check_item in items(value):
                check_item(item, (*path, key), found)

    return check


def _is_within(value: Any, low: int | None, high: int | None) -> bool:
    """Is nothing wrong with a value by itself? Nearly always so, and said without making a violation."""
    if isinstance(value, str) and _UNFIT.search(value):
        return False
    size = value if isinstance(value, int) else len(value)
    return (low is None or size >= low) and (high is None or size <= high)


def _own_faults(value: Any, path: Path, low: int | None, high: int | None, rule: str, unit: str) -> Iterator[Violation]:
    if isinstance(value, str):
        return text_faults(value, low or 0, high, path, rule=rule)
    return number_faults(value if isinstance(value, int) else len(value), low, high, path, rule=rule, unit=unit)


Items: TypeAlias = Callable[[Any], Iterable[tuple[str | int, Any, Check]]]


def _items_of(kind: inspect.Type) -> Iterator[Items]:
    """What gives the items of a list or a mapping with their checks, as far as they may have bounds."""
    match kind:
        case inspect.TupleType(item_types=types):
            each = [_check_for(item) for item in types]
            yield lambda value: zip(count(), value, each) if isinstance(value, tuple) else ()
        case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item) if _is_bounded(item):
            check = _check_for(item)
            yield lambda value: zip(count(), value, repeat(check)) if isinstance(value, tuple | list) else ()
        case inspect.DictType(value_type=item) if _is_bounded(item):
            check = _check_for(item)
            yield lambda value: zip(value, value.values(), repeat(check)) if isinstance(value, dict) else ()


def sentence(violation: Violation) -> str | None:
    """What a violation made here means; None for any other."""
    place = place_text(violation.path)
    if violation.code == UNFIT_TEXT:
        return f"{place} must not contain control characters or marks that reverse the direction of text."
    if violation.code != OUT_OF_BOUNDS:
        return None
    asked, low, high, unit = (violation.params[name] for name in ("asked", "low", "high", "unit"))
    if low is None:
        allowed = f"at most {high}"
    elif high is None:
        allowed = f"at least {low}"
    else:
        allowed = f"{low}" if low == high else f"{low} to {high}"
    return f"{place} must have {allowed} {unit}, not {asked}." if unit else f"{place} must be {allowed}, not {asked}."
