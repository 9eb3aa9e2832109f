"""The socket of a match: views pushed when something changes, orders taken, nothing missed after a drop.

Every message is JSON with a `type`. To the client: `table` (a new view and, behind it, what happened and was said
since the last message), `waiting` (only who has submitted is new), `taken` (what was asked for is durable), `problem`
(with the request's `id`, if it had one). From the client: `order`, `withdraw`, `say`, each with an optional `id`.
`?since=SEQ` resumes behind what was seen last.
"""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import WebSocket, websocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect
from litestar.params import Parameter

from armillary.core import codec
from armillary.core.errors import ArmillaryError, BadData
from armillary.core.values import Seat
from armillary.server.answers import problem
from armillary.server.desk import Desk
from armillary.server.game_routes import OrderGiven, OrderTaken, give_order
from armillary.server.guard import player_of
from armillary.server.identity import Player
from armillary.server.problems import NotAllowed
from armillary.server.room import Room
from armillary.server.routes import MOST_WORDS, spoken
from armillary.server.watching import Said, TableAnswer, Told

Id = Annotated[str, msgspec.Meta(max_length=60)] | None


class Given(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="order"):
    """An order from the client; its `id` is its idempotency key."""

    order: msgspec.Raw = msgspec.Raw(b"null")
    notation: Annotated[str, msgspec.Meta(max_length=100_000)] | None = None
    id: Id = None


class Withdrawn(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="withdraw"):
    """Take the order back."""

    id: Id = None


class Spoken(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="say"):
    """A line of chat."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=MOST_WORDS)]
    id: Id = None


class News(msgspec.Struct, frozen=True, tag_field="type", tag="table"):
    """The table now, and what led to it."""

    table: TableAnswer[Any, Any]
    happened: list[Told]
    said: list[Said]


class Waiting(msgspec.Struct, frozen=True, tag_field="type", tag="waiting"):
    """Nothing was resolved: only who has submitted, and the clock, are new."""

    seq: int
    now: int
    deadline: int | None
    submitted: tuple[Seat, ...]
    pending: Any


class Taken(msgspec.Struct, frozen=True, tag_field="type", tag="taken"):
    """What the client asked for is durable."""

    id: str | None
    result: OrderTaken | None = None


_incoming = msgspec.json.Decoder(Given | Withdrawn | Spoken)


@websocket("/api/matches/{match_id:str}/live")
async def live(
    socket: WebSocket[Any, Any, State],
    desk: Desk,
    match_id: str,
    since: Annotated[int, Parameter(ge=0)] = 0,
) -> None:
    """Be at the table."""
    player = await player_of(socket, desk)
    room = await desk.hall.room(match_id)
    if room.match is not None:
        await desk.watching.shown(room, player)
    await socket.accept()
    changed = asyncio.Event()
    room.waiting.add(changed)
    changed.set()
    connection = Connection(socket, desk, room, player, since)
    pushing = asyncio.create_task(connection.push(changed))
    try:
        await connection.listen()
    except WebSocketDisconnect:
        pass
    finally:
        room.waiting.discard(changed)
        pushing.cancel()
        await asyncio.gather(pushing, return_exceptions=True)


class Connection:
    """One viewer at one table."""

    def __init__(
        self, socket: WebSocket[Any, Any, State], desk: Desk, room: Room, player: Player | None, since: int
    ) -> None:
        self._socket = socket
        self._desk = desk
        self._room = room
        self._player = player
        self._seen = since
        self._step = -1
        """The step of the last view sent."""

    async def push(self, changed: asyncio.Event) -> None:
        """Send what is new whenever something is; a slow reader gets the newest, never a queue of old views."""
        while True:
            await changed.wait()
            changed.clear()
            if self._room.match is not None:
                await self._send(await self._news())

    async def _news(self) -> News | Waiting:
        watching, room, since = self._desk.watching, self._room, self._seen
        match, seat = await watching.shown(room, self._player)
        self._seen = room.seq
        chat = room.has_chat_since(since)
        if match.step == self._step and not chat:
            now, own = self._desk.clock.now(), match.pending.get(seat or 0)
            return Waiting(room.seq, now, room.row.deadline, tuple(sorted(match.pending)), own)
        self._step = match.step
        happened = await watching.history(room, self._player, since)
        said = await watching.chat(room, since) if chat else []
        return News(watching.table_of(room, match, seat), happened, said)

    async def listen(self) -> None:
        """Take what the client sends; a bad message is answered and changes nothing."""
        while True:
            text = await self._socket.receive_text()
            await self._answer(text)

    async def _answer(self, text: str) -> None:
        asked: Given | Withdrawn | Spoken | None = None
        try:
            if len(text) > self._desk.settings.body_bytes:
                raise BadData("message: too large")
            asked = _decoded(text)
            result = await self._obey(asked)
            await self._send(Taken(asked.id, result))
        except ArmillaryError as error:
            await self._send({"type": "problem", "id": asked.id if asked else None, **codec.tree(problem(error))})

    async def _obey(self, asked: Given | Withdrawn | Spoken) -> OrderTaken | None:
        desk, match_id, player = self._desk, self._room.row.id, self._player
        if player is None:
            raise NotAllowed("spectators only watch")
        desk.by_identity.take(player.id)
        if isinstance(asked, Spoken):
            await spoken(desk, match_id, player, asked.text)
            return None
        if isinstance(asked, Withdrawn):
            room = await desk.hall.withdraw(match_id, self._room.own_seat(player.id))
            return OrderTaken(room.seq, room.playing.step, False, ())
        kind: Any = self._room.playing.game.order
        order: Any = codec.decode(bytes(asked.order), kind | None, "order")
        return await give_order(desk, match_id, player, OrderGiven(order, asked.notation), asked.id)

    async def _send(self, message: Any) -> None:
        await self._socket.send_text(codec.encode(message).decode())


def _decoded(text: str) -> Given | Withdrawn | Spoken:
    try:
        asked: Given | Withdrawn | Spoken = _incoming.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadData(f"message: {error}") from error
    return asked
