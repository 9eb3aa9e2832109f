"""The socket of a match: views pushed when something changes, orders taken, nothing missed after a drop.

`?since=SEQ` resumes after what was seen last. `?seat=SEAT` says which of your seats the connection is of. What is sent
is in `messages.py`.
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
from armillary.core.errors import ArmillaryError, BadInput
from armillary.core.values import Seat
from armillary.server.errors import NotAllowed
from armillary.server.http.answers import CLOSE_CODES, internal_error, problem
from armillary.server.http.door import SeatNumber, TheProcess, address_of, player_of
from armillary.server.live import messages
from armillary.server.live.messages import (
    DrawMessage,
    Incoming,
    OrderMessage,
    Outgoing,
    PingMessage,
    PongMessage,
    ResignMessage,
    SaidMessage,
    SayMessage,
    SeatsMessage,
    TableMessage,
    TakenMessage,
    WaitingMessage,
    WithdrawMessage,
    problem_text,
)
from armillary.server.matches.moves import Accepted, Draft
from armillary.server.matches.room import Room
from armillary.server.people.guests import Player
from armillary.server.process import Process
from armillary.server.storage.rows import MOST_SEQ

logger = logging.getLogger("armillary.live")

AnySocket = WebSocket[Any, Any, State]
Seq = Annotated[int, msgspec.Meta(ge=0, le=MOST_SEQ)]

UNSEEN, BEFORE_START = -2, -1
"""Instead of a step: nothing was sent yet, or only who sits where."""


@websocket("/api/matches/{match_id:str}/live")
async def live(socket: AnySocket, process: TheProcess, match_id: FromPath[str]) -> None:
    """Be at the table. A refusal is sent over the open socket: a browser sees nothing of one that is never opened."""
    await socket.accept()
    try:
        since, seat = _number(socket, "since", Seq) or 0, _number(socket, "seat", SeatNumber)
        player = await player_of(socket, process)
        with _place(socket, process, player):
            room = await process.hall.room(match_id)
            process.views.admit(room, player, seat)
            await Connection(socket, process, room, player, since, seat).stay()
    except ArmillaryError as error:
        await close_with(socket, error)


def _place(socket: AnySocket, process: Process, player: Player | None) -> AbstractContextManager[None]:
    """One of the sockets that this player, or everybody unknown at this address, may hold open."""
    if player is None:
        return process.sockets_by_address.hold(address_of(socket.scope))
    return process.sockets_by_identity.hold(player.id)


def _number(socket: AnySocket, name: str, kind: Any) -> int | None:
    """A number asked for in the address; read here, since the framework refuses a bad one without giving a reason."""
    if name not in socket.query_params:
        return None
    try:
        found: int = msgspec.convert(socket.query_params[name], kind, strict=False)
    except msgspec.ValidationError as error:
        raise BadInput(f"{name}: {error}") from error
    return found


async def close_with(socket: AnySocket, error: Exception) -> None:
    """Say why, and close: the code is 4000 plus the HTTP status of such an error."""
    found = problem(error) if isinstance(error, ArmillaryError) else internal_error()
    with contextlib.suppress(Exception):  # the client may have left meanwhile
        await socket.send_text(problem_text(found))
        await socket.close(CLOSE_CODES + found.status, found.code)


class Connection:
    """One viewer at one table."""

    def __init__(
        self,
        socket: AnySocket,
        process: Process,
        room: Room,
        player: Player | None,
        since: int,
        seat: Seat | None = None,
    ) -> None:
        self._socket = socket
        self._process = process
        self._room = room
        self._player = player
        self._named = seat
        """The seat that the whole connection is of, where the client named one."""
        self._seen = since
        self._step = UNSEEN
        """The step of the last view sent."""
        self._seat: Seat | None = None
        """The seat of the last view sent."""
        self._outside: tuple[Any, ...] | None = None
        """Who sat where, and where they meet again, when a view was sent last."""
        self._waiting: tuple[Any, ...] | None = None
        """Who had submitted, what, and who offered a draw, when something was sent last."""

    async def stay(self) -> None:
        """Push and listen until one of them ends: the client leaves, or may no longer watch."""
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
            logger.error("A socket broke", exc_info=error, extra={"match": self._room.row.id})
        await close_with(self._socket, error)

    async def _push(self, changed: asyncio.Event) -> None:
        """Send what is new whenever something is; a slow reader gets the newest, never a queue of old views."""
        while True:
            await changed.wait()
            changed.clear()
            news = await (self._seats() if self._room.match is None else self._news())
            if news is not None:
                await self._send(news)
            await self._send_seats()

    async def _send_seats(self) -> None:
        """Once a match is played: the match from outside when a seat has changed hands, or when there is a rematch."""
        row = self._room.row
        if self._room.match is not None:
            outside = row.rematch, *((seat.kind, seat.name, seat.player) for seat in row.seats)
            if self._outside not in (None, outside):
                await self._send(SeatsMessage(self._process.views.info(row, self._player), []))
            self._outside = outside

    async def _seats(self) -> SeatsMessage | None:
        """Who sits where before the start, if that or what was said is new."""
        views, room, row, since = self._process.views, self._room, self._room.row, self._seen
        views.admit(room, self._player, self._named)
        if row.seq <= since and self._step == BEFORE_START:
            return None
        chat = room.has_chat_since(since)
        self._seen, self._step = row.seq, BEFORE_START
        said = await views.chat(room, row.seq, since) if chat else []
        return SeatsMessage(views.info(row, self._player), said)

    async def _news(self) -> TableMessage | WaitingMessage | SaidMessage | None:
        """What changed since the last message: one moment of the match, however long it takes to collect."""
        views, room, since = self._process.views, self._room, self._seen
        shown = await views.show(room, self._player, self._named)
        match, chat = shown.match, room.has_chat_since(since)
        resolved = (match.step, shown.seat) != (self._step, self._seat)
        if shown.seq <= since and not resolved:
            return None
        said = await views.chat(room, shown.seq, since) if chat else []
        submitted, own, row = tuple(sorted(match.pending)), match.pending.get(shown.seat or 0), room.row
        waiting = submitted, own, match.offers, row.deadline, row.pause
        unchanged = waiting == self._waiting and not resolved
        self._seen, self._step, self._seat, self._waiting = shown.seq, match.step, shown.seat, waiting
        if resolved:
            table = views.table_of(room, shown)
            return TableMessage(table, await views.history(room, shown, since, table.table.view), said)
        if unchanged:  # somebody has spoken; or has changed an order, and that is nobody else's business
            return SaidMessage(shown.seq, said) if said else None
        now = self._process.clock.now()
        return WaitingMessage(shown.seq, now, row.deadline, submitted, own, match.offers, row.pause, said)

    async def _listen(self) -> None:
        """Take what the client sends; a bad message is answered with a problem and changes nothing."""
        while True:
            text = await self._socket.receive_text()
            await self._answer(text)

    async def _answer(self, text: str) -> None:
        asked: Incoming | None = None
        try:
            asked = messages.decode(text, self._process.settings.body_bytes)
            if isinstance(asked, PingMessage):
                self._process.by_address.take(address_of(self._socket.scope))
                await self._send(PongMessage(asked.id, self._process.clock.now()))
            else:
                await self._send(TakenMessage(asked.id, await self._obey(asked)))
        except ArmillaryError as error:
            await self._send_text(problem_text(problem(error), asked.id if asked else None))
        except WebSocketDisconnect:
            raise
        except Exception:  # the table stays, whatever one message did
            logger.exception("Unexpected error", extra={"match": self._room.row.id})
            await self._send_text(problem_text(internal_error(), asked.id if asked else None))

    async def _obey(self, asked: Incoming) -> Accepted | None:
        process, match_id, player = self._process, self._room.row.id, self._player
        if player is None:
            raise NotAllowed("Spectators can only watch.")
        process.by_identity.take(player.id)
        moves, seat = process.moves, self._room.known.own_seat(player.id, self._named)
        match asked:
            case SayMessage(text=text):
                await moves.say(match_id, player, text, seat)
            case ResignMessage():
                await moves.resign(match_id, seat)
            case DrawMessage(offer=True):
                await moves.offer_draw(match_id, seat)
            case DrawMessage():
                await moves.take_back_draw(match_id, seat)
            case WithdrawMessage():
                return await moves.withdraw(match_id, seat)
            case OrderMessage():
                return await self._order(asked, seat)
        return None

    async def _order(self, asked: OrderMessage, seat: Seat) -> Accepted:
        process = self._process
        kind: Any = self._room.playing.game.order
        draft: Draft[Any] = Draft(codec.decode(bytes(asked.order), kind | None, "order"), asked.notation)
        room = await process.hall.room(
            self._room.row.id
        )  # another process may have gone on: an order is for the current step
        return await process.moves.give_order(room, seat, draft, asked.step, asked.id)

    async def _send(self, message: Outgoing) -> None:
        await self._send_text(codec.encode(message).decode())

    async def _send_text(self, text: str) -> None:
        try:
            await self._socket.send_text(text)
        except OSError as error:  # the client left a moment ago: nothing of ours broke
            raise WebSocketDisconnect(detail="the client has left") from error
