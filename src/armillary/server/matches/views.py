"""What somebody may see of a match: the one place where the server decides it, by asking the game."""

from __future__ import annotations

import asyncio
from bisect import bisect_right
from collections.abc import Iterator
from typing import Any

import msgspec

from armillary import bots
from armillary.api.history import (
    AgreedDrawSeen,
    Description,
    EntrySeen,
    History,
    OrderSeen,
    ResignationSeen,
    TakeOverSeen,
    TurnSeen,
)
from armillary.api.matches import MatchInfo, MatchLine, SeatInfo
from armillary.api.people import Player
from armillary.api.tables import ChatLine, TableAnswer
from armillary.api.terms import Pause
from armillary.core import codec, record, registry
from armillary.core.errors import BadInput, UnknownGame, VersionNotInstalled
from armillary.core.match import AgreedDraw, AnyMatch, Resignation, Table, TakeOver, seen
from armillary.core.seeds import commitment
from armillary.core.values import Seat
from armillary.server.errors import NotAllowed, NotFound
from armillary.server.matches import past
from armillary.server.matches.change import Standing
from armillary.server.matches.hall import Hall
from armillary.server.matches.journal import PastStep
from armillary.server.matches.room import Room
from armillary.server.matches.sentences import Teller, Voice
from armillary.server.storage.rows import JournalRow, MatchRow

MOST_STEPS = 50
"""Past tables in one answer."""


class Shown(msgspec.Struct, frozen=True):
    """What one viewer may see of a match: from which seat, up to which seq, and how players are called."""

    match: AnyMatch
    seat: Seat | None
    seq: int
    voice: Voice
    is_late: bool = False
    """Does the viewer see the match as it was, and nothing of what has been done since?"""


class Views:
    """What seats and spectators may see of matches."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall

    def info(self, row: MatchRow, player: Player | None) -> MatchInfo:
        """A match from outside."""
        you, seats = None if player is None else player.id, _seats_for(row, player)
        row = _from_outside(row, seats)
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
            seq=row.heard,
            yours=Standing(row, None).seats_of(you),
            may_start=is_host and full,
            may_edit=is_host,
            absent=row.absent,
            pause=row.pause,
            origin=row.origin,
            rematch=row.rematch,
        )

    def line(self, row: MatchRow, player: Player | None, marks: bool = False) -> MatchLine:
        """A match in a list; whoever may not watch it, or only later, learns nothing of how it stands."""
        seats = _seats_for(row, player)
        row = _from_outside(row, seats)
        return MatchLine(
            id=row.id,
            game=row.game,
            status=row.status,
            pace=row.pace,
            seats=seats,
            deadline=row.deadline,
            created_at=row.created_at,
            changed_at=row.changed_at,
            seq=row.heard,
            round=row.round,
            phase=row.phase,
            waiting=row.waiting,
            since=row.since,
            your_move=any(seat.you and seat.seat in row.waiting for seat in seats),
            last=Voice.of(row, marks).say(row.last),
        )

    def admit(self, room: Room, player: Player | None, named: Seat | None = None) -> Seat | None:
        """The seat the viewer looks from; raises `NotAllowed` where spectators may not watch, or it is not theirs."""
        room.known.expect_visible(player.id if player else None)
        return room.known.seat_of(player.id if player else None, named)

    async def show(self, room: Room, player: Player | None, named: Seat | None = None, marks: bool = False) -> Shown:
        """The match that this viewer may see: spectators may be delayed, or not allowed."""
        match, seat, policy = room.playing, self.admit(room, player, named), room.row.spectators
        voice = Voice.of(room.row, marks)
        if seat is None and policy.policy == "delayed" and policy.steps and not match.outcome:
            return await self._late(room, match.step - policy.steps, voice)
        return Shown(match, seat, room.row.heard, voice)

    async def _late(self, room: Room, step: int, voice: Voice) -> Shown:
        """The match before the first step after this one; steps that were resolved together are seen together."""
        store = self._hall.store
        steps = await past.steps(store, room)
        hidden = next((each for each in steps if each.step > step), None)
        last, seq = 0, 0
        if hidden is not None and step >= 0:
            last = max((each.step for each in steps if each.seq < hidden.seq), default=0)
            seq = hidden.seq - 1
        match = await past.at_step(store, room, last)
        match = msgspec.structs.replace(match, pending={}, offers=())  # it may be the one that is played now
        return Shown(match, None, seq, voice, is_late=True)

    def table_of(self, room: Room, shown: Shown) -> TableAnswer[Any, Any]:
        """Everything this viewer may see now."""
        match, voice = shown.match, shown.voice
        table = match.table(shown.seat)
        return TableAnswer(
            match=room.row.id,
            seq=shown.seq,
            status=room.row.status,
            now=self._hall.clock.now(),
            deadline=None if shown.is_late else room.row.deadline,
            you=shown.seat,
            offers=match.offers,
            pause=Pause() if shown.is_late else room.row.pause,
            ask="The match is over." if match.outcome else voice.say(match.game.words.ask(table.view)),
            conclusion=Teller(match.game, table.view, voice).conclusion(match.outcome),
            table=table,
        )

    async def history(self, room: Room, shown: Shown, since: int = 0, view: Any = None) -> list[EntrySeen[Any, Any]]:
        """The steps after `since`, each as this viewer may see it; whoever has the viewer's view passes it on."""
        return list(_seen(room, await self._steps_after(room, shown, since), shown, view))

    async def history_part(self, room: Room, shown: Shown, since: int, limit: int) -> History[Any, Any]:
        """About this many steps after `since`: those that were resolved together are never parted."""
        steps = await self._steps_after(room, shown, since)
        last = steps[limit - 1].seq if len(steps) > limit else shown.seq
        part = [each for each in steps if each.seq <= last]
        told = []
        for entry in _seen(room, part, shown):
            told.append(entry)
            await asyncio.sleep(0)  # there may be much to tell, and others wait
        return History(told, last if len(part) < len(steps) else None)

    async def _steps_after(self, room: Room, shown: Shown, since: int) -> list[PastStep]:
        steps = await past.steps(self._hall.store, room)
        first = bisect_right(steps, since, key=lambda each: each.seq)
        return [each for each in steps[first:] if each.seq <= shown.seq]

    async def step_view(self, room: Room, shown: Shown, step: int) -> Table[Any, Any]:
        """The table as this viewer saw it after this many steps."""
        return msgspec.structs.replace(await self._at(room, shown, step), pending={}).table(shown.seat)

    async def _at(self, room: Room, shown: Shown, step: int) -> AnyMatch:
        _expect_step(shown, step)
        return await past.at_step(self._hall.store, room, step)

    async def describe(self, room: Room, shown: Shown, step: int | None, part: str | None) -> Description:
        """The position in words, now or after a step; raises `BadNotation` for a part that is none."""
        match = shown.match if step is None else await self._at(room, shown, step)
        words, view = match.game.words, match.game.sight.view(match.state, shown.seat)
        names = {shown.voice.say(name): name for name in words.names(view)}
        text = words.describe(view, None if part is None else names.get(part, part))
        return Description(shown.voice.say(text), tuple(names))

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
        room.known.expect_visible(player.id if player else None)
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
    """The seats; a bot goes by the title it has in the catalogue."""
    you, titles = None if player is None else player.id, _bot_titles(row.game, row.rules_version)
    return tuple(
        SeatInfo(
            number,
            seat.kind,
            titles.get(seat.bot or "", seat.name),
            seat.bot,
            you is not None and seat.player == you,
        )
        for number, seat in enumerate(row.seats, start=1)
    )


def _from_outside(row: MatchRow, seats: tuple[SeatInfo, ...]) -> MatchRow:
    """A match as a list shows it to this viewer: whoever may not watch, or only later, learns nothing of how it stands.

    Neither do they learn that something was done at all: not by a deadline, nor by a time or a seq that has changed.
    """
    hides = row.spectators.policy != "public" and row.status == "playing"
    if not hides or any(seat.you for seat in seats):
        return row
    return msgspec.structs.replace(
        row,
        round=None,
        phase=None,
        waiting=(),
        since=None,
        last="",
        deadline=None,
        pause=Pause(),
        changed_at=row.created_at,
        heard=0,
    )


def _bot_titles(slug: str, version: int) -> dict[str, str]:
    """By name; of a game that is not installed, none."""
    try:
        return {name: bot.title for name, bot in bots.known(registry.game(slug, version)).items()}
    except (UnknownGame, VersionNotInstalled):
        return {}


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
    return msgspec.structs.replace(table, view=msgspec.structs.replace(table.view, setup=None))


def _seen(room: Room, steps: list[PastStep], shown: Shown, view: Any = None) -> Iterator[EntrySeen[Any, Any]]:
    """Steps as this viewer may see them."""
    if not steps:
        return
    sight, state = shown.match.game.sight, shown.match.state
    if room.public is None or room.public[0] is not state:
        room.public = state, sight.view(state, None)
    public = room.public[1]
    view = sight.view(state, shown.seat) if view is None else view
    teller = Teller(shown.match.game, view, shown.voice)
    for each in steps:
        yield _entry_seen(each, shown, teller, public)


def _entry_seen(step: PastStep, shown: Shown, teller: Teller, public: Any) -> EntrySeen[Any, Any]:
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
    return TurnSeen(
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
        events=teller.events(seen(step.events, seat)),
        fates=teller.fates(fate for fate in seen(step.fates, seat) if match.outcome or fate.seat == seat),
    )


def _chat_line(row: JournalRow) -> ChatLine:
    said: tuple[str, str] = codec.decode(row.body, tuple[str, str])
    return ChatLine(row.seq, row.at, row.seat, *said)
