"""The rules of Territory, in the rule book's order (docs/rules/territory.md).

A round is a number of declaration phases, then commands. Each phase is one resolution; the commands run through
`ROUND`, one stage after the other, on a private working copy of the grid.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from armillary.core import values
from armillary.core.contract import Step
from armillary.core.dice import Dice
from armillary.core.values import Fate, Outcome, Phase, Seat, Violation, rank
from armillary.games.territory.commands import IGNORED, MARCH, March, marches
from armillary.games.territory.model import (
    NEUTRAL,
    NO_PLAN,
    Commands,
    Counted,
    Declare,
    Declared,
    Direction,
    Ended,
    Ending,
    Fought,
    Marched,
    Order,
    Produced,
    State,
)
from armillary.games.territory.setup import check_config, config_faults, seat_faults, start

__all__ = [
    "check",
    "check_config",
    "check_position",
    "default_order",
    "outcome",
    "phase",
    "resolve",
    "start",
    "to_act",
]

MOST_UNITS = 10**12
REPORTED = 40  # characters of a line that nobody could read


# -- phases and orders -------------------------------------------------------------------------------------


def declaring(state: State) -> bool:
    """Are declarations due, or commands? (TR-3)"""
    return state.phase < state.setup.config.declaration_count


def phase(state: State) -> Phase:
    """Each phase takes an equal part of the round's time (TR-3, TR-14)."""
    name = f"declaration {state.phase + 1}" if declaring(state) else "commands"
    part = (1, state.setup.config.declaration_count + 1)
    return Phase(state.round, name, f"{state.round}.{state.phase}", part)


def to_act(state: State) -> tuple[Seat, ...]:
    """Every player with units; who has none is out and not waited for (TR-3, TR-12)."""
    return () if state.ended else living(state)


def living(state: State) -> tuple[Seat, ...]:
    """The seats with units on the board."""
    return tuple(sorted(set(state.owners) - {NEUTRAL}))


def default_order(state: State, seat: Seat) -> Order:  # noqa: ARG001 (the same for everybody)
    """A missed deadline: no plan (TR-4), or all units stay (TR-3)."""
    return Declare() if declaring(state) else Commands()


def check(state: State, seat: Seat, order: Order) -> tuple[Violation, ...]:
    """The right kind of submission for the phase, and what will be cut, reduced or ignored in it."""
    if isinstance(order, Declare) != declaring(state):
        expected = "declaration" if declaring(state) else "commands"
        return (Violation("wrong_phase", "TR-3", (), {"expected": expected}),)
    if isinstance(order, Declare):
        return tuple(_text_faults(state, order.text))
    return tuple(_command_faults(marches(state, seat, order.commands)))


def _text_faults(state: State, text: str) -> Iterator[Violation]:
    """Too long is cut, not refused (TR-4); what is no Unicode text cannot be kept."""
    most = state.setup.config.max_plan_length
    if len(text) > most:
        yield Violation("too_long", "TR-4", ("text",), {"asked": len(text), "most": most}, "altered")
    if not _is_unicode(text[:most]):
        yield Violation("not_unicode", "TR-4", ("text",))


def _is_unicode(text: str) -> bool:
    return not any("\ud800" <= char <= "\udfff" for char in text)


def _command_faults(judged: list[March]) -> Iterator[Violation]:
    for number, march in enumerate(judged):
        if march.verdict != MARCH:
            weight = "void" if march.verdict == IGNORED else "altered"
            yield Violation(march.reason, march.rule, ("commands", number), _params(march), weight)  # type: ignore[arg-type]


def _params(march: March) -> dict[str, object]:
    """What a sentence about a command needs."""
    command = march.command
    if march.verdict == MARCH:
        assert command is not None
        return {"x": command.x, "y": command.y, "marched": march.units}
    params = {"reason": march.reason, "available": march.available, "marched": march.units}
    return params | {"x": command.x, "y": command.y, "asked": command.units} if command else params


def resolve(state: State, orders: Mapping[Seat, Order], dice: Dice) -> Step[State]:  # noqa: ARG001 (no chance in play)
    """One phase: declarations are revealed, or commands carried out."""
    if declaring(state):
        return reveal(state, {seat: order for seat, order in orders.items() if isinstance(order, Declare)})
    return command(state, {seat: order for seat, order in orders.items() if isinstance(order, Commands)})


# -- declarations ------------------------------------------------------------------------------------------


def reveal(state: State, orders: Mapping[Seat, Declare]) -> Step[State]:
    """All declarations at once, cut to their length; blank is no plan (TR-3, TR-4)."""
    seats = range(1, state.setup.seats + 1)
    shown = {seat: declared(state, orders[seat].text) for seat in seats if seat in orders}
    texts = tuple(shown.get(seat) for seat in seats)
    following = State(
        state.setup, state.round, state.phase + 1, state.owners, state.units, (*state.plans, texts), state.ended
    )
    event = Declared(round=state.round, number=state.phase + 1, texts=texts, rule="TR-3")
    fates = tuple(Fate(seat, ("text",), _text_fate(orders[seat].text, text), "TR-4") for seat, text in shown.items())
    return Step(following, (event,), fates)


def declared(state: State, text: str) -> str:
    """A declaration as it is shown: so many code points, or the words for none (TR-4)."""
    cut = text[: state.setup.config.max_plan_length]
    return cut if cut.strip() else NO_PLAN


def _text_fate(text: str, shown: str) -> str:
    if shown == NO_PLAN and not text.strip():
        return "no_plan"
    return "declared" if text == shown else "cut"


# -- commands ----------------------------------------------------------------------------------------------


class Field:
    """The working copy a round is fought on."""

    __slots__ = ("ended", "events", "forces", "judged", "owners", "round", "setup", "squares", "totals", "units")

    def __init__(self, state: State, judged: Mapping[Seat, list[March]]) -> None:
        self.setup = state.setup
        self.round = state.round
        self.judged = judged
        self.owners = list(state.owners)
        self.units = list(state.units)
        self.forces: dict[int, dict[Seat, int]] = {}
        """Who stands with how many in each square that anybody entered."""
        self.squares = [0] * (state.setup.seats + 1)
        self.totals = [0] * (state.setup.seats + 1)
        """Squares and units by owner at the end of the round."""
        self.ended: Ending | None = None
        self.events: list[values.Event] = []


def march(field: Field) -> None:
    """All marches at once: everybody leaves before anybody arrives, so swapping armies pass each other (TR-7, TR-8)."""
    units, forces, events = field.units, field.forces, field.events
    for seat, judged in field.judged.items():
        for going in judged:
            if going.units:
                units[going.origin] -= going.units
                arrived = forces.setdefault(going.target, {})
                arrived[seat] = arrived.get(seat, 0) + going.units
                events.append(_marched(seat, going))
    for judged in field.judged.values():
        for going in judged:
            if going.units and not units[going.origin]:
                field.owners[going.origin] = NEUTRAL


def _marched(seat: Seat, going: March) -> Marched:
    command = going.command
    assert command is not None
    way: Direction = command.direction.upper()  # type: ignore[assignment]
    return Marched(seat=seat, x=command.x, y=command.y, direction=way, units=going.units, rule="TR-7")


def fight(field: Field) -> None:
    """In every square: the largest force less the second largest stays; a tie for largest leaves nothing (TR-9)."""
    for square in sorted(field.forces):
        forces = field.forces[square]
        if owner := field.owners[square]:
            forces[owner] = forces.get(owner, 0) + field.units[square]
        if len(forces) == 1:
            ((winner, left),) = forces.items()
        else:
            winner, left = settle(forces)
            _report(field, square, forces, winner, left)
        field.owners[square], field.units[square] = winner, left


def settle(forces: Mapping[Seat, int]) -> tuple[Seat, int]:
    """Who keeps a contested square, and with how many (TR-9)."""
    second, first = sorted(forces.values())[-2:]
    if first == second:
        return NEUTRAL, 0
    return max(forces, key=lambda seat: forces[seat]), first - second


def _report(field: Field, square: int, forces: Mapping[Seat, int], winner: Seat, left: int) -> None:
    y, x = divmod(square, field.setup.config.map_size)
    field.events.append(Fought(x=x, y=y, forces=tuple(sorted(forces.items())), winner=winner, left=left, rule="TR-9"))


def produce(field: Field) -> None:
    """Below the cap a square with units gets its whole production (TR-10)."""
    config, units, squares, totals = field.setup.config, field.units, field.squares, field.totals
    base, rich, cap = config.base_production, config.resource_production, config.production_cap
    resources = frozenset(field.setup.resources)
    made = [0] * (field.setup.seats + 1)
    for square, owner in enumerate(field.owners):
        if owner:
            here = units[square]
            if here < cap:
                more = rich if square in resources else base
                made[owner] += more
                units[square] = here = here + more
            squares[owner] += 1
            totals[owner] += here
    field.events.append(Produced(units=tuple(made[1:]), rule="TR-10"))


def count(field: Field) -> None:
    """The round's result, and whether the game is over (TR-11, TR-13)."""
    squares, units = tuple(field.squares[1:]), tuple(field.totals[1:])
    field.events.append(Counted(round=field.round, squares=squares, units=units, rule="TR-13"))
    field.ended = ending(units, field.round, field.setup.config.max_rounds)
    if field.ended:
        field.events.append(Ended(reason=field.ended, rule="TR-11"))


ROUND = (march, fight, produce, count)  # TR-7 … TR-11


def command(state: State, orders: Mapping[Seat, Commands]) -> Step[State]:
    """Carry out everybody's commands and begin the next round."""
    judged = {seat: marches(state, seat, orders[seat].commands) for seat in sorted(orders)}
    field = Field(state, judged)
    for stage in ROUND:
        stage(field)
    following = State(state.setup, state.round + 1, 0, tuple(field.owners), tuple(field.units), (), field.ended)
    return Step(following, tuple(field.events), tuple(_command_fates(judged, orders)))


def _command_fates(judged: Mapping[Seat, list[March]], orders: Mapping[Seat, Commands]) -> Iterator[Fate]:
    """Every command with what became of it (TR-13)."""
    for seat, marched in judged.items():
        if not marched:
            yield Fate(seat, (), "stayed", "TR-3")
        for number, done in enumerate(marched):
            params = _params(done)
            if done.command is None:
                params["line"] = str(orders[seat].commands[number])[:REPORTED]
            yield Fate(seat, ("commands", number), done.verdict, done.rule, params)


# -- the end -----------------------------------------------------------------------------------------------


def tally(
    seats: int, owners: list[Seat] | tuple[Seat, ...], units: list[int] | tuple[int, ...]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Squares and units by seat."""
    squares, total = [0] * (seats + 1), [0] * (seats + 1)
    for owner, here in zip(owners, units, strict=True):
        squares[owner] += 1
        total[owner] += here
    return tuple(squares[1:]), tuple(total[1:])


def ending(units: tuple[int, ...], rounds: int, max_rounds: int) -> Ending | None:
    """Domination, annihilation, timeout: the first that holds names the end (TR-11)."""
    everybody = sum(units)
    if 2 * max(units) > everybody:
        return "domination"
    if everybody == 0:
        return "annihilation"
    return "timeout" if rounds >= max_rounds else None


def outcome(state: State) -> Outcome | None:
    """Most units win, ties share; where all is annihilated nobody wins (TR-11)."""
    if state.ended is None:
        return None
    _, units = tally(state.setup.seats, state.owners, state.units)
    ranking = rank(units)
    winners = () if state.ended == "annihilation" else ranking[0]
    return Outcome(winners, ranking, units, state.ended)


# -- positions from outside --------------------------------------------------------------------------------


def check_position(state: State) -> tuple[Violation, ...]:
    """What makes a given position impossible."""
    config = state.setup.config
    faults = (*config_faults(config, ("setup", "config")), *seat_faults(config, state.setup.seats, ("setup", "seats")))
    return faults or tuple(_grid_faults(state)) or tuple(_course_faults(state))


def _grid_faults(state: State) -> Iterator[Violation]:
    """One owner and one number a square: units where there is an owner, none where there is not."""
    squares = state.setup.config.map_size**2
    for name, given in (("owners", len(state.owners)), ("units", len(state.units))):
        if given != squares:
            yield Violation("one_a_square", "TR-1", (name,), {"asked": given, "squares": squares})
    resources = state.setup.resources
    if any(not 0 <= square < squares for square in resources) or list(resources) != sorted(set(resources)):
        yield Violation("not_squares", "TR-2", ("setup", "resources"))
    for square, (owner, units) in enumerate(zip(state.owners, state.units, strict=False)):
        if not 0 <= owner <= state.setup.seats:
            yield Violation("no_such_seat", "TR-9", ("owners", square), {"asked": str(owner)})
        elif not (0 < units <= MOST_UNITS if owner else units == 0):
            yield Violation("units_without_owner", "TR-9", ("units", square), {"asked": str(units), "owner": owner})


def _course_faults(state: State) -> Iterator[Violation]:
    """The round, the phase, the declarations so far and the end fit each other."""
    config = state.setup.config
    if not 0 <= state.phase <= config.declaration_count:
        params = {"asked": str(state.phase), "low": 0, "high": config.declaration_count}
        yield Violation("out_of_bounds", "TR-3", ("phase",), params)
    _, units = tally(state.setup.seats, state.owners, state.units)
    over = ending(units, state.round - 1, config.max_rounds) if state.phase == 0 and state.round > 1 else None
    most = config.max_rounds + (over is not None)
    if not 1 <= state.round <= most:
        yield Violation("out_of_bounds", "TR-11", ("round",), {"asked": str(state.round), "low": 1, "high": most})
    if state.ended != over or (not state.ended and not any(units)):
        yield Violation("end_does_not_fit", "TR-11", ("ended",), {"asked": state.ended, "units": list(units)})
    if len(state.plans) != state.phase:
        yield Violation("one_a_phase", "TR-3", ("plans",), {"asked": len(state.plans), "phases": state.phase})
    yield from _plan_faults(state)


def _plan_faults(state: State) -> Iterator[Violation]:
    most = state.setup.config.max_plan_length
    alive = living(state)
    for number, texts in enumerate(state.plans):
        if len(texts) != state.setup.seats:
            yield Violation("one_a_seat", "TR-3", ("plans", number), {"asked": len(texts), "seats": state.setup.seats})
            continue
        for seat, text in enumerate(texts, start=1):
            path = ("plans", number, seat - 1)
            if (text is not None) != (seat in alive):
                yield Violation("one_a_living_seat", "TR-12", path, {"seat": seat})
            elif text not in (None, NO_PLAN) and not (declared(state, text) == text and _is_unicode(text)):
                yield Violation("not_as_declared", "TR-4", path, {"most": most})
