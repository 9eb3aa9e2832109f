"""Numbers, lists and texts within their bounds: one check, one code and one sentence for every game."""

from __future__ import annotations

import re
from collections.abc import Iterator

from armillary.core.values import Path, Violation, place_text

OUT_OF_BOUNDS = "out_of_bounds"
UNFIT_TEXT = "unfit_text"

EXACT = 10**15
"""Every JSON reader keeps whole numbers up to this size exact."""

_UNFIT = re.compile("[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""What no name may hold: control characters, halves of characters, and marks that reverse a line's direction."""


def number_faults(
    number: int, low: int | None, high: int | None, path: Path, *, rule: str, unit: str = ""
) -> Iterator[Violation]:
    """A number below `low` or above `high` (None: no bound). `unit` names what is counted, where something is."""
    if (low is not None and number < low) or (high is not None and number > high):
        # As text, and not all of it: a number may be too long for a reader of JSON, or for a screen.
        asked = str(number) if abs(number) <= EXACT else "a number of more than 15 digits"
        yield Violation(OUT_OF_BOUNDS, rule, path, {"asked": asked, "low": low, "high": high, "unit": unit})


def text_faults(text: str, low: int, high: int, path: Path, *, rule: str) -> Iterator[Violation]:
    """A text that is too short, too long, or holds what no name may hold."""
    yield from number_faults(len(text), low, high, path, rule=rule, unit="characters")
    if _UNFIT.search(text):
        yield Violation(UNFIT_TEXT, rule, path)


def sentence(violation: Violation) -> str | None:
    """What a violation made here means; None for any other."""
    place = place_text(violation.path)
    if violation.code == UNFIT_TEXT:
        return f"{place} must not contain control characters or marks that reverse the direction of text."
    if violation.code != OUT_OF_BOUNDS:
        return None
    asked, low, high, unit = (violation.params[name] for name in ("asked", "low", "high", "unit"))
    if low is None:
        allowed = f"at most {high}"
    elif high is None:
        allowed = f"at least {low}"
    else:
        allowed = f"{low}" if low == high else f"{low} to {high}"
    return f"{place} must have {allowed} {unit}, not {asked}." if unit else f"{place} must be {allowed}, not {asked}."
