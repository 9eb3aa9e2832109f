"""The socket of a match: views pushed when something changes, orders taken, nothing missed after a drop.

`?since=SEQ` resumes after what was seen last. What is sent is in `messages.py`.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Annotated, Any

import msgspec
from litestar import websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from armillary.core import codec
from armillary.core.errors import ArmillaryError, BadInput
from armillary.server.errors import NotAllowed
from armillary.server.http.answers import internal_error, problem
from armillary.server.http.door import TheProcess, player_of
from armillary.server.live import messages
from armillary.server.live.messages import (
    DrawMessage,
    Incoming,
    OrderMessage,
    PingMessage,
    PresenceMessage,
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
from armillary.server.live.wire import AnySocket, close_with, place_for, pong, send, send_text, stay
from armillary.server.matches.moves import Accepted, Draft
from armillary.server.matches.presence import AtTable
from armillary.server.matches.room import Room
from armillary.server.matches.views import without_setup
from armillary.server.people.guests import Player
from armillary.server.process import Process
from armillary.server.storage.rows import MOST_SEQ

logger = logging.getLogger("armillary.live")

Seq = Annotated[int, msgspec.Meta(ge=0, le=MOST_SEQ)]

UNSEEN, BEFORE_START = -2, -1
"""Instead of a step: nothing was sent yet, or only who sits where."""


@websocket("/api/matches/{match_id:str}/live")
async def live(socket: AnySocket, process: TheProcess, match_id: FromPath[str]) -> None:
    """Be at the table. A refusal is sent over the open socket: a browser sees nothing of one that is never opened."""
    await socket.accept()
    try:
        since = _since(socket)
        player = await player_of(socket, process)
        with place_for(socket, process, player):
            room = await process.hall.room(match_id)
            process.views.admit(room, player)
            await Connection(socket, process, room, player, since).stay()
    except ArmillaryError as error:
        await close_with(socket, error)


def _since(socket: AnySocket) -> int:
    """The seq after which to begin; read here, since the framework refuses a bad one without giving a reason."""
    try:
        return msgspec.convert(socket.query_params.get("since", "0"), Seq, strict=False)
    except msgspec.ValidationError as error:
        raise BadInput(f"since: {error}") from error


class Connection:
    """One viewer at one table."""

    def __init__(self, socket: AnySocket, process: Process, room: Room, player: Player | None, since: int) -> None:
        self._socket = socket
        self._process = process
        self._room = room
        self._player = player
        self._seen = since
        self._step = UNSEEN
        """The step of the last view sent."""
        self._seated = room.row.seats
        self._present: AtTable | None = None
        """Who was at the table when that was sent last."""
        self._knows_setup = False
        """Was a view sent with what never changes?"""
        self._waiting: tuple[Any, ...] | None = None
        """Who had submitted, what, and who offered a draw, when something was sent last."""

    async def stay(self) -> None:
        """Push and listen until one of them ends: the client leaves, or may no longer watch."""
        changed = asyncio.Event()
        changed.set()
        self._room.waiting.add(changed)
        match_id, player = self._room.row.id, self._player.id if self._player else ""
        try:
            with self._process.hall.presence.hold(match_id, player):
                await stay(self._socket, self._push(changed), self._listen(), match=match_id)
        finally:
            self._room.waiting.discard(changed)

    async def _push(self, changed: asyncio.Event) -> None:
        """Send what is new whenever something is; a slow reader gets the newest, never a queue of old views."""
        while True:
            await changed.wait()
            changed.clear()
            news = await (self._seats() if self._room.match is None else self._news())
            if news is not None:
                await send(self._socket, news)
            await self._push_presence()

    async def _push_presence(self) -> None:
        """Send who is at the table, if that is new; whoever changes seats is counted anew."""
        presence, row = self._process.hall.presence, self._room.row
        if row.seats != self._seated:
            self._seated = row.seats
            presence.mark(row.id)
        now = presence.at(row.id)
        if now is not None and now != self._present:
            self._present = now
            await send(self._socket, PresenceMessage(now.here, now.away, now.watchers))

    async def _seats(self) -> SeatsMessage | None:
        """Who sits where before the start, if that or what was said is new."""
        views, room, row, since = self._process.views, self._room, self._room.row, self._seen
        views.admit(room, self._player)
        if row.seq <= since and self._step == BEFORE_START:
            return None
        chat = room.has_chat_since(since)
        self._seen, self._step = row.seq, BEFORE_START
        said = await views.chat(room, row.seq, since) if chat else []
        return SeatsMessage(views.info(row, self._player), said)

    async def _news(self) -> TableMessage | WaitingMessage | SaidMessage | None:
        """What changed since the last message: one moment of the match, however long it takes to collect."""
        views, room, since = self._process.views, self._room, self._seen
        shown = await views.show(room, self._player)
        match, chat, resolved = shown.match, room.has_chat_since(since), shown.match.step != self._step
        if shown.seq <= since and not resolved:
            return None
        said = await views.chat(room, shown.seq, since) if chat else []
        waiting = tuple(sorted(match.pending)), match.pending.get(shown.seat or 0), match.offers, room.row.deadline
        unchanged = waiting == self._waiting and not resolved
        self._seen, self._step, self._waiting = shown.seq, match.step, waiting
        if resolved:
            table = views.table_of(room, shown)
            happened = await views.history(room, shown, since, table.table.view)
            if self._knows_setup:
                table = msgspec.structs.replace(table, table=without_setup(table.table))
            self._knows_setup = True
            return TableMessage(table, happened, said)
        if unchanged:  # somebody has spoken; or has changed an order, and that is nobody else's business
            return SaidMessage(shown.seq, said) if said else None
        submitted, own, offers, deadline = waiting
        return WaitingMessage(shown.seq, self._process.clock.now(), deadline, submitted, own, offers, said)

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
                await pong(self._socket, self._process, asked)
            else:
                await send(self._socket, TakenMessage(asked.id, await self._obey(asked)))
        except ArmillaryError as error:
            await send_text(self._socket, problem_text(problem(error), asked.id if asked else None))
        except WebSocketDisconnect:
            raise
        except Exception:  # the table stays, whatever one message did
            logger.exception("Unexpected error", extra={"match": self._room.row.id})
            await send_text(self._socket, problem_text(internal_error(), asked.id if asked else None))

    async def _obey(self, asked: Incoming) -> Accepted | None:
        process, match_id, player = self._process, self._room.row.id, self._player
        if player is None:
            raise NotAllowed("Spectators can only watch.")
        process.by_identity.take(player.id)
        moves, seat = process.moves, self._room.known.own_seat(player.id)
        match asked:
            case SayMessage(text=text):
                await moves.say(match_id, player, text)
            case ResignMessage():
                await moves.resign(match_id, seat)
            case DrawMessage(offer=True):
                await moves.offer_draw(match_id, seat)
            case DrawMessage():
                await moves.take_back_draw(match_id, seat)
            case WithdrawMessage():
                return await moves.withdraw(match_id, seat)
            case OrderMessage():
                return await self._order(asked, player)
        return None

    async def _order(self, asked: OrderMessage, player: Player) -> Accepted:
        process = self._process
        kind: Any = self._room.playing.game.order
        draft: Draft[Any] = Draft(codec.decode(bytes(asked.order), kind | None, "order"), asked.notation)
        room = await process.hall.room(
            self._room.row.id
        )  # another process may have gone on: an order is for the current step
        return await process.moves.give_order(room, player, draft, asked.step, asked.id)
