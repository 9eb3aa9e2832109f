"""Who sits where: people and bots. The names in the record tell which is which.

A person on seat 1 is called `Player 1`, a bot `bot:medium`; anybody with another name is a person. Bots draw from dice
made from the match's seed, the seat and the step, so a match that is saved and resumed, or simulated again from the
same seed, goes on in the same way.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

from armillary import bots
from armillary.bots.deciding import PREFIX, Player
from armillary.core.contract import AnyGame
from armillary.core.errors import BadInput
from armillary.core.match import AnyMatch
from armillary.core.prose import counted
from armillary.core.values import Seat
from armillary.terminal.cast import LONGEST_NAME
from armillary.terminal.text import one_line

PERSON = "person"
HUMAN = "human"
"""Another word for the same."""

Bots: TypeAlias = dict[Seat, Player]


FIRST_OPPONENT = "easy"


def opponent(game: AnyGame) -> str:
    """The bot that people meet unless they ask for another: the easy one or, where there is none, the game's own."""
    if FIRST_OPPONENT in bots.names(game):
        return FIRST_OPPONENT
    return own_bot(game)


def own_bot(game: AnyGame) -> str:
    """The game's own player, which is medium in our games."""
    return game.hints.bots[0].name if game.hints.bots else bots.names(game)[-1]


def player_names(seated: Sequence[str], given: Sequence[str] = ()) -> tuple[str, ...]:
    """The players' names in the record, for `person` or a bot's name on each seat; people may be given names."""
    people = seated.count(PERSON)
    for name in given:
        if len(one_line(name)) > LONGEST_NAME:
            raise BadInput(
                f"The name {one_line(name, 40)!r} is too long; a name has at most {LONGEST_NAME} characters."
            )
    if len(given) > people:
        raise BadInput(f"{counted(len(given), 'name')} for {counted(people, 'person', 'people')}.")
    names = iter(given)
    return tuple(
        next(names, f"Player {seat}") if who == PERSON else f"{PREFIX}{who}" for seat, who in enumerate(seated, start=1)
    )


def ready_bots(game: AnyGame, names: Iterable[str], config: Any, seats: int) -> list[str]:
    """What these bots play matches of this config by; raises `BadInput` for one that is unknown or cannot play them."""
    infos = [bots.find(game, name) for name in dict.fromkeys(names) if name != PERSON]
    return [note for info in infos if (note := bots.require_ready(info, config, seats))]


def bots_for(game: AnyGame, seated: Sequence[str]) -> Bots:
    """The bots among those who take the seats, by seat; raises `BadInput` for an unknown name."""
    return {seat: Player(bots.find(game, name)) for seat, name in enumerate(seated, start=1) if name != PERSON}


def bots_at(match: AnyMatch) -> Bots:
    """The bots of a match that was saved, by seat; people play all other seats.

    Only bots that are installed: a file that names a place must not make anybody run what is there.
    """
    return {
        seat: Player(bots.find(match.game, name.removeprefix(PREFIX)))
        for seat, name in enumerate(match.players, start=1)
        if name.startswith(PREFIX) and name.removeprefix(PREFIX) in bots.names(match.game)
    }


def absent_bots(match: AnyMatch) -> dict[Seat, str]:
    """The bots of a match that was saved that are not installed, by seat: people play for them."""
    named = {
        seat: name.removeprefix(PREFIX) for seat, name in enumerate(match.players, start=1) if name.startswith(PREFIX)
    }
    return {seat: name for seat, name in named.items() if name not in bots.names(match.game)}
