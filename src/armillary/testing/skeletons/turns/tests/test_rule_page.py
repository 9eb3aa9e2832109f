"""The tables of the rule page say what the code does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from armillary.testing.skeletons.turns.rooms.model import Config, EndReason
from armillary.testing.skeletons.turns.rooms.rules import check_config

PAGE = (Path(__file__).parents[1] / "rules.md").read_text("utf-8")
LIMITS = re.findall(r"^\| (\w+) \| ([0-9]+) \| ([0-9]+) \|$", PAGE, re.MULTILINE)


def test_every_field_of_the_config_has_its_limits() -> None:
    assert [name for name, _, _ in LIMITS] == ["seats", *Config.__struct_fields__]


@pytest.mark.rule("SP-1")
@pytest.mark.parametrize(("name", "least", "most"), LIMITS)
def test_the_limit_is_where_the_page_says(name: str, least: str, most: str) -> None:
    def faults(number: int) -> int:
        return len(check_config(Config(), number) if name == "seats" else check_config(Config(**{name: number}), 2))

    assert [faults(number) for number in (int(least) - 1, int(least), int(most), int(most) + 1)] == [1, 0, 0, 1]


def test_the_page_names_every_end_reason() -> None:
    assert all(f"`{reason}`" in PAGE for reason in EndReason)
