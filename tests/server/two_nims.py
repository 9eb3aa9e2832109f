"""Nim in two versions: in the second an order also says with which hand. Orders of one are none of the other's."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Literal

from armillary.core import registry
from armillary.core.dice import Dice
from armillary.core.errors import BadNotation
from armillary.core.options import Choice, Options, Range, Template
from armillary.core.values import Seat, Value
from tests.core import nim


class Grab(Value, frozen=True):
    """Take stones with one hand."""

    stones: int
    hand: Literal["left", "right"]


def _default_order(state: nim.State, seat: Seat) -> Grab:
    return Grab(1, "left")


def _options(state: nim.State, seat: Seat, draft: Grab | None = None) -> Options[Grab]:
    slots = (Range(("stones",), 1, min(nim.MOST, state.stones)), Choice(("hand",), ("left", "right")))
    return Options((Template(draft or _default_order(state, seat), slots),))


def _parse_order(text: str, view: nim.View) -> Grab:
    stones, _, hand = text.partition(" ")
    if not stones.isdecimal() or hand not in ("left", "right"):
        raise BadNotation("a number and a hand")
    return Grab(int(stones), hand)  # type: ignore[arg-type]


def _random_order(state: nim.State, seat: Seat, dice: Dice) -> Grab:
    return Grab(dice.die(min(nim.MOST, state.stones)), "right")


FIRST = nim.GAME
_parts: Any = SimpleNamespace(
    **{
        **vars(nim),
        "default_order": _default_order,
        "options": _options,
        "parse_order": _parse_order,
        "random_order": _random_order,
    }
)
SECOND: Any = replace(FIRST, version=2, order=Grab, rules=_parts, sight=_parts, words=_parts, hints=_parts)

ONLY_FIRST = {"nim": "FIRST"}
BOTH = {"nim": "SECOND", "nim.1": "FIRST"}
ONLY_SECOND = {"nim": "SECOND"}


@contextmanager
def installed(folder: Path, entries: dict[str, str], **others: str) -> Iterator[None]:
    """These versions are registered here and in every process started from here, as an installed package's are."""
    package = folder / "nim-1.0.dist-info"
    package.mkdir(exist_ok=True)
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: nim\nVersion: 1.0\n", "utf-8")
    lines = [f"{name} = {__name__}:{value}" for name, value in entries.items()]
    lines += [f"{name} = {value}" for name, value in others.items()]
    (package / "entry_points.txt").write_text("\n".join([f"[{registry.GROUP}]", *lines, ""]), "utf-8")
    sys.path.insert(0, str(folder))
    registry.forget()
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        registry.forget()
