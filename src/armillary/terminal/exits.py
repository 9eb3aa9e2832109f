"""How the command ends: every exit code, in one table."""

from __future__ import annotations

from enum import IntEnum

import click

from armillary.core.errors import ArmillaryError, BotFailed, VerificationFailed


class Exit(IntEnum):
    """The codes a shell sees."""

    FINE = 0
    DIFFERS = 1
    """A record or a stored match differs from its replay; a server is not ready."""
    BAD_INPUT = 2
    """Arguments, files or orders that are not understood or not allowed, or that need what is not installed."""
    BOT_FAILED = 3
    """A bot came to no order: it crashed, was too slow, or gave an order that is not allowed."""
    INTERRUPTED = 130
    """Ctrl-C."""


EXITS: tuple[tuple[type[Exception], Exit], ...] = (
    (VerificationFailed, Exit.DIFFERS),
    (BotFailed, Exit.BOT_FAILED),
    (ArmillaryError, Exit.BAD_INPUT),
    (click.Abort, Exit.INTERRUPTED),
    (click.ClickException, Exit.BAD_INPUT),
)


def exit_for(error: Exception) -> Exit:
    """The code of the first row that fits."""
    return next(code for kind, code in EXITS if isinstance(error, kind))
