"""What went wrong: the one shape of every error, and the sentences in it."""

from __future__ import annotations

import msgspec

from armillary.core.values import Violation


class ViolationTold(Violation, frozen=True, kw_only=True):
    """What is wrong with an order or a config, and the sentence that says so."""

    text: str


class Problem(msgspec.Struct, frozen=True):
    """What went wrong, for programs (`code`, `violations`) and for people (`detail`)."""

    status: int
    code: str
    detail: str
    violations: tuple[ViolationTold, ...] = ()
