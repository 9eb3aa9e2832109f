"""Settings that say themselves what they mean and what their bounds are."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from armillary.core.bounds import setting_faults, within
from armillary.core.values import Value


class Ship(Value, frozen=True):
    name: Annotated[str, within(1, 5, "What it is called.", rule="X-1", unit="characters")]
    hull: Annotated[int | None, within(0, 9, "How much it takes.", rule="X-2")] = None
    notes: dict[str, Any] = {}


class Config(Value, frozen=True):
    ships: Annotated[tuple[Ship, ...], within(None, 2, "Who sails.", rule="X-3", unit="entries")] = ()
    tolls: tuple[tuple[str, Annotated[int, within(1, 3, "What it costs.", rule="X-4")]], ...] = ()


class Box(Value, frozen=True):
    size: Annotated[int, within(1, 5, "How large it is.", rule="X-5")]
    boxes: tuple[Box, ...] = ()


def found(config: Config) -> list[tuple[str, tuple[str | int, ...], str]]:
    return [(fault.code, fault.path, fault.rule) for fault in setting_faults(config)]


def test_settings_within_their_bounds_have_no_faults() -> None:
    assert found(Config((Ship("Argo", 9), Ship("A")), (("ford", 1), ("pass", 3)))) == []


def test_every_setting_out_of_bounds_is_named_however_deep_it_lies() -> None:
    assert found(Config((Ship("", 10), Ship("Argonaut")), (("ford", 1), ("pass", 4)))) == [
        ("out_of_bounds", ("ships", 0, "name"), "X-1"),
        ("out_of_bounds", ("ships", 0, "hull"), "X-2"),
        ("out_of_bounds", ("ships", 1, "name"), "X-1"),
        ("out_of_bounds", ("tolls", 1, 1), "X-4"),
    ]


def test_a_list_that_is_too_long_is_not_looked_into() -> None:
    assert found(Config((Ship("", 10),) * 3)) == [("out_of_bounds", ("ships",), "X-3")]


def test_a_struct_within_itself_is_looked_into_like_any_other() -> None:
    assert [fault.path for fault in setting_faults(Box(1, (Box(9, (Box(8),)),)))] == [
        ("boxes", 0, "size"),
        ("boxes", 0, "boxes", 0, "size"),
    ]


def test_a_name_may_not_hold_what_no_name_may_hold() -> None:
    assert found(Config((Ship("A\n"),))) == [("unfit_text", ("ships", 0, "name"), "X-1")]


def test_nobody_looks_into_what_may_be_anything() -> None:
    deep: Any = {}
    for _ in range(5000):
        deep = {"on": deep}
    assert found(Config((Ship("Argo", notes={"on": deep}),))) == []


def test_the_schema_shows_meaning_and_bounds() -> None:
    schema = msgspec.json.schema(Ship)["$defs"]["Ship"]["properties"]
    assert schema["name"] == {"type": "string", "description": "What it is called.", "minLength": 1, "maxLength": 5}
    assert (schema["hull"]["minimum"], schema["hull"]["maximum"]) == (0, 9)
