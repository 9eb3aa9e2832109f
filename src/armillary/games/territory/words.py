"""Territory in words: notation for declarations and commands, and every sentence of the game.

Declarations come from people: wherever one is told it is quoted, and control, formatting and direction characters
are written as escapes, so that no text can pass itself off as anything else.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence

from armillary.core import values
from armillary.core.errors import BadNotation
from armillary.core.values import Fate, Seat, Violation, path_text
from armillary.games.territory import rules
from armillary.games.territory.commands import read
from armillary.games.territory.model import (
    Command,
    Commands,
    Counted,
    Declare,
    Declared,
    Ended,
    Fought,
    Marched,
    Order,
    Preview,
    Produced,
    State,
    View,
)
from armillary.games.territory.positions import format_state, parse_state

__all__ = [
    "describe",
    "explain",
    "forecast",
    "format_order",
    "format_state",
    "notation",
    "parse_order",
    "parse_state",
    "tell",
]

WAYS = {"U": "up", "D": "down", "L": "left", "R": "right"}
MOST_COMMAND_TEXT = 10_000


# -- orders ------------------------------------------------------------------------------------------------


def parse_order(text: str, view: View) -> Order:
    """`say TEXT`; or commands `X,Y,DIRECTION,N` with semicolons between them; or `stay`."""
    word, _, rest = text.lstrip().partition(" ")
    if word.strip().lower() == "say":
        return Declare(rest)
    if text.strip().lower() == "stay":
        return Commands()
    if rules.declaring(view.board) and read(text.partition(";")[0]) is None:
        raise BadNotation("a declaration is written: say I go north. Without a plan: say")
    if len(text) > MOST_COMMAND_TEXT:
        raise BadNotation(f"commands are at most {MOST_COMMAND_TEXT} characters")
    return Commands(tuple(_command(line) for line in text.replace("\n", ";").split(";")))


def _command(line: str) -> Command:
    command = read(line)
    if command is None:
        raise BadNotation(f"a command is written X,Y,DIRECTION,N, for instance 0,0,D,3; not {clean(line.strip())[:40]}")
    return command


def format_order(order: Order, view: View) -> str:  # noqa: ARG001
    """`say …`, `0,0,D,3; 4,1,L,2` or `stay`."""
    if isinstance(order, Declare):
        return f"say {order.text}" if order.text else "say"
    return "; ".join(_line(command) for command in order.commands) or "stay"


def _line(command: Command | str) -> str:
    return command if isinstance(command, str) else f"{command.x},{command.y},{command.direction},{command.units}"


def notation() -> str:
    """How declarations and commands are typed."""
    return (
        "Declarations: 'say' and what you like, true or not: say I march on the centre. 'say' alone: no plan.\n"
        "Commands: X,Y,DIRECTION,N with semicolons between, for instance 0,0,D,3; 4,1,L,2 sends 3 units from\n"
        "(0,0) down and 2 from (4,1) to the left (U up, D down, L left, R right). 'stay': nobody moves."
    )


# -- sentences ---------------------------------------------------------------------------------------------

VIOLATIONS = {
    "wrong_phase": "Now is the time for: {expected}.",
    "too_long": "{asked} characters are too many; the first {most} are shown.",
    "not_unicode": "This is not Unicode text.",
    "beyond_the_limit": "Only the first {available} commands count.",
    "not_understood": "A command is written X,Y,DIRECTION,N; this line is ignored.",
    "off_the_board": "({x},{y}) is off the board; the command is ignored.",
    "not_yours": "You have no units in ({x},{y}); the command is ignored.",
    "target_off_the_board": "That way from ({x},{y}) leads off the board; the command is ignored.",
    "fewer_than_one": "{asked} units cannot march; the command is ignored.",
    "nothing_left": "Earlier commands have emptied ({x},{y}); the command is ignored.",
    "more_than_available": "({x},{y}) has only {available} left of the {asked} asked for; {marched} march.",
    "out_of_bounds": "{asked} is out of bounds: {low} to {high}.",
    "one_a_square": "{asked} are given for {squares} squares.",
    "not_squares": "Resource squares are squares of the map, ascending, each once.",
    "no_such_seat": "There is no seat {asked}.",
    "units_without_owner": "{asked} units do not fit the owner {owner}.",
    "end_does_not_fit": "The end {asked} does not fit the units {units}.",
    "one_a_phase": "{asked} declarations are given after {phases} phases.",
    "one_a_seat": "{asked} are given for {seats} seats.",
    "one_a_living_seat": "Who has units declares, and nobody else: seat {seat} does not fit.",
    "not_as_declared": "A declaration is shown with at most {most} characters, a blank one as no plan.",
}

FATES = {
    "declared": "Declared as written.",
    "cut": "Declared, cut to its length.",
    "no_plan": "Declared as no plan.",
    "stayed": "All units stayed.",
    "marches": "{marched} marched from ({x},{y}).",
}

ENDINGS = {
    "domination": "one player has more units than all others together",
    "annihilation": "nobody has any units left",
    "timeout": "the last round is over",
}


def explain(note: Violation | Fate, view: View | None = None) -> str:  # noqa: ARG001
    """One sentence with the rule it stands on."""
    if isinstance(note, Violation):
        return f"{VIOLATIONS[note.code].format(**note.params)} ({path_text(note.path)}) [{note.rule}]"
    if note.verdict in FATES:
        return f"{FATES[note.verdict].format(**note.params)} [{note.rule}]"
    line = f"{clean(note.params['line'])}: " if "line" in note.params else ""
    return f"{line}{VIOLATIONS[note.params['reason']].format(**note.params)} [{note.rule}]"


def tell(event: values.Event, view: View) -> str:
    """What happened, as one sentence."""
    match event:
        case Declared(texts=texts, number=number):
            said = [f"{_player(seat, view)} {clean(text)}" for seat, text in enumerate(texts, 1) if text is not None]
            return f"Declaration {number}: {'; '.join(said)}."
        case Marched(seat=seat, x=x, y=y, direction=direction, units=units):
            return f"{_player(seat, view)} marched {units} {WAYS[direction]} from ({x},{y})."
        case Fought(x=x, y=y, forces=forces, winner=winner, left=left):
            met = " against ".join(f"{_player(seat, view)} with {units}" for seat, units in forces)
            end = f"{_player(winner, view)} keeps it with {left}" if winner else "nothing is left"
            return f"Battle at ({x},{y}): {met}; {end}."
        case Produced(units=units):
            return f"New units: {_by_player(units, view) or 'none'}."
        case Counted(round=number, squares=squares, units=units):
            return f"Round {number} is over: {_standings(squares, units, view)}."
        case Ended(reason=reason):
            return f"The game is over: {ENDINGS[reason]}."
    raise TypeError(f"not an event of this game: {event!r}")


def forecast(preview: Preview, view: View) -> str:
    """What would be shown, or what would stand where."""
    if preview.text is not None:
        return f"Everybody would read: {clean(preview.text)}"
    if not preview.marches:
        return "All your units would stay."
    lines = [f"{m.units} would march {WAYS[m.direction.upper()]} from ({m.x},{m.y})." for m in preview.marches]
    for square in preview.arrivals:
        who = f"{_player(square.owner, view)} with {square.units}" if square.owner else "nobody"
        lines.append(f"If nobody else moves, ({square.x},{square.y}) then holds {who}.")
    return "\n".join(lines)


def describe(view: View) -> str:
    """The grid with owners and units, this round's declarations, and the standings."""
    board = view.board
    head = f"Round {board.round} of {board.setup.config.max_rounds}, {rules.phase(board).name}."
    if board.ended:
        head = f"Over: {ENDINGS[board.ended]}."
    lines = [head, *grid(board), "A square reads player:units; * is a resource square, . an empty one."]
    for number, texts in enumerate(board.plans, start=1):
        lines.append(f"Declaration {number}:")
        lines += [f"  {_player(seat, view)}: {clean(text)}" for seat, text in enumerate(texts, 1) if text is not None]
    squares, units = rules.tally(board.setup.seats, board.owners, board.units)
    standings = [f"{_player(seat, view)}: {_own(squares[seat - 1], units[seat - 1])}" for seat in _seats(board)]
    return "\n".join([*lines, *standings])


def grid(board: State) -> Iterator[str]:
    """The map, a row a line, with its coordinates; columns as wide as they must be."""
    size = board.setup.config.map_size
    resources = set(board.setup.resources)
    cells = [
        (f"{owner}:{units}" if owner else "" if square in resources else ".") + ("*" if square in resources else "")
        for square, (owner, units) in enumerate(zip(board.owners, board.units, strict=True))
    ]
    width = max(len(str(size - 1)), *(len(cell) for cell in cells))
    margin = len(str(size - 1))
    yield " ".join([" " * margin, *(str(x).rjust(width) for x in range(size))]).rstrip()
    for y in range(size):
        row = cells[y * size : (y + 1) * size]
        yield " ".join([str(y).rjust(margin), *(cell.rjust(width) for cell in row)])


def clean(text: str) -> str:
    """A text of a player's, in quotes, with everything that is not plainly visible written as an escape."""
    return '"' + "".join(_visible(char) for char in text) + '"'


def _visible(char: str) -> str:
    if char in '"\\':
        return f"\\{char}"
    if unicodedata.category(char)[0] in "CZ" and char != " " and char != "\u200d":
        return f"\\u{{{ord(char):x}}}"
    return char


def _player(seat: Seat, view: View) -> str:
    return f"Player {seat} (you)" if seat == view.seat else f"Player {seat}"


def _seats(board: State) -> range:
    return range(1, board.setup.seats + 1)


def _own(squares: int, units: int) -> str:
    return f"{units} units in {squares} squares" if units else "out"


def _by_player(units: Sequence[int], view: View) -> str:
    return ", ".join(f"{_player(seat, view)} {more}" for seat, more in enumerate(units, start=1) if more)


def _standings(squares: Sequence[int], units: Sequence[int], view: View) -> str:
    return ", ".join(
        f"{_player(seat, view)} {_own(land, army)}"
        for seat, (land, army) in enumerate(zip(squares, units, strict=True), start=1)
    )
