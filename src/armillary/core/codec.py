"""Values to bytes and back: one canonical JSON, strict decoding, errors that say where.

Canonical means: struct fields in their declared order, mapping keys sorted, no white space. Equal values give
equal bytes on every machine, which is what hashes and records stand on.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeVar

import msgspec

from armillary.core.caches import cached_by_identity
from armillary.core.errors import BadData
from armillary.core.faults import plain_fault
from armillary.core.values import State

T = TypeVar("T")
S = TypeVar("S", bound=State)

MAX_BYTES = 8_000_000
"""More than any honest position or record needs."""

_encoder = msgspec.json.Encoder(order="deterministic")

encode = _encoder.encode


def tree(value: Any) -> Any:
    """The value as JSON has it: dicts, lists, strings, numbers, booleans and None."""
    return msgspec.json.decode(encode(value))


def decode(data: bytes | str, kind: type[T] | Any, what: str = "JSON") -> T:
    """A value of this type from JSON, or `BadData` with the place that is wrong."""
    if len(data) > MAX_BYTES:
        raise BadData(f"{what}: {len(data)} bytes, more than the {MAX_BYTES} allowed.")
    try:
        return msgspec.json.decode(data, type=kind)
    except RecursionError as error:
        raise too_deep(what) from error
    except (msgspec.DecodeError, UnicodeError) as error:
        raise BadData(f"{what}: {error}") from error


def too_deep(what: str) -> BadData:
    """What to raise where brackets go on inside each other until there is no more room for them."""
    return BadData(f"{what}: There are too many brackets inside each other.")


def convert(value: Any, kind: type[T] | Any, what: str = "value") -> T:
    """A value of this type from a JSON tree, or `BadData` with the place that is wrong."""
    try:
        return msgspec.convert(value, kind, str_keys=True)
    except RecursionError as error:
        raise too_deep(what) from error
    except (msgspec.ValidationError, UnicodeError) as error:
        raise BadData(f"{what}: {error}") from error


_decoder: Callable[[Any], msgspec.json.Decoder[Any]] = cached_by_identity(msgspec.json.Decoder)
"""One for every type that values are declared with: making it takes longer than using it."""


def as_declared(value: Any, kind: type[T] | Any, what: str = "value") -> T:
    """A value from Python code as if it came from JSON, or `BadData` that says in words what is wrong where.

    Types are only promised there: text may stand for an enum, a list for a tuple, a dict for a struct. Rules that
    compare with `is` would play something else without a word, and a record of it would not replay.
    """
    try:
        declared: T = _decoder(kind).decode(msgspec.json.encode(value))  # mappings keep their order
    except RecursionError as error:
        raise too_deep(what) from error
    except (msgspec.DecodeError, TypeError) as error:
        raise BadData(f"{what}: {plain_fault(str(error))}") from error
    except UnicodeError as error:
        raise BadData(f"{what}: A text contains half a character, which cannot be stored.") from error
    except ValueError as error:
        raise BadData(f"{what}: A number has too many digits.") from error
    return declared


@lru_cache
def _moving_fields(kind: type[State]) -> tuple[str, ...]:
    return tuple(name for name in kind.__struct_fields__ if name != "setup")


@lru_cache
def _moving_types(kind: type[State]) -> Any:
    types = {field.name: field.type for field in msgspec.structs.fields(kind)}
    return tuple[tuple(types[name] for name in _moving_fields(kind))]  # type: ignore[misc]


def moved(state: S, parts: bytes) -> S:
    """The state with its setup kept and everything that moves replaced: the inverse of encoding `moving`."""
    values: tuple[Any, ...] = decode(parts, _moving_types(type(state)), "snapshot")
    return msgspec.structs.replace(state, **dict(zip(_moving_fields(type(state)), values, strict=True)))


def moving(state: State) -> list[Any]:
    """What moves in a state: every field but its setup, in order."""
    return [getattr(state, name) for name in _moving_fields(type(state))]
