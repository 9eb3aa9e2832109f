"""Who may know what in Risky Stars: everything but the order of the hero deck (RS-E6)."""

from __future__ import annotations

from armillary.core.dice import Dice
from armillary.core.values import Seat
from armillary.games.risky_stars.model import State, View
from armillary.games.risky_stars.sight.options import options
from armillary.games.risky_stars.sight.preview import preview

__all__ = ["options", "preview", "sample_world", "view"]


def view(state: State, seat: Seat | None) -> View:
    """Everything that is open, and which cards are left in the deck."""
    return View(
        seat=seat,
        setup=state.setup,
        round=state.round,
        turn_order=state.turn_order,
        turn=state.turn,
        places=state.places,
        stocks=state.stocks,
        levels=state.levels,
        heroes=state.heroes,
        allotments=state.allotments,
        alliances=state.alliances,
        truces=state.truces,
        proposals=state.proposals,
        cards=tuple(sorted(state.deck)),
        claimed=state.claimed,
        out=state.out,
        end_reason=state.end_reason,
    )


def sample_world(view: View, dice: Dice) -> State:
    """The deck in a random order, everything else as seen."""
    return State(
        setup=view.setup,
        round=view.round,
        turn_order=view.turn_order,
        turn=view.turn,
        places=view.places,
        stocks=view.stocks,
        levels=view.levels,
        heroes=view.heroes,
        allotments=view.allotments,
        alliances=view.alliances,
        truces=view.truces,
        proposals=view.proposals,
        deck=dice.shuffle(view.cards),
        claimed=view.claimed,
        out=view.out,
        end_reason=view.end_reason,
    )
