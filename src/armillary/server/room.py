"""One match in memory: its row, its state, and who waits for news of it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import msgspec

from armillary.core import codec
from armillary.core.match import AnyMatch
from armillary.core.values import Seat
from armillary.server import replay
from armillary.server.problems import NotAllowed, NotFound
from armillary.server.records import Append, Kind, LogRow, MatchRow
from armillary.server.replay import Past
from armillary.server.store import Appending

MOST_EARLIER = 4


class Standing(msgspec.Struct, frozen=True):
    """Where a match stands: its row, and its state once it has begun. What changes are planned on."""

    row: MatchRow
    match: AnyMatch | None

    @property
    def seq(self) -> int:
        """The version of this."""
        return self.row.version

    @property
    def playing(self) -> AnyMatch:
        """The match; raises while it has not begun."""
        if self.match is None:
            off = self.row.status == "cancelled"
            raise NotFound("the match was called off" if off else "the match has not begun")
        return self.match

    def seat_of(self, player: str | None) -> Seat | None:
        """Where this player sits, if at all."""
        if player is not None:
            for seat, row in enumerate(self.row.seats, start=1):
                if row.player == player:
                    return seat
        return None

    def own_seat(self, player: str) -> Seat:
        """Where this player sits; raises when nowhere."""
        seat = self.seat_of(player)
        if seat is None:
            raise NotAllowed("you do not sit at this table")
        return seat


class Plan(msgspec.Struct, frozen=True):
    """A change worked out but not yet made."""

    change: Append
    match: AnyMatch | None

    @property
    def standing(self) -> Standing:
        """Where the match stands once it is made."""
        return Standing(self.change.row, self.match)


class Room:
    """A match as this process knows it: what is durable is shown, and what is on its way is planned on."""

    def __init__(self, known: Standing) -> None:
        self.known = known
        """What is durable, and the only thing anybody is ever shown."""
        self._ahead: list[tuple[Plan, Appending]] = []
        """Changes on their way to the database, each planned on the one before."""
        self.past: list[Past] | None = [] if known.match is None or known.match.step == 0 else None
        """Every step so far; None when it was not needed yet."""
        self.earlier: dict[int, AnyMatch] = {}
        """The match at the few past steps that were asked for last: late spectators all ask for the same."""
        self.waiting: set[asyncio.Event] = set()
        self.last_chat = known.seq
        """Up to which seq there may be chat that was not looked for yet."""

    @property
    def row(self) -> MatchRow:
        """The match's row."""
        return self.known.row

    @property
    def match(self) -> AnyMatch | None:
        """The match; None while it has not begun."""
        return self.known.match

    @property
    def seq(self) -> int:
        """The version of what is known here."""
        return self.known.seq

    @property
    def playing(self) -> AnyMatch:
        """The match; raises while it has not begun."""
        return self.known.playing

    # -- what is on its way --------------------------------------------------------------------------------

    @property
    def head(self) -> Standing:
        """Where the match will stand once everything on its way is durable."""
        return self._ahead[-1][0].standing if self._ahead else self.known

    @property
    def last_on_its_way(self) -> Appending | None:
        """The change behind which the next one is queued; None when everything is durable."""
        return self._ahead[-1][1] if self._ahead else None

    def send(self, plan: Plan, job: Appending) -> None:
        """A change is on its way: the next one is planned on it."""
        self._ahead.append((plan, job))

    def settle(self, plan: Plan, error: Exception | None) -> None:
        """A change was made, or was not: then nothing planned on it will be."""
        place = next((number for number, (each, _) in enumerate(self._ahead) if each is plan), None)
        if error is not None:
            del self._ahead[len(self._ahead) if place is None else place :]
            return
        if place is not None:
            del self._ahead[place]
        if self.seq == plan.change.expected:
            self._accept(plan)

    def _accept(self, plan: Plan) -> None:
        """What was planned is durable now: it becomes what is known."""
        if self.past is not None and self.match and plan.match and plan.match.step > self.match.step:
            self.past += replay.pasts(self.match, plan.match, plan.change.rows[0].seq)
        for row in plan.change.rows:
            if row.kind == "chat":
                self.last_chat = row.seq
        self.known = plan.standing

    # -- what others did -----------------------------------------------------------------------------------

    def catch_up(self, row: MatchRow, tail: Sequence[LogRow]) -> None:
        """What was done elsewhere becomes known here: the rows behind the last one known, and the match's row."""
        match = replay.begun(row) if self.match is None and row.has_begun else self.match
        if match is not None:
            match, steps = replay.continued(match, tail)
            self.past = None if self.past is None else self.past + steps
        self.last_chat = max((entry.seq for entry in tail if entry.kind == "chat"), default=self.last_chat)
        self.known = Standing(row, match)

    def remember(self, step: int, match: AnyMatch) -> None:
        """The match at a past step, for whoever asks for it next; the longest unused one goes."""
        self.earlier[step] = match
        if len(self.earlier) > MOST_EARLIER:
            del self.earlier[next(iter(self.earlier))]

    # -- who waits -----------------------------------------------------------------------------------------

    def has_chat_since(self, seq: int) -> bool:
        """Is it worth asking the database for lines of chat behind a seq?"""
        return self.last_chat > seq

    def wake(self) -> None:
        """Tell everybody who waits that something is new."""
        for event in self.waiting:
            event.set()


def plan(
    on: Standing,
    now: int,
    *inputs: tuple[Kind, Seat, str, str | None],
    match: AnyMatch | None = None,
    row: MatchRow | None = None,
    joined: str | None = None,
    left: str | None = None,
) -> Plan:
    """The change that these rows make: the match after them, its row, its log and its snapshot."""
    before, after = on.match, match if match is not None else on.match
    row = on.row if row is None else row
    step = 0 if before is None else before.step
    rows = [
        LogRow(on.seq + number, step, seat, kind, body, key, now)
        for number, (kind, seat, body, key) in enumerate(inputs, start=1)
    ]
    snapshot = None
    if after is not None and (before is None or after.step > before.step):
        seq = rows[-1].seq
        if before is not None:
            seq += 1
            rows.append(LogRow(seq, after.step, 0, "step", codec.encode(after.hashes[-1]).decode(), None, now))
        phase = after.game.rules.phase(after.state)
        snapshot = (phase.round, seq, codec.encode(after.snapshot()).decode())
        row = clocked(row, before, after, now)
    row = msgspec.structs.replace(row, version=rows[-1].seq, changed_at=now)
    kept = None if after is None else replay.without_log(after)
    return Plan(Append(row, on.seq, tuple(rows), snapshot, joined, left), kept)


def clocked(row: MatchRow, before: AnyMatch | None, after: AnyMatch, now: int) -> MatchRow:
    """The row with its deadline: a new phase restarts the clock, the end stops it."""
    if after.outcome:
        return msgspec.structs.replace(row, status="over", deadline=None, outcome=after.outcome)
    phase = after.game.rules.phase(after.state)
    if before is not None and before.game.rules.phase(before.state).key == phase.key:
        return row
    allowance = row.pace.allowance(phase)
    return msgspec.structs.replace(row, deadline=None if allowance is None else now + allowance)
