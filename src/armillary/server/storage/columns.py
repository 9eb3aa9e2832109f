"""Values as columns of the tables, and back."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import msgspec

from armillary.api.terms import Absent, Pace, Pause, Spectators, Talk
from armillary.core import codec
from armillary.core.values import Outcome, Seat
from armillary.server.matches.list_line import category_of, precedence_of
from armillary.server.matches.rows import Append, JournalRow, MatchRow, Newest, SeatRow
from armillary.server.matches.visibility import listed_at

MATCH_FIELDS = MatchRow.__struct_fields__
SEAT_FIELDS = SeatRow.__struct_fields__

ROWS = "rows"
"""What the parameter is called that has many rows in it, as JSON."""


def match_columns(row: MatchRow) -> dict[str, Any]:
    """A match as its table has it."""
    return {
        "game": row.game,
        "rules_version": row.rules_version,
        "seed": row.seed,
        "created_by": row.created_by,
        "created_at": row.created_at,
        "origin": row.origin,
        "position": row.position,
        **terms_columns(row),
        **changing_columns(row),
    }


def terms_columns(row: MatchRow) -> dict[str, Any]:
    """Which match it is, and what of it seldom changes."""
    return {
        "id": row.id,
        "config": row.config,
        "pace": codec.encode(row.pace).decode(),
        "spectators": codec.encode(row.spectators).decode(),
        "autostart": int(row.autostart),
        "absent": codec.encode(row.absent).decode(),
        "talk": codec.encode(row.talk).decode(),
        "players": codec.encode(row.players).decode(),
        "pause": codec.encode(row.pause).decode(),
        "rematch": row.rematch,
        "address": row.address,
        "turn": row.turn,
    }


def changing_columns(row: MatchRow) -> dict[str, Any]:
    """Which match it is, and what of it changes."""
    return {
        "id": row.id,
        "status": row.status,
        "deadline": row.deadline,
        "outcome": codec.encode(row.outcome).decode() if row.outcome else None,
        "changed_at": row.changed_at,
        "seq": row.seq,
        "round": row.round,
        "phase": row.phase,
        "waiting": "".join(f",{seat}" for seat in row.waiting) + "," if row.waiting else "",
        "since": row.since,
        "last": row.last,
        "heard": row.heard,
        "said": codec.encode(row.said).decode(),
        "category": category_of(row),
        "precedence": precedence_of(row),
        "listed_at": listed_at(row),
    }


def seat_columns(row: MatchRow, seat: Seat) -> dict[str, Any]:
    """A seat of a match as its table has it."""
    return {"match": row.id, "seat": seat, **msgspec.structs.asdict(row.seats[seat - 1])}


def match_row(row: Any) -> MatchRow:
    """A match from its table, with its seats."""
    columns = row._asdict()
    pace, spectators, absent, talk, pause = _agreed(row.pace, row.spectators, row.absent, row.talk, row.pause)
    numbered: list[tuple[Seat, SeatRow]] = codec.decode(row.seats or "[]", list[tuple[Seat, SeatRow]])
    columns |= {
        "pace": pace,
        "spectators": spectators,
        "seats": tuple(seat for _, seat in sorted(numbered, key=lambda each: each[0])),
        "outcome": codec.decode(row.outcome, Outcome) if row.outcome else None,
        "autostart": bool(row.autostart),
        "waiting": tuple(int(seat) for seat in row.waiting.split(",") if seat),
        "absent": absent,
        "talk": talk,
        "players": codec.decode(row.players, tuple[str, ...]),
        "pause": pause,
        "said": () if row.said == "[]" else codec.decode(row.said, tuple[Newest, ...]),
    }
    return MatchRow(*map(columns.__getitem__, MATCH_FIELDS))


@lru_cache(1_000)
def _agreed(
    pace: str, spectators: str, absent: str, talk: str, pause: str
) -> tuple[Pace, Spectators, Absent, Talk, Pause]:
    """Terms that most matches share: decoding them took half the time of reading a list."""
    return (
        codec.decode(pace, Pace),
        codec.decode(spectators, Spectators),
        codec.decode(absent, Absent),
        codec.decode(talk, Talk),
        codec.decode(pause, Pause),
    )


def journal_row(row: Any) -> JournalRow:
    """A row of the journal from its table."""
    return JournalRow(row.seq, row.step, row.seat, row.kind, row.body, row.key, row.at)


def journal_columns(match_id: str, row: JournalRow) -> dict[str, Any]:
    """A row of the journal as its table has it."""
    return {
        "match": match_id,
        "seq": row.seq,
        "step": row.step,
        "seat": row.seat,
        "kind": row.kind,
        "body": row.body,
        "key": row.key,
        "at": row.at,
    }


def said_columns(match: MatchRow, row: JournalRow) -> dict[str, Any]:
    """Whose line of chat a row of the journal is."""
    return {"match": match.id, "seq": row.seq, "player": match.seats[row.seat - 1].player}


def snapshot_columns(append: Append) -> dict[str, Any]:
    """The snapshot that a change brings, as its table has it."""
    assert append.snapshot is not None
    round_number, seq, body = append.snapshot
    return {"match": append.row.id, "round": round_number, "seq": seq, "body": body}


def rows(values: Iterable[dict[str, Any]]) -> dict[str, str]:
    """The parameter of every statement that takes rows."""
    return {ROWS: msgspec.json.encode(list(values)).decode()}
