"""Who may know what in Stellar Skirmish: everything but the order of the undealt deck (SS-16)."""

from __future__ import annotations

from armillary.core.dice import Dice
from armillary.core.options import Choice, Options, Template
from armillary.core.values import Seat
from armillary.games.skirmish import rules
from armillary.games.skirmish.model import Planet, Play, Preview, Setup, State, View


def view(state: State, seat: Seat | None) -> View:
    """Built from what is public; the planet at stake is face up before anyone plays (SS-4)."""
    deck, index = state.setup.planet_deck, state.current_planet_index
    in_pot = bool(state.planet_pot) or state.end_reason is not None
    stake = state.planet_pot if in_pot else rules.at_stake(state.planet_pot, deck, index)
    face_up = 0 if in_pot else len(stake)
    return View(
        seat=seat,
        battle=state.battle,
        hands=state.hands,
        stake=stake,
        in_pot=in_pot,
        dealt=deck[:index],
        undealt=tuple(sorted(deck[index + face_up :], key=lambda planet: planet.id)),
        claimed_planets=state.claimed_planets,
        scores=tuple(rules.score(claimed) for claimed in state.claimed_planets),
        end_reason=state.end_reason,
    )


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
        stake_victory_points=sum(planet.victory_points for planet in view(state, seat).stake),
        hand_after=tuple(hand),
        beaten_by=tuple(sum(card > order.card for card in cards) for cards in others),
        tied_by=tuple(cards.count(order.card) for cards in others),
    )


def sample_world(view: View, dice: Dice) -> State:
    """The undealt planets in random order, everything else as seen."""
    face_up: tuple[Planet, ...] = () if view.in_pot else view.stake
    return State(
        setup=Setup(len(view.hands), (*view.dealt, *face_up, *dice.shuffle(view.undealt))),
        battle=view.battle,
        hands=view.hands,
        current_planet_index=len(view.dealt),
        planet_pot=view.stake if view.in_pot else (),
        claimed_planets=view.claimed_planets,
        end_reason=view.end_reason,
    )
