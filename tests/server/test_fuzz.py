"""Every operation of the schema, fed with data made from the schema and data made against it: never a 5xx."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import GenerationMode

from armillary.core.registry import slugs
from armillary.server.app import create_app
from armillary.server.settings import Settings
from tests.server.api import Meeting, Server, meet

CASES = int(os.environ.get("FUZZ_CASES", "6"))
"""For each operation, of each kind; `make soak` asks for many more."""

_schema: Any = create_app(Settings()).state.document
SCHEMA = schemathesis.openapi.from_dict(_schema)
OPERATIONS = {
    operation["operationId"]: (path, method, operation)
    for path, methods in _schema["paths"].items()
    for method, operation in methods.items()
}


def _attacks() -> Iterator[tuple[str, GenerationMode]]:
    """Good data for every operation, bad data for those that can be given any."""
    for name, (_, _, operation) in OPERATIONS.items():
        yield name, GenerationMode.POSITIVE
        typed = [each for each in operation.get("parameters", ()) if each["schema"].get("type") != "string"]
        if typed or "requestBody" in operation:
            yield name, GenerationMode.NEGATIVE


@pytest.fixture(scope="module")
def tables(server: Server) -> dict[str, Meeting]:
    """A match of every game that has begun."""
    return {slug: meet(server, slug) for slug in slugs()}


@pytest.mark.parametrize(("name", "mode"), tuple(_attacks()), ids=str)
def test_no_data_breaks_an_operation(
    server: Server, tables: dict[str, Meeting], name: str, mode: GenerationMode
) -> None:
    path, method, _ = OPERATIONS[name]
    operation = SCHEMA[path][method.upper()]
    table = next((match for slug, match in tables.items() if f"/{slug}/" in path), tables["skirmish"])

    @given(case=operation.as_strategy(generation_mode=mode))
    @settings(
        max_examples=CASES,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def attack(case: Any) -> None:
        if "match_id" in case.path_parameters and len(str(case.path_parameters["match_id"])) % 2:
            case.path_parameters["match_id"] = table.id
        answer = case.call(base_url=server.address, headers=table.people[0].headers, timeout=20)
        assert answer.status_code < 500, answer.text

    attack()
