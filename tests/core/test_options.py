"""Changing one place of an order."""

from __future__ import annotations

import msgspec
import pytest

from armillary.core.options import change
from armillary.core.values import Value


class Part(Value, frozen=True):
    name: str
    to: str | None = None


class Plan(Value, frozen=True):
    parts: tuple[Part, ...] = ()
    energy: dict[str, int] = {}
    rotate: bool = False


PLAN = Plan((Part("a", "x"), Part("b")), {"engines": 2})


def test_a_value_is_replaced_where_it_stands() -> None:
    assert change(PLAN, ("rotate",), True) == Plan(PLAN.parts, PLAN.energy, rotate=True)
    assert change(PLAN, ("parts", 1, "to"), "y").parts[1] == Part("b", "y")


def test_a_new_key_and_the_place_behind_the_last_item_add() -> None:
    assert change(PLAN, ("energy", "laser"), 1).energy == {"engines": 2, "laser": 1}
    assert change(PLAN, ("parts", 2), {"name": "c"}).parts == (*PLAN.parts, Part("c"))


def test_null_removes_from_lists_and_mappings_and_is_a_value_elsewhere() -> None:
    assert change(PLAN, ("energy", "engines"), None).energy == {}
    assert change(PLAN, ("parts", 0), None).parts == (Part("b"),)
    assert change(PLAN, ("parts", 0, "to"), None).parts[0] == Part("a")


def test_a_value_of_the_wrong_kind_is_an_error_and_the_order_stays() -> None:
    with pytest.raises(msgspec.ValidationError, match="rotate"):
        change(PLAN, ("rotate",), "yes")
    assert Plan((Part("a", "x"), Part("b")), {"engines": 2}) == PLAN
