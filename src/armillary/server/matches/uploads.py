"""A record as a match that is over: verified, and written as a journal that all routes can show. Pure."""

from __future__ import annotations

from msgspec.structs import replace

from armillary.api.terms import NoClock, Spectators
from armillary.core import codec, record
from armillary.core.errors import ArmillaryError, BadRecord
from armillary.core.match import AnyMatch
from armillary.server.matches import journal
from armillary.server.matches.change import Change, Standing, change_to
from armillary.server.matches.rows import JournalRow, MatchRow, SeatRow, SnapshotRow, Stored
from armillary.server.matches.text import clean_name

MAX_RECORD_STEPS = 5_000
MAX_POSITIONS_BYTES = 10_000_000
"""Bytes of all positions that are kept of a match: a short record may tell of a long match on a huge map."""


def replayed(data: bytes, match_id: str, player: str, now: int) -> Stored:
    """The match that a record tells of, as one of this player's; raises `BadRecord` with what is wrong with it."""
    found = record.load(data)
    if len(found.log) > MAX_RECORD_STEPS:
        raise BadRecord(f"The record has {len(found.log)} steps; at most {MAX_RECORD_STEPS} are accepted.")
    if found.outcome is None:
        raise BadRecord("The match is not over. Only the record of a finished match can be uploaded.")
    if any(name != clean_name(name) for name in found.players):
        raise BadRecord("A player's name is too long or not printable.")
    try:
        match = record.verify(found)
    except ArmillaryError as error:  # as text: not every error finds its way from one process to another
        raise BadRecord(f"Verification failed: {error}") from None
    return _written(match, match_id, player, now)


def bytes_of(stored: Stored) -> int:
    """What a match takes, but for the little that every row takes."""
    texts = [stored.row.config, stored.row.position or ""]
    texts += [entry.body for entry in stored.journal] + [snapshot.body for snapshot in stored.snapshots]
    return sum(len(text.encode()) for text in texts)


def _written(match: AnyMatch, match_id: str, player: str, now: int) -> Stored:
    row = MatchRow(
        id=match_id,
        game=match.game.slug,
        rules_version=match.game.version,
        config=codec.encode(match.config).decode(),
        seed=match.seed,
        pace=NoClock(),
        spectators=Spectators("none"),
        autostart=False,
        created_by=player,
        created_at=now,
        status="playing",
        seats=tuple(SeatRow("recorded", name) for name in match.opening_players),
        deadline=None,
        outcome=None,
        changed_at=now,
        seq=0,
        players=match.opening_players,
        origin="upload",
        position=codec.encode(match.opening).decode() if match.config is None else None,
    )
    names = codec.encode(row.players).decode()
    rows: list[JournalRow] = []
    snapshots: dict[int, SnapshotRow] = {}
    stored = 0

    def write(change: Change) -> Change:
        nonlocal stored
        rows.extend(change.append.rows)
        if change.append.snapshot is not None:
            snapshot = SnapshotRow(*change.append.snapshot)
            replaced = snapshots.get(snapshot.round)
            stored += len(snapshot.body) - (len(replaced.body) if replaced else 0)
            snapshots[snapshot.round] = snapshot
        if stored > MAX_POSITIONS_BYTES:
            raise BadRecord(f"The positions of this match take more than the {MAX_POSITIONS_BYTES:,} bytes allowed.")
        return change

    made = write(change_to(Standing(row, None), now, ("start", 0, names, None), match=journal.begin(row)))
    for entry in match.log:
        assert made.match is not None
        after = replace(made.match, recent=()).append(entry)
        made = write(change_to(made.standing, now, ("entry", 0, codec.encode(entry).decode(), None), match=after))
    return Stored(made.append.row, rows, list(snapshots.values()), list(match.seats))
