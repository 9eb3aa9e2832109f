"""Stellar Skirmish in words: notation for cards and positions, and every sentence of the game."""

from __future__ import annotations

from collections.abc import Sequence

from armillary.core import values
from armillary.core.errors import BadNotation
from armillary.core.values import Fate, Seat, Violation, path_text
from armillary.games.skirmish.model import (
    Awarded,
    Ended,
    Planet,
    PlanetAbility,
    PlanetAbilityType,
    Play,
    Preview,
    Revealed,
    Tied,
    View,
    Won,
)
from armillary.games.skirmish.positions import format_state, parse_state

__all__ = [
    "describe",
    "explain",
    "forecast",
    "format_order",
    "format_state",
    "notation",
    "parse_order",
    "parse_state",
    "tell",
]

MOST_DIGITS = 15


# -- orders ------------------------------------------------------------------------------------------------


def parse_order(text: str, view: View) -> Play:  # noqa: ARG001 (a card needs no context)
    """`play 7`, or just `7`."""
    number = text.strip().lower().removeprefix("play").strip()
    if not (number.removeprefix("-").isascii() and number.removeprefix("-").isdigit() and len(number) <= MOST_DIGITS):
        raise BadNotation(f"a card is a whole number, for instance 'play 7'; not {text.strip()[:40]!r}")
    return Play(int(number))


def format_order(order: Play, view: View) -> str:  # noqa: ARG001
    """`play 7`."""
    return f"play {order.card}"


def notation() -> str:
    """How cards are typed."""
    return "Type the card you play: '7' or 'play 7'. You may play any ship card in your hand, each of them once."


# -- sentences ---------------------------------------------------------------------------------------------

VIOLATIONS = {
    "card_not_held": "You do not hold the card {card}; you hold {hand}.",
    "too_few_seats": "{asked} seats are too few; the game needs at least {fewest}.",
    "too_many": "{asked} are too many; {most} is the most.",
    "too_large": "{asked} is too large; {most} is the most, up or down.",
    "too_small": "{asked} is too small; {fewest} is the least.",
    "bad_length": "A text here has {fewest} to {most} characters, not {asked}.",
    "unfit_characters": "Control characters and marks that turn a line around do not belong in a text.",
    "repeated_id": "The id {id} stands in the deck twice.",
    "unknown_param": "This ability knows only: {known}.",
    "unknown_class": "Planet classes are: {known}.",
    "not_a_whole_number": "A whole number belongs here.",
    "one_a_seat": "{asked} are given for {seats} seats.",
    "outside_the_deck": "{asked} lies outside the deck; it goes up to {most}.",
    "end_reason_does_not_fit": "The hands and planets do not fit the end reason {asked}.",
    "not_dealt_once": "Planet {id} has not left the deck, or lies in two places.",
    "not_as_printed": "Planet {id} is not as it stands in the deck.",
    "dealt_and_gone": "Left the deck and nowhere to be found: {ids}.",
}

FATES = {
    "won": "The {card} won the battle.",
    "tied": "The {card} tied for highest: nobody scored.",
    "lost": "The {card} was not enough.",
}

ENDINGS = {
    "normal": "all ships are spent and every planet is claimed",
    "ships_exhausted_planets_remaining": "all ships are spent, with planets left over",
    "player_out_of_cards_early": "a player ran out of ships before the others",
}


def explain(note: Violation | Fate, view: View | None = None) -> str:  # noqa: ARG001
    """One sentence with the rule it stands on."""
    if isinstance(note, Fate):
        return f"{FATES[note.verdict].format(**note.params)} [{note.rule}]"
    params = {name: _listed(value) for name, value in note.params.items()}
    return f"{VIOLATIONS[note.code].format(**params)} ({path_text(note.path)}) [{note.rule}]"


def _listed(value: object) -> object:
    """Cards one after the other, everything else as it is."""
    return " ".join(str(card) for card in value) if isinstance(value, list) else value


def tell(event: values.Event, view: View) -> str:
    """What happened, as one sentence."""
    match event:
        case Revealed(cards=cards):
            plays = [f"{_player(seat, view)} played {card}" for seat, card in enumerate(cards, start=1)]
            return f"{_list(plays)}."
        case Won(winner=winner, card=card, planets=()):
            return f"{_player(winner, view)} won with {card}, but nothing was at stake."
        case Won(winner=winner, card=card, planets=planets):
            return f"{_player(winner, view)} won with {card} and claimed {', '.join(planets)}."
        case Tied(seats=seats, card=card, added=added):
            who = _list([_player(seat, view) for seat in seats])
            more = f"{added} joins the pot" if added else "the deck is empty, the pot stays"
            return f"{who} tied at {card}: nobody scores, {more}."
        case Awarded(winner=winner, planet=planet, victory_points=points, through=through):
            return f"Through {through}, {_player(winner, view)} was given {planet} ({points} VP) without a battle."
        case Ended(reason=reason):
            return f"The game is over: {ENDINGS[reason]}."
    raise TypeError(f"not an event of this game: {event!r}")


def forecast(preview: Preview, view: View) -> str:
    """What is at stake, and who could still answer."""
    lines = [f"{preview.stake_victory_points} VP are at stake."]
    for seat, (above, equal) in enumerate(zip(preview.beaten_by, preview.tied_by, strict=True), start=1):
        if seat != view.seat:
            lines.append(
                f"{_player(seat, view)} holds {above} higher and {equal} equal of {len(view.hands[seat - 1])}."
            )
    lines.append(f"You would keep: {' '.join(str(card) for card in sorted(preview.hand_after)) or 'nothing'}.")
    return "\n".join(lines)


def describe(view: View) -> str:
    """The whole table in plain text."""
    lines = [f"Battle {view.battle}." if view.end_reason is None else f"Over: {ENDINGS[view.end_reason]}."]
    stake = ", ".join(_planet(planet) for planet in view.stake) or "nothing"
    total = sum(planet.victory_points for planet in view.stake)
    lines.append(f"At stake: {stake}" + (f" ({total} VP in all)." if len(view.stake) > 1 else "."))
    for seat, (hand, claimed, score) in enumerate(zip(view.hands, view.claimed_planets, view.scores, strict=True), 1):
        ships = " ".join(str(card) for card in sorted(hand)) or "none"
        won = ", ".join(planet.id for planet in claimed) or "nothing yet"
        lines.append(f"{_player(seat, view)}: {score} VP. Ships: {ships}. Claimed: {won}.")
    left = sum(planet.victory_points for planet in view.undealt)
    planets = "1 planet" if len(view.undealt) == 1 else f"{len(view.undealt)} planets"
    lines.append(f"Face down: {planets}, {left} VP.")
    return "\n".join(lines)


def _player(seat: Seat, view: View) -> str:
    return f"Player {seat} (you)" if seat == view.seat else f"Player {seat}"


def _planet(planet: Planet) -> str:
    details = [f"{planet.victory_points} VP"]
    if planet.planet_class:
        details.append(planet.planet_class.replace("_", " "))
    details += [_ability(ability) for ability in planet.abilities]
    name = planet.id if planet.name is None else f"{planet.name} [{planet.id}]"
    return f"{name} ({'; '.join(details)})"


def _ability(ability: PlanetAbility) -> str:
    params = ability.params
    if ability.type is PlanetAbilityType.CLASS_SET_BONUS:
        kind = str(params.get("class", "?")).replace("_", " ")
        return f"{params.get('bonus', 0)} VP for every {params.get('size', '?')} of class {kind}"
    times = params.get("multiplier", 1)
    return "brings the next planet" if times == 1 else f"brings the next planet at {times} times its VP"


def _list(names: Sequence[str]) -> str:
    return ", ".join(names[:-1]) + f" and {names[-1]}"
