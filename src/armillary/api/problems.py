"""What went wrong: the one shape of every error, and the sentences in it."""

from __future__ import annotations

import msgspec

from armillary.core.values import Violation


class ViolationTold(Violation, frozen=True, kw_only=True):
    """What is wrong with an order or a config, and the sentence that says so."""

    text: str
    """What is wrong, as a sentence."""


class Problem(msgspec.Struct, frozen=True):
    """What went wrong, for programs (`code`, `violations`) and for people (`detail`)."""

    status: int
    """The HTTP status of the answer."""
    code: str
    """What went wrong, for programs."""
    detail: str
    """What went wrong and what to do next, as a sentence."""
    violations: tuple[ViolationTold, ...] = ()
    """What is wrong with an order or a config, if it breaks a rule."""
