"""What somebody may see of a match: the one place where the server decides it, by asking the game."""

from __future__ import annotations

import asyncio
from bisect import bisect_right
from typing import Any, Generic, TypeAlias

import msgspec

from armillary.core import codec, record
from armillary.core.contract import O, V
from armillary.core.errors import BadInput
from armillary.core.match import AgreedDraw, AnyMatch, Resignation, Table, TakeOver, seen
from armillary.core.seeds import commitment
from armillary.core.values import Fate, Outcome, Phase, Seat
from armillary.server.errors import NotAllowed, NotFound
from armillary.server.matches import past
from armillary.server.matches.change import Standing
from armillary.server.matches.hall import Hall
from armillary.server.matches.journal import PastStep
from armillary.server.matches.room import Room
from armillary.server.people.guests import Player
from armillary.server.storage.rows import Absent, JournalRow, MatchRow, Origin, Pace, Pause, Spectators, Status

MOST_STEPS = 50
"""Past tables in one answer."""


class SeatInfo(msgspec.Struct, frozen=True):
    """A seat as everybody may see it."""

    seat: Seat
    kind: str
    name: str
    bot: str | None
    you: bool
    """Is it yours, or kept for you?"""


class MatchInfo(msgspec.Struct, frozen=True):
    """A match from outside: what anybody may know of it."""

    id: str
    game: str
    rules_version: int
    config: msgspec.Raw
    status: Status
    pace: Pace
    spectators: Spectators
    seats: tuple[SeatInfo, ...]
    deadline: int | None
    outcome: Outcome | None
    commitment: str
    created_at: int
    changed_at: int
    seq: int
    yours: tuple[Seat, ...]
    """The seats you hold."""
    may_start: bool
    may_edit: bool
    """May you change its seats and terms?"""
    absent: Absent
    pause: Pause
    origin: Origin
    rematch: str | None
    """The match in which the same people meet again."""


class MatchLine(msgspec.Struct, frozen=True):
    """A match as a list shows it: where it stands, and whether it waits for you."""

    id: str
    game: str
    status: Status
    pace: Pace
    seats: tuple[SeatInfo, ...]
    deadline: int | None
    created_at: int
    changed_at: int
    seq: int
    round: int | None
    phase: str | None
    waiting: tuple[Seat, ...]
    """The seats whose order is missing."""
    since: int | None
    """When the last step was resolved, or the match began."""
    your_move: bool
    last: str
    """What happened last, or how it ended, as a sentence."""


class TableAnswer(msgspec.Struct, Generic[V, O], frozen=True):
    """What one viewer sees at the table now."""

    match: str
    seq: int
    status: Status
    now: int
    deadline: int | None
    you: Seat | None
    offers: tuple[Seat, ...]
    """The seats that offer a draw; it is agreed on once all who still play do."""
    pause: Pause
    """The seats that ask for a pause, or what is left on the clock that was stopped."""
    table: Table[V, O]


class OrderSeen(msgspec.Struct, frozen=True):
    """An order of the past, as data and in the game's notation."""

    seat: Seat
    order: Any
    notation: str


class StepSeen(msgspec.Struct, frozen=True, tag_field="kind", tag="turn"):
    """One resolved turn as one viewer may see it."""

    seq: int
    step: int
    at: int
    phase: Phase
    orders: tuple[OrderSeen, ...]
    """Where much is hidden, only the viewer's own until the match is over."""
    missed: tuple[Seat, ...]
    """The seats whose order was only the default."""
    events: tuple[Any, ...]
    fates: tuple[Fate, ...]
    sentences: tuple[str, ...]


class ResignationSeen(msgspec.Struct, frozen=True, tag_field="kind", tag="resignation"):
    """A seat gave up."""

    seq: int
    step: int
    at: int
    phase: Phase
    seat: Seat


class TakeOverSeen(msgspec.Struct, frozen=True, tag_field="kind", tag="take_over"):
    """Somebody else sat down on a seat."""

    seq: int
    step: int
    at: int
    phase: Phase
    seat: Seat
    player: str


class AgreedDrawSeen(msgspec.Struct, frozen=True, tag_field="kind", tag="agreed_draw"):
    """All who still played agreed to stop."""

    seq: int
    step: int
    at: int
    phase: Phase


EntrySeen: TypeAlias = StepSeen | ResignationSeen | TakeOverSeen | AgreedDrawSeen


class History(msgspec.Struct, frozen=True):
    """A part of what happened, in order."""

    steps: list[EntrySeen]
    next: int | None
    """The `since` of the next part; None at the end."""


class ChatLine(msgspec.Struct, frozen=True):
    """A line of chat."""

    seq: int
    at: int
    seat: Seat
    name: str
    text: str


class Shown(msgspec.Struct, frozen=True):
    """What one viewer may see of a match: from which seat, and up to which seq."""

    match: AnyMatch
    seat: Seat | None
    seq: int


class Views:
    """What seats and spectators may see of matches."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall

    def info(self, row: MatchRow, player: Player | None) -> MatchInfo:
        """A match from outside."""
        you, seats = None if player is None else player.id, _seats_for(row, player)
        full = all(seat.is_taken for seat in row.seats)
        is_host = row.status == "open" and row.created_by == you
        return MatchInfo(
            id=row.id,
            game=row.game,
            rules_version=row.rules_version,
            config=msgspec.Raw(row.config.encode()),
            status=row.status,
            pace=row.pace,
            spectators=row.spectators,
            seats=seats,
            deadline=row.deadline,
            outcome=row.outcome,
            commitment=commitment(row.seed),
            created_at=row.created_at,
            changed_at=row.changed_at,
            seq=row.seq,
            yours=Standing(row, None).seats_of(you),
            may_start=is_host and full,
            may_edit=is_host,
            absent=row.absent,
            pause=row.pause,
            origin=row.origin,
            rematch=row.rematch,
        )

    def line(self, row: MatchRow, player: Player | None) -> MatchLine:
        """A match in a list; whoever may not watch it, or only later, learns nothing of how it stands."""
        seats = _seats_for(row, player)
        if row.spectators.policy != "public" and row.status == "playing" and not any(seat.you for seat in seats):
            row = msgspec.structs.replace(row, round=None, phase=None, waiting=(), since=None, last="")
        return MatchLine(
            id=row.id,
            game=row.game,
            status=row.status,
            pace=row.pace,
            seats=seats,
            deadline=row.deadline,
            created_at=row.created_at,
            changed_at=row.changed_at,
            seq=row.seq,
            round=row.round,
            phase=row.phase,
            waiting=row.waiting,
            since=row.since,
            your_move=any(seat.you and seat.seat in row.waiting for seat in seats),
            last=row.last,
        )

    def admit(self, room: Room, player: Player | None, named: Seat | None = None) -> Seat | None:
        """The seat the viewer looks from; raises `NotAllowed` where spectators may not watch, or it is not theirs."""
        seat = room.known.seat_of(player.id if player else None, named)
        if seat is None and room.row.spectators.policy == "none" and room.row.status != "over":
            raise NotAllowed("This table is not open to spectators.")
        return seat

    async def show(self, room: Room, player: Player | None, named: Seat | None = None) -> Shown:
        """The match that this viewer may see: spectators may be delayed, or not allowed."""
        match, seat, policy = room.playing, self.admit(room, player, named), room.row.spectators
        if seat is None and policy.policy == "delayed" and policy.steps and not match.outcome:
            return await self._late(room, match.step - policy.steps)
        return Shown(match, seat, room.seq)

    async def _late(self, room: Room, step: int) -> Shown:
        """The match before the first step after this one; steps that were resolved together are seen together."""
        store = self._hall.store
        steps = await past.steps(store, room)
        hidden = next((each for each in steps if each.step > step), None)
        if hidden is None:
            return Shown(await past.at_step(store, room, max(0, step)), None, room.seq)
        last = max((each.step for each in steps if each.seq < hidden.seq), default=0)
        return Shown(await past.at_step(store, room, last), None, hidden.seq - 1)

    def table_of(self, room: Room, shown: Shown) -> TableAnswer[Any, Any]:
        """Everything this viewer may see now."""
        return TableAnswer(
            match=room.row.id,
            seq=shown.seq,
            status=room.row.status,
            now=self._hall.clock.now(),
            deadline=room.row.deadline,
            you=shown.seat,
            offers=shown.match.offers,
            pause=room.row.pause,
            table=shown.match.table(shown.seat),
        )

    async def history(self, room: Room, shown: Shown, since: int = 0, view: Any = None) -> list[EntrySeen]:
        """The steps after `since`, each as this viewer may see it; whoever has the viewer's view passes it on."""
        return _seen(await self._steps_after(room, shown, since), shown, view)

    async def history_part(self, room: Room, shown: Shown, since: int, limit: int) -> History:
        """About this many steps after `since`: those that were resolved together are never parted."""
        steps = await self._steps_after(room, shown, since)
        last = steps[limit - 1].seq if len(steps) > limit else shown.seq
        part = [each for each in steps if each.seq <= last]
        return History(_seen(part, shown), last if len(part) < len(steps) else None)

    async def _steps_after(self, room: Room, shown: Shown, since: int) -> list[PastStep]:
        steps = await past.steps(self._hall.store, room)
        first = bisect_right(steps, since, key=lambda each: each.seq)
        return [each for each in steps[first:] if each.seq <= shown.seq]

    async def step_view(self, room: Room, shown: Shown, step: int) -> Table[Any, Any]:
        """The table as this viewer saw it after this many steps."""
        _expect_step(shown, step)
        then = await past.at_step(self._hall.store, room, step)
        return msgspec.structs.replace(then, pending={}).table(shown.seat)

    async def step_views(self, room: Room, shown: Shown, first: int, last: int) -> list[Table[Any, Any]]:
        """The same for several steps, without what never changes."""
        if not first <= last < first + MOST_STEPS:
            raise BadInput(f"from, to: give a first step and a last, at most {MOST_STEPS} steps in all")
        _expect_step(shown, first)
        _expect_step(shown, last)
        tables = []
        for then in await past.between(self._hall.store, room, first, last):
            tables.append(without_setup(msgspec.structs.replace(then, pending={}).table(shown.seat)))
            await asyncio.sleep(0)
        return tables

    async def record(self, room: Room, player: Player | None, named: Seat | None = None) -> bytes:
        """The record; spectators get it, and anybody gets its seed, only once the match is over."""
        match, seat = room.playing, room.known.seat_of(player.id if player else None, named)
        if match.outcome is None and seat is None:
            raise NotAllowed("The record is public once the match is over.")
        made = record.export(await past.whole(self._hall.store, room))
        if match.game.hidden and made.outcome is None:
            made = msgspec.structs.replace(made, log=tuple(_own_part(entry, seat) for entry in made.log))
        return record.dump(made)

    async def chat(self, room: Room, seq: int, since: int = 0) -> list[ChatLine]:
        """What was said after one seq and up to another."""
        rows = await self._hall.store.journal(room.row.id, since, seq)
        return [_chat_line(row) for row in rows if row.kind == "chat"]


def _seats_for(row: MatchRow, player: Player | None) -> tuple[SeatInfo, ...]:
    you = None if player is None else player.id
    return tuple(
        SeatInfo(number, seat.kind, seat.name, seat.bot, you is not None and seat.player == you)
        for number, seat in enumerate(row.seats, start=1)
    )


def _own_part(entry: dict[str, Any], seat: Seat | None) -> dict[str, Any]:
    """An entry of the log without the others' orders: where much is hidden, they may be so even once resolved."""
    if "orders" not in entry:
        return entry
    return entry | {"orders": [[owner, order] for owner, order in entry["orders"] if owner == seat]}


def _expect_step(shown: Shown, step: int) -> None:
    if not 0 <= step <= shown.match.step:
        raise NotFound(f"There is no step {step}: the match has had {shown.match.step}.")


def without_setup(table: Table[Any, Any]) -> Table[Any, Any]:
    """A table without what never changes, for a viewer who knows it already."""
    if "setup" not in table.view.__struct_fields__:
        return table
    return msgspec.structs.replace(table, view=msgspec.structs.replace(table.view, setup=None))


def _seen(steps: list[PastStep], shown: Shown, view: Any = None) -> list[EntrySeen]:
    """Steps as this viewer may see them."""
    if not steps:
        return []
    sight, state = shown.match.game.sight, shown.match.state
    public = sight.view(state, None)
    view = sight.view(state, shown.seat) if view is None else view
    return [_entry_seen(each, shown, view, public) for each in steps]


def _entry_seen(step: PastStep, shown: Shown, view: Any, public: Any) -> EntrySeen:
    """One step; its orders are written from nobody's seat: what anybody sees now is not what they saw then."""
    match, seat = shown.match, shown.seat
    match step.entry:
        case Resignation(seat=gone):
            return ResignationSeen(step.seq, step.step, step.at, step.phase, gone)
        case TakeOver(seat=taken, player=player):
            return TakeOverSeen(step.seq, step.step, step.at, step.phase, taken, player)
        case AgreedDraw():
            return AgreedDrawSeen(step.seq, step.step, step.at, step.phase)
    words, all_seen = match.game.words, match.outcome is not None or not match.game.hidden
    events = seen(step.events, seat)
    return StepSeen(
        seq=step.seq,
        step=step.step,
        at=step.at,
        phase=step.phase,
        orders=tuple(
            OrderSeen(owner, order, words.format_order(order, public))
            for owner, order in step.entry.orders
            if all_seen or owner == seat
        ),
        missed=step.entry.missed,
        events=events,
        fates=seen(step.fates, seat),
        sentences=tuple(words.tell(event, view) for event in events),
    )


def _chat_line(row: JournalRow) -> ChatLine:
    said: tuple[str, str] = codec.decode(row.body, tuple[str, str])
    return ChatLine(row.seq, row.at, row.seat, *said)
