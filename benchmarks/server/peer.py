"""The yardstick: the same framework and the same wire, and nothing else. It takes an order and says so.

No server on this framework can be faster than this one; how much slower ours is shows what its promises cost.
"""

from __future__ import annotations

import gc
from typing import Any

import msgspec
from litestar import Litestar, WebSocket, post, websocket
from litestar.datastructures import State
from litestar.params import FromPath, JSONBody

AnySocket = WebSocket[Any, Any, State]


class Order(msgspec.Struct):
    """A card."""

    card: int


class Given(msgspec.Struct):
    """An order."""

    order: Order


class Taken(msgspec.Struct):
    """What it is answered with."""

    seq: int
    step: int
    resolved: bool
    violations: tuple[str, ...]


@post("/api/skirmish/matches/{match_id:str}/orders", status_code=200)
async def give(match_id: FromPath[str], data: JSONBody[Given]) -> Taken:
    """Take an order and forget it."""
    return Taken(len(match_id), data.order.card, False, ())


@websocket("/api/matches/{match_id:str}/live")
async def live(socket: AnySocket, match_id: FromPath[str]) -> None:
    """Take orders and forget them."""
    await socket.accept()
    async for text in socket.iter_data("text"):
        given = msgspec.json.decode(text, type=Given)
        taken = Taken(len(match_id), given.order.card, False, ())
        await socket.send_text(msgspec.json.encode({"type": "taken", "result": taken}).decode())


def _settle_memory() -> None:
    gc.collect()
    gc.freeze()


app = Litestar([give, live], openapi_config=None, on_startup=[_settle_memory])
