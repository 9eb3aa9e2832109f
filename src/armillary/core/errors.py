"""Everything that can go wrong, drawn once.

    ArmillaryError
    ├── UnknownGame          no game has this slug, or its package cannot be loaded
    ├── VersionNotInstalled  a match or record of another version of a game's rules
    ├── BadInput             the input is not understood
    │   ├── BadNotation      an order or a position that does not parse
    │   ├── BadData          data that is malformed or of the wrong shape, from JSON or from Python code
    │   └── BadRecord        not a record, or one in an unknown format
    ├── Refused              the input is understood, and not allowed; carries its violations
    │   ├── ConfigRefused
    │   └── OrderRefused
    ├── NotNow               a move the match is not waiting for
    │   ├── MatchOver
    │   └── NotToAct
    ├── BotFailed            a bot came to no order
    ├── TooManyOrders        more legal orders than can be listed
    └── VerificationFailed   a record that differs from its replay

A refusal is an answer, not an accident: `Rules.check` returns violations as values, and only the
boundary that was asked to *act* (a match, a library call) raises them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from armillary.core.values import Violation


class ArmillaryError(Exception):
    """The root: catch this to catch everything the package raises on purpose."""


class UnknownGame(ArmillaryError):
    """No game is registered under this slug, or its package cannot be loaded."""


class VersionNotInstalled(ArmillaryError):
    """A match or record of a version of a game's rules that is not installed here."""

    def __init__(self, slug: str, version: int, installed: Sequence[int]) -> None:
        self.slug = slug
        self.version = version
        there = ", ".join(str(number) for number in installed)
        super().__init__(f"Version {version} of {slug}'s rules is not installed; installed: {there}.")


class BotFailed(ArmillaryError):
    """A bot raised an exception, was too slow, or answered what is no order."""


class TooManyOrders(ArmillaryError):
    """There are more legal orders than were asked for, or endlessly many."""


class BadInput(ArmillaryError):
    """The input is not understood. The message says where and what was expected."""


class BadNotation(BadInput):
    """A text that is not in the game's notation."""


class BadData(BadInput):
    """Data that is malformed, or well formed but of the wrong shape: from JSON, or from Python code."""


class BadRecord(BadInput):
    """A file that is not a record, or one in a format this package does not know."""


class Refused(ArmillaryError):
    """Understood, but not allowed. Nothing has changed."""

    def __init__(self, violations: Sequence[Violation], sentence: str = "") -> None:
        """The sentence is the game's own; without one, codes have to do."""
        self.violations = tuple(violations)
        self.sentence = sentence
        super().__init__(self.violations, sentence)

    def __str__(self) -> str:
        return self.sentence or "; ".join(str(violation) for violation in self.violations)


class ConfigRefused(Refused):
    """A config outside the game's bounds."""


class OrderRefused(Refused):
    """An order the rules do not allow."""


class NotNow(ArmillaryError):
    """The match is not waiting for this."""


class MatchOver(NotNow):
    """The match has ended: it takes no more orders."""


class NotToAct(NotNow):
    """This seat owes no order now."""


class VerificationFailed(ArmillaryError):
    """A record that differs from its replay; `step` is the first that differs."""

    def __init__(self, step: int | None, reason: str) -> None:
        self.step = step
        super().__init__(reason if step is None else f"Step {step}: {reason}")
