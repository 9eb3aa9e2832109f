"""What players are shown."""

from __future__ import annotations

from armillary.core import values
from armillary.core.values import Seat
from armillary.games.risky_stars.model.config import Setup
from armillary.games.risky_stars.model.state import CurrentTurn, EndReason, Hero, Place, Proposal, Stock, Truce


class View(values.View, frozen=True):
    """Everything but the order of the deck, the same for every seat."""

    setup: Setup
    round: int
    turn_order: tuple[Seat, ...]
    turn: CurrentTurn
    places: tuple[Place, ...]
    stocks: tuple[Stock, ...]
    levels: tuple[int, ...]
    heroes: tuple[tuple[Hero, ...], ...]
    allotments: tuple[int | None, ...]
    alliances: tuple[tuple[Seat, ...], ...]
    truces: tuple[Truce, ...]
    proposals: tuple[Proposal, ...]
    cards: tuple[int, ...]
    """Classes of the heroes still to be drawn, sorted, so that their order stays secret."""
    claimed: tuple[int, ...]
    out: tuple[Seat, ...]
    end_reason: EndReason | None


class Odds(values.Value, frozen=True):
    """How a fight would go, tried `tries` times with dice that are not the match's."""

    tries: int
    attacking: int
    defending: int
    taken: int
    """Tries in which the first exchange left no defender."""
    taken_later: int
    """Tries in which none was left when the combat was fought out, nobody else having joined (RS-C4)."""
    attack_lost: tuple[tuple[int, int], ...]
    """Numbers of units the attack lost in the first exchange, and in how many tries."""
    defence_lost: tuple[tuple[int, int], ...]


class Preview(values.Preview, frozen=True):
    """What an order would change for its seat, fighting left out; `odds` where there would be fighting."""

    stock: tuple[Stock, Stock]
    """Before and after."""
    income: tuple[Stock, Stock]
    regions: tuple[int, int]
    units: tuple[int, int]
    affordable: tuple[int, int]
    """Units the seat may buy this turn."""
    odds: Odds | None = None
