"""Who may know what in Risky Stars: everything but the order of the hero deck (RS-E6)."""

from __future__ import annotations

from collections.abc import Iterator

from armillary.core.dice import Dice
from armillary.core.values import Seat
from armillary.games.risky_stars.map.tables import tables_of
from armillary.games.risky_stars.model import PRICE, Camp, Chart, Place, Prospect, Setup, State, View
from armillary.games.risky_stars.rules.board import owned_bodies, regions_of, units_of
from armillary.games.risky_stars.rules.economy import (
    MAX_LEVEL,
    UPGRADE_PRICE,
    YIELD,
    affordable,
    body_income,
    income,
    upgrade_price,
)
from armillary.games.risky_stars.sight.options import options
from armillary.games.risky_stars.sight.preview import preview

__all__ = ["options", "preview", "sample_world", "view"]


def view(state: State, seat: Seat | None) -> View:
    """Everything that is open, and which cards are left in the deck."""
    setup, tables, seats = state.setup, tables_of(state.setup.map), state.setup.seats
    return View(
        seat=seat,
        setup=Chart(
            seats=seats,
            config=setup.config,
            map=setup.map,
            spots=tables.spots,
            bodies=tables.globes,
            sites=tables.sites,
            unit_price=PRICE,
            yields=YIELD,
            upgrade_prices=UPGRADE_PRICE,
        ),
        round=state.round,
        turn_order=state.turn_order,
        turn=state.turn,
        places=tuple([Camp(p.possessor, p.units, p.guests, p.reinforcements, p.attackers) for p in state.places]),
        stocks=state.stocks,
        income=tuple(income(state)),
        affordable=tuple([affordable(state, other) for other in range(1, seats + 1)]),
        regions=tuple(regions_of(state.places, tables, seats)[1:]),
        units=tuple(units_of(state.places, seats)[1:]),
        prospects=() if seat is None else tuple(_prospects(state, seat)),
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


def _prospects(state: State, seat: Seat) -> Iterator[Prospect]:
    tables = tables_of(state.setup.map)
    for body in owned_bodies(state.places, tables, seat):
        level = state.levels[body]
        if level < MAX_LEVEL:
            price = upgrade_price(tables, body, level)
            now, then = (body_income(state, body, at) for at in (level, level + 1))
            yield Prospect(body, level + 1, price, (now, then), -(-sum(price) // (then - now)))


def sample_world(view: View, dice: Dice) -> State:
    """The deck in a random order, everything else as seen."""
    setup = view.setup
    return State(
        setup=Setup(setup.seats, setup.config, setup.map),
        round=view.round,
        turn_order=view.turn_order,
        turn=view.turn,
        places=tuple([Place(c.possessor, c.units, c.guests, c.reinforcements, c.attackers) for c in view.places]),
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
