#!/usr/bin/env python3
"""A bot that plays any game of a server over HTTP: a template for your own. It needs `pip install httpx`.

    python examples/bot.py http://127.0.0.1:8400 --game skirmish            a match against the server's own bot
    python examples/bot.py http://127.0.0.1:8400 --match ID                 an open seat at that match
    python examples/bot.py http://127.0.0.1:8400 --match ID --invite SECRET the seat the invitation is for

All it knows about the game is what the server offers it. To make it yours, change `choose`.
"""

from __future__ import annotations

import argparse
import copy
import random
import time
from typing import Any

import httpx

SECONDS = 0.2
"""How long to wait before looking again."""


class Table:
    """A match on a server, seen from one seat."""

    def __init__(self, server: httpx.Client, match: dict[str, Any]) -> None:
        self.server = server
        self.match = match
        self.path = f"/api/{match['game']}/matches/{match['id']}"
        self.tag = ""

    def look(self) -> dict[str, Any] | None:
        """The table now, or None when nothing is new since the last look."""
        answer = self.server.get(f"{self.path}/table", headers={"if-none-match": self.tag})
        if answer.status_code == httpx.codes.NOT_MODIFIED:
            return None
        if answer.status_code == httpx.codes.NOT_FOUND:
            self.expect_a_start()
            return None
        self.tag = answer.headers["etag"]
        return content(answer)

    def expect_a_start(self) -> None:
        """Go on waiting, unless the match was called off."""
        if content(self.server.get(f"/api/matches/{self.match['id']}"))["status"] == "cancelled":
            raise SystemExit("The match was called off.")

    def options(self) -> list[dict[str, Any]]:
        """What may be ordered: legal orders, each with the slots in which it may be changed."""
        found: list[dict[str, Any]] = content(self.server.post(f"{self.path}/options", json={}))["templates"]
        return found

    def order(self, order: Any, step: int) -> None:
        """Give an order; should the answer get lost, asking again with the same key does no harm."""
        key = {"idempotency-key": f"step-{step}"}
        content(self.server.post(f"{self.path}/orders", json={"order": order, "step": step}, headers=key))


def choose(view: dict[str, Any], templates: list[dict[str, Any]], dice: random.Random) -> Any:  # noqa: ARG001
    """The order to give. This bot takes any template and changes one slot of it; yours will look at the view."""
    template = dice.choice(templates)
    if not template["slots"]:
        return template["order"]
    slot = dice.choice(template["slots"])
    return changed(template["order"], slot["path"], some_value(slot, dice))


def some_value(slot: dict[str, Any], dice: random.Random) -> Any:
    """Anything the slot allows."""
    if slot["kind"] == "choice":
        return dice.choice(slot["values"])
    if slot["kind"] == "range":
        return dice.randint(slot["low"], slot["high"])
    return "as announced"[: slot["most"]]


def changed(order: Any, path: list[str | int], value: Any) -> Any:
    """The order with the value at the path set: after the end of a list it is appended, null removes what is there."""
    order = copy.deepcopy(order)
    *above, last = path
    branch: Any = order
    for part in above:
        branch = branch[part]
    if isinstance(branch, list) and last == len(branch):
        branch.append(value)
    elif value is None:
        del branch[last]
    else:
        branch[last] = value
    return order


def play(table: Table, dice: random.Random) -> dict[str, Any]:
    """To the end; returns the outcome."""
    while True:
        now = table.look()
        if now is None:
            time.sleep(SECONDS)
            continue
        seen, me = now["table"], now["you"]
        if seen["outcome"] is not None:
            outcome: dict[str, Any] = seen["outcome"]
            return outcome
        if me in seen["to_act"] and me not in seen["submitted"]:
            table.order(choose(seen["view"], table.options(), dice), seen["step"])


def content(answer: httpx.Response) -> dict[str, Any]:
    """The content of an answer; a problem ends the program with its own words."""
    body: dict[str, Any] = answer.json()
    if answer.is_error:
        raise SystemExit(f"{body['code']}: {body['detail']}")
    return body


def sit_down(server: httpx.Client, game: str, match: str | None, invite: str | None) -> Table:
    """A seat at the match named, or at a new one against the server's bots."""
    if match is not None:
        return Table(server, content(server.post(f"/api/matches/{match}/join", json={"invite": invite})))
    fewest, _ = content(server.get(f"/api/games/{game}"))["game"]["seats"]
    seats = [{"kind": "me"}, *({"kind": "bot", "level": "random"} for _ in range(fewest - 1))]
    return Table(server, content(server.post(f"/api/{game}/matches", json={"seats": seats}))["match"])


def main() -> None:
    """Play one match and say how it ended."""
    arguments = argparse.ArgumentParser(description="A bot that plays over HTTP.")
    arguments.add_argument("server", help="for example http://127.0.0.1:8400")
    arguments.add_argument("--game", default="skirmish")
    arguments.add_argument("--match", help="join this match instead of making one")
    arguments.add_argument("--invite", help="the secret of an invitation")
    arguments.add_argument("--token", help="play as whoever made this token, not as a new guest")
    asked = arguments.parse_args()
    headers = {"authorization": f"Bearer {asked.token}"} if asked.token else {}
    with httpx.Client(base_url=asked.server, headers=headers, timeout=30) as server:
        me = content(server.get("/api/me"))  # a guest's cookie stays in the client
        table = sit_down(server, asked.game, asked.match, asked.invite)
        print(f"{me['name']} plays {table.match['game']}, match {table.match['id']}")
        outcome = play(table, random.Random())
        print(f"over: {outcome['reason']}, winners: {outcome['winners']}")


if __name__ == "__main__":
    main()
