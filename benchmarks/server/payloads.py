"""How many bytes people are sent: `python -m benchmarks.server.payloads`.

A match of every game is played to its end over HTTP with random orders, in sizes from small to large. Measured are the
table and a draft in the middle of it, what the socket pushes after one step there, and the history of the whole match;
each as it is, and as gzip would send it.
"""

from __future__ import annotations

import gzip
import tempfile
from collections.abc import Iterator
from typing import Any

import httpx2
import msgspec
from rich.console import Console
from rich.table import Table
from websockets.sync.client import connect

from armillary.core import codec, registry
from armillary.core.contract import AnyGame
from armillary.core.dice import FastDice
from armillary.games.kepler.map.generate import generate
from armillary.games.kepler.model import Config as KeplerConfig
from benchmarks.server.__main__ import PORT, armillary
from benchmarks.server.__main__ import server as running

LEVEL = 5
"""Of gzip, as the server uses it."""


class Case(msgspec.Struct, frozen=True):
    """A match to be played."""

    slug: str
    seats: int
    about: str
    middle: int
    """After this many steps the match is measured."""
    config: Any = None


CASES = (
    Case("skirmish", 2, "2 seats", 6),
    Case("orbit", 2, "2 seats", 12),
    Case("kepler", 8, "8 seats, 200 regions", 8, KeplerConfig(generate(8, rings=5, sector=25), max_turns=20)),
    Case("territory", 20, "20 seats, 26 x 26", 12, {"map_size": 26, "max_rounds": 10}),
    Case("risky_stars", 6, "6 seats", 60, {"max_rounds": 5}),
)


class Played:
    """A match on a server, everybody's cookie, and how large the answers were."""

    def __init__(self, server: httpx2.Client, case: Case) -> None:
        self.game: AnyGame = registry.game(case.slug)
        self._server = server
        self._dice = FastDice(1)
        self._cookies = [self._cookie() for _ in range(case.seats)]
        seats = [{"kind": "me"}, *({"kind": "open"} for _ in self._cookies[1:])]
        body = {"seats": seats, **({} if case.config is None else {"config": codec.tree(case.config)})}
        self.id: str = self.ask("POST", f"/api/{case.slug}/matches", body).json()["match"]["id"]
        self.path = f"/api/{case.slug}/matches/{self.id}"
        for seat in range(2, case.seats + 1):
            self.ask("POST", f"/api/matches/{self.id}/join", {"seat": seat}, seat)

    def _cookie(self) -> str:
        (cookie,) = self._server.get("/api/me").cookies.items()
        self._server.cookies.clear()
        return "=".join(cookie)

    def ask(self, method: str, path: str, body: Any = None, seat: int = 1) -> httpx2.Response:
        """One request of somebody at the table."""
        headers = {"cookie": self._cookies[seat - 1], "accept-encoding": "identity"}
        answer = self._server.request(method, path, json=body, headers=headers)
        answer.raise_for_status()
        return answer

    def table(self, seat: int = 1) -> Any:
        """What a seat sees."""
        return self.ask("GET", f"{self.path}/table", seat=seat).json()["table"]

    def step(self) -> bool:
        """Everybody who is waited for gives some order; False once the match is over."""
        acting = self.table()["to_act"]
        for seat in acting:
            view: Any = codec.convert(self.table(seat)["view"], self.game.view)
            world = self.game.sight.sample_world(view, self._dice)
            order = self.game.hints.random_order(world, seat, self._dice)
            self.ask("POST", f"{self.path}/orders", {"order": codec.tree(order)}, seat)
        return bool(acting)

    def push(self) -> bytes:
        """What the first seat is sent after one more step; what came before on its socket is not counted."""
        address = str(self._server.base_url).replace("http", "ws", 1)
        with connect(
            f"{address}/api/matches/{self.id}/live", additional_headers={"cookie": self._cookies[0]}, max_size=None
        ) as socket:
            socket.recv()
            self.step()
            message = b""
            while not message.startswith(b'{"type":"table"'):
                message = str(socket.recv(10)).encode()
            return message

    def history(self) -> bytes:
        """All parts of it, one after the other."""
        found = b""
        since: int | None = 0
        while since is not None:
            part = self.ask("GET", f"{self.path}/history?limit=200&since={since}")
            found, since = found + part.content, part.json()["next"]
        return found


def sizes(server: httpx2.Client, case: Case) -> Iterator[tuple[str, bytes]]:
    """What is measured of one match."""
    match = Played(server, case)
    for _ in range(case.middle):
        match.step()
    (seat, *_) = match.table()["to_act"]
    yield "table", match.ask("GET", f"{match.path}/table").content
    yield "draft", match.ask("POST", f"{match.path}/draft", {}, seat).content
    yield "push after a step", match.push()
    while match.step():
        pass
    yield "whole history", match.history()


def main() -> None:
    """Play, measure, print."""
    shown = Table("Match", "Answer", "Bytes", "Compressed")
    with (
        tempfile.TemporaryDirectory() as folder,
        running(armillary(f"{folder}/payloads.db", PORT), PORT),
        httpx2.Client(base_url=f"http://127.0.0.1:{PORT}", timeout=60) as server,
    ):
        for case in CASES:
            title = f"{registry.game(case.slug).title}, {case.about}"
            for what, data in sizes(server, case):
                shown.add_row(title, what, f"{len(data):,}", f"{len(gzip.compress(data, LEVEL)):,}")
    Console(width=110).print(shown)


if __name__ == "__main__":
    main()
