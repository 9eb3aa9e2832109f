"""Golden playthroughs: short matches written out in full, to be read, kept and compared.

    python -m armillary.testing.golden tests/games
    python -m armillary.testing.golden --game mygame tests

rewrites every `<slug>/golden/*.txt` below a folder, or every `golden/*.txt` as playthroughs of one game; read the
difference before you keep it. The head of a file,
down to the line of dashes, is TOML and says what is played (`Head`): to add a playthrough, write a head and run the
command. Everybody plays random legal orders.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

import msgspec

from armillary.core import codec
from armillary.core.contract import AnyGame, Step
from armillary.core.dice import Dice, FastDice
from armillary.core.errors import ArmillaryError, BadData
from armillary.core.match import AnyMatch, Match
from armillary.core.registry import game as registered
from armillary.core.values import Event, Fate, Outcome, Seat, path_text
from armillary.testing.openings import Opening, config_of, position

RULER = "-" * 80


class Head(Opening, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a playthrough is made from."""

    shows: str
    """Why this match was chosen: one sentence."""
    orders: int
    """The number the random orders are drawn from."""
    most_turns: Annotated[int, msgspec.Meta(ge=1)] = 30
    views_every: Annotated[int, msgspec.Meta(ge=1)] = 5
    """After every this many turns, what one seat sees is written too; the seats take turns."""


def head_of(text: str) -> Head:
    """The parameters at the head of a playthrough; raises `BadData`."""
    written, _, _ = text.partition(RULER)
    try:
        head: Head = codec.convert(tomllib.loads(written), Head, "head")
    except tomllib.TOMLDecodeError as error:
        raise BadData(f"head: {error}") from error
    return head


def rewritten(game: AnyGame, text: str) -> str:
    """The playthrough this text should be: its own head, and the match that head means."""
    written, _, _ = text.partition(RULER)
    body = "\n".join(_body(game, head_of(text)))
    return f"{written.rstrip()}\n{RULER}\n{body}\n"


# -- the match ---------------------------------------------------------------------------------------------


def _body(game: AnyGame, head: Head) -> Iterator[str]:
    match = _begin(game, head)
    dice = FastDice(head.orders)
    yield f"{game.title}, rules version {game.version}, {len(match.seats)} seats"
    yield ""
    yield f"opening {match.hashes[0]}"
    yield from _happened(match)
    for seat in _watchers(match):
        yield from _seen(match, seat)
    while match.to_act and match.step < head.most_turns:
        yield ""
        yield from _heading(match)
        match, written = _turn(match, dice)
        yield from written
        yield from _happened(match)
        number, rest = divmod(match.step, head.views_every)
        if rest == 0:
            watchers = _watchers(match)
            yield from _seen(match, watchers[(number - 1) % len(watchers)])
    yield ""
    yield from _ending(match.outcome)


def _begin(game: AnyGame, head: Head) -> AnyMatch:
    if head.given is not None:
        return Match.from_position(game, position(game, head.given), seed=head.secret)
    config, seats = config_of(game, head)
    return Match.begin(game, config=config, seats=seats, seed=head.secret)


def _turn(match: AnyMatch, dice: Dice) -> tuple[AnyMatch, list[str]]:
    """The match after everybody's random order, and those orders in notation."""
    state, written = match.state, []
    for seat in match.to_act:
        order = match.game.hints.random_order(state, seat, dice)
        text = match.game.words.format_order(order, match.game.sight.view(state, seat))
        written += _paragraph(f"seat {seat} orders", text)
        match = match.submit(seat, order)
    return match, written


# -- writing it down ---------------------------------------------------------------------------------------


def _heading(match: AnyMatch) -> Iterator[str]:
    phase = match.game.rules.phase(match.state)
    yield f"turn {match.step + 1}: {phase.name}, round {phase.round}"


def _happened(match: AnyMatch) -> Iterator[str]:
    for step in match.recent:
        yield from _told(match, step)
    yield from _paragraph("position", match.game.words.format_state(match.state))
    if match.step:
        yield f"  hash: {match.hashes[-1]}"


def _told(match: AnyMatch, step: Step[Any]) -> Iterator[str]:
    for event in step.events:
        yield f"  {_audience(event)}{match.game.words.tell(event, _view(match, event))} [{event.rule}]"
    for fate in step.fates:
        sentence = match.game.words.explain(fate, _view(match, fate))
        yield f"  {_audience(fate)}seat {fate.seat} {path_text(fate.path)} {fate.verdict}: {sentence}"


def _audience(happened: Event | Fate) -> str:
    if happened.seen_by is None:
        return ""
    return f"(seat {', '.join(map(str, happened.seen_by)) or 'nobody'} only) "


def _view(match: AnyMatch, happened: Event | Fate) -> Any:
    """The view a sentence is written for: a spectator's, or that of the first seat that may know."""
    seat: Seat | None = happened.seen_by[0] if happened.seen_by else None
    return match.game.sight.view(match.state, seat)


def _watchers(match: AnyMatch) -> tuple[Seat | None, ...]:
    return (*match.seats, None)


def _seen(match: AnyMatch, seat: Seat | None) -> list[str]:
    who = "a spectator sees" if seat is None else f"seat {seat} sees"
    return _paragraph(who, match.game.words.describe(match.game.sight.view(match.state, seat)))


def _paragraph(label: str, text: str) -> list[str]:
    """One line where it fits one, else an indented block."""
    lines = text.splitlines() or [""]
    if len(lines) == 1:
        return [f"  {label}: {text}".rstrip()]
    return [f"  {label}:", *(f"    {line}".rstrip() for line in lines)]


def _ending(outcome: Outcome | None) -> Iterator[str]:
    if outcome is None:
        yield "not over yet"
        return
    yield f"over: {outcome.reason}"
    yield f"  winners: {', '.join(map(str, outcome.winners)) or 'nobody'}"
    yield f"  ranking: {' > '.join(' = '.join(map(str, group)) for group in outcome.ranking)}"
    yield f"  scores: {', '.join(map(str, outcome.scores)) or 'none'}"


# -- the command -------------------------------------------------------------------------------------------


def main(arguments: Sequence[str]) -> int:
    """Rewrite every playthrough below the folders, and say which have changed."""
    slug, folders = (arguments[1:2], arguments[2:]) if arguments[:1] == ["--game"] else ([], arguments)
    if not folders:
        print("usage: python -m armillary.testing.golden [--game SLUG] FOLDER...", file=sys.stderr)
        return 2
    failed = False
    for file in sorted(
        file for folder in folders for file in Path(folder).glob("golden/*.txt" if slug else "*/golden/*.txt")
    ):
        try:
            if rewrite(registered(slug[0] if slug else file.parent.parent.name), file):
                print(f"{file}: changed")
        except (ArmillaryError, OSError, UnicodeError) as error:
            print(f"{file}: {error}", file=sys.stderr)
            failed = True
    return int(failed)


def rewrite(game: AnyGame, file: Path) -> bool:
    """Write a playthrough as it is played now; has it changed?"""
    before = file.read_text("utf-8")
    after = rewritten(game, before)
    if after != before:
        file.write_text(after, "utf-8")
    return after != before


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
