"""`armillary play` without a game: what to play, with a choice that Enter takes at every question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from armillary import bots
from armillary.core import registry
from armillary.core.contract import AnyGame
from armillary.core.errors import BadInput
from armillary.core.prose import find
from armillary.terminal.players import PERSON, opponent
from armillary.terminal.prompt import Left
from armillary.terminal.screen import LEAVE, Screen

LESSON, FULL = "lesson", "standard"
COMPANION = "Somebody else at this keyboard."


@dataclass(frozen=True)
class Chosen:
    """What somebody wants to play."""

    game: AnyGame
    preset: str
    seats: int
    opponent: str
    """A bot's name, or a person."""

    @property
    def seating(self) -> tuple[str, ...]:
        """The person who chose, then the opponents."""
        return (PERSON, *[self.opponent] * (self.seats - 1))

    @property
    def command(self) -> str:
        """What starts the same match without questions."""
        preset = "" if self.preset == FULL else f" --preset {self.preset}"
        seated = "".join(f" --seat {name}" for name in self.seating)
        return f"armillary play {self.game.slug}{preset}{seated}"


def choose(screen: Screen) -> Chosen:
    """Ask for everything that a first match needs; raises `Left` when the person would rather leave."""
    screen.say("What would you like to play? Press Enter to take what is marked with *, or type q to leave.", "bold")
    games = {game.slug: game for game in registry.games()}
    shortest = min(games.values(), key=lambda game: game.minutes)
    abouts = [(game.slug, f"{game.title}, {_minutes(game)}. {game.summary}") for game in games.values()]
    game = games[_one_of(screen, "Game", abouts, shortest.slug)]
    lengths = [(name, game.presets[name].about) for name in (LESSON, FULL) if name in game.presets]
    preset = _one_of(screen, "A lesson or a full match", lengths, lengths[0][0])
    levels = [(info.name, info.about) for info in bots.known(game).values()]
    against = _one_of(screen, "Opponent", [*levels, (PERSON, COMPANION)], opponent(game))
    chosen = Chosen(game, preset, _seats(screen, game), against)
    screen.say(f"The same match without questions: {chosen.command}", "dim")
    return chosen


def _minutes(game: AnyGame) -> str:
    low, high = game.minutes
    return f"{low} to {high} minutes"


def _one_of(screen: Screen, question: str, offered: Sequence[tuple[str, str]], default: str) -> str:
    """One of the names offered, by its number or by its name."""
    wide = max(len(name) for name, _ in offered)
    for number, (name, about) in enumerate(offered, start=1):
        screen.say(f"{'*' if name == default else ' '} {number}  {name:{wide}}  {about}")
    names = [name for name, _ in offered]
    while True:
        answer = _answer(screen, f"{question} [{default}]: ", names)
        if not answer:
            return default
        if answer.isdecimal() and 0 < int(answer) <= len(names):
            return names[int(answer) - 1]
        try:
            return find(answer, names, "choice")
        except BadInput as error:
            screen.say(str(error), "red")


def _seats(screen: Screen, game: AnyGame) -> int:
    fewest, most = game.seats
    if fewest == most:
        return fewest
    while answer := _answer(screen, f"Players, {fewest} to {most} [{fewest}]: ", ()):
        if answer.isdecimal() and len(answer) < len("1000") and fewest <= int(answer) <= most:
            return int(answer)
        screen.say(f"{game.title} is for {fewest} to {most} players. Type a number.", "red")
    return fewest


def _answer(screen: Screen, question: str, names: Sequence[str]) -> str:
    answer = screen.ask(question, lambda typed: [name for name in names if name.startswith(typed)])
    if answer.lower() in LEAVE:
        raise Left
    return answer
