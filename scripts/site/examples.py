"""One real request and its answer for every route: a server is started, and everything is asked there once."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from http.client import HTTPConnection
from pathlib import Path
from socket import create_server
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from armillary.core.registry import games


class Example(NamedTuple):
    """A request as curl sends it, and what came back."""

    method: str
    path: str
    body: Any
    status: int
    answer: Any
    """JSON; a text where the answer is none, and None where there was no body."""


class Person:
    """Somebody with a cookie, who asks and remembers what was said."""

    def __init__(self, port: int, paths: dict[str, tuple[str, str]], examples: dict[str, Example]) -> None:
        self._port = port
        self._paths = paths
        self._examples = examples
        self._cookie = ""

    def ask(self, operation: str, body: Any = None, query: str = "", **parts: object) -> Any:
        """Send one request, by the id of its operation; the first of each that succeeds is its example."""
        method, template = self._paths[operation]
        path = template.format(**parts) + query
        wire = HTTPConnection("127.0.0.1", self._port, timeout=60)
        wire.request(method, path, None if body is None else json.dumps(body), {"cookie": self._cookie})
        got = wire.getresponse()
        self._cookie = (got.getheader("set-cookie") or self._cookie).partition(";")[0]
        answer = _read(got.read(), got.getheader("content-type") or "")
        wire.close()
        kept = self._examples.get(operation)
        if kept is None or kept.status >= HTTPStatus.BAD_REQUEST > got.status:
            self._examples[operation] = Example(method, path, body, got.status, answer)
        return answer


def examples(document: dict[str, Any]) -> dict[str, Example]:
    """An example of every operation of the document, by its id."""
    paths = {
        operation["operationId"]: (method.upper(), path)
        for path, operations in document["paths"].items()
        for method, operation in operations.items()
    }
    found: dict[str, Example] = {}
    with _server() as port:
        ada, grace = Person(port, paths, found), Person(port, paths, found)
        _meet(ada, grace)
        robot = Person(port, paths, found)
        robot.ask("get_me")
        robot.ask("declare_program")
        for game in games():
            _play(ada, game.slug, game.seats[0])
        _host(ada, grace)
        _talk(ada, grace)
        _finish(ada, grace)
    missing = paths.keys() - found.keys()
    assert not missing, f"Nothing here asks {sorted(missing)}."
    return found


@contextmanager
def _server() -> Iterator[int]:
    """A server of our own, with nothing in it."""
    with create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
    command = [sys.executable, "-m", "armillary.terminal", "serve", "--port", str(port)]
    kept = {name: value for name, value in os.environ.items() if not name.startswith("ARMILLARY_")}
    with TemporaryDirectory() as folder:
        place = kept | {"ARMILLARY_DATABASE_URL": f"sqlite:///{Path(folder) / 'site.db'}"}
        with subprocess.Popen(
            command, cwd=folder, env=place, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        ) as server:
            try:
                assert server.stdout is not None
                assert server.stdout.readline().startswith("Armillary at"), "the server did not start"
                yield port
            finally:
                server.terminate()


def _read(body: bytes, kind: str) -> Any:
    if not body:
        return None
    return json.loads(body) if "json" in kind else body.decode()


# -- what is asked -----------------------------------------------------------------------------------------


def _meet(ada: Person, grace: Person) -> None:
    """Two people come, and one of them has a program."""
    for person, name in ((ada, "Ada"), (grace, "Grace")):
        person.ask("get_me")
        person.ask("put_me", {"name": name})
    token = ada.ask("new_token", {"name": "my bot"})
    ada.ask("list_tokens")
    ada.ask("drop_token", token_id=token["id"])
    ada.ask("list_games")
    ada.ask("get_game", slug="skirmish")
    ada.ask("get_rules", slug="skirmish")
    ada.ask("get_rule", slug="skirmish", rule="SS-6")
    ada.ask("healthz")
    ada.ask("readyz")


def _play(ada: Person, slug: str, seats: int) -> None:
    """All that has the types of one game in it: Ada plays every seat."""
    ada.ask(f"{slug}_check", {"seats": seats})
    waiting = ada.ask(f"{slug}_new_match", {"seats": [{"kind": "me"}] + [{"kind": "open"}] * (seats - 1)})["match"]
    ada.ask(f"{slug}_set_terms", {"pace": {"kind": "live", "seconds": 60}}, match_id=waiting["id"])
    ada.ask("cancel_match", match_id=waiting["id"])
    local = [{"kind": "local", "name": f"Player {seat}"} for seat in range(2, seats + 1)]
    match = ada.ask(f"{slug}_new_match", {"seats": [{"kind": "me"}, *local]})["match"]["id"]
    first, *others = ada.ask(f"{slug}_table", query="?seat=1", match_id=match)["table"]["to_act"]
    for seat in (first, *others):
        draft = ada.ask(f"{slug}_draft", {}, query=f"?seat={seat}", match_id=match)
        order = {"order": draft["order"], "step": 0}
        ada.ask(f"{slug}_order", order, query=f"?seat={seat}", match_id=match)
        if seat == first:
            ada.ask(f"{slug}_withdraw", query=f"?seat={seat}", match_id=match)
            ada.ask(f"{slug}_order", order, query=f"?seat={seat}", match_id=match)
    ada.ask(f"{slug}_history", match_id=match)
    ada.ask(f"{slug}_steps", query="?from=0&to=1", match_id=match)
    ada.ask(f"{slug}_step", match_id=match, step=1)
    for seat in range(2, seats + 1):
        ada.ask("resign_match", query=f"?seat={seat}", match_id=match)
    bots = [{"kind": "bot", "level": "random"}] * (seats - 1)
    fork = ada.ask(f"{slug}_fork", {"seats": [{"kind": "me"}, *bots], "step": 0}, match_id=match)
    ada.ask("share_match", match_id=fork["id"])
    alone = ada.ask(f"{slug}_new_match", {"seats": [{"kind": "me"}, *bots], "preset": "lesson"})["match"]["id"]
    while 1 not in ada.ask(f"{slug}_table", match_id=alone)["table"]["to_act"]:
        time.sleep(0.1)
    ada.ask(f"{slug}_hint", match_id=alone)


def _host(ada: Person, grace: Person) -> None:
    """What a host does before the start, and what a guest does."""
    made = ada.ask("skirmish_new_match", {"seats": [{"kind": "me"}, {"kind": "invite"}], "autostart": False})
    match, secret = made["match"]["id"], {"invite": made["invites"]["2"]}
    grace.ask("look_at_invitation", secret, match_id=match)
    grace.ask("join_match", secret, match_id=match)
    grace.ask("leave_match", match_id=match)
    ada.ask("swap_seats", {"seats": [1, 2]}, match_id=match)
    ada.ask("set_seat", {"kind": "bot", "level": "random"}, match_id=match, seat=1)
    ada.ask("start_match", match_id=match)


def _talk(ada: Person, grace: Person) -> None:
    """Two people at one table, with a clock."""
    terms = {"seats": [{"kind": "me"}, {"kind": "open"}], "pace": {"kind": "live", "seconds": 300}}
    match = ada.ask("skirmish_new_match", terms)["match"]["id"]
    grace.ask("list_matches", query="?game=skirmish&status=open")
    grace.ask("join_match", {}, match_id=match)
    ada.ask("get_match", match_id=match)
    ada.ask("describe", match_id=match)
    ada.ask("say", {"text": "good luck"}, match_id=match)
    grace.ask("get_chat", query="?since=0", match_id=match)
    ada.ask("offer_draw", match_id=match)
    ada.ask("take_back_draw", match_id=match)
    ada.ask("ask_for_pause", match_id=match)
    ada.ask("take_back_pause", match_id=match)
    for person in (ada, grace):
        person.ask("ask_for_pause", match_id=match)
    ada.ask("resume", match_id=match)


def _finish(ada: Person, grace: Person) -> None:
    """A short match to its end, and what can be done with it then."""
    config = {"fleet_values": [1, 2], "planets": [{"id": "P1", "victory_points": 1}, {"id": "P2", "victory_points": 2}]}
    terms = {"seats": [{"kind": "me"}, {"kind": "open"}], "config": config}
    match = ada.ask("skirmish_new_match", terms)["match"]["id"]
    grace.ask("join_match", {}, match_id=match)
    for mine, other in ((1, 2), (2, 1)):
        ada.ask("skirmish_order", {"order": {"card": mine}}, match_id=match)
        grace.ask("skirmish_order", {"order": {"card": other}}, match_id=match)
    record = ada.ask("get_record", match_id=match)
    ada.ask("get_analysis", match_id=match)
    ada.ask("upload_record", json.loads(record) if isinstance(record, str) else record)
    ada.ask("rematch", match_id=match)
    grace.ask("give_up_me")
