"""Everything that a client may send has a bound in the API's document, and one step beyond it is refused."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import httpx2
import pytest

from armillary import Match, game
from armillary.core import codec, record
from armillary.core.dice import FastDice
from armillary.core.match import AnyMatch
from armillary.core.registry import slugs
from armillary.core.seeds import seed_from
from armillary.server.app import create_app
from armillary.server.http.routes.rematch import RECORD_BYTES
from armillary.server.settings import Settings
from tests.server.api import PATIENCE, Meeting, Server, is_problem, meet, running
from tests.server.limits_of import Beyond, Limits, longest

DOCUMENT: dict[str, Any] = create_app(Settings()).state.document
LIMITS = Limits(DOCUMENT)
BODY_BYTES = 8_000_000
"""More than anything here has: it is the bounds that are tested, not the size of a whole request."""

OUTCOME = ("Record", "outcome", "Outcome")
DECODED_LATER = {
    *(("Record", "config"), ("Record", "position"), ("Record", "log", "[]"), ("Record", "pending", "[]", "[]")),
    *(OUTCOME, (*OUTCOME, "{}")),
}
"""JSON of a game's own types, which the replay reads as those: configs and orders have their bounds in other routes.
And names that an outcome does not have, which are found when a record is compared with how it would be written."""


def _operations() -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, methods in DOCUMENT["paths"].items():
        for method, operation in methods.items():
            yield path, method, operation


def _body_of(operation: dict[str, Any]) -> Any:
    return operation["requestBody"]["content"]["application/json"]["schema"] if "requestBody" in operation else None


# -- every place has a bound -------------------------------------------------------------------------------


def _received() -> Iterator[tuple[str, Any]]:
    """Everything that a client may send: parameters, bodies, messages."""
    for _, _, operation in _operations():
        for each in operation.get("parameters", ()):
            yield each["name"], each["schema"]
        if body := _body_of(operation):
            yield operation["operationId"], body
    for socket in DOCUMENT["x-sockets"]:
        for each in socket["parameters"]:
            yield each["name"], each["schema"]
        yield socket["path"], socket["incoming"]


def test_everything_that_is_received_has_a_bound() -> None:
    missing = {(name, path, what) for name, schema in _received() for path, what in LIMITS.missing(schema)}
    left = {(name, path, what) for name, path, what in missing if path not in DECODED_LATER}
    assert not left, sorted(left, key=str)
    assert {path for _, path, _ in missing} == DECODED_LATER, "no exception that is not needed"


@pytest.mark.parametrize(
    ("schema", "lacks"),
    [
        ({"type": "string"}, {"maxLength"}),
        ({"type": "string", "pattern": "^a*$"}, {"maxLength"}),
        ({"type": "string", "pattern": "a"}, {"maxLength"}),
        ({"type": "string", "pattern": "^a{3}$"}, set()),
        ({"type": "integer", "minimum": 0}, {"maximum"}),
        ({"type": "integer", "exclusiveMinimum": 0, "maximum": 1}, set()),
        ({"anyOf": [{"type": "integer"}, {"type": "null"}], "maximum": 1}, {"minimum"}),
        ({"type": "array", "items": {"type": "string"}}, {"maxItems", "maxLength"}),
        ({"type": "array", "maxItems": 3}, {"type"}),
        ({"type": "object"}, {"maxProperties", "propertyNames", "type"}),
        ({"type": "object", "properties": {"a": {}}, "additionalProperties": False}, {"type"}),
        ({}, {"type"}),
    ],
)
def test_a_missing_bound_is_found(schema: Any, lacks: set[str]) -> None:
    assert {what for _, what in LIMITS.missing(schema)} == lacks


# -- one step beyond ---------------------------------------------------------------------------------------


class Ground:
    """A server with matches of every game in every state, and bodies that it takes."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.playing = {slug: meet(server, slug) for slug in slugs()}
        self.ada = server.person("Ada")
        self.open = {slug: self._open(slug) for slug in slugs()}

    def _open(self, slug: str) -> str:
        made = self.ada.post(f"/api/{slug}/matches", {"seats": _seats(slug)})
        return str(made.json()["match"]["id"])

    def table(self, path: str) -> Meeting:
        """The match in which a route is tried."""
        return self.playing[_slug(path)]

    def address(self, path: str, **parameters: Any) -> str:
        """A path with all its parameters in it."""
        needs_open = path.endswith(("/matches/{match_id}", "/seats/{seat}", "/seats/swap", "/join"))
        match_id = self.open[_slug(path)] if needs_open else self.table(path).id
        known = {"match_id": match_id, "slug": "skirmish", "rule": "SS-1", "step": 0, "seat": 1, "token_id": "none"}
        return path.format(**{name: quote(str(value), safe="") for name, value in {**known, **parameters}.items()})

    def body(self, path: str) -> Any:
        """A body that the route takes, with as much in it as there may be."""
        slug, last = _slug(path), path.rpartition("/")[2]
        if path == "/api/replays":
            return json.loads(_record())
        config = codec.tree(game(slug).presets["standard"](game(slug).seats[0]))
        if "map" in config:
            setup = self.playing[slug].table()["table"]["view"]["setup"]
            config["map"] = config["map"] or setup["map"]
        bodies: dict[str, Any] = {
            "matches": {"seats": _seats(slug), "config": config},
            "check": {"seats": game(slug).seats[0], "config": config},
            "{match_id}": {"config": config},
            "fork": {"seats": _seats(slug)},
            "swap": {"seats": [1, 2]},
            "{seat}": {"kind": "local", "name": "Bob"},
            "chat": {"text": "Hello"},
            "invitation": {"invite": "none"},
            "join": {},
            "me": {"name": "Ada"},
            "tokens": {"name": "program"},
        }
        return bodies[last] if last in bodies else {"order": self.order(slug)}

    def order(self, slug: str) -> Any:
        """An order that could be given now."""
        match = self.playing[slug]
        (seat, *_) = match.table()["table"]["to_act"]
        return codec.tree(match.some_order(seat, FastDice(1)))


@pytest.fixture(scope="module")
def ground(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ground]:
    with running(tmp_path_factory.mktemp("bounds"), body_bytes=BODY_BYTES) as server:
        yield Ground(server)


def _slug(path: str) -> str:
    return next((slug for slug in slugs() if path.startswith(f"/api/{slug}/")), "skirmish")


def _seats(slug: str) -> list[dict[str, str]]:
    return [{"kind": "me"}, *({"kind": "open"} for _ in range(game(slug).seats[0] - 1))]


def _record() -> bytes:
    match: AnyMatch = Match.begin(game("skirmish"), seed=seed_from("bounds"), players=("Ada", "Grace"))
    return record.dump(record.export(match.expire().resign(1)))


def _is_refused(answer: httpx2.Response, tried: Beyond) -> bool:
    """Is the answer in the one shape that errors have, and about this place? A config may also get its verdict."""
    told = answer.json()
    if answer.status_code == 200 and set(told) == {"config", "violations"}:
        return _is_about(tried, told["violations"])
    assert is_problem(answer, answer.status_code)
    return {400: _is_named(tried, told["detail"]), 422: _is_about(tried, told["violations"])}.get(
        answer.status_code, False
    )


def _is_about(tried: Beyond, violations: list[Any]) -> bool:
    """Is one of the violations about this place in a config, or about what it stands in?"""
    place = [part for part in tried.path if part != "config"]
    return any(each["path"] and place[: len(each["path"])] == each["path"] for each in violations)


def _is_named(tried: Beyond, detail: str) -> bool:
    """Is the place named, in JSON or in words, or the mapping whose keys are anybody's, or is it refused as a whole?"""
    named = [part for part in tried.path if isinstance(part, str)]
    inside = any(f"{each}[...]" in detail for each in named[-2:-1])
    as_a_whole = "digits" in detail or "No order in this match needs" in detail
    in_words = named[-1].replace("_", " ") in detail.lower()
    return named[-1] in detail or in_words or inside or as_a_whole


BODIES = [(path, method) for path, method, operation in _operations() if _body_of(operation)]


@pytest.mark.parametrize(("path", "method"), BODIES)
def test_a_body_beyond_a_bound_is_refused(ground: Ground, path: str, method: str) -> None:
    match, schema = ground.table(path), _body_of(DOCUMENT["paths"][path][method])
    (seat, *_) = match.table()["table"]["to_act"]
    person = match.people[seat - 1] if match.id in ground.address(path) else ground.ada
    before, tried, accepted = match.table(seat), 0, []
    for each in LIMITS.beyond(schema, ground.body(path)):
        answer = person.ask(method.upper(), ground.address(path), each.value)
        if answer.status_code == 413:
            assert len(codec.encode(each.value)) > (RECORD_BYTES if path == "/api/replays" else BODY_BYTES)
        elif not _is_refused(answer, each):
            accepted.append((each.path, each.bound, answer.status_code, answer.text[:300]))
        tried += 1
    assert not accepted, accepted
    assert tried
    assert match.table(seat) == before


@pytest.mark.parametrize("slug", slugs())
def test_a_message_beyond_a_bound_is_refused(ground: Ground, slug: str) -> None:
    match = ground.playing[slug]
    (seat, *_) = match.table()["table"]["to_act"]
    before = match.table(seat)
    (schema,) = [
        each["incoming"] for each in DOCUMENT["x-sockets"] if each["incoming"]["$ref"].endswith(f"/{slug}.Incoming")
    ]
    with match.people[seat - 1].live(match.id) as table:
        table.recv(PATIENCE)
        for base in ({"type": "order", "order": ground.order(slug)}, {"type": "say", "text": "Hello"}):
            for each in LIMITS.beyond(schema, base):
                table.send(json.dumps(each.value))
                told = json.loads(table.recv(PATIENCE))
                assert (told["type"], told["status"]) == ("problem", 400), (each.path, each.bound, told)
                assert _is_named(each, told["detail"]), (each.path, each.bound, told)
    assert match.table(seat) == before


def test_a_ping_at_home_has_a_bound(ground: Ground) -> None:
    (schema,) = [each["incoming"] for each in DOCUMENT["x-sockets"] if each["path"] == "/api/me/live"]
    with ground.ada.home() as home:
        home.recv(PATIENCE)
        for each in LIMITS.beyond(schema, {"type": "ping"}):
            home.send(json.dumps(each.value))
            assert json.loads(home.recv(PATIENCE))["status"] == 400


PARAMETERS = [
    (path, method, each)
    for path, method, operation in _operations()
    for each in operation.get("parameters", ())
    if longest(each["schema"]) is not None or each["schema"].get("type") == "integer"
]


@pytest.mark.parametrize("where", ["path", "query", "header"])
def test_a_parameter_beyond_a_bound_is_refused(ground: Ground, where: str) -> None:
    tried = 0
    for path, method, each in PARAMETERS:
        person = ground.table(path).people[0]
        sent = None if _body_of(DOCUMENT["paths"][path][method]) is None else ground.body(path)
        for value in (found.value for found in LIMITS.beyond(each["schema"])) if each["in"] == where else ():
            inside = {each["name"]: value}
            address = ground.address(path, **inside) if where == "path" else ground.address(path)
            query = f"?{each['name']}={value}" if where == "query" else ""
            answer = person.ask(method.upper(), address + query, sent, **(inside if where == "header" else {}))
            assert is_problem(answer, answer.status_code)
            assert answer.status_code in (400, 404), (method, path, each["name"], answer.text)
            tried += 1
    assert tried
