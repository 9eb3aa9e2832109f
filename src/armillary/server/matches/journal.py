"""A match from its journal: a state is always what replaying the inputs gives. Pure."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

import msgspec

from armillary.core import codec
from armillary.core.contract import AnyGame
from armillary.core.errors import VerificationFailed
from armillary.core.match import AnyMatch, Entry, Match, TakeOver, Turn
from armillary.core.record import entry_type
from armillary.core.registry import game as registered
from armillary.core.values import Event, Fate, Phase, Seat, Violation
from armillary.server.matches.rows import CHAT, InputKind, JournalRow, MatchRow, SeatRow

MOVES: dict[InputKind, Callable[[AnyMatch, Seat], AnyMatch]] = {
    "withdraw": Match.withdraw,
    "resign": Match.resign,
    "draw": Match.offer_draw,
    "no_draw": Match.take_back_draw,
}
"""What a seat does that needs no more words."""


class PastStep(msgspec.Struct, frozen=True):
    """One step of a match; who may see which part of it is decided when it is shown."""

    seq: int
    step: int
    at: int
    phase: Phase
    """The phase it resolved, or came in."""
    entry: Entry
    """What it was: a turn, or somebody who gave up, took a seat over, or agreed to a draw."""
    events: tuple[Event, ...] = ()
    fates: tuple[Fate, ...] = ()
    drafted: tuple[Seat, ...] = ()
    """The seats whose order was one that they had kept for the deadline."""
    left: str = ""
    """Who had the seat before it was taken over."""


def game_of(row: MatchRow) -> AnyGame:
    """The game in the version that the match was made for; raises `VersionNotInstalled` or `UnknownGame`."""
    return registered(row.game, row.rules_version)


def begin(row: MatchRow, is_checked: bool = True) -> AnyMatch:
    """The match at its beginning, with those who were there then; its config was checked when it was stored."""
    config = row.config if row.position is None else None
    return opening(row.game, row.rules_version, config, row.position, row.seed, row.players, len(row.seats), is_checked)


def opening(
    slug: str,
    version: int,
    config: str | None,
    position: str | None,
    seed: bytes,
    players: tuple[str, ...],
    seats: int,
    is_checked: bool = True,
) -> AnyMatch:
    """The same from what it depends on: a config, or a position instead."""
    game = registered(slug, version)
    if position is not None:
        state: Any = codec.decode(position, game.state)
        return Match.from_position(game, state, seed=seed, players=players)
    decoded: Any = codec.decode(config or "", game.config)
    return Match.begin(game, seats=seats, config=decoded, seed=seed, players=players, is_checked=is_checked)


def apply(match: AnyMatch, entry: JournalRow) -> AnyMatch:
    """The match after one more row; a step's hash must be what the replay gives."""
    before = msgspec.structs.replace(match, recent=())
    if entry.kind == "order":
        return before.submit(entry.seat, codec.decode(entry.body, match.game.order))
    if entry.kind in MOVES:
        return MOVES[entry.kind](before, entry.seat)
    if entry.kind == "expire":
        return before.expire()
    if entry.kind == "take_over":
        return before.take_over(entry.seat, hand_over(entry)[1].name)
    if entry.kind == "entry":
        return before.append(codec.decode(entry.body, entry_type(match.game)))
    if entry.kind == "step":
        stored: str = codec.decode(entry.body, str)
        if (entry.step, stored) != (match.step, match.hashes[-1]):
            raise VerificationFailed(entry.step, f"The journal has {stored}, but the replay gives {match.hashes[-1]}.")
    return match


def hand_over(entry: JournalRow) -> tuple[SeatRow, SeatRow]:
    """A seat that changed hands, before and after."""
    return codec.decode(entry.body, tuple[SeatRow, SeatRow])


def renaming(entry: JournalRow) -> tuple[str, str]:
    """What a seat's player was called before, and from then on."""
    return codec.decode(entry.body, tuple[str, str])


def without_words(entry: JournalRow) -> str:
    """The body of a line of chat whose words are removed."""
    return entry.words._replace(text=None).written[1]


def replay(match: AnyMatch, rows: Iterable[JournalRow]) -> AnyMatch:
    """The match after these rows."""
    for entry in rows:
        match = apply(match, entry)
    return match


def current(rows: Sequence[JournalRow], pending: Container[Seat]) -> list[JournalRow]:
    """Rows up to the next step, without orders that were changed or taken back before anything came of them.

    An order can be changed often, and only the last one counts: the others need not be checked again. Of the seats
    whose order was `pending` before these rows, the first withdrawal stays: until it orders again, such a seat is
    waited for. Of all others, there is nothing to withdraw.
    """
    last = {entry.seat: entry.seq for entry in rows if entry.kind in ("order", "withdraw")}
    kept: list[JournalRow] = []
    withdrawn: set[Seat] = set()
    for entry in rows:
        if entry.kind == "order" and entry.seq != last[entry.seat]:
            continue
        if entry.kind == "withdraw":
            if entry.seat in withdrawn or entry.seat not in pending:
                continue
            withdrawn.add(entry.seat)
        kept.append(entry)
    return kept


def without_log(match: AnyMatch) -> AnyMatch:
    """The match as a server needs it in memory: how it got there stands in the database."""
    return msgspec.structs.replace(match, log=(), hashes=match.hashes[-1:])


def steps_between(
    before: AnyMatch, after: AnyMatch, seq: int, at: int, drafted: tuple[Seat, ...] = ()
) -> list[PastStep]:
    """The steps that one input led to, if any; with the seats whose orders in the first were kept for the deadline."""
    found: list[PastStep] = []
    resolved, state = iter(after.recent), before.state
    for number, entry in enumerate(after.log[len(before.log) :], start=before.step + 1):
        phase = before.game.rules.phase(state)
        if isinstance(entry, Turn):
            step = next(resolved)
            found.append(PastStep(seq, number, at, phase, entry, step.events, step.fates, drafted))
            state, drafted = step.state, ()
        elif isinstance(entry, TakeOver):
            found.append(PastStep(seq, number, at, phase, entry, left=before.players[entry.seat - 1]))
        else:
            found.append(PastStep(seq, number, at, phase, entry))
    return found


class Following:
    """A match on its way through its journal, row by row."""

    def __init__(self, match: AnyMatch) -> None:
        self.match = match
        self._drafted: tuple[Seat, ...] = ()

    def add(self, entry: JournalRow) -> list[PastStep]:
        """One more row, and every step it resolved."""
        if entry.kind == "due":
            self._drafted = seats_due(entry)
        following = apply(self.match, entry)
        found = steps_between(self.match, following, entry.seq, entry.at, self._drafted)
        self.match, self._drafted = without_log(following), () if found else self._drafted
        return found


def follow(match: AnyMatch, rows: Iterable[JournalRow]) -> tuple[AnyMatch, list[PastStep]]:
    """The match after these rows, and every step they resolved."""
    following = Following(match)
    found = [step for entry in rows for step in following.add(entry)]
    return following.match, found


def catch_up(match: AnyMatch, rows: Iterable[JournalRow]) -> tuple[AnyMatch, list[PastStep]]:
    """As `follow`, without checking orders again of which nothing came."""
    found: list[PastStep] = []
    since_step: list[JournalRow] = []
    for entry in rows:
        since_step.append(entry)
        if entry.kind == "step":
            match, steps = follow(match, current(since_step, match.pending))
            found += steps
            since_step = []
    match, steps = follow(match, current(since_step, match.pending))
    return match, found + steps


# -- orders kept for the deadline ------------------------------------------------------------------------------
# What somebody has composed and not submitted is kept as a row of its own, of which only they know. It is played if
# time runs out; until then it is no order, and a replay passes over it.

Kept: TypeAlias = Mapping[Seat, str]
"""The order that a seat has kept, as it is written."""


def kept_after(kept: Kept, rows: Iterable[JournalRow], last: JournalRow | None = None) -> Kept:
    """The orders that are kept after these rows; `last` is the row before them.

    They go as pending orders do: with the turn that is resolved, and with their player. A seat that gives up or changes
    hands is a step as well, which reveals nothing.
    """
    found = dict(kept)
    for row in rows:
        if row.kind == "keep":
            found[row.seat] = row.body
        elif row.kind in ("order", "resign", "vacate", "take_over"):
            found.pop(row.seat, None)
        elif row.kind == "step":
            is_turn = last is None or last.kind not in ("resign", "take_over") or row.step > last.step + 1
            found = {} if is_turn else found
        last = row
    return found


def seats_due(entry: JournalRow) -> tuple[Seat, ...]:
    """The seats whose kept orders are played next, since time has run out."""
    return codec.decode(entry.body, tuple[Seat, ...])


# -- idempotency keys ------------------------------------------------------------------------------------------
# An order that is repeated with its key counts once, and gets its first answer again.

Key: TypeAlias = tuple[Seat, str]
"""A seat, and the key it gave with an order."""

MAX_KEY_LENGTH = 60
"""Characters in a key that somebody may give. Bots use longer ones, which nobody repeats."""


class Given(msgspec.Struct, frozen=True):
    """An order that is durable; `resolved` when it was the last one in."""

    seq: int
    step: int
    resolved: bool
    violations: tuple[Violation, ...] = ()
    """What of it will do nothing, or something else than it says."""


class FirstAnswer(msgspec.Struct, frozen=True):
    """How an order was answered."""

    order: int
    """A hash of how the order is written: the same key with another order is a mistake."""
    given: Given


def answer_to(rows: Sequence[JournalRow], violations: tuple[Violation, ...]) -> FirstAnswer:
    """From an order's row and, if it resolved a step, the row right after it."""
    resolved = len(rows) > 1 and rows[1].kind == "step"
    last = rows[1] if resolved else rows[0]
    return FirstAnswer(hash(rows[0].body), Given(last.seq, last.step, resolved, violations))


def key_of(row: JournalRow) -> Key | None:
    """The key that a person gave with this row."""
    return None if row.key is None or len(row.key) > MAX_KEY_LENGTH else (row.seat, row.key)


# -- how much there is in a journal ----------------------------------------------------------------------------

CHANGES: tuple[InputKind, ...] = (
    "order",
    "withdraw",
    "draw",
    "no_draw",
    "pause",
    "no_pause",
    "resume",
    "join",
    "leave",
    "seat",
    "terms",
    "rename",
)
"""What can be done again and again within one step."""

LONG = 1_000
"""Characters for which a change counts once more: nobody fills a journal with long orders that change nothing."""


class Tally(msgspec.Struct, frozen=True):
    """How much each seat (0: the table) has put into a journal."""

    changes: Mapping[Seat, int] = {}
    """Since the last step."""
    kept: Mapping[Seat, int] = {}
    """The same for orders that were kept for the deadline."""
    lines: Mapping[Seat, int] = {}
    chat_bytes: Mapping[Seat, int] = {}
    hints: Mapping[int, str] = {}
    """The orders that were shown as good moves, by step: whoever asks again is shown the same."""

    def after(self, rows: Iterable[JournalRow]) -> Tally:
        """The tally with these rows."""
        tally = self
        for row in rows:
            if row.kind == "step":
                tally = msgspec.structs.replace(tally, changes={}, kept={})
            elif row.kind in CHANGES:
                weight = 1 + len(row.body) // LONG
                tally = msgspec.structs.replace(tally, changes=_more(tally.changes, row.seat, weight))
            elif row.kind == "keep":
                weight = 1 + len(row.body) // LONG
                tally = msgspec.structs.replace(tally, kept=_more(tally.kept, row.seat, weight))
            elif row.kind in CHAT:
                letters = _more(tally.chat_bytes, row.seat, len(row.body.encode()))
                tally = msgspec.structs.replace(tally, lines=_more(tally.lines, row.seat), chat_bytes=letters)
            elif row.kind == "hint":
                tally = msgspec.structs.replace(tally, hints={**tally.hints, row.step: row.body})
        return tally


def _more(counts: Mapping[Seat, int], seat: Seat, amount: int = 1) -> Mapping[Seat, int]:
    return {**counts, seat: counts.get(seat, 0) + amount}
