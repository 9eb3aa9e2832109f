"""Every sentence of Stellar Skirmish: what happened, what became of a card, and what is wrong with one."""

from __future__ import annotations

from armillary.core import prose, values
from armillary.core.prose import listed, player
from armillary.core.values import Fate, Outcome, Violation
from armillary.games.skirmish.model import Awarded, Ended, EndReason, Revealed, Tied, View, Won
from armillary.games.skirmish.words.labels import title, titles

VIOLATIONS = {
    "card_not_held": "You do not hold the card {card}; your cards are {hand}.",
    "repeated_id": "Planet id {id} appears twice in the deck; every planet needs an id of its own.",
    "unknown_param": "{place} is not a parameter of this ability; it takes {known}.",
    "unknown_class": "{place} must be one of {known}.",
    "not_a_whole_number": "{place} must be a whole number.",
    "one_per_seat": "{place} must have one entry per seat: {seats}, not {asked}.",
    "end_reason_does_not_fit": "The hands and the planets do not agree with whether and why the game is over.",
    "not_dealt_once": "Planet {id} is still in the deck, or lies in two places at once.",
    "not_as_printed": "Planet {id} differs from the planet with the same id in the deck.",
    "dealt_and_gone": "These planets have left the deck but lie nowhere: {ids}.",
}

FATES = {
    "won": "The {card} won the battle.",
    "tied": "The {card} tied for highest: nobody scored.",
    "lost": "The {card} was not enough.",
}

ENDINGS = {
    "normal": "all planets are claimed",
    "ships_exhausted_planets_remaining": "all ships are spent, with planets left over",
    "player_out_of_cards_early": "a player ran out of ships before the others",
}


def explain(note: Violation | Fate, view: View | None = None) -> str:
    """One sentence, and the rule it stands on."""
    return prose.explain(note, VIOLATIONS, FATES)


def tell(event: values.Event, view: View) -> str:
    """What happened, in a sentence or two."""
    match event:
        case Revealed(cards=cards):
            plays = [f"{player(seat, view)} played {card}" for seat, card in enumerate(cards, start=1)]
            return f"{listed(plays)}."
        case Won(winner=winner, card=card, planets=()):
            return f"{player(winner, view)} won with {card}, but nothing was at stake."
        case Won(winner=winner, card=card, planets=planets):
            return f"{player(winner, view)} won with {card} and claimed {listed(titles(planets, view))}."
        case Tied(seats=seats, card=card, added=added):
            who = listed([player(seat, view) for seat in seats])
            pot = (
                f"{title(view.planets[added])} joins the pot" if added else "the pot stays as it is: the deck is empty"
            )
            return f"{who} tied at {card}. Nobody scores, and {pot}."
        case Awarded(winner=winner, planet=planet, victory_points=points, through=through):
            name = view.planets[planet].name or "a planet"
            giver = title(view.planets[through])
            return f"Through {giver}, {player(winner, view)} also received {name} ({points} VP), without a battle."
        case Ended(reason=reason):
            return f"The game is over: {ending(reason, view)}"
    raise TypeError(f"Not an event of this game: {event!r}.")


def ending(reason: EndReason, view: View) -> str:
    """Why the game is over, and who has the most victory points."""
    most = max(view.scores)
    first = [player(seat, view) for seat, score in enumerate(view.scores, start=1) if score == most]
    lead = f"has the most VP: {most}" if len(first) == 1 else f"share the most VP: {most} each"
    return f"{ENDINGS[reason]}. {listed(first)} {lead}."


def conclude(outcome: Outcome, view: View) -> str:
    """Who won, with how many victory points, and why it was over (SS-9, SS-10)."""
    return prose.conclude(outcome, view) or f"{prose.won(outcome, view, 'VP', 'VP')}: {ENDINGS[outcome.reason]}."
