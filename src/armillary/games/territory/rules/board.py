"""The working copy on which a round of commands is carried out."""

from __future__ import annotations

from collections.abc import Mapping

from armillary.core import values
from armillary.core.values import Seat
from armillary.games.territory.model import EndReason, State
from armillary.games.territory.rules.commands import March


class Board:
    """The grid as it changes, who meets where, and what there is to report."""

    __slots__ = ("ended", "events", "forces", "judged", "owners", "round", "setup", "squares", "totals", "units")

    def __init__(self, state: State, judged: Mapping[Seat, list[March]]) -> None:
        self.setup = state.setup
        self.round = state.round
        self.judged = judged
        self.owners = list(state.owners)
        self.units = list(state.units)
        self.forces: dict[int, dict[Seat, int]] = {}
        """Who stands with how many units in each square that anybody entered."""
        self.squares = [0] * (state.setup.seats + 1)
        self.totals = [0] * (state.setup.seats + 1)
        """Squares and units by owner at the end of the round."""
        self.ended: EndReason | None = None
        self.events: list[values.Event] = []
