"""Values as columns of the tables, and back."""

from __future__ import annotations

from typing import Any

from armillary.core import codec
from armillary.core.values import Outcome
from armillary.server.records import Append, LogRow, MatchRow, Pace, SeatRow, Spectators


def match_columns(row: MatchRow) -> dict[str, Any]:
    """A match as its table has it."""
    return {
        "game": row.game,
        "rules_version": row.rules_version,
        "config": row.config,
        "seed": row.seed,
        "pace": codec.encode(row.pace).decode(),
        "spectators": codec.encode(row.spectators).decode(),
        "autostart": int(row.autostart),
        "created_by": row.created_by,
        "created_at": row.created_at,
        **changing_columns(row),
    }


def changing_columns(row: MatchRow) -> dict[str, Any]:
    """Which match it is, and what of it changes."""
    return {
        "id": row.id,
        "status": row.status,
        "seats": codec.encode(row.seats).decode(),
        "deadline": row.deadline,
        "outcome": codec.encode(row.outcome).decode() if row.outcome else None,
        "changed_at": row.changed_at,
        "version": row.version,
    }


def match_row(row: Any) -> MatchRow:
    """A match from its table."""
    columns = {str(name): value for name, value in row._mapping.items()}  # noqa: SLF001 (that is its public name)
    columns |= {
        "pace": codec.decode(row.pace, Pace),
        "spectators": codec.decode(row.spectators, Spectators),
        "seats": codec.decode(row.seats, tuple[SeatRow, ...]),
        "outcome": codec.decode(row.outcome, Outcome) if row.outcome else None,
        "autostart": bool(row.autostart),
    }
    return MatchRow(**columns)


def log_row(row: Any) -> LogRow:
    """A row of the log from its table."""
    return LogRow(row.seq, row.step, row.seat, row.kind, row.body, row.key, row.at)


def log_columns(match_id: str, row: LogRow) -> dict[str, Any]:
    """A row of the log as its table has it."""
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


def snapshot_columns(change: Append) -> dict[str, Any]:
    """The snapshot that a change brings, as its table has it."""
    assert change.snapshot is not None
    round_number, seq, body = change.snapshot
    return {"match": change.row.id, "round": round_number, "seq": seq, "body": body}
