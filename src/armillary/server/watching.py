"""What somebody may see of a match: the one place where the server decides it, by asking the game."""

from __future__ import annotations

from bisect import bisect_right
from typing import Any, Generic

import msgspec

from armillary.core import codec, record
from armillary.core.contract import O, V
from armillary.core.match import AnyMatch, Table, seen
from armillary.core.seeds import commitment
from armillary.core.values import Fate, Outcome, Phase, Seat
from armillary.server.hall import Hall
from armillary.server.identity import Player
from armillary.server.problems import NotAllowed
from armillary.server.records import LogRow, MatchRow, Pace, Spectators, Status
from armillary.server.replay import Past
from armillary.server.room import Room


class SeatInfo(msgspec.Struct, frozen=True):
    """A seat as everybody may see it."""

    seat: Seat
    kind: str
    name: str
    bot: str | None
    you: bool


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
    you: Seat | None
    may_start: bool


class TableAnswer(msgspec.Struct, Generic[V, O], frozen=True):
    """What one viewer meets at the table now."""

    match: str
    seq: int
    status: Status
    now: int
    deadline: int | None
    you: Seat | None
    table: Table[V, O]


class Told(msgspec.Struct, frozen=True):
    """One step of history as one viewer may see it."""

    seq: int
    step: int
    phase: Phase
    events: tuple[Any, ...]
    fates: tuple[Fate, ...]
    sentences: tuple[str, ...]


class Said(msgspec.Struct, frozen=True):
    """A line of chat."""

    seq: int
    at: int
    seat: Seat
    name: str
    text: str


class Watching:
    """Views of matches for seats and spectators."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall

    def info(self, row: MatchRow, player: Player | None) -> MatchInfo:
        """A match from outside."""
        you = None if player is None else player.id
        seats = tuple(
            SeatInfo(number, seat.kind, seat.name, seat.bot, you is not None and seat.player == you)
            for number, seat in enumerate(row.seats, start=1)
        )
        full = all(seat.taken for seat in row.seats)
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
            seq=row.version,
            you=next((seat.seat for seat in seats if seat.you), None),
            may_start=row.status == "open" and row.created_by == you and full,
        )

    async def shown(self, room: Room, player: Player | None) -> tuple[AnyMatch, Seat | None]:
        """The match this viewer may see, and from which seat: spectators may be late, or not let in."""
        match, seat = room.playing, room.seat_of(player.id if player else None)
        if seat is not None or match.outcome:
            return match, seat
        policy = room.row.spectators
        if policy.policy == "none":
            raise NotAllowed("this table is not open to spectators")
        late = policy.steps if policy.policy == "delayed" else 0
        return (await self._hall.at_step(room, max(0, match.step - late)) if late else match), None

    async def table(self, room: Room, player: Player | None) -> TableAnswer[Any, Any]:
        """Everything this viewer may see now."""
        return self.table_of(room, *await self.shown(room, player))

    def table_of(self, room: Room, match: AnyMatch, seat: Seat | None) -> TableAnswer[Any, Any]:
        """The table of a match as a seat may see it."""
        return TableAnswer(
            match=room.row.id,
            seq=room.seq,
            status=room.row.status,
            now=self._hall.clock.now(),
            deadline=room.row.deadline,
            you=seat,
            table=match.table(seat),
        )

    async def history(self, room: Room, player: Player | None, since: int = 0) -> list[Told]:
        """The steps behind a seq, each as this viewer may see it."""
        match, seat = await self.shown(room, player)
        steps = await self._hall.past(room)
        first = bisect_right(steps, since, key=lambda past: past.seq)
        news = [past for past in steps[first:] if past.step <= match.step]
        view = match.game.sight.view(match.state, seat) if news else None
        return [_told(past, match, seat, view) for past in news]

    async def step_view(self, room: Room, player: Player | None, step: int) -> Table[Any, Any]:
        """The table as this viewer saw it after so many steps."""
        match, seat = await self.shown(room, player)
        then = await self._hall.at_step(room, min(step, match.step))
        return msgspec.structs.replace(then, pending={}).table(seat)

    async def record(self, room: Room, player: Player | None) -> bytes:
        """The record: for spectators once it is over, its seed for nobody before."""
        if room.playing.outcome is None and room.seat_of(player.id if player else None) is None:
            raise NotAllowed("the record is public once the match is over")
        return record.dump(record.export(await self._hall.whole(room)))

    async def chat(self, room: Room, since: int = 0) -> list[Said]:
        """What was said behind a seq."""
        return [_said(row) for row in await self._hall.store.log(room.row.id, since, room.seq) if row.kind == "chat"]


def _told(past: Past, match: AnyMatch, seat: Seat | None, view: Any) -> Told:
    events, fates = seen(past.events, seat), seen(past.fates, seat)
    return Told(
        seq=past.seq,
        step=past.step,
        phase=past.phase,
        events=events,
        fates=fates,
        sentences=tuple(match.game.words.tell(event, view) for event in events),
    )


def _said(row: LogRow) -> Said:
    spoken: tuple[str, str] = codec.decode(row.body, tuple[str, str])
    return Said(row.seq, row.at, row.seat, *spoken)
