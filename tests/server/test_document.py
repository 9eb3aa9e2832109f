"""The API's document: every route, message, status and type, under names that stay; and what TypeScript makes of it."""

from __future__ import annotations

import re
from typing import Any, get_args

import pytest
from litestar.routes import HTTPRoute, WebSocketRoute

from armillary.api import messages
from armillary.core.registry import games
from armillary.server.app import create_app
from armillary.server.settings import Settings
from scripts import web_types

APP = create_app(Settings())
DOCUMENT: dict[str, Any] = APP.state.document
SCHEMAS: dict[str, Any] = DOCUMENT["components"]["schemas"]
UNDOCUMENTED = {"/"}


def test_every_route_is_in_the_document() -> None:
    routes = {
        (route.path_format, str(method).lower())
        for route in APP.routes
        if isinstance(route, HTTPRoute)
        for handler in route.route_handlers
        for method in handler.http_methods - {"OPTIONS"}
    }
    documented = {(path, method) for path, operations in DOCUMENT["paths"].items() for method in operations}
    assert {route for route in routes if route[0] not in UNDOCUMENTED} == documented
    sockets = {route.path_format for route in APP.routes if isinstance(route, WebSocketRoute)}
    assert {each["path"] for each in DOCUMENT["x-sockets"]} == sockets


def test_every_message_of_every_socket_is_in_the_document() -> None:
    for game in games():
        for way, union in (("Incoming", messages.Incoming), ("Outgoing", messages.Outgoing)):
            named = SCHEMAS[f"{game.slug}.{way}"]
            kinds = {getattr(kind, "__origin__", kind) for kind in get_args(union)}
            assert set(named["discriminator"]["mapping"]) == {kind.__struct_config__.tag for kind in kinds}


def _references(tree: Any) -> set[str]:
    if isinstance(tree, dict):
        own = {tree["$ref"]} if "$ref" in tree else set()
        return own.union(*(_references(each) for each in tree.values()))
    return set().union(*(_references(each) for each in tree)) if isinstance(tree, list) else set()


def test_every_reference_leads_somewhere_and_every_type_is_used() -> None:
    found = {ref.removeprefix("#/components/schemas/") for ref in _references(DOCUMENT)}
    assert found <= set(SCHEMAS)
    assert set(SCHEMAS) - found <= {f"{game.slug}.{name}" for game in games() for name in ("Order", "Event")}


def test_names_are_short_and_a_games_own_begin_with_its_slug() -> None:
    slugs = {game.slug for game in games()} | {"personal"}
    for name in SCHEMAS:
        slug, dot, short = name.rpartition(".")
        assert re.fullmatch(r"[A-Z][A-Za-z]{1,20}", short), name
        assert not dot or slug in slugs, name


def test_every_operation_says_what_it_does_and_how_it_fails() -> None:
    ids = [each["operationId"] for operations in DOCUMENT["paths"].values() for each in operations.values()]
    assert len(ids) == len(set(ids))
    for path, operations in DOCUMENT["paths"].items():
        for operation in operations.values():
            assert operation["summary"].endswith("."), operation
            for status, answer in operation["responses"].items():
                if int(status) >= 400 and not path.startswith(("/healthz", "/readyz")):
                    assert answer["content"]["application/json"]["schema"] == {"$ref": "#/components/schemas/Problem"}
    assert set(DOCUMENT["components"]["securitySchemes"]) == {"cookie", "token"}


def test_mappings_by_an_enum_keep_their_keys() -> None:
    allocate = SCHEMAS["orbit.Plan"]["properties"]["allocate"]
    assert "shields" in allocate["properties"]
    assert allocate["additionalProperties"] is False


def test_what_we_send_is_all_there_and_what_we_receive_may_leave_out_defaults() -> None:
    assert set(SCHEMAS["MatchInfo"]["required"]) == set(SCHEMAS["MatchInfo"]["properties"])
    assert "preset" not in SCHEMAS["skirmish.NewMatch"]["required"]
    assert SCHEMAS["skirmish.NewMatch"]["properties"]["preset"]["default"] == "standard"


FREE = {"params", "values", "config_schema", "config", "position", "log", "unknown"}
"""Any JSON by their nature; the last four are of a record, which is checked as a whole."""


@pytest.fixture(scope="module")
def typescript() -> str:
    return web_types.typescript(DOCUMENT)


def test_the_browser_clients_types_are_up_to_date(typescript: str) -> None:
    assert web_types.TYPES.read_text("utf-8") == typescript, "run `make web-types`"


def test_typescript_knows_everything_that_the_server_knows(typescript: str) -> None:
    unknown = [line.strip() for line in typescript.splitlines() if "unknown" in line and "headers" not in line]
    left = [line for line in unknown if "[name: string]: unknown" not in line and "[key: string]: unknown" not in line]
    fields = {line.partition(":")[0].strip("?") for line in left}
    assert fields <= FREE, left
    assert SCHEMAS["MatchInfo"]["properties"]["config"]["anyOf"], "one of the games' configs"
    assert "never;" not in [line.split(" & ")[-1] for line in typescript.splitlines() if " & " in line]
    empty = [line.strip() for line in typescript.splitlines() if "Record<string, never>" in line]
    assert [line for line in empty if not line.startswith("export type")] == [], "nothing could be read from these"
