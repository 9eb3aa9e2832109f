"""What people are shown of matches: tables, lists, histories, records. `matches/visibility.py` decides who may."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Any

import msgspec

from armillary import bots
from armillary.api.analysis import Analysis
from armillary.api.history import History
from armillary.api.matches import MatchInfo, MatchLine, SeatInfo
from armillary.api.people import Player
from armillary.api.tables import ChatLine, TableAnswer
from armillary.api.terms import Pause
from armillary.core import codec, registry
from armillary.core.errors import BadInput, UnknownGame, VersionNotInstalled
from armillary.core.match import AnyMatch
from armillary.core.seeds import commitment
from armillary.core.table import Table
from armillary.core.values import Seat
from armillary.server.errors import Conflict, NotFound
from armillary.server.limits.journal import MAX_HINTS
from armillary.server.matches.journal import PastStep
from armillary.server.matches.lifetimes import Lifetimes
from armillary.server.matches.replay import Eyes, Telling, past_table
from armillary.server.matches.rows import JournalRow, MatchRow
from armillary.server.matches.seats import is_practice, result_for
from armillary.server.matches.telling import Teller, Voice
from armillary.server.matches.visibility import (
    delay_of,
    from_outside,
    heard_by,
    may_have_read,
    may_read,
    newest_line_for,
    reads_chat,
    record_for,
    require_visible,
    seats_of,
    viewing_seat,
)
from armillary.server.play.hall import Hall
from armillary.server.play.past import Past, Told
from armillary.server.play.room import Room
from armillary.server.play.trials import Trials

MAX_STEPS_PER_ANSWER = 200
"""Steps that are worked out at once."""
LINES_PER_READ = 500
"""Lines of chat that are read at once: some may be private, and others'."""
MAX_TABLES_PER_ANSWER = 50
"""Past tables in one answer."""


class Shown(msgspec.Struct, frozen=True):
    """What one viewer may see of a match: from which seat, up to which seq, and how players are called."""

    match: AnyMatch
    seat: Seat | None
    seq: int
    voice: Voice
    is_late: bool = False
    """Does the viewer see the match as it was, and nothing of what has been done since?"""

    @property
    def eyes(self) -> Eyes:
        """For a process elsewhere."""
        moving = codec.encode(codec.moving(self.match.state))
        return Eyes(self.seat, self.voice, self.match.outcome is not None, moving)


class Views:
    """What seats and spectators may see of matches."""

    def __init__(self, hall: Hall, past: Past, trials: Trials, lifetimes: Lifetimes) -> None:
        self._hall = hall
        self._past = past
        self._trials = trials
        self._lifetimes = lifetimes

    def info(self, row: MatchRow, player: Player | None) -> MatchInfo:
        """A match from outside."""
        you = None if player is None else player.id
        row = from_outside(row, you)
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
            seats=_seats_for(row, player),
            deadline=row.deadline,
            outcome=row.outcome,
            commitment=commitment(row.seed),
            created_at=row.created_at,
            changed_at=row.changed_at,
            seq=heard_by(row, seats_of(row, you)),
            yours=seats_of(row, you),
            may_start=is_host and full,
            may_edit=is_host,
            absent=row.absent,
            talk=row.talk,
            practice=is_practice(row),
            pause=row.pause,
            origin=row.origin,
            rematch=row.rematch,
            expires_at=self._lifetimes.end_of(row),
        )

    def line(self, row: MatchRow, player: Player | None, marks: bool = False) -> MatchLine:
        """A match in a list; whoever may not watch it, or only later, learns nothing of how it stands."""
        you = None if player is None else player.id
        row = from_outside(row, you)
        seats, own = _seats_for(row, player), seats_of(row, you)
        return MatchLine(
            id=row.id,
            game=row.game,
            status=row.status,
            pace=row.pace,
            seats=seats,
            deadline=row.deadline,
            created_at=row.created_at,
            changed_at=row.changed_at,
            seq=heard_by(row, own),
            round=row.round,
            phase=row.phase,
            waiting=row.waiting,
            since=row.since,
            your_move=any(seat.you and seat.seat in row.waiting for seat in seats),
            practice=is_practice(row),
            origin=row.origin,
            result=result_for(row, own),
            said=newest_line_for(row, own),
            last=Voice.of(row, marks).say(row.last),
            expires_at=self._lifetimes.end_of(row),
        )

    def admit(self, room: Room, player: Player | None, named: Seat | None = None) -> Seat | None:
        """The seat the viewer looks from; raises `NotAllowed` where spectators may not watch, or it is not theirs."""
        require_visible(room.row, player.id if player else None)
        return viewing_seat(room.row, player.id if player else None, named)

    async def show(self, room: Room, player: Player | None, named: Seat | None = None, marks: bool = False) -> Shown:
        """The match that this viewer may see: spectators may be delayed, or not allowed."""
        match, seat, row = room.playing, self.admit(room, player, named), room.row
        delay = delay_of(row, seat)
        if not delay:
            return Shown(match, seat, heard_by(row, () if seat is None else (seat,)), Voice.of(row, marks))
        step = match.step - delay
        match, seq = await self._past.at_step(room, max(0, step))
        if step < 0 or match.step == room.playing.step:  # what is on the table now is nothing for them
            match = msgspec.structs.replace(match, pending={}, offers=())
        voice = Voice.of(from_outside(row, None if player is None else player.id), marks)
        return Shown(match, None, seq if step >= 0 else 0, voice, is_late=True)

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
            kept=self.kept(room, shown),
            hints=self.hints(room, shown),
            table=table,
        )

    def kept(self, room: Room, shown: Shown) -> Any:
        """What this viewer plays if time runs out, where they have kept something."""
        body = room.known.kept.get(shown.seat or 0)
        return None if body is None else codec.decode(body, shown.match.game.order)

    def hints(self, room: Room, shown: Shown) -> int | None:
        """How many more good moves this viewer can be shown, where any are."""
        is_alone = shown.seat is not None and room.row.status == "playing" and is_practice(room.row)
        return MAX_HINTS - len(room.known.tally.hints) if is_alone else None

    async def history(
        self, room: Room, shown: Shown, since: int, limit: int, view: Any = None
    ) -> History[Any, Any] | Told:
        """About this many steps after `since`, each as this viewer may see it; fewer where there is much to tell.

        Those that were resolved together are never parted. Whoever has the viewer's view passes it on.
        """
        if since < room.since:
            return await self._past.history(room, shown.eyes, since, shown.seq, limit)
        first = bisect_right(room.recent, since, key=lambda each: each.seq)
        steps = [each for each in room.recent[first:] if each.seq <= shown.seq]
        last = steps[limit - 1].seq if len(steps) > limit else shown.seq
        part = [each for each in steps if each.seq <= last]
        return History(_told(room, part, shown, view), last if len(part) < len(steps) else None)

    async def step_view(self, room: Room, shown: Shown, step: int) -> Table[Any, Any]:
        """The table as this viewer saw it after this many steps."""
        return past_table(await self._at(room, shown, step), shown.seat)

    async def _at(self, room: Room, shown: Shown, step: int) -> AnyMatch:
        _require_step(shown, step)
        return (await self._past.at_step(room, step))[0]

    async def describe(self, room: Room, shown: Shown, step: int | None, part: str | None, width: int | None) -> Any:
        """The position in words, now or after a step; raises `BadNotation` for a part that is none."""
        match = shown.match if step is None else await self._at(room, shown, step)
        return await self._trials.description(room, match, shown.seat, shown.voice, part, width)

    async def step_views(self, room: Room, shown: Shown, first: int, last: int) -> msgspec.Raw:
        """The same for several steps, without what never changes, as JSON."""
        if not first <= last < first + MAX_TABLES_PER_ANSWER:
            raise BadInput(f"from, to: Give a first and a last step, at most {MAX_TABLES_PER_ANSWER} steps in all.")
        _require_step(shown, first)
        _require_step(shown, last)
        return await self._past.tables(room, shown.seat, first, last)

    async def record(self, room: Room, player: Player | None, named: Seat | None = None) -> bytes:
        """The record; spectators get it, and anybody gets its seed, only once the match is over."""
        match, seat = room.playing, self.admit(room, player, named)
        return await self._past.record(room, record_for(match, seat))

    async def analysis(self, room: Room, shown: Shown) -> Analysis:
        """The match looked at afterwards; raises `Conflict` while it goes on."""
        if room.row.status != "over":
            raise Conflict("The match is not over yet. Only finished matches can be analysed.")
        return (await self._past.analysis(room)).told(shown.voice)

    async def removed(self, room: Room, seat: Seat | None, seqs: Sequence[int]) -> list[int]:
        """Those lines of chat, removed by now, that this viewer may have read: also what was said to all, before the
        start, to somebody who only watches by now."""
        first, last = min(seqs), max(seqs)
        lines = await self._hall.store.chat(room.row.id, first - 1, last, last - first + 1, last=False)
        return [line.seq for line in lines if line.seq in seqs and may_have_read(room.row, seat, line)]

    async def chat(
        self, room: Room, seat: Seat | None, until: int, since: int = 0, limit: int | None = None, *, last: bool = False
    ) -> list[ChatLine]:
        """What this viewer may read of what was said after one seq and up to another, in order: all of it, or the first
        or last lines."""
        row, found = room.row, list[JournalRow]()
        if not reads_chat(row, seat):
            return []
        while limit is None or len(found) < limit:
            part = await self._hall.store.chat(row.id, since, until, LINES_PER_READ, last=last)
            found += [line for line in part if may_read(row, seat, line)]
            if len(part) < LINES_PER_READ:
                break
            since, until = (since, part[-1].seq - 1) if last else (part[-1].seq, until)
        lines = [_chat_line(line) for line in found[:limit]]
        return lines[::-1] if last else lines


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
            bool(seat.program),
        )
        for number, seat in enumerate(row.seats, start=1)
    )


def _bot_titles(slug: str, version: int) -> dict[str, str]:
    """By name; of a game that is not installed, none."""
    try:
        return {name: bot.title for name, bot in bots.known(registry.game(slug, version)).items()}
    except (UnknownGame, VersionNotInstalled):
        return {}


def _require_step(shown: Shown, step: int) -> None:
    if not 0 <= step <= shown.match.step:
        raise NotFound(f"There is no step {step}; the match is at step {shown.match.step}.")


def _told(room: Room, steps: list[PastStep], shown: Shown, view: Any) -> list[Any]:
    """Steps as this viewer may see them."""
    if not steps:
        return []
    match = shown.match
    if room.public is None or room.public[0] is not match.state:
        room.public = match.state, match.game.sight.view(match.state, None)
    is_over = match.outcome is not None
    telling = Telling(match, match.state, shown.seat, shown.voice, is_over, view, room.public[1])
    return [telling.step(each) for each in steps]


def _chat_line(row: JournalRow) -> ChatLine:
    name, text, to = row.words
    return ChatLine(row.seq, row.at, row.seat, to, name, text or "", removed=text is None)
