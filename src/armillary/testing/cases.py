"""Conformance cases: what the rule book says, as data anybody can read and add to.

A game's cases are TOML files, one per chapter of its rules. Each case names the rule it is about, says in one sentence
what it shows, begins with a position or a config, gives orders and states what must come of them:

    [[case]]
    rule = "SS-6"
    says = "The highest card takes the whole pot."
    given = "battle 2; deck P1:1 P2:1 | P3:2; pot P1 P2; hands 1..3 / 1..3; claimed - / -"
    orders = { 1 = "play 3", 2 = "play 1" }
    then = "battle 3; deck P1:1 P2:1 | P3:2; pot -; hands 1,2 / 2,3; claimed P1 P2 / -"
    fates = [{ seat = 1, path = "$.card", verdict = "won" }]

`Facts` lists every field there is. `orders` is one turn or a list of turns; `missed` stands for the order of a
seat that missed the deadline. A last turn that is refused, or in which an order is missing, is judged but not
resolved. `refused`, `void` and `altered` together hold everything wrong with the orders of the last turn.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import ndiff
from pathlib import Path
from typing import Any, Literal, NoReturn, TypeAlias

import msgspec

from armillary.core import codec
from armillary.core.contract import AnyGame, Step
from armillary.core.dice import KeyedDice
from armillary.core.errors import ArmillaryError, BadData
from armillary.core.values import Event, Fate, Outcome, Seat, Violation, path_text
from armillary.testing.openings import Opening, begin, config_of, position

MISSED = "missed"
NOT_TO_ACT = "not_to_act"
"""The code by which a case refers to an order from a seat that owes none."""

NOTHING = "none"
"""TOML has no null."""

OrderTexts: TypeAlias = dict[Seat, str]
Codes: TypeAlias = dict[Seat, list[str]]


class CaseFailed(AssertionError):
    """The game does not do what a case says, or the case is malformed."""


class Fault(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A violation of a config or a position."""

    code: str
    path: str


class ExpectedFate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What becomes of one part of an order."""

    seat: Seat
    path: str
    verdict: str


class ExpectedOutcome(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How it ends: only the fields given are compared."""

    winners: list[Seat] | None = None
    ranking: list[list[Seat]] | None = None
    scores: list[int] | None = None
    reason: str | None = None


class Facts(Opening, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One case as it is written."""

    rule: str
    says: str

    orders: OrderTexts | list[OrderTexts] = []
    dice: list[int] = []
    """What the first dice of the last turn show, for rules about dice; the rest follow from the seed."""

    then: str | None = None
    """The position that must come of it."""
    refused: Codes = {}
    void: Codes = {}
    altered: Codes = {}
    fates: list[ExpectedFate] = []
    """Fates the last turn must hold, in any order."""
    events: list[dict[str, Any]] = []
    """Parts of events that must happen in this order, from the opening to the last turn."""
    outcome: ExpectedOutcome | Literal["none"] | None = None
    to_act: list[Seat] | None = None
    config_refused: list[Fault] = []
    position_refused: list[Fault] = []

    @property
    def turns(self) -> list[OrderTexts]:
        """The orders, turn by turn."""
        return self.orders if isinstance(self.orders, list) else [self.orders]

    @property
    def asks_for_a_result(self) -> bool:
        """Does the case say anything that only a resolved turn can show?"""
        result = (self.then, self.outcome, self.to_act)
        return bool(self.fates or self.events) or any(said is not None for said in result)

    @property
    def says_something(self) -> bool:
        """A case that states nothing could never fail."""
        judged = self.refused or self.void or self.altered or self.config_refused or self.position_refused
        return self.asks_for_a_result or bool(judged)


@dataclass(frozen=True)
class Case:
    """One case and where it stands: `SS-6#2` is the file's second case of that rule."""

    file: str
    id: str
    facts: Facts


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    case: list[Facts]


# -- reading -----------------------------------------------------------------------------------------------


def load(file: Path) -> tuple[Case, ...]:
    """The cases of one chapter; raises `CaseFailed` when the file is not well written."""
    try:
        written: _File = codec.convert(tomllib.loads(file.read_text("utf-8")), _File, "cases")
    except (tomllib.TOMLDecodeError, UnicodeError, BadData) as error:
        raise CaseFailed(f"{file.name}: {error}") from error
    seen: dict[str, int] = {}
    cases = []
    for facts in written.case:
        seen[facts.rule] = seen.get(facts.rule, 0) + 1
        cases.append(Case(file.name, f"{facts.rule}#{seen[facts.rule]}", facts))
    return tuple(cases)


def load_folder(folder: Path) -> tuple[Case, ...]:
    """The cases of every chapter in a folder, in the order of the file names."""
    return tuple(case for file in sorted(folder.glob("*.toml")) for case in load(file))


# -- running -----------------------------------------------------------------------------------------------


def run(game: AnyGame, case: Case) -> None:
    """Play one case; raises `CaseFailed` with the file, the case and the difference."""
    try:
        _run(game, case.facts)
    except CaseFailed as failure:
        raise CaseFailed(f"{case.file}, {case.id}: {case.facts.says}\n{failure}") from None
    except ArmillaryError as error:
        raise CaseFailed(f"{case.file}, {case.id}: {case.facts.says}\n{type(error).__name__}: {error}") from error


def _run(game: AnyGame, facts: Facts) -> None:
    if not facts.says_something:
        _fail("the case states nothing that could be checked")
    if facts.config_refused:
        config, seats = config_of(game, facts)
        _same_faults(facts.config_refused, game.rules.check_config(config, seats))
    elif facts.position_refused:
        state = game.words.parse_state(facts.given or "")
        _same_faults(facts.position_refused, game.rules.check_position(state))
    else:
        _play(game, facts)


def _play(game: AnyGame, facts: Facts) -> None:
    step = begin(game, facts)
    events = list(step.events)
    last = len(facts.turns)
    for number, texts in enumerate(facts.turns, start=1):
        orders = _read(game, step.state, texts)
        judged = _judge(game, step.state, orders)
        if number < last:
            _expect_accepted(judged)
        else:
            _same_codes(facts, judged)
        if number == last and not _resolves(game, facts, step.state, orders):
            return
        dice = LoadedDice(facts.secret, number, facts.dice if number == last else [])
        step = game.rules.resolve(step.state, orders, dice)
        dice.expect_used()
        events += step.events
    _check_result(game, facts, step, events)


def _read(game: AnyGame, state: Any, texts: OrderTexts) -> dict[Seat, Any]:
    """The orders that a turn's texts mean."""
    return {
        seat: game.rules.default_order(state, seat)
        if text == MISSED
        else game.words.parse_order(text, game.sight.view(state, seat))
        for seat, text in texts.items()
    }


def _judge(game: AnyGame, state: Any, orders: Mapping[Seat, Any]) -> list[tuple[Seat, Violation]]:
    """Everything wrong with these orders, seat by seat."""
    return [(seat, violation) for seat, order in orders.items() for violation in _violations(game, state, seat, order)]


def _violations(game: AnyGame, state: Any, seat: Seat, order: Any) -> tuple[Violation, ...]:
    if seat not in game.rules.to_act(state):
        return (Violation(NOT_TO_ACT, ""),)
    found: tuple[Violation, ...] = game.rules.check(state, seat, order)
    return found


def _resolves(game: AnyGame, facts: Facts, state: Any, orders: Mapping[Seat, Any]) -> bool:
    """Is the last turn to be resolved? A case that states what comes of it must give everybody's order."""
    if facts.refused:
        if facts.asks_for_a_result:
            _fail("a refused order changes nothing: there is no result to state")
        return False
    missing = [seat for seat in game.rules.to_act(state) if seat not in orders]
    if missing and facts.asks_for_a_result:
        _fail(f"the last turn needs an order of seat {', '.join(map(str, missing))} (or {MISSED!r})")
    return not missing


class LoadedDice(KeyedDice):
    """Keyed dice whose first draws are given: 1 is the lowest value of a draw, as on a die."""

    __slots__ = ("_given",)

    def __init__(self, seed: bytes, step: int, given: list[int]) -> None:
        super().__init__(seed, step)
        self._given = list(reversed(given))

    def below(self, n: int) -> int:
        """The next given draw; without one, the seed's."""
        if not self._given:
            return super().below(n)
        value = self._given.pop()
        if not 1 <= value <= n:
            _fail(f"dice: a draw from 1 to {n} cannot show {value}")
        return value - 1

    def expect_used(self) -> None:
        """A given die that was never rolled is a mistake in the case."""
        if self._given:
            _fail(f"dice: {list(reversed(self._given))} were never drawn")


# -- comparing ---------------------------------------------------------------------------------------------


def _check_result(game: AnyGame, facts: Facts, step: Step[Any], events: list[Event]) -> None:
    if facts.then is not None:
        _same_position(game, facts.then, step.state)
    for fate in facts.fates:
        _expect_fate(fate, step.fates)
    _expect_events(facts.events, [_tree(event) for event in events])
    if facts.outcome is not None:
        _same_outcome(facts.outcome, game.rules.outcome(step.state))
    if facts.to_act is not None:
        _same("to act", facts.to_act, list(game.rules.to_act(step.state)))


def _same_position(game: AnyGame, then: str, state: Any) -> None:
    said = position(game, then)
    if said == state:
        return
    wanted, got = game.words.format_state(said), game.words.format_state(state)
    if wanted == got:
        _fail(f"positions that are written alike differ:\n- {said}\n+ {state}")
    _fail(f"the position differs (- expected, + found):\n{_difference(wanted, got)}")


def _difference(wanted: str, got: str) -> str:
    """Line by line, or section by section where a position is one line."""
    at = "\n" if "\n" in wanted + got else ";"
    lines = ndiff([part.strip() for part in wanted.split(at)], [part.strip() for part in got.split(at)])
    return "\n".join(line.rstrip() for line in lines if not line.startswith("  "))


def _same_codes(facts: Facts, judged: list[tuple[Seat, Violation]]) -> None:
    for weight, said in (("refused", facts.refused), ("void", facts.void), ("altered", facts.altered)):
        got: Codes = {}
        for seat, violation in judged:
            if violation.weight == weight:
                got.setdefault(seat, []).append(violation.code)
        _same(weight, {seat: sorted(codes) for seat, codes in said.items()}, {s: sorted(c) for s, c in got.items()})


def _expect_accepted(judged: list[tuple[Seat, Violation]]) -> None:
    if refused := [f"seat {seat}: {violation}" for seat, violation in judged if violation.weight == "refused"]:
        _fail(f"an earlier turn is refused: {'; '.join(refused)}")


def _same_faults(said: list[Fault], violations: tuple[Violation, ...]) -> None:
    got = sorted((violation.code, path_text(violation.path)) for violation in violations)
    _same("refused", sorted((fault.code, fault.path) for fault in said), got)


def _expect_fate(said: ExpectedFate, fates: tuple[Fate, ...]) -> None:
    got = [ExpectedFate(fate.seat, path_text(fate.path), fate.verdict) for fate in fates]
    if said not in got:
        _fail(f"no such fate:\n- {said}\n" + "\n".join(f"+ {fate}" for fate in got))


def _expect_events(said: list[dict[str, Any]], got: list[Any]) -> None:
    rest: Iterator[Any] = iter(got)
    for number, part in enumerate(said, start=1):
        if not any(_within(part, event) for event in rest):
            _fail(
                f"event {number} did not happen, or not in this order:\n- {part}\n" + "\n".join(f"+ {e}" for e in got)
            )


def _within(part: Any, whole: Any) -> bool:
    """Does `whole` contain everything in `part`? Tables may leave out keys, lists no items; "none" means null."""
    if part == NOTHING and whole is None:
        return True
    if isinstance(part, dict) and isinstance(whole, dict):
        return all(key in whole and _within(value, whole[key]) for key, value in part.items())
    if isinstance(part, list) and isinstance(whole, list):
        return len(part) == len(whole) and all(map(_within, part, whole))
    return type(part) is type(whole) and bool(part == whole)


def _same_outcome(said: ExpectedOutcome | Literal["none"], got: Outcome | None) -> None:
    if said == "none" or got is None:
        _same("outcome", None if said == "none" else _tree(said), _tree(got))
        return
    wanted = _tree(said)
    _same("outcome", wanted, {key: value for key, value in _tree(got).items() if key in wanted})


def _tree(value: Any) -> Any:
    """The value as TOML has it too: tables and lists."""
    return codec.decode(codec.encode(value), Any)


def _same(what: str, said: Any, got: Any) -> None:
    if said != got:
        _fail(f"{what} differs:\n- {said}\n+ {got}")


def _fail(message: str) -> NoReturn:
    raise CaseFailed(message)
