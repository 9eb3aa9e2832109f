"""The socket of a match: views pushed when something changes, orders taken, nothing missed after a drop.

`?since=SEQ` resumes after what was seen last. `?seat=SEAT` says which of your seats the connection is of. With
`?marks=true`, players are marked in sentences. What is sent is in `armillary.api.messages`.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Annotated, Any

import msgspec
from litestar import websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath
from msgspec.structs import replace

from armillary.api.messages import (
    ConsideredMessage,
    DraftMessage,
    DrawMessage,
    HistoryMessage,
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
    UnsaidMessage,
    WaitingMessage,
    WithdrawMessage,
)
from armillary.api.people import Player
from armillary.api.tables import Accepted, ChatLine, Draft
from armillary.api.terms import MAX_SEQ, Pause, SeatNumber
from armillary.core import codec
from armillary.core.errors import ArmillaryError, BadInput
from armillary.core.values import Seat
from armillary.server.door.identity import TheProcess, player_of
from armillary.server.door.input import SWITCH, WHOLE, require_plain
from armillary.server.door.problems import internal_error, problem
from armillary.server.errors import NotAllowed, NotFound
from armillary.server.live.wire import (
    AnySocket,
    Throttle,
    accepted,
    decode,
    place_for,
    pong,
    problem_text,
    send,
    send_text,
    sign_in,
    stay,
)
from armillary.server.matches import drafts
from armillary.server.matches.replay import without_setup
from armillary.server.matches.telling import Voice
from armillary.server.matches.visibility import acting_seat, from_outside, sees_presence
from armillary.server.notify.presence import AtTable
from armillary.server.people.sessions import Session
from armillary.server.play.room import Room
from armillary.server.play.trials import LARGE_BYTES
from armillary.server.play.views import MAX_STEPS_PER_ANSWER, Shown
from armillary.server.process import Process

logger = logging.getLogger("armillary.live")

Seq = Annotated[int, msgspec.Meta(ge=0, le=MAX_SEQ)]

PARAMETERS = {"since": WHOLE, "seat": WHOLE, "marks": SWITCH}
"""What an address may ask for."""

MAX_CHAT_LINES_PER_MESSAGE = 200
"""Lines of chat in one message."""

UNSEEN, BEFORE_START = -2, -1
"""Instead of a step: nothing was sent yet, or only who sits where."""


@websocket("/api/matches/{match_id:str}/live")
async def live(socket: AnySocket, process: TheProcess, match_id: FromPath[str]) -> None:
    """Be at the table."""
    async with accepted(socket):
        require_plain(socket.scope["query_string"], PARAMETERS)
        since, seat = _number(socket, "since", Seq) or 0, _number(socket, "seat", SeatNumber)
        player = await player_of(socket, process)
        with place_for(process, player), sign_in(process, player) as signed_in:
            room = await process.hall.room(match_id)
            process.views.admit(room, player, seat)
            marks = socket.query_params.get("marks") == "true"
            await Connection(socket, process, room, player, since, seat, marks).stay(signed_in)


def _number(socket: AnySocket, name: str, kind: Any) -> int | None:
    """A number asked for in the address; read here, since the framework refuses a bad one without giving a reason."""
    if name not in socket.query_params:
        return None
    try:
        found: int = msgspec.convert(socket.query_params[name], kind, strict=False)
    except msgspec.ValidationError as error:
        raise BadInput(f"{name}: {error}") from error
    return found


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
        marks: bool = False,
    ) -> None:
        self._socket = socket
        self._process = process
        self._room = room
        self._player = player
        self._throttle = Throttle(socket, process, player)
        self._named = seat
        """The seat that the whole connection is of, where the client named one."""
        self._marks = marks
        """Are players marked in sentences, rather than called by name?"""
        self._seen = since
        self._sent = 0
        """How long the longest news was lately: where it was long, some of the next will be."""
        self._unsaid = len(room.unsaid)
        """How many removals of lines were known when they were told last."""
        self._step = UNSEEN
        """The step of the last view sent."""
        self._seated = room.row.seats
        self._present: AtTable | None = None
        """Who was at the table when that was sent last."""
        self._knows_setup = False
        """Was a view sent with what never changes?"""
        self._seat: Seat | None = None
        """The seat of the last view sent."""
        self._outside: tuple[Any, ...] | None = None
        """Who sat where, and where they meet again, when a view was sent last."""
        self._looked_at: tuple[Any, ...] = ()
        """The seats that this was made from; the same object means that nothing has changed."""
        self._waiting: tuple[Any, ...] | None = None
        """Who had submitted, what, what was kept, and who offered a draw, when something was sent last."""

    async def stay(self, signed_in: Session) -> None:
        """Push and listen until the client leaves, may no longer watch, or is no longer signed in."""
        changed = asyncio.Event()
        changed.set()
        self._room.waiting.add(changed)
        match_id, player = self._room.row.id, self._player.id if self._player else ""
        try:
            with self._process.presence.hold(match_id, player):
                signed_out = signed_in.until_signed_out()
                loop_time = self._process.limits.loop_time
                await stay(self._socket, loop_time, self._push(changed), self._listen(), signed_out, match=match_id)
        finally:
            self._room.waiting.discard(changed)

    async def _push(self, changed: asyncio.Event) -> None:
        """Send what is new whenever something is; a slow reader gets the newest, never a queue of old views."""
        while True:
            await changed.wait()
            if owed := self._process.limits.loop_time.owed():
                await asyncio.sleep(owed)
            changed.clear()
            if self._room.is_gone:
                raise NotFound("This match was removed.")
            if max(self._sent, self._room.bytes_read) > LARGE_BYTES:
                await self._process.limits.views.enter()
            news = await (self._seats() if self._room.match is None else self._news())
            if news is not None:
                self._sent = max(await send(self._socket, news), self._sent // 2)
            await self._send_seats()
            await self._send_unsaid()
            await self._push_presence()

    async def _push_presence(self) -> None:
        """Send who is at the table, if that has changed; a viewer who changes seats is counted anew."""
        presence, row = self._process.presence, self._room.row
        if not sees_presence(row, self._seat):
            return
        if row.seats != self._seated:
            self._seated = row.seats
            presence.mark(row.id)
        now = presence.at(row.id)
        if now is not None and now != self._present:
            self._present = now
            await send(self._socket, PresenceMessage(now.here, now.away, now.watchers))

    async def _send_seats(self) -> None:
        """Once a match is played: the match from outside when a seat has changed hands, or when there is a rematch."""
        row = self._room.row
        if self._room.match is not None and (row.seats is not self._looked_at or row.rematch is not None):
            self._looked_at = row.seats
            row = from_outside(row, self._player.id if self._player else None)
            outside = row.rematch, *((seat.kind, seat.name, seat.player) for seat in row.seats)
            if self._outside not in (None, outside):
                await send(self._socket, SeatsMessage(self._process.views.info(row, self._player), []))
            self._outside = outside

    async def _send_unsaid(self) -> None:
        """Which of the lines this viewer has seen were removed."""
        unsaid, self._unsaid = self._room.unsaid[self._unsaid :], len(self._room.unsaid)
        seat, views = self._process.views.admit(self._room, self._player, self._named), self._process.views
        known = [seq for seq in unsaid if seq <= self._seen]
        if known and (removed := await views.removed(self._room, seat, known)):
            await send(self._socket, UnsaidMessage(removed))

    async def _seats(self) -> SeatsMessage | None:
        """Who sits where before the start, if that or what was said is new."""
        views, room, row, since = self._process.views, self._room, self._room.row, self._seen
        seat = views.admit(room, self._player, self._named)
        if row.seq <= since and self._step == BEFORE_START:
            return None
        self._seen, self._step = row.seq, BEFORE_START
        said, until = await self._said(seat, row.seq, since)
        while until < row.seq:
            await send(self._socket, HistoryMessage(until, [], said))
            said, until = await self._said(seat, row.seq, until)
        return SeatsMessage(views.info(row, self._player), said)

    async def _news(self) -> TableMessage[Any, Any, Any] | WaitingMessage[Any] | SaidMessage | None:
        """What changed since the last message: one moment of the match, however long it takes to collect."""
        views, room, since = self._process.views, self._room, self._seen
        shown = await views.show(room, self._player, self._named, self._marks)
        match, chat = shown.match, room.has_chat_since(since)
        resolved = (match.step, shown.seat) != (self._step, self._seat)
        submitted, own, row = tuple(sorted(match.pending)), match.pending.get(shown.seat or 0), room.row
        deadline, pause = (None, Pause()) if shown.is_late else (row.deadline, row.pause)
        kept = views.kept(room, shown)
        waiting = submitted, own, kept, match.offers, deadline, pause
        if shown.seq <= since and not resolved and waiting == self._waiting:
            return None
        unchanged = waiting == self._waiting and not resolved
        self._seen, self._step, self._seat, self._waiting = shown.seq, match.step, shown.seat, waiting
        if resolved:
            table = views.table_of(room, shown)
            happened, said = await self._last_part(shown, since, table.table.view)
            if self._knows_setup:
                table = replace(table, table=without_setup(table.table))
            self._knows_setup = True
            return TableMessage(table, happened, said)
        said = await views.chat(room, shown.seat, shown.seq, since) if chat else []
        if unchanged:  # there is new chat
            return SaidMessage(shown.seq, said) if said else None
        now = self._process.clock.now()
        return WaitingMessage(shown.seq, now, deadline, submitted, own, kept, match.offers, pause, said)

    async def _last_part(self, shown: Shown, since: int, view: Any) -> tuple[list[Any], list[ChatLine]]:
        """What has happened and was said after `since`; where that is much, all parts but the last are sent before.

        Each goes out before the next is worked out: a slow reader holds no more than one of them.
        """
        views, room = self._process.views, self._room
        while True:
            said, until = await self._said(shown.seat, shown.seq, since)
            part: Any = await views.history(room, replace(shown, seq=until), since, MAX_STEPS_PER_ANSWER, view)
            if part.next is not None:
                until = part.next
                said = [line for line in said if line.seq <= until]
            if until == shown.seq:
                return part.steps, said
            await send(self._socket, HistoryMessage(until, part.steps, said))
            since = until

    async def _said(self, seat: Seat | None, seq: int, since: int) -> tuple[list[ChatLine], int]:
        """What this viewer may read after one seq and up to another, or the first lines of it; and up to which seq
        that is."""
        if not self._room.has_chat_since(since):
            return [], seq
        lines = await self._process.views.chat(self._room, seat, seq, since, MAX_CHAT_LINES_PER_MESSAGE + 1)
        return (
            (lines, seq)
            if len(lines) <= MAX_CHAT_LINES_PER_MESSAGE
            else (lines[:MAX_CHAT_LINES_PER_MESSAGE], lines[MAX_CHAT_LINES_PER_MESSAGE - 1].seq)
        )

    async def _listen(self) -> None:
        """Take what the client sends; a bad message is answered with a problem and changes nothing."""
        while True:
            await self._answer(await self._throttle.receive())
            self._throttle.require_calm()

    async def _answer(self, text: str) -> None:
        asked: Incoming[Any] | None = None
        try:
            if self._room.match is not None:
                drafts.require_short(len(text), self._room.match, "message")
            asked = decode(text)
            self._throttle.require_allowed()
            if isinstance(asked, PingMessage):
                await pong(self._socket, self._process, asked)
                return
            seat = self._own_seat()
            if isinstance(asked, DraftMessage):
                await send(self._socket, await self._consider(asked, seat))
            else:
                await send(self._socket, TakenMessage(asked.id, await self._obey(asked, seat)))
        except ArmillaryError as error:
            await send_text(self._socket, problem_text(problem(error), asked.id if asked else None))
        except WebSocketDisconnect:
            raise
        except Exception:  # the table stays, whatever one message did
            logger.exception("Unexpected error", extra={"match": self._room.row.id})
            await send_text(self._socket, problem_text(internal_error(), asked.id if asked else None))

    def _own_seat(self) -> Seat:
        """The seat that acts; raises where there is none."""
        if self._player is None:
            raise NotAllowed("Spectators can only watch.")
        return acting_seat(self._room.row, self._player.id, self._named)

    async def _consider(self, asked: DraftMessage[Any], seat: Seat) -> ConsideredMessage[Any, Any]:
        room, voice = self._room, Voice.of(self._room.row, self._marks)
        found = await self._process.trials.draft(room, seat, self._draft(asked), voice)
        return ConsideredMessage(asked.id, found)

    def _draft(self, asked: OrderMessage[Any] | DraftMessage[Any]) -> Draft[Any]:
        """The order in a message, as this match's version of the game knows it."""
        kind: Any = self._room.playing.game.order
        return Draft(codec.convert(asked.order, kind | None, "order"), asked.notation)

    async def _obey(self, asked: Incoming[Any], seat: Seat) -> Accepted | None:
        moves, match_id = self._process.moves, self._room.row.id
        assert self._player is not None
        match asked:
            case SayMessage(text=text, to=to):
                await moves.say(match_id, self._player, text, seat, to)
            case ResignMessage():
                await moves.resign(match_id, seat)
            case DrawMessage(offer=True):
                await moves.offer_draw(match_id, seat)
            case DrawMessage():
                await moves.take_back_draw(match_id, seat)
            case WithdrawMessage():
                return await moves.withdraw(match_id, seat)
            case OrderMessage():
                draft = self._draft(asked)
                room = await self._process.hall.room(match_id)  # another process may have gone on by a step
                return await moves.give_order(room, seat, draft, asked.step, asked.id, self._marks, asked.ready)
        return None
