"""The socket of a match: views pushed when something changes, orders taken, nothing missed after a drop.

Every message is JSON with a `type`. To the client: `seats` (before the start: who sits where, and what was said since
the last message), `table` (a new view and, behind it, what happened and was said since the last message), `waiting`
(only who has submitted or offers a draw is new), `taken` (what was asked for is durable), `problem` (with the request's
`id`, if it had one). From the client: `order`, `withdraw`, `say`, each with an optional `id`. `?since=SEQ` resumes
behind what was seen last.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from contextlib import AbstractContextManager
from typing import Annotated, Any

import msgspec
from litestar import WebSocket, websocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from armillary.core import codec
from armillary.core.errors import ArmillaryError, BadData, BadInput
from armillary.core.values import Seat, Violation
from armillary.server.answers import CLOSE_CODES, Problem, problem, unexpected
from armillary.server.desk import Desk
from armillary.server.game_routes import Notation, OrderGiven, OrderTaken, give_order
from armillary.server.guard import TheDesk, address_of, player_of
from armillary.server.identity import Player
from armillary.server.problems import NotAllowed
from armillary.server.room import Room
from armillary.server.routes import MOST_SEQ, MOST_WORDS, spoken
from armillary.server.watching import MatchInfo, Said, TableAnswer, Told

logger = logging.getLogger("armillary.live")

AnySocket = WebSocket[Any, Any, State]
Id = Annotated[str, msgspec.Meta(max_length=60)] | None
Seq = Annotated[int, msgspec.Meta(ge=0, le=MOST_SEQ)]

UNSEEN, BEFORE_START = -2, -1
"""Instead of a step: nothing was sent yet, or only who sits where."""


class Given(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="order"):
    """An order from the client; its `id` is its idempotency key."""

    order: msgspec.Raw = msgspec.Raw(b"null")
    notation: Notation | None = None
    step: int | None = None
    id: Id = None


class Withdrawn(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="withdraw"):
    """Take the order back."""

    id: Id = None


class Spoken(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="say"):
    """A line of chat."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=MOST_WORDS)]
    id: Id = None


class Seats(msgspec.Struct, frozen=True, tag_field="type", tag="seats"):
    """The match before its start, and what was said there."""

    match: MatchInfo
    said: list[Said]


class News(msgspec.Struct, frozen=True, tag_field="type", tag="table"):
    """The table now, and what led to it."""

    table: TableAnswer[Any, Any]
    happened: list[Told]
    said: list[Said]


class Waiting(msgspec.Struct, frozen=True, tag_field="type", tag="waiting"):
    """Nothing was resolved: only who has submitted, who offers a draw, and the clock, are new."""

    seq: int
    now: int
    deadline: int | None
    submitted: tuple[Seat, ...]
    pending: Any
    offers: tuple[Seat, ...]


class Taken(msgspec.Struct, frozen=True, tag_field="type", tag="taken"):
    """What the client asked for is durable."""

    id: str | None
    result: OrderTaken | None = None


class Refusal(msgspec.Struct, frozen=True, tag_field="type", tag="problem"):
    """What was asked for is not done; without an `id` it is the socket itself that is refused."""

    id: str | None
    status: int
    code: str
    detail: str
    violations: tuple[Violation, ...]


_incoming = msgspec.json.Decoder(Given | Withdrawn | Spoken)


@websocket("/api/matches/{match_id:str}/live")
async def live(socket: AnySocket, desk: TheDesk, match_id: FromPath[str]) -> None:
    """Be at the table. Who may not is told why: a browser sees nothing of a socket that is never opened."""
    await socket.accept()
    try:
        since = _since(socket)
        player = await player_of(socket, desk)
        with _place(socket, desk, player):
            room = await desk.hall.room(match_id)
            desk.watching.admit(room, player)
            await Connection(socket, desk, room, player, since).stay()
    except ArmillaryError as error:
        await part(socket, error)


def _place(socket: AnySocket, desk: Desk, player: Player | None) -> AbstractContextManager[None]:
    """One of the sockets that this player may hold open, or everybody unknown at this address."""
    if player is None:
        return desk.sockets_by_address.taken(address_of(socket.scope))
    return desk.sockets_by_identity.taken(player.id)


def _since(socket: AnySocket) -> int:
    """The seq behind which to begin; read here, since what the framework refuses it refuses without a word."""
    try:
        return msgspec.convert(socket.query_params.get("since", "0"), Seq, strict=False)
    except msgspec.ValidationError as error:
        raise BadInput(f"since: {error}") from error


async def part(socket: AnySocket, error: Exception) -> None:
    """Say why, and close: the code is 4000 and the HTTP status an error like this has."""
    told = problem(error) if isinstance(error, ArmillaryError) else unexpected()
    with contextlib.suppress(Exception):  # the client may be gone meanwhile
        await socket.send_text(_problem_message(told))
        await socket.close(CLOSE_CODES + told.status, told.code)


def _problem_message(told: Problem, request: str | None = None) -> str:
    refused = Refusal(request, told.status, told.code, told.detail, told.violations)
    return codec.encode(refused).decode()


class Connection:
    """One viewer at one table."""

    def __init__(self, socket: AnySocket, desk: Desk, room: Room, player: Player | None, since: int) -> None:
        self._socket = socket
        self._desk = desk
        self._room = room
        self._player = player
        self._seen = since
        self._step = UNSEEN
        """The step of the last view sent."""

    async def stay(self) -> None:
        """Push and listen until one of them ends: the client goes, or may no longer watch."""
        changed = asyncio.Event()
        changed.set()
        self._room.waiting.add(changed)
        tasks = [asyncio.create_task(self._push(changed)), asyncio.create_task(self._listen())]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._room.waiting.discard(changed)
            for task in tasks:
                task.cancel()
            ends = await asyncio.gather(*tasks, return_exceptions=True)
        error = next((end for end in ends if isinstance(end, Exception)), None)
        if error is None or isinstance(error, WebSocketDisconnect):
            return
        if not isinstance(error, ArmillaryError):
            logger.error("a socket broke", exc_info=error, extra={"match": self._room.row.id})
        await part(self._socket, error)

    async def _push(self, changed: asyncio.Event) -> None:
        """Send what is new whenever something is; a slow reader gets the newest, never a queue of old views."""
        while True:
            await changed.wait()
            changed.clear()
            news = await (self._seats() if self._room.match is None else self._news())
            if news is not None:
                await self._send(news)

    async def _seats(self) -> Seats | None:
        """Who sits where before the start, if that or what was said is new."""
        watching, room, row, since = self._desk.watching, self._room, self._room.row, self._seen
        watching.admit(room, self._player)
        if row.version <= since and self._step == BEFORE_START:
            return None
        chat = room.has_chat_since(since)
        self._seen, self._step = row.version, BEFORE_START
        return Seats(watching.info(row, self._player), await watching.chat(room, row.version, since) if chat else [])

    async def _news(self) -> News | Waiting | None:
        """What changed behind what was seen last; one moment of the match, however long it takes to collect."""
        watching, room, since = self._desk.watching, self._room, self._seen
        shown = await watching.shown(room, self._player)
        match, chat, resolved = shown.match, room.has_chat_since(since), shown.match.step != self._step
        if shown.seq <= since and not resolved:
            return None
        self._seen, self._step = shown.seq, match.step
        if not resolved and not chat:
            own = match.pending.get(shown.seat or 0)
            now, deadline = self._desk.clock.now(), room.row.deadline
            return Waiting(shown.seq, now, deadline, tuple(sorted(match.pending)), own, match.offers)
        table = watching.table_of(room, shown)
        said = await watching.chat(room, shown.seq, since) if chat else []
        return News(table, await watching.history(room, shown, since, table.table.view), said)

    async def _listen(self) -> None:
        """Take what the client sends; a bad message is answered and changes nothing."""
        while True:
            text = await self._socket.receive_text()
            await self._answer(text)

    async def _answer(self, text: str) -> None:
        asked: Given | Withdrawn | Spoken | None = None
        try:
            asked = _decoded(text, self._desk.settings.body_bytes)
            result = await self._obey(asked)
            await self._send(Taken(asked.id, result))
        except ArmillaryError as error:
            await self._send_text(_problem_message(problem(error), asked.id if asked else None))
        except WebSocketDisconnect:
            raise
        except Exception:  # the table stays, whatever one message did
            logger.exception("unexpected error", extra={"match": self._room.row.id})
            await self._send_text(_problem_message(unexpected(), asked.id if asked else None))

    async def _obey(self, asked: Given | Withdrawn | Spoken) -> OrderTaken | None:
        desk, match_id, player = self._desk, self._room.row.id, self._player
        if player is None:
            raise NotAllowed("spectators only watch")
        desk.by_identity.take(player.id)
        if isinstance(asked, Spoken):
            await spoken(desk, match_id, player, asked.text)
            return None
        if isinstance(asked, Withdrawn):
            room = await desk.hall.withdraw(match_id, self._room.known.own_seat(player.id))
            return OrderTaken(room.seq, room.playing.step, False, ())
        kind: Any = self._room.playing.game.order
        order: Any = codec.decode(bytes(asked.order), kind | None, "order")
        room = await desk.hall.room(match_id)  # another process may have gone on: an order is for the step that is now
        return await give_order(desk, room, player, OrderGiven(order, asked.notation, asked.step), asked.id)

    async def _send(self, message: Any) -> None:
        await self._send_text(codec.encode(message).decode())

    async def _send_text(self, text: str) -> None:
        try:
            await self._socket.send_text(text)
        except OSError as error:  # the client went a moment ago: nothing of ours broke
            raise WebSocketDisconnect(detail="the client has gone") from error


def _decoded(text: str, most: int) -> Given | Withdrawn | Spoken:
    if len(text) > most:
        raise BadData(f"message: {len(text)} characters, more than the {most} allowed")
    try:
        asked: Given | Withdrawn | Spoken = _incoming.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadData(f"message: {error}") from error
    return asked
