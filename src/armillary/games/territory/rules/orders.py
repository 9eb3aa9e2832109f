"""What each phase asks for, and what is wrong with an order (TR-3 to TR-7)."""

from __future__ import annotations

from collections.abc import Iterator

from armillary.core.values import Seat, Violation
from armillary.games.territory.model import NO_PLAN, Commands, Declare, Order, State
from armillary.games.territory.rules.commands import IGNORED, MARCH, March, marches


def declaring(state: State) -> bool:
    """Are declarations due, or commands? (TR-3)"""
    return state.phase < state.setup.config.declaration_count


def default_order(state: State, seat: Seat) -> Order:
    """A missed deadline: no plan (TR-4), or all units stay (TR-3)."""
    return Declare() if declaring(state) else Commands()


def check(state: State, seat: Seat, order: Order) -> tuple[Violation, ...]:
    """The wrong kind of order for the phase, and what will be cut, reduced or ignored in the right kind."""
    if isinstance(order, Declare) != declaring(state):
        expected = "declaration" if declaring(state) else "commands"
        return (Violation("wrong_phase", "TR-3", (), {"expected": expected}),)
    if isinstance(order, Declare):
        return tuple(_text_faults(state, order.text))
    return tuple(_command_faults(marches(state, seat, order.commands)))


def _text_faults(state: State, text: str) -> Iterator[Violation]:
    """What is too long is cut, not refused (TR-4); what is not Unicode text cannot be stored."""
    most = state.setup.config.max_plan_length
    if len(text) > most:
        yield Violation("too_long", "TR-4", ("text",), {"asked": len(text), "most": most}, "altered")
    if not is_unicode(text[:most]):
        yield Violation("not_unicode", "TR-4", ("text",))


def is_unicode(text: str) -> bool:
    """Is every character whole? JSON can carry half of one (a surrogate)."""
    return not any("\ud800" <= char <= "\udfff" for char in text)


def _command_faults(judged: list[March]) -> Iterator[Violation]:
    for number, march in enumerate(judged):
        if march.verdict != MARCH:
            weight = "void" if march.verdict == IGNORED else "altered"
            yield Violation(march.reason, march.rule, ("commands", number), march.params(), weight)  # type: ignore[arg-type]


def declared(state: State, text: str) -> str:
    """A declaration as it is shown: cut to the longest text allowed, or the words for none (TR-4)."""
    cut = text[: state.setup.config.max_plan_length]
    return cut if cut.strip() else NO_PLAN
