"""What people read: codes with the game's own sentences beside them, and the players' names in these."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from armillary.api.history import Description, EventTold, FateTold
from armillary.api.problems import ViolationTold
from armillary.core import prose
from armillary.core.contract import AnyGame
from armillary.core.errors import ArmillaryError, Refused
from armillary.core.match import AnyMatch
from armillary.core.values import Fate, Outcome, Seat, Violation, refusals
from armillary.server.matches.rows import MatchRow

MAX_VIOLATIONS_TOLD = 20
"""Of more than these, the rest is counted."""
MORE = "more"
"""The code of the line that counts the rest."""


class Explained(ArmillaryError):
    """Understood, but not allowed, and told in sentences why. Nothing has changed."""

    def __init__(self, refused: Refused, violations: tuple[ViolationTold, ...]) -> None:
        self.code = type(refused).__name__
        self.violations = violations
        super().__init__(" ".join(violation.text for violation in violations))


class Voice(msgspec.Struct, frozen=True):
    """How players are called: by name, or by marks like ⟦2⟧ that a client replaces by a name and a colour."""

    names: tuple[str, ...] = ()
    marks: bool = False

    @classmethod
    def of(cls, row: MatchRow, marks: bool = False) -> Voice:
        """For the players of a match; a bot's seat is called by its number, since bots share their names."""
        seats = enumerate(row.seats, start=1)
        return cls(tuple(f"Player {seat}" if each.kind == "bot" else each.name for seat, each in seats), marks)

    def say(self, text: str) -> str:
        """A text of the game's with these players in it."""
        plain = text.replace("⟦", "[").replace("⟧", "]") if self.marks else text  # nobody's own words make a mark
        return prose.renamed(plain, self._name)

    def _name(self, seat: Seat, you: str) -> str:
        if self.marks:
            return f"⟦{seat}⟧"
        return f"{self.names[seat - 1] if seat <= len(self.names) else f'Player {seat}'}{you}"


class Teller(msgspec.Struct, frozen=True):
    """Says what the codes of a game mean, to the viewer of one view."""

    game: AnyGame
    view: Any = None
    voice: Voice = Voice()

    def violations(self, found: Iterable[Violation]) -> tuple[ViolationTold, ...]:
        """What is wrong: the first so many, and how many more there are."""
        everything = tuple(found)
        rest = everything[MAX_VIOLATIONS_TOLD:]
        told = tuple(
            ViolationTold(each.code, each.rule, each.path, each.params, each.weight, text=self._explain(each))
            for each in everything[:MAX_VIOLATIONS_TOLD]
        )
        if not rest:
            return told
        weight = rest[0].weight if not refusals(rest) else "refused"
        return (*told, ViolationTold(MORE, "", (), {"count": len(rest)}, weight, text=f"And {len(rest)} more."))

    def fates(self, found: Iterable[Fate]) -> tuple[FateTold, ...]:
        """What became of orders."""
        return tuple(
            FateTold(each.seat, each.path, each.verdict, each.rule, each.params, each.seen_by, text=self._explain(each))
            for each in found
        )

    def events(self, found: Iterable[Any]) -> tuple[EventTold[Any], ...]:
        """What happened."""
        return tuple(EventTold(each, self.voice.say(self.game.words.tell(each, self.view))) for each in found)

    def conclusion(self, outcome: Outcome | None) -> str | None:
        """Who won and why; None while nobody has."""
        return None if outcome is None else self.voice.say(self.game.words.conclude(outcome, self.view))

    def _explain(self, note: Violation | Fate) -> str:
        return self.voice.say(self.game.words.explain(note, self.view))


def describe(match: AnyMatch, seat: Seat | None, voice: Voice, part: str | None, width: int | None) -> Description:
    """A position in words, or a part of it; raises `BadNotation` for a part that is none.

    Names of players would break the columns of the overview, so it has none.
    """
    words, view = match.game.words, match.game.sight.view(match.state, seat)
    names = {voice.say(name): name for name in words.names(view)}
    text = words.describe(view, None if part is None else names.get(part, part))
    return Description(
        voice.say(text), tuple(names), "" if width is None or part is not None else words.overview(view, width)
    )
