"""A bot tried out: does it keep what the contract asks of bots, in every kind of position of a game?

Positions come from random matches of every preset, with the fewest seats and, in the standard preset, with the most:
openings, middles, ends, every phase, and tables where somebody has resigned. Everything is counted and nothing timed,
so the same bot always gets the same answer. Work is counted in calls of functions, which only Python code makes.
"""

from __future__ import annotations

import io
import random
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from armillary.bots.deciding import dice_for
from armillary.bots.failures import cause_of, what_is_wrong
from armillary.bots.registry import Make, find
from armillary.core import codec
from armillary.core.contract import AnyGame, Bot, BotInfo
from armillary.core.dice import FastDice
from armillary.core.match import AnyMatch, Match
from armillary.core.prose import counted
from armillary.core.seeds import seed_from
from armillary.core.values import Seat

SEED = seed_from("bot try")
MAX_STEPS = 3_000
"""A random match is followed no further than this."""
SPREAD = 5
"""So many positions of a match are looked at besides those of every phase."""
MAX_CALLS, CALLS_PER_BUDGET = 3_000_000, 20_000
"""Calls of functions that a decision may take at all, and those for every unit of its budget."""


class TooMuchWork(BaseException):
    """A decision has taken too many calls. No ordinary error, so that a bot does not catch it by accident."""


class Situation(NamedTuple):
    """A moment at which a seat owes an order."""

    match: AnyMatch
    seat: Seat
    where: str


@dataclass
class Report:
    """What was found: every fault with how often it was seen, and where first."""

    decisions: int = 0
    raised: int = 0
    """Decisions that ended with an error."""
    faults: dict[str, list[str]] = field(default_factory=dict)
    """What is wrong, by where it was seen."""
    _lines: dict[str, str] = field(default_factory=dict)
    """The first fault of each line of the bot's code: another error there is hardly another fault."""

    def add(self, fault: str, where: str, line: str = "") -> None:
        """One fault more, found at this line of the bot's code where one is to blame."""
        first = self._lines.setdefault(line, fault) if line else fault
        self.faults.setdefault(first, []).append(where)

    def sentences(self) -> list[str]:
        """Each fault as a line."""
        seen = "{}\n  Seen {}, first {}."
        return [seen.format(fault, counted(len(at), "time"), at[0]) for fault, at in self.faults.items()]


def try_out(game: AnyGame, bot: str | Make) -> Report:
    """Let a bot decide in every kind of position of a game; raises `BadInput` where there is no such bot."""
    info, report = find(game, bot), Report()
    for situations in _matches(game, info):
        try:
            first, anew = info.make(), info.make()
        except (Exception, SystemExit) as error:  # noqa: BLE001 (anybody's code)
            report.add(f"It cannot be made: {cause_of(error)}", f"in {game.title}")
            report.decisions, report.raised = report.decisions + 1, report.raised + 1
            return report
        orders = [_tried(first, info, situation, report) for situation in situations]
        for situation, order in reversed(list(zip(situations, orders, strict=True))):
            if order is not None:
                _try_again(first, info, situation, order, report, "It is not repeatable: asked again, it orders")
                _try_again(anew, info, situation, order, report, "It is not repeatable: made anew, it orders")
    return report


# -- positions -------------------------------------------------------------------------------------------------


def _matches(game: AnyGame, info: BotInfo) -> Iterator[list[Situation]]:
    """Situations of a random match of every kind that the bot can play, in the order in which they came about."""
    fewest, most = game.seats
    for preset, config_for in game.presets.items():
        for seats in dict.fromkeys((fewest, most)) if preset == "standard" else (fewest,):
            config = config_for(seats)
            if info.ready is None or info.ready(config, seats).obstacle is None:
                match = Match.begin(game, seats=seats, config=config, seed=SEED)
                yield list(_situations(match, f"in {game.title}, preset {preset}, with {seats} seats"))


def _situations(match: AnyMatch, where: str) -> Iterator[Situation]:
    """Some moments of this match: the first, the last and some in between; the first and the last of every phase."""
    played = list(_random_match(match))
    phases: dict[str, list[int]] = {}
    for at, each in enumerate(played):
        phases.setdefault(each.game.rules.phase(each.state).name, []).append(at)
    spread = {at * (len(played) - 1) // (SPREAD - 1) for at in range(SPREAD)}
    for at in sorted(spread.union(*((places[0], places[-1]) for places in phases.values()))):
        yield from _acting(played[at], where)
    middle = played[len(played) // 2]
    if len(middle.seats) > 2:
        gone = next(seat for seat in reversed(middle.seats) if middle.to_act != (seat,))
        yield from _acting(middle.resign(gone), f"{where}, one of them resigned")


def _acting(match: AnyMatch, where: str) -> Iterator[Situation]:
    """The first and the last seat that owes an order now."""
    for seat in sorted({*match.waiting_for[:1], *match.waiting_for[-1:]}):
        yield Situation(match, seat, f"{where}, as Player {seat} in step {match.step}")


def _random_match(match: AnyMatch) -> Iterator[AnyMatch]:
    dice = FastDice(int.from_bytes(SEED))
    while match.to_act and match.step < MAX_STEPS:
        yield match
        for seat in match.to_act:
            match = match.submit(seat, match.game.hints.random_order(match.state, seat, dice))


# -- decisions -------------------------------------------------------------------------------------------------


def _tried(bot: Bot[Any, Any], info: BotInfo, situation: Situation, report: Report) -> Any:
    """The bot's order, if it is one; whatever is wrong goes into the report."""
    match, seat, where = situation
    view, options = match.game.sight.view(match.state, seat), match.game.sight.options(match.state, seat)
    given, chance, printed = codec.encode((view, options)), random.getstate(), io.StringIO()
    report.decisions += 1
    try:
        with redirect_stdout(printed), _counting(info.budget):
            order = bot.decide(view, options, dice_for(SEED, seat, match.step), info.budget)
    except TooMuchWork:
        report.add(f"It is much slower than its budget of {info.budget:,} allows.", where)
        return None
    except (Exception, SystemExit) as error:  # noqa: BLE001 (anybody's code)
        report.raised += 1
        cause = cause_of(error)
        report.add(f"It fails: {cause}", where, cause.where)
        return None
    if codec.encode((view, options)) != given:
        report.add("It changes the view or the options that it is given.", where)
    if random.getstate() != chance:
        report.add("It draws from `random`; its only source of chance is the dice it is given.", where)
    if printed.getvalue():
        report.add("It prints to standard output; use standard error.", where)
    if problem := what_is_wrong(match, seat, order):
        report.add(problem.why, where)
        return None
    return order


def _try_again(bot: Bot[Any, Any], info: BotInfo, situation: Situation, order: Any, report: Report, said: str) -> None:
    """The same view, options, dice and budget must give the same order."""
    match, seat, where = situation
    sight = match.game.sight
    view = sight.view(match.state, seat)
    try:
        with redirect_stdout(io.StringIO()), _counting(info.budget):
            again = bot.decide(view, sight.options(match.state, seat), dice_for(SEED, seat, match.step), info.budget)
    except (Exception, SystemExit, TooMuchWork) as error:  # noqa: BLE001 (anybody's code)
        report.add(f"{said} nothing: {cause_of(error)}", where)
        return
    try:
        is_same = codec.encode(again) == codec.encode(order)
    except TypeError:
        is_same = False
    if not is_same:
        report.add(f"{said} something else.", where)


@contextmanager
def _counting(budget: int) -> Iterator[None]:
    """Raise `TooMuchWork` inside once there are too many calls. Somebody else's profiler or debugger goes first."""
    left = MAX_CALLS + CALLS_PER_BUDGET * budget

    def count(*_: object) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            raise TooMuchWork

    before: Callable[..., Any] | None = sys.getprofile()
    if before is None:
        sys.setprofile(count)
    try:
        yield
    finally:
        sys.setprofile(before)
