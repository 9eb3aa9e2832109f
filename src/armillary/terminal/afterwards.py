"""What comes after a match: its record is kept, and the same players may play again."""

from __future__ import annotations

from armillary.bots.deciding import Player
from armillary.core.errors import ArmillaryError
from armillary.core.match import AnyMatch, Match
from armillary.terminal import saves
from armillary.terminal.players import Bots
from armillary.terminal.prompt import save_as
from armillary.terminal.screen import LEAVE, Screen

REMATCH = ("rematch", "r")
AGAIN = "Type 'rematch' to play again, 'save FILE' to save a copy, or press Enter to leave: "


def keep_record(screen: Screen, match: AnyMatch) -> None:
    """Keep the record, and say how to look at it again; where that fails, say so."""
    try:
        path = saves.keep_finished(match)
    except ArmillaryError as error:
        screen.warn(f"The record of this match is not kept. {error} Save it with: save FILE")
        return
    screen.say(
        f"The record is kept as {path}\nThe last {saves.MAX_FINISHED} records stay there. To go back to this match:"
    )
    screen.say("  armillary replay          see it again, step by step")
    screen.say("  armillary analyse         see where a better order was missed")
    screen.say("  armillary play --rematch  play it again, everybody one seat further on")


def wants_rematch(screen: Screen, match: AnyMatch) -> bool:
    """Ask what to do after the end of a match."""
    while (answer := screen.ask(AGAIN)) and answer.lower() not in LEAVE:
        word, _, rest = answer.partition(" ")
        if answer.lower() in REMATCH:
            return True
        if word.lower() == "save":
            save_as(screen, match, rest.strip())
        else:
            screen.say(f"{answer!r} is not understood.")
    return False


def rematch_of(match: AnyMatch, bots: Bots) -> tuple[AnyMatch, Bots]:
    """The same game with the same players, everybody one seat further on, and bots that remember nothing."""
    seats = len(match.players)
    moved = [
        name if name != f"Player {seat}" else f"Player {seat % seats + 1}"
        for seat, name in zip(match.seats, match.players, strict=True)
    ]
    players = (moved[-1], *moved[:-1])
    if match.config is None:
        again: AnyMatch = Match.from_position(match.game, match.opening, players=players)
    else:
        again = Match.begin(match.game, seats=seats, config=match.config, players=players)
    return again, {seat % seats + 1: Player(bot.info) for seat, bot in bots.items()}
