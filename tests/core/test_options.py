"""Changing one place of an order."""

from __future__ import annotations

import msgspec
import pytest

from armillary.core.options import Choice, Remove, change
from armillary.core.values import Path, Value


class Part(Value, frozen=True):
    name: str
    to: str | None = None


class Plan(Value, frozen=True):
    parts: tuple[Part, ...] = ()
    energy: dict[str, int] = {}
    rotate: bool = False


PLAN = Plan((Part("a", "x"), Part("b")), {"engines": 2})


def put(path: Path, value: object) -> Plan:
    return change(PLAN, Choice(path, ()), value)


def test_a_value_is_replaced_where_it_stands() -> None:
    assert put(("rotate",), True) == Plan(PLAN.parts, PLAN.energy, rotate=True)
    assert put(("parts", 1, "to"), "y").parts[1] == Part("b", "y")


def test_a_new_key_and_the_place_behind_the_last_item_add() -> None:
    assert put(("energy", "laser"), 1).energy == {"engines": 2, "laser": 1}
    assert put(("parts", 2), {"name": "c"}).parts == (*PLAN.parts, Part("c"))


def test_taking_out_is_a_slot_of_its_own_and_null_a_value_like_any_other() -> None:
    assert change(PLAN, Remove(("energy", "engines"))).energy == {}
    assert change(PLAN, Remove(("parts", 0))).parts == (Part("b"),)
    assert put(("parts", 0, "to"), None).parts[0] == Part("a")
    with pytest.raises(msgspec.ValidationError, match="parts"):
        put(("parts", 0), None)
    with pytest.raises(msgspec.ValidationError, match="energy"):
        put(("energy", "engines"), None)
    with pytest.raises(LookupError):
        change(PLAN, Remove(("energy", "laser")))


def test_a_value_of_the_wrong_kind_is_an_error_and_the_order_stays() -> None:
    with pytest.raises(msgspec.ValidationError, match="rotate"):
        put(("rotate",), "yes")
    assert Plan((Part("a", "x"), Part("b")), {"engines": 2}) == PLAN
