"""Who may know what in Stellar Skirmish: everything but the order of the undealt deck (SS-16)."""

from __future__ import annotations

from operator import attrgetter

import msgspec

from armillary.core.dice import Dice
from armillary.core.options import Choice, Options, Template
from armillary.core.values import Seat
from armillary.games.skirmish import rules
from armillary.games.skirmish.model import Claim, Planet, Play, Preview, PublicSetup, Setup, State, View

_id = attrgetter("id")


def view(state: State, seat: Seat | None) -> View:
    """Built from what is public; the planet at stake is face up before anyone plays (SS-4)."""
    deck, index = state.setup.planet_deck, state.current_planet_index
    in_pot = bool(state.planet_pot) or state.end_reason is not None
    stake = _stake(state)
    face_up = 0 if in_pot else len(stake)
    return View(
        seat=seat,
        setup=PublicSetup(state.setup.seats, tuple(sorted(deck, key=_id))),
        battle=state.battle,
        hands=state.hands,
        stake=tuple(map(_id, stake)),
        in_pot=in_pot,
        dealt=tuple(map(_id, deck[:index])),
        undealt=tuple(sorted(map(_id, deck[index + face_up :]))),
        claimed_planets=tuple(
            [tuple([Claim(planet.id, planet.victory_points) for planet in each]) for each in state.claimed_planets]
        ),
        scores=tuple([rules.score(claimed) for claimed in state.claimed_planets]),
        end_reason=state.end_reason,
    )


def _stake(state: State) -> tuple[Planet, ...]:
    """What this battle is for; once it is over, what was left in the pot."""
    if state.end_reason is not None:
        return state.planet_pot
    return rules.at_stake(state.planet_pot, state.setup.planet_deck, state.current_planet_index)


def options(state: State, seat: Seat, draft: Play | None = None) -> Options[Play]:
    """Any card held."""
    order = draft if draft and not rules.check(state, seat, draft) else rules.default_order(state, seat)
    cards = tuple(sorted(set(state.hands[seat - 1])))
    return Options((Template(order, (Choice(("card",), cards),)),))


def preview(state: State, seat: Seat, order: Play) -> Preview:
    """What is at stake, and whose remaining cards could beat or tie this one: hands are public."""
    hand = list(state.hands[seat - 1])
    if order.card in hand:
        hand.remove(order.card)
    others = [() if other == seat else cards for other, cards in enumerate(state.hands, start=1)]
    return Preview(
        violations=rules.check(state, seat, order),
        stake_victory_points=sum(planet.victory_points for planet in _stake(state)),
        hand_after=tuple(hand),
        beaten_by=tuple(sum(card > order.card for card in cards) for cards in others),
        tied_by=tuple(cards.count(order.card) for cards in others),
    )


def sample_world(view: View, dice: Dice) -> State:
    """The undealt planets in random order, everything else as seen."""
    printed = view.planets
    stake = tuple(printed[planet] for planet in view.stake)
    face_up: tuple[str, ...] = () if view.in_pot else view.stake
    deck = (*view.dealt, *face_up, *dice.shuffle(view.undealt))
    return State(
        setup=Setup(view.setup.seats, tuple(printed[planet] for planet in deck)),
        battle=view.battle,
        hands=view.hands,
        current_planet_index=len(view.dealt),
        planet_pot=stake if view.in_pot else (),
        claimed_planets=tuple(
            tuple([_claimed(printed[claim.id], claim) for claim in claimed]) for claimed in view.claimed_planets
        ),
        end_reason=view.end_reason,
    )


def _claimed(printed: Planet, claim: Claim) -> Planet:
    if claim.victory_points == printed.victory_points:
        return printed
    return msgspec.structs.replace(printed, victory_points=claim.victory_points)
