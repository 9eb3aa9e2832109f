"""What happened since a person last looked: by round and by player, newest last."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from armillary.core.contract import Step
from armillary.core.match import AnyMatch, Resignation, Turn
from armillary.core.prose import capitalised, player
from armillary.core.values import Phase, Seat
from armillary.terminal import show


@dataclass
class Group:
    """What happened in one round, in the turn of one player where they move in turn."""

    title: str
    sentences: list[str] = field(default_factory=list)


def opening(match: AnyMatch, seat: Seat | None) -> Iterator[Group]:
    """What the setup of a match tells."""
    for step in match.recent:
        yield Group("The beginning", _sentences(match, step, seat))


def since(before: AnyMatch, after: AnyMatch, seat: Seat | None) -> Iterator[Group]:
    """What this seat may know of everything that a move has led to."""
    steps, state = iter(after.recent), before.state
    for entry in after.log[len(before.log) :]:
        phase, view = after.game.rules.phase(state), after.game.sight.view(state, seat)
        if isinstance(entry, Turn):
            step = next(steps)
            actor = f" · {player(entry.orders[0][0], view)}" if len(entry.orders) == 1 else ""
            yield Group(round_title(phase) + actor, _sentences(after, step, seat))
            state = step.state
        elif isinstance(entry, Resignation):
            yield Group(round_title(phase), [f"{player(entry.seat, view)} resigned."])


def round_title(phase: Phase) -> str:
    """`Battle 3`; a name with a number of its own comes after the round: `Round 3, declaration 1`.

    Where everybody has a turn in every round, it is `Round 3`.
    """
    if phase.name[-1:].isdigit():
        return f"Round {phase.round}, {phase.name}"
    if phase.name == "turn" and phase.part[1] > 1:
        return f"Round {phase.round}"
    return f"{capitalised(phase.name)} {phase.round}"


def gathered(groups: Iterable[Group]) -> list[Group]:
    """The groups with anything in them; neighbours of the same title are one."""
    found: list[Group] = []
    for group in groups:
        if found and found[-1].title == group.title:
            found[-1].sentences.extend(group.sentences)
        elif group.sentences:
            found.append(Group(group.title, list(group.sentences)))
    return found


def newest(groups: Sequence[Group], lines: int) -> tuple[list[Group], int]:
    """As many of the newest sentences as fit with their titles on so many lines, and how many are left out."""
    kept: list[Group] = []
    for group in reversed(groups):
        room = lines - 1
        if room < 1:
            break
        kept.insert(0, Group(group.title, group.sentences[-room:]))
        lines = room - len(kept[0].sentences)
    total = sum(len(group.sentences) for group in groups)
    return kept, total - sum(len(group.sentences) for group in kept)


def _sentences(match: AnyMatch, step: Step[Any], seat: Seat | None) -> list[str]:
    return show.news(match.game, step.events, match.game.sight.view(step.state, seat))
