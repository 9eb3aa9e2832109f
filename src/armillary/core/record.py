"""A match as a file: versioned JSON that replays to byte-identical states and shows any change.

Every value in the file is checked on the way: the seed against the commitment made before the first order, the
opening and every entry of the log against a chain of hashes keyed by the seed, the outcome against the replay.
This shows that a record differs from what was played, and from which step on; not who changed it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Annotated, Any, TypeAlias

import msgspec

from armillary.core import codec, seeds
from armillary.core.contract import AnyGame
from armillary.core.errors import ArmillaryError, BadData, BadRecord, VerificationFailed, VersionNotInstalled
from armillary.core.faults import plain_fault
from armillary.core.match import AgreedDraw, AnyMatch, Entry, Match, Resignation, TakeOver, Turn
from armillary.core.prose import explained, listed
from armillary.core.registry import game as registered
from armillary.core.values import AnyNumber, Outcome, Seat, refusals

FORMAT = 1

Entries = msgspec.Meta(max_length=1_000_000)
"""More steps than a file of the size that is read can hold."""
Line: TypeAlias = Annotated[str, msgspec.Meta(max_length=10_000)]
"""More characters than any name, hash or seed has."""


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the file holds. No field has a default: leaving one out is noticed too."""

    format: AnyNumber
    """The version of the file's format."""
    game: Line
    """The slug of the game."""
    version: AnyNumber
    """The version of the rules it was played by."""
    players: Annotated[tuple[Line, ...], Entries]
    """The names of all players at the beginning, seat 1 first."""
    config: Any
    """The config the opening was made from; null when a position was given."""
    position: Any
    """The given opening position; null when it was made from a config (or is not revealed yet)."""
    commitment: Line
    """The SHA-256 of the seed, in hexadecimal: public before the first order."""
    seed: Line | None
    """Null until the match is over."""
    log: Annotated[tuple[Any, ...], Entries]
    """Everything that changed the match, in order: turns, resignations, seats that changed hands, an agreed draw."""
    pending: Annotated[tuple[tuple[AnyNumber, Any], ...], Entries]
    """Unrevealed orders: only in a saved game, never in a shared record."""
    hashes: Annotated[tuple[Line, ...], Entries]
    """One hash for the opening and one for every entry of the log, keyed by the seed."""
    outcome: Outcome | None
    """How it ended; null while it goes on."""


def export(match: AnyMatch, *, reveal: bool = False) -> Record:
    """The record of a match. Its secrets are in it once the match is over, or when asked for (a saved game)."""
    assert len(match.log) == match.step, "a match restored from a snapshot has its log elsewhere"
    over = match.outcome is not None
    reveal = reveal or over
    # When a player resigns, orders of others may be left over: they are never carried out or shown.
    pending = () if over or not reveal else tuple((seat, codec.tree(order)) for seat, order in match.pending.items())
    return Record(
        format=FORMAT,
        game=match.game.slug,
        version=match.game.version,
        players=match.opening_players,
        config=codec.tree(match.config),
        position=codec.tree(match.opening) if reveal and match.config is None else None,
        commitment=seeds.commitment(match.seed),
        seed=match.seed.hex() if reveal else None,
        log=tuple(codec.tree(entry) for entry in match.log),
        pending=pending,
        hashes=match.hashes,
        outcome=match.outcome,
    )


def dump(record: Record) -> bytes:
    """The record as it is written to a file."""
    return msgspec.json.format(codec.encode(record), indent=1) + b"\n"


def load(data: bytes | str) -> Record:
    """A record from a file's content. Its shape is checked here, its truth by `replay` and `verify`."""
    try:
        raw: Any = codec.decode(data, Any, "record")
        if not isinstance(raw, dict) or "format" not in raw:
            raise BadRecord("This is not an Armillary record.")
        if raw["format"] != FORMAT:
            raise BadRecord(f"The record has format {raw['format']!r}; this version reads format {FORMAT}.")
        record: Record = codec.convert(raw, Record, "record")
        json.loads(data, object_pairs_hook=_each_once)
    except RecursionError as error:
        raise BadRecord("The record has too many brackets inside each other.") from error
    except (BadData, ValueError) as error:
        raise BadRecord(f"This is not an Armillary record. {plain_fault(str(error))}") from error
    if codec.encode(codec.tree(record)) != codec.encode(raw):
        raise BadRecord("The record's values are not written as this format writes them.")
    return record


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A mapping whose keys are all different: of a key that stands there twice, every reader may take another value."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise BadData("The record has the same name twice in one place.")
    return found


def verify(record: Record, game: AnyGame | None = None) -> AnyMatch:
    """The match at its end, when every value of the record is what the replay gives; else `VerificationFailed`."""
    *_, match = replay(record, game)
    return match


def replay(record: Record, game: AnyGame | None = None) -> Iterator[AnyMatch]:
    """The match after its opening and after every entry of its log, each verified before it is given out."""
    game = registered(record.game, record.version) if game is None else game
    if record.version != game.version:
        raise VersionNotInstalled(game.slug, record.version, (game.version,))
    match = _opening(record, game)
    _compare(0, record, match)
    kind = entry_type(game)
    _expect(len(record.hashes) == len(record.log) + 1, None, "There must be one hash for the opening and one per step.")
    for number, tree in enumerate(record.log, start=1):
        yield match
        try:
            entry: Entry = _exactly(tree, kind, f"log[{number - 1}]")
            _check_entry(match, entry)
            match = msgspec.structs.replace(match, recent=()).append(entry)
        except ArmillaryError as error:
            raise VerificationFailed(number, str(error)) from error
        _compare(number, record, match)
    match = _with_pending(record, match)
    _expect(codec.encode(record.outcome) == codec.encode(match.outcome), None, "The outcome is not what was played.")
    yield match


def entry_type(game: AnyGame) -> Any:
    """What an entry of the log is, with this game's orders in it."""
    order: Any = game.order
    return Turn[order] | Resignation | TakeOver | AgreedDraw


def _opening(record: Record, game: AnyGame) -> AnyMatch:
    if record.seed is None:
        raise VerificationFailed(None, "The seed is not revealed yet: a record can be checked once the match is over.")
    try:
        seed = bytes.fromhex(record.seed)
    except ValueError as error:
        raise VerificationFailed(None, "The seed is not hexadecimal.") from error
    _expect(
        seed.hex() == record.seed and len(seed) == seeds.SEED_BYTES, None, "The seed is not 32 bytes in hexadecimal."
    )
    _expect(seeds.commitment(seed) == record.commitment, None, "The seed does not match the commitment.")
    _expect(
        (record.config is None) != (record.position is None), None, "A match begins with either a config or a position."
    )
    try:
        if record.position is not None:
            state = _exactly(record.position, game.state, "position")
            seats = state.setup.seats
            _expect(len(record.players) == seats, None, f"There must be a name for each of {seats} players.")
            return Match.from_position(game, state, seed=seed, players=record.players)
        config = _exactly(record.config, game.config, "config")
        return Match.begin(game, seats=len(record.players), config=config, seed=seed, players=record.players)
    except ArmillaryError as error:
        raise VerificationFailed(0, str(error)) from error


def _check_entry(match: AnyMatch, entry: Entry) -> None:
    """Could the match have gone on like this?"""
    _expect(match.outcome is None, None, "The match was already over.")
    if isinstance(entry, Turn):
        seats = tuple(seat for seat, _ in entry.orders)
        _expect(
            seats == match.to_act,
            None,
            f"Orders came from {_seats(seats)}, but were expected from {_seats(match.to_act)}.",
        )
        _expect(
            set(entry.missed) <= set(seats),
            None,
            f"Orders were expected from {_seats(seats)}, but {_seats(entry.missed)} missed the turn.",
        )
        for seat, order in entry.orders:
            if seat in entry.missed:
                default = match.game.rules.default_order(match.state, seat)
                _expect(order == default, None, f"Seat {seat} missed its turn and did not play the default order.")
            else:
                refused = refusals(match.check(seat, order))
                _expect(not refused, None, f"Seat {seat}: {explained(match.game, refused)}")
    elif isinstance(entry, Resignation | TakeOver):
        _expect(entry.seat in match.standing, None, f"Seat {entry.seat} was not playing.")


def _with_pending(record: Record, match: AnyMatch) -> AnyMatch:
    for seat, tree in record.pending:
        try:
            order = _exactly(tree, match.game.order, "pending")
            _expect(match.waiting_for != (seat,), None, "With this order the turn would be complete, not pending.")
            match = match.submit(seat, order)
        except ArmillaryError as error:
            raise VerificationFailed(None, f"Pending order of seat {seat}: {error}") from error
    return match


def _exactly(tree: Any, kind: Any, what: str) -> Any:
    """The value, when it is written in the file as it would be written again: a default left out is a change."""
    value = codec.convert(tree, kind, what)
    if codec.encode(codec.tree(value)) != codec.encode(tree):
        raise BadData(f"{what}: Not written as this format writes it.")
    return value


def _compare(number: int, record: Record, match: AnyMatch) -> None:
    stored = record.hashes[number] if number < len(record.hashes) else "missing"
    _expect(stored == match.hashes[number], number, f"The hash is {stored}, the replay gives {match.hashes[number]}.")


def _seats(seats: tuple[Seat, ...]) -> str:
    return f"seat {listed([str(seat) for seat in seats])}" if seats else "no seat"


def _expect(holds: bool, step: int | None, reason: str) -> None:
    if not holds:
        raise VerificationFailed(step, reason)
