"""A real server in a thread, and people who talk to it: what the tests of the API stand on."""

from __future__ import annotations

import asyncio
import re
import socket
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import httpx2
import uvicorn
from websockets.sync.client import ClientConnection, connect

from armillary.core import codec
from armillary.core.contract import AnyGame
from armillary.core.dice import FastDice
from armillary.core.registry import game as registered
from armillary.server.app import create_app
from armillary.server.http.protocol import guarded
from armillary.server.process import Process
from armillary.server.settings import Settings
from tests.clock import HandClock

T = TypeVar("T")

PATIENCE = 20.0
"""Seconds after which a server that does not answer counts as hanging."""

BEFORE_REQUESTS = (408, 414, 421, 431)
"""The door's own answers, to what is no request of any operation."""


def until(holds: Callable[[], object]) -> None:
    """Wait until something is so."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.02)


@dataclass
class Server:
    """A server that is listening, and the inside of it."""

    address: str
    process: Process
    clock: HandClock
    loop: asyncio.AbstractEventLoop
    client: httpx2.Client
    document: dict[str, Any]

    def expect_documented(self, method: str, path: str, status: int) -> None:
        """Every answer that any test gets has a status that the API's document names for it, or came before that."""
        if status in BEFORE_REQUESTS:
            return
        plain = path.partition("?")[0]
        templates = [each for each in self.document["paths"] if re.fullmatch(re.sub(r"{\w+}", "[^/]+", each), plain)]
        for template in sorted(templates, key=lambda each: each.count("{"))[:1]:
            operation = self.document["paths"][template].get(method.lower())
            assert operation is None or str(status) in operation["responses"], (method, template, status)

    def inside(self, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Run something in the server's own event loop."""
        return asyncio.run_coroutine_threadsafe(work(), self.loop).result(PATIENCE)

    @property
    def cookie(self) -> str:
        """The name of its guests' cookies."""
        return self.process.guests.cookie_name

    def person(self, name: str | None = None) -> Person:
        """Somebody new, with a guest's cookie."""
        nobody = Person(self)
        answer = nobody.get("/api/me")
        person = Person(self, answer.json()["id"], {"cookie": f"{self.cookie}={answer.cookies[self.cookie]}"})
        if name is not None:
            person.put("/api/me", {"name": name})
        return person

    def nobody(self) -> Person:
        """Somebody without an identity."""
        return Person(self)


class Quiet(ClientConnection):
    """A socket at a table that says nothing of who comes and goes: that is told when a second has passed."""

    def recv(self, timeout: float | None = None, decode: bool | None = None) -> Any:
        """The next message that is of something else."""
        while str(message := super().recv(timeout, decode)).startswith('{"type":"presence"'):
            pass
        return message


@dataclass
class Person:
    """Somebody who asks; nothing is remembered between requests but what stands in the headers."""

    server: Server
    id: str | None = None
    headers: dict[str, str] = field(default_factory=dict)

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> httpx2.Response:
        """One request; a body is sent as JSON, bytes as they are."""
        content = body if body is None or isinstance(body, bytes) else codec.encode(body)
        sent = {**self.headers, **{name.replace("_", "-"): value for name, value in headers.items()}}
        answer = self.server.client.request(method, path, content=content, headers=sent)
        self.server.client.cookies.clear()
        self.server.expect_documented(method, path, answer.status_code)
        return answer

    def get(self, path: str, **headers: str) -> httpx2.Response:
        return self.ask("GET", path, **headers)

    def post(self, path: str, body: Any = None, **headers: str) -> httpx2.Response:
        return self.ask("POST", path, body, **headers)

    def put(self, path: str, body: Any = None, **headers: str) -> httpx2.Response:
        return self.ask("PUT", path, body, **headers)

    def delete(self, path: str, **headers: str) -> httpx2.Response:
        return self.ask("DELETE", path, **headers)

    def program(self, name: str = "program") -> Person:
        """A program of this person, with a token."""
        made = self.post("/api/tokens", {"name": name}).json()
        return Person(self.server, self.id, {"authorization": f"Bearer {made['secret']}"})

    def home(self, **headers: str) -> ClientConnection:
        """The socket of this person."""
        address = self.server.address.replace("http", "ws", 1)
        return connect(
            f"{address}/api/me/live",
            additional_headers={**self.headers, **headers},
            open_timeout=PATIENCE,
            close_timeout=1,
        )

    def live(
        self,
        match: str,
        since: int | str = 0,
        seat: int | str | None = None,
        kind: type[ClientConnection] = Quiet,
        **headers: str,
    ) -> ClientConnection:
        """The socket of a match, of one of one's seats if it is named; as a rule without what comes when it likes."""
        address = self.server.address.replace("http", "ws", 1)
        sent = {**self.headers, **headers}
        named = "" if seat is None else f"&seat={seat}"
        url = f"{address}/api/matches/{match}/live?since={since}{named}"
        return connect(
            url, additional_headers=sent, open_timeout=PATIENCE, close_timeout=1, max_size=None, create_connection=kind
        )


@contextmanager
def running(
    folder: Path,
    clock: HandClock | None = None,
    seconds: float | None = None,
    client: Path = Path("not built"),
    site: Path = Path("not built"),
    **settings: Any,
) -> Iterator[Server]:
    """A server on a free port, with its database in this folder; limits are wide unless they are asked for.

    The browser client is the one in the folder `client`, and the documentation the one in `site`, whether or not the
    real ones have been built.
    """
    wide: dict[str, Any] = {"requests_per_second": 1e6, "sockets_per_player": 1000, "open_matches_per_player": 1000}
    wide |= {"bot_matches_per_player": 1000, "matches_per_player": 100_000, "guests_per_hour": 1e6}
    wide["stored_megabytes_per_hour"] = 1e5
    wide["database_url"] = f"sqlite:///{folder / 'test.db'}"
    wide["allowed_hosts"] = "*"
    clock = clock or HandClock()
    app = create_app(Settings(**{**wide, **settings}), clock, client, site)
    process: Process = app.state.process
    if seconds is not None:
        process.bots.seconds = seconds
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.bind(("127.0.0.1", 0))
    listening.listen()
    config = uvicorn.Config(
        app, log_config=None, access_log=False, timeout_graceful_shutdown=2, **guarded(process.settings)
    )
    listener = uvicorn.Server(config)
    loops: list[asyncio.AbstractEventLoop] = []
    ready = threading.Event()

    async def serve() -> None:
        loops.append(asyncio.get_running_loop())
        ready.set()
        await listener.serve([listening])

    thread = threading.Thread(target=asyncio.run, args=(serve(),))
    thread.start()
    ready.wait(PATIENCE)
    address = f"http://127.0.0.1:{listening.getsockname()[1]}"
    try:
        with httpx2.Client(base_url=address, timeout=PATIENCE) as http:
            http.get("/healthz")
            yield Server(address, process, clock, loops[0], http, app.state.document)
    finally:
        listener.should_exit = True
        thread.join(PATIENCE)
        listening.close()
        assert not thread.is_alive(), "the server does not stop"


# -- matches -----------------------------------------------------------------------------------------------


@dataclass
class Meeting:
    """A match and the people at it, seat 1 first."""

    game: AnyGame
    id: str
    people: list[Person]

    @property
    def path(self) -> str:
        """Where the game's own routes for it are."""
        return f"/api/{self.game.slug}/matches/{self.id}"

    @property
    def common(self) -> str:
        """Where the routes are that know no game."""
        return f"/api/matches/{self.id}"

    def table(self, seat: int = 1) -> Any:
        return self.people[seat - 1].get(f"{self.path}/table").json()

    def order(self, seat: int, order: Any, **headers: str) -> httpx2.Response:
        return self.people[seat - 1].post(f"{self.path}/orders", {"order": order}, **headers)

    def some_order(self, seat: int, dice: FastDice) -> Any:
        """Any legal order, found as a program from outside would: from the view."""
        view: Any = codec.convert(self.table(seat)["table"]["view"], self.game.view)
        return self.game.hints.random_order(self.game.sight.sample_world(view, dice), seat, dice)

    def default_order(self, seat: int) -> Any:
        """The default order: what an empty draft stands for."""
        return self.people[seat - 1].post(f"{self.path}/draft", {}).json()["order"]

    def step(self, dice: FastDice) -> None:
        """Everybody who is waited for gives some order."""
        for seat in self.table()["table"]["to_act"]:
            answer = self.order(seat, self.some_order(seat, dice))
            assert answer.status_code == 200, answer.text

    def play(self, seed: int = 1, most: int = 10_000) -> None:
        """To the end, or for at most this many steps."""
        dice = FastDice(seed)
        for _ in range(most):
            if self.table()["status"] == "over":
                return
            self.step(dice)


def meet(server: Server, slug: str = "skirmish", seats: int | None = None, **terms: Any) -> Meeting:
    """A match that has begun, with a person on every seat."""
    game = registered(slug)
    seats = seats or game.seats[0]
    people = [server.person(f"Player {seat}") for seat in range(1, seats + 1)]
    plan = [{"kind": "me"}, *({"kind": "open"} for _ in people[1:])]
    made = people[0].post(f"/api/{slug}/matches", {"seats": plan, **terms})
    assert made.status_code == 201, made.text
    match_id = made.json()["match"]["id"]
    for seat, person in enumerate(people[1:], start=2):
        joined = person.post(f"/api/matches/{match_id}/join", {"seat": seat})
        assert joined.status_code == 200, joined.text
    return Meeting(game, match_id, people)


def listed(who: Person, query: str = "") -> dict[str, Any]:
    """The lines of a list by their ids, in its order; everything on one page."""
    answer = who.get(f"/api/matches?limit=100&{query}")
    assert answer.status_code == 200, answer.text
    return {line["id"]: line for line in answer.json()["matches"]}


def is_problem(answer: httpx2.Response, status: int, code: str | None = None) -> bool:
    """Is it an error in the one shape that errors have?"""
    told = answer.json()
    assert (answer.status_code, told.get("status")) == (status, status), answer.text
    assert set(told) == {"status", "code", "detail", "violations"}
    assert told["detail"]
    return code is None or told["code"] == code
