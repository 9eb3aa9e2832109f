"""Every operation of the API's document, fed with data made from it and data made against it.

Whatever is sent, the answer is one that the document has: its status, its type and its shape. Data that the document
does not allow are refused.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
)

from armillary.core.registry import slugs
from armillary.server.app import create_app
from armillary.server.http.requests import MAX_ID_LENGTH
from armillary.server.settings import Settings
from tests.server.api import Server, meet

CASES = int(os.environ.get("FUZZ_CASES", "6"))
"""For each operation, of each kind; `make soak` asks for many more."""

ALWAYS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]

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


@pytest.mark.parametrize(("name", "mode"), tuple(_attacks()), ids=str)
def test_every_answer_is_one_that_the_document_has(server: Server, name: str, mode: GenerationMode) -> None:
    path, method, _ = OPERATIONS[name]
    operation = SCHEMA[path][method.upper()]
    table = meet(server, next((slug for slug in slugs() if f"/{slug}/" in path), "skirmish"))

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
        length = len(str(case.path_parameters.get("match_id", "")))
        if length % 2 and length <= MAX_ID_LENGTH:
            case.path_parameters["match_id"] = table.id
        answer = case.call(base_url=server.address, headers=table.people[0].headers, timeout=20)
        accepted = mode is GenerationMode.NEGATIVE and answer.status_code < 400
        if accepted and name.endswith("_check"):  # it exists to say what is wrong with a config, which it repeats
            assert answer.json()["violations"]
            return
        case.validate_response(answer, checks=[*ALWAYS, negative_data_rejection] if accepted else ALWAYS)

    attack()
