"""Tables that look the same whenever they are made: matches of bots, from seeds, that somebody plays on."""

from __future__ import annotations

import json
import time
from typing import Any

from armillary import Match, game, seed_from
from armillary.bots import find
from armillary.bots.deciding import Player
from armillary.core import codec, record
from armillary.core.match import AnyMatch, Turn
from tests.browser.browsing import Visitor
from tests.browser.tables import GREEDY, ME, SECONDS

ME_FIRST = 1
"""Whoever plays on sits here."""


def played(slug: str, seats: int, seed: str, preset: str = "standard") -> AnyMatch:
    """A match of this game that bots have played to its end."""
    rules = game(slug)
    match: AnyMatch = Match.begin(rules, seats=seats, config=rules.presets[preset](seats), seed=seed_from(seed))
    medium = Player(find(rules, "medium"))
    while waiting := match.waiting_for:
        match = match.submit(waiting[0], medium.order_in(match, waiting[0]))
    return match


def bring(visitor: Visitor, match: AnyMatch) -> str:
    """The id under which the visitor can watch this match."""
    visitor.context.request.get("/api/me")
    return str(_post(visitor, "/api/replays", record.dump(record.export(match)))["id"])


def fork(visitor: Visitor, match: AnyMatch, step: int) -> str:
    """A table at which the visitor has taken the place of the first bot after this step; its id."""
    bots = [GREEDY] * (len(match.players) - 1)
    path = f"/api/{match.game.slug}/matches/{bring(visitor, match)}/fork"
    return str(_post(visitor, path, {"seats": [ME, *bots], "step": step})["id"])


def play_on(visitor: Visitor, match: AnyMatch, step: int) -> str:
    """The same, where everybody orders together: the visitor has played one step as the bot did; its id."""
    slug, table = match.game.slug, fork(visitor, match, step)
    _post(visitor, f"/api/{slug}/matches/{table}/orders", {"order": _order(match, step), "step": 0})
    _wait(visitor, slug, table)
    return table


def own_turn(match: AnyMatch, step: int) -> int:
    """From this step on, the first after which the first bot was to order."""
    turns = enumerate(match.log[step:], start=step)
    return next(number for number, turn in turns if isinstance(turn, Turn) and ME_FIRST in dict(turn.orders))


def compose(visitor: Visitor, match: AnyMatch, step: int, table: str) -> None:
    """What the bot ordered next becomes a draft of the visitor at this table: drafts wait in the browser."""
    kept = {"step": 1, "phase": "", "ahead": False, "order": _order(match, step + 1)}
    visitor.open("/settings").evaluate(
        "([key, kept]) => localStorage.setItem(key, kept)", [f"armillary.draft.{table}.{ME_FIRST}", json.dumps(kept)]
    )


def _order(match: AnyMatch, step: int) -> Any:
    """What the first bot ordered after this step, as JSON has it."""
    turn = match.log[step]
    assert isinstance(turn, Turn)
    return codec.tree(dict(turn.orders)[ME_FIRST])


def _wait(visitor: Visitor, slug: str, match: str) -> None:
    """Until one step has been made, and everybody else has ordered what comes next."""
    for _ in range(round(SECONDS * 10)):
        table = visitor.context.request.get(f"/api/{slug}/matches/{match}/table").json()["table"]
        if table["step"] == 1 and len(table["submitted"]) == len(table["to_act"]) - 1:
            return
        time.sleep(0.1)
    raise AssertionError("the bots do not play")


def _post(visitor: Visitor, path: str, body: Any) -> Any:
    answer = visitor.context.request.post(path, data=body, headers={"content-type": "application/json"})
    assert answer.ok, answer.text()
    return answer.json()
