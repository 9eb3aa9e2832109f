"""Logs, with nothing secret in them: one JSON object per line, or lines for people."""

from __future__ import annotations

import logging
import sys
from datetime import UTC, datetime
from typing import Any

import msgspec

from armillary.core.errors import ArmillaryError

EXTRA = ("match", "seat", "game", "bot")


class PlainLines(logging.Formatter):
    """A log record as a line for people; an exception follows on lines of its own."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 (its name in logging)
        """One line."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(" ", "seconds").removesuffix("+00:00")
        about = "".join(f" {name}={getattr(record, name)}" for name in EXTRA if hasattr(record, name))
        return f"{at} {record.levelname.lower()} {record.name}: {record.message}{about}"


class JsonLines(logging.Formatter):
    """A log record as a line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        line |= {name: getattr(record, name) for name in EXTRA if hasattr(record, name)}
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line).decode()


def log_to_stderr(level: str, lines: str) -> None:
    """Everything from this level on goes to standard error; requests are not logged one by one."""
    if lines == "auto":
        lines = "text" if sys.stderr.isatty() else "json"
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if lines == "json" else PlainLines())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    logging.getLogger("uvicorn.access").disabled = True


def log_failure(logger: logging.Logger, what: str, error: Exception, match_id: str) -> None:
    """Log what failed for a match, and why; with a traceback where the reason is unexpected."""
    surprise = None if isinstance(error, ArmillaryError) else error
    logger.error("%s: %s", what, error, exc_info=surprise, extra={"match": match_id})
