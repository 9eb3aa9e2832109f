"""Counts: how many legal orders a position has, a second pair of eyes on the options and the rules.

A game's `counts.toml` names positions and how many orders each seat has there, and how many lines of play there
are. A line of length 1 is one order of every seat that is to act; a line of length 2 continues it by one more turn,
and so on.

    [[count]]
    name = "the last two cards"
    given = "battle 2; deck P1:1 P2:1 | ; pot P2; hands 1,2 / 1,1; claimed P1 / -"
    orders = { 1 = 2, 2 = 1 }
    lines = [2, 2, 0]

An order counts when it can be reached from the options by any number of changes of slots and nothing is wrong with
it. Free texts are left as they are. Dice, where a game has them, follow from the opening's seed.
"""

from __future__ import annotations

import tomllib
from itertools import product
from pathlib import Path
from typing import Any

import msgspec

from armillary.core import codec
from armillary.core.contract import AnyGame
from armillary.core.dice import KeyedDice
from armillary.core.legal import legal_orders
from armillary.core.values import Seat
from armillary.testing.openings import Opening, begin


class Count(Opening, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One named position and what is to be counted there."""

    name: str
    orders: dict[Seat, int]
    """Legal orders of each seat that is to act."""
    lines: list[int] = []
    """Lines of play of length 1, 2, 3."""


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    count: list[Count]


def load(file: Path) -> tuple[Count, ...]:
    """The counts of one game; raises `BadData`, or what tomllib raises."""
    written: _File = codec.convert(tomllib.loads(file.read_text("utf-8")), _File, file.name)
    return tuple(written.count)


def counted(game: AnyGame, count: Count) -> tuple[dict[Seat, int], list[int]]:
    """What the game gives for this position: orders by seat, lines by length."""
    state = begin(game, count).state
    seats = game.rules.to_act(state)
    orders = {seat: sum(1 for _ in legal_orders(game, state, seat, keep_texts=True)) for seat in seats}
    return orders, [lines(game, state, depth, count.secret) for depth in range(1, len(count.lines) + 1)]


def lines(game: AnyGame, state: Any, depth: int, seed: bytes, step: int = 1) -> int:
    """How many ways there are to play `depth` turns from here."""
    if depth == 0:
        return 1
    seats = game.rules.to_act(state)
    if not seats:
        return 0
    joint = product(*(legal_orders(game, state, seat, keep_texts=True) for seat in seats))
    if depth == 1:
        return sum(1 for _ in joint)
    return sum(
        lines(game, _after(game, state, dict(zip(seats, orders, strict=True)), seed, step), depth - 1, seed, step + 1)
        for orders in joint
    )


def _after(game: AnyGame, state: Any, orders: dict[Seat, Any], seed: bytes, step: int) -> Any:
    return game.rules.resolve(state, orders, KeyedDice(seed, step)).state
