"""What workers do with a match, or with a stretch of its journal. Pure: everything comes and goes as values."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, cast

import msgspec

from armillary.api.analysis import Analysis, BetterOrder, StepWorth, TurningPoint, WeighedOrder
from armillary.api.history import (
    AgreedDrawSeen,
    EntrySeen,
    History,
    OrderSeen,
    ResignationSeen,
    TakeOverSeen,
    TurnSeen,
)
from armillary.api.tables import Draft, Hint
from armillary.bots import advice
from armillary.bots.analysis import Better, Look, Weighed, analyse_within, turning_points
from armillary.core import codec, record, registry
from armillary.core.match import AgreedDraw, AnyMatch, Resignation, Snapshot, TakeOver, seen
from armillary.core.table import Table
from armillary.core.values import Seat
from armillary.server.matches import drafts, journal
from armillary.server.matches.journal import PastStep
from armillary.server.matches.rows import JournalRow, MatchRow
from armillary.server.matches.telling import Teller, Voice, describe
from armillary.server.matches.visibility import sees_draft, visible_fates, visible_orders

MAX_OPENINGS_KEPT = 8
"""Beginnings that a worker remembers: to check a large config takes longer than to replay some steps."""
MAX_HISTORY_BYTES = 250_000
"""A part of a history that has become so long ends with this step."""

POINT = 100
"""People read evaluations from -100 (lost) to 100 (won)."""

_opening = lru_cache(MAX_OPENINGS_KEPT)(journal.opening)


class Stretch(msgspec.Struct, frozen=True):
    """Rows of a journal that follow each other, and where they begin: all that it takes to replay them anywhere."""

    row: MatchRow
    snapshot: str | None
    """What the match was before them; None for its opening."""
    rows: list[JournalRow]

    def begin(self) -> AnyMatch:
        """The match before these rows."""
        row = self.row
        config = row.config if row.position is None else None
        match = _opening(row.game, row.rules_version, config, row.position, row.seed, row.players, len(row.seats))
        return match if self.snapshot is None else match.restored(codec.decode(self.snapshot, Snapshot))

    @classmethod
    def at(cls, row: MatchRow, match: AnyMatch) -> Stretch:
        """No rows at all: a match as it stands."""
        return cls(row, codec.encode(match.snapshot()).decode(), [])


class Eyes(msgspec.Struct, frozen=True):
    """A viewer: the seat (None: a spectator), how players are called, and what the position is now."""

    seat: Seat | None
    voice: Voice
    is_over: bool
    moving: bytes
    """What moves of the state that the viewer sees now: sentences are made by what is known by now."""


# -- what a worker does ------------------------------------------------------------------------------------


def history(stretch: Stretch, eyes: Eyes, since: int, limit: int, goes_on: bool) -> bytes:
    """About this many steps after `since` as a `History`: those that were resolved together are never parted.

    `goes_on` says that more steps follow the stretch.
    """
    match = stretch.begin()
    tell = Telling(match, codec.moved(match.state, eyes.moving), eyes.seat, eyes.voice, eyes.is_over)
    following = journal.Following(match)
    told: list[msgspec.Raw] = []
    size = last = 0
    for place, entry in enumerate(stretch.rows, start=1):
        for each in following.add(entry):
            if each.seq > since:
                told.append(msgspec.Raw(codec.encode(tell.step(each))))
                size, last = size + len(bytes(told[-1])), each.seq
        if entry.kind == "step" and (len(told) >= limit or size > MAX_HISTORY_BYTES):
            goes_on = goes_on or any(later.kind == "step" for later in stretch.rows[place:])
            break
    answer: History[Any, Any] = History(told, last if goes_on else None)  # type: ignore[arg-type]
    return codec.encode(answer)


def tables(stretch: Stretch, seat: Seat | None, first: int, last: int) -> bytes:
    """The tables as this seat saw them after each of these numbers of steps, without what never changes.

    Those that were resolved together are seen together.
    """
    match = stretch.begin()
    found = {match.step: match}
    for entry in stretch.rows:
        match = journal.without_log(journal.apply(match, entry))
        found[match.step] = match
    shown, at = [], max(step for step in found if step <= first)
    for step in range(first, last + 1):
        at = step if step in found else at
        shown.append(without_setup(past_table(found[at], seat)))
    return codec.encode(shown)


def snapshot(stretch: Stretch) -> bytes:
    """The match after these rows."""
    return codec.encode(journal.catch_up(stretch.begin(), stretch.rows)[0].snapshot())


def violations(stretch: Stretch, given: JournalRow) -> bytes:
    """What was wrong with an order, given after these rows."""
    match, _ = journal.catch_up(stretch.begin(), stretch.rows)
    return codec.encode(match.check(given.seat, codec.decode(given.body, match.game.order)))


def written(stretch: Stretch, only: Seat | None) -> bytes:
    """The record of the match after these rows, all of them; with the orders of one seat only, where one is given."""
    made = record.export(journal.replay(stretch.begin(), stretch.rows))
    if only is not None:
        made = msgspec.structs.replace(made, log=tuple(_own_part(entry, only) for entry in made.log))
    return record.dump(made)


def analysis(stretch: Stretch, orders: int) -> bytes:
    """The match after these rows, all of them, as `Looks`: about so many orders are compared with better ones."""
    kept = record.export(journal.replay(stretch.begin(), stretch.rows))
    looks = analyse_within(kept, orders)
    return codec.encode(Looks(looks, tuple(turning_points(looks))))


def config_faults(slug: str, version: int, written: bytes, seats: int) -> bytes:
    """Everything that keeps a match from beginning with this config."""
    game = registry.game(slug, version)
    config: Any = codec.decode(written, game.config)
    return codec.encode(Teller(game).violations(game.rules.check_config(config, seats)))


def considered(stretch: Stretch, seat: Seat, written: bytes, voice: Voice) -> bytes:
    """Everything about a draft at this point of a match, as `Considered`."""
    match, kinds = stretch.begin(), cast("Any", Draft)
    draft: Draft[Any] = codec.decode(written, kinds[match.game.order])
    return codec.encode(drafts.consider(match, seat, draft, voice))


def hint(stretch: Stretch, seat: Seat, known: str | None, left: int, voice: Voice) -> bytes:
    """A good order at this point of a match, and why, as `Hint`: the one that is known already, or the best found."""
    match = stretch.begin()
    game = match.game
    order: Any = advice.advise(match, seat) if known is None else codec.decode(known, game.order)
    words = game.words.tell_order(order, game.sight.view(match.state, seat))
    return codec.encode(Hint(order, voice.say(words), voice.say(advice.reason(match, seat, order)), left))


def order_read(stretch: Stretch, seat: Seat, notation: str) -> bytes:
    """An order in notation at this point of a match."""
    return codec.encode(drafts.read(Draft(notation=notation), stretch.begin(), seat))


def described(stretch: Stretch, seat: Seat | None, voice: Voice, part: str | None, width: int | None) -> bytes:
    """This point of a match in words, as `Description`."""
    return codec.encode(describe(stretch.begin(), seat, voice, part, width))


class Looks(msgspec.Struct, frozen=True):
    """An analysis without its sentences."""

    looks: list[Look]
    turning_points: tuple[int, ...]

    def told(self, voice: Voice) -> Analysis:
        """The same with sentences."""
        steps = [
            StepWorth(look.step, look.worth, tuple(_better_told(each, voice) for each in look.better))
            for look in self.looks
        ]
        return Analysis(steps, tuple(self._turning_point(step, voice) for step in self.turning_points))

    def _turning_point(self, step: int, voice: Voice) -> TurningPoint:
        then, now = self.looks[step - 1].worth, self.looks[step].worth
        changes = [after - before for after, before in zip(now, then, strict=True)]
        change = max(changes, key=abs)
        seat = changes.index(change) + 1
        before, after = (_points(worth[seat - 1]) for worth in (then, now))
        text = f"This step changed most for Player {seat}: from {before} to {after}."
        return TurningPoint(step, seat, change, voice.say(text))


def _better_told(found: Better, voice: Voice) -> BetterOrder:
    given, better = found.given, found.better
    then, instead = (_points(each.worth) for each in (given, better))
    text = f"Player {found.seat} chose to {given.words} ({then}). It was better to {better.words} ({instead})."
    return BetterOrder(found.seat, _weighed_told(given, voice), _weighed_told(better, voice), voice.say(text))


def _weighed_told(found: Weighed, voice: Voice) -> WeighedOrder:
    only = tuple(voice.say(line) for line in found.only)
    words, forecast = voice.say(found.words), voice.say(found.forecast)
    return WeighedOrder(found.order, found.preview, found.notation, words, forecast, only, found.worth)


def _points(worth: int) -> str:
    """With a sign, unless it is nothing."""
    points = round(worth / POINT)
    return f"{points:+d}".replace("-", "\N{MINUS SIGN}") if points else "0"


def _own_part(entry: dict[str, Any], seat: Seat) -> dict[str, Any]:
    """An entry of the log without the others' orders: where much is hidden, they may be so even once resolved."""
    if "orders" not in entry:
        return entry
    return entry | {"orders": [[owner, order] for owner, order in entry["orders"] if owner == seat]}


# -- steps and tables as somebody sees them ----------------------------------------------------------------


def past_table(match: AnyMatch, seat: Seat | None) -> Table[Any, Any]:
    """The table of a step that is past: orders that were on their way belong to the next."""
    return msgspec.structs.replace(match, pending={}).table(seat)


def without_setup(table: Table[Any, Any]) -> Table[Any, Any]:
    """A table without what never changes, for a viewer who knows it already."""
    return msgspec.structs.replace(table, view=msgspec.structs.replace(table.view, setup=None))


class Telling:
    """Tells steps to one viewer, by what they see now."""

    def __init__(
        self,
        match: AnyMatch,
        state: Any,
        seat: Seat | None,
        voice: Voice,
        is_over: bool,
        view: Any = None,
        public: Any = None,
    ) -> None:
        sight = match.game.sight
        self._game = match.game
        self._seat = seat
        self._is_over = is_over
        self._teller = Teller(match.game, sight.view(state, seat) if view is None else view, voice)
        self._public = sight.view(state, None) if public is None else public

    def step(self, step: PastStep) -> EntrySeen[Any, Any]:
        """One step; its orders are written from nobody's seat: what anybody sees now is not what they saw then."""
        match step.entry:
            case Resignation(seat=gone):
                return ResignationSeen(step.seq, step.step, step.at, step.phase, gone)
            case TakeOver(seat=taken, player=player):
                return TakeOverSeen(step.seq, step.step, step.at, step.phase, taken, player, step.left)
            case AgreedDraw():
                return AgreedDrawSeen(step.seq, step.step, step.at, step.phase)
        words, is_over = self._game.words, self._is_over
        orders = visible_orders(step.entry, self._seat, is_hidden=self._game.hidden, is_over=is_over)
        return TurnSeen(
            seq=step.seq,
            step=step.step,
            at=step.at,
            phase=step.phase,
            orders=tuple(OrderSeen(owner, order, words.format_order(order, self._public)) for owner, order in orders),
            missed=step.entry.missed,
            drafted=sees_draft(step.drafted, self._seat),
            events=self._teller.events(seen(step.events, self._seat)),
            fates=self._teller.fates(visible_fates(step.fates, self._seat, is_over=is_over)),
        )
