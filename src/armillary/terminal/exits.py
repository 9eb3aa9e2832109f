"""How the command ends: every exit code, in one table."""

from __future__ import annotations

from enum import IntEnum

import click

from armillary.core.errors import ArmillaryError, VerificationFailed


class Exit(IntEnum):
    """The codes a shell sees."""

    FINE = 0
    DIFFERS = 1
    """A record or a stored match differs from its replay; a server is not ready."""
    BAD_INPUT = 2
    """Arguments, files or orders that are not understood or not allowed, or that need what is not installed."""
    INTERRUPTED = 130
    """Ctrl-C."""


EXITS: tuple[tuple[type[Exception], Exit], ...] = (
    (VerificationFailed, Exit.DIFFERS),
    (ArmillaryError, Exit.BAD_INPUT),
    (click.Abort, Exit.INTERRUPTED),
    (click.ClickException, Exit.BAD_INPUT),
)


def exit_for(error: Exception) -> Exit:
    """The code of the first row that fits."""
    return next(code for kind, code in EXITS if isinstance(error, kind))
