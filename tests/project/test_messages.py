"""Messages are sentences: what a person, a program or an operator reads when something goes wrong."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

import pytest

from tests.project.tree import ROOT

SOURCE = ROOT / "src" / "armillary"
PARTS = ("api", "client", "core", "games", "server", "terminal")

PLACES = ("body: ", "cursor: ", "from, to: ", "game: ", "message: ")
"""What a message may begin with instead of a capital: where in the request the mistake is."""

WHOLE_ENDS = ("error", "explained", "hint", "meant", "plain_fault")
"""Values that may end a message: another error's own words, the sentences of a game, or a hint with its full stop."""

BANNED = ("call off", "called off", "whoever", "give up this identity", "somebody", "nobody")

EXCEPTIONS = {
    "Game state: ": "it ends with the faults found, which are codes for programs",
    "Name a file: armillary play --resume FILE": "it ends with a command to type",
    "to send nobody, type 'stay'": "nobody is who is sent",
}
"""Parts of messages that break a rule, each with the reason why."""

ENDS = (".", "!", "?", "…")


def _texts(node: ast.expr, constants: dict[str, ast.expr]) -> Iterator[ast.Constant | ast.JoinedStr]:
    """The texts that an argument may be: itself, either side of a choice, or a constant of the module."""
    match node:
        case ast.Constant(value=str()) | ast.JoinedStr():
            yield node
        case ast.IfExp(body=body, orelse=orelse):
            yield from _texts(body, constants)
            yield from _texts(orelse, constants)
        case ast.Name(id=name) if name in constants:
            yield from _texts(constants[name], {})


def _names(code: ast.AST) -> Iterator[str]:
    """The classes of errors that are raised here."""
    for node in ast.walk(code):
        match node:
            case ast.Raise(exc=ast.Call(func=ast.Name(id=name))) if name[0].isupper():
                yield name


def _parts(text: ast.Constant | ast.JoinedStr) -> list[str | ast.FormattedValue]:
    """A message in pieces: its words, and the values between them."""
    values = text.values if isinstance(text, ast.JoinedStr) else [text]
    return [str(each.value) if isinstance(each, ast.Constant) else each for each in values]  # type: ignore[misc]


def _starts_well(words: str) -> bool:
    return words[:1].isupper() or not words[:1].isalpha()


def _faults(parts: list[str | ast.FormattedValue]) -> Iterator[str]:
    words = " ".join(part for part in parts if isinstance(part, str))
    if any(part in words for part in EXCEPTIONS):
        return
    yield from (f"{phrase!r} is banned" for phrase in BANNED if phrase in words.lower())
    first, last = parts[0], parts[-1]
    if isinstance(first, str):
        place = next((each for each in PLACES if first.startswith(each)), "")
        if not _starts_well(first.removeprefix(place)):
            yield "it does not begin with a capital"
    elif isinstance(parts[1], str) and parts[1].startswith(": ") and not _starts_well(parts[1][2:]):
        yield "what follows the place does not begin with a capital"
    if isinstance(last, str):
        if not last.endswith(ENDS):
            yield "it does not end like a sentence"
    elif ast.unparse(last.value.func if isinstance(last.value, ast.Call) else last.value) not in WHOLE_ENDS:
        yield "it ends with a value, without a full stop"


def _bad_messages(code: str, names: Iterable[str]) -> list[str]:
    """Every message of a module that breaks a rule; codes and names, which are one word, are no messages."""
    tree = ast.parse(code)
    constants = {
        node.targets[0].id: node.value
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    }
    found = []
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=name), args=arguments) if name in names:
                for text in (each for argument in arguments for each in _texts(argument, constants)):
                    parts = _parts(text)
                    if any(" " in part for part in parts if isinstance(part, str)):
                        found += [f"line {text.lineno}: {ast.unparse(text)}: {fault}" for fault in _faults(parts)]
    return found


MODULES = sorted(path for part in PARTS for path in (SOURCE / part).rglob("*.py"))
NAMES = {"Problem", "_require"}.union(*(_names(ast.parse(path.read_text("utf-8"))) for path in MODULES))


def test_messages_are_sentences() -> None:
    bad = {str(path.relative_to(SOURCE)): _bad_messages(path.read_text("utf-8"), NAMES) for path in MODULES}
    assert {path: messages for path, messages in bad.items() if messages} == {}


def test_every_exception_is_needed() -> None:
    everything = "\n".join(path.read_text("utf-8") for path in MODULES)
    assert [part for part in (*EXCEPTIONS, *PLACES) if part not in everything] == []


@pytest.mark.parametrize(
    "code",
    [
        'raise BadInput("there is no such seat.")',
        'raise BadInput("There is no such seat")',
        'raise BadInput("seat: there is no such seat.")',
        'raise BadInput("body: it ended too soon.")',
        'raise BadInput(f"{file}: the file cannot be read.")',
        'raise BadInput(f"There is no seat {seat}")',
        'raise BadInput("The match was called off.")',
        'raise BadInput("Ask whoever made the match.")',
        'raise BadInput("Good so far." if far else "not good enough.")',
        'WHY = "it is late"\nraise BadInput(WHY)',
        'late = BadInput("it is late")',
        'FULL = Problem(503, "Full", "no place left")',
    ],
)
def test_bad_messages_are_found(code: str) -> None:
    assert _bad_messages(code, {"BadInput", "Problem"})


@pytest.mark.parametrize(
    "code",
    [
        'raise BadInput("There is no such seat. Choose another!")',
        'raise BadInput(f"{game.title} has no seat {seat}.")',
        'raise BadInput(f"{file}: The file cannot be read.")',
        'raise BadInput(f"body: {error}")',
        'raise BadInput(f"Seat {seat}: {error}")',
        'raise BadInput("code")',
        'FULL = Problem(503, "Full", "No place is left.")',
        'print("not a message")',
    ],
)
def test_good_messages_are_left_alone(code: str) -> None:
    assert _bad_messages(code, {"BadInput", "Problem"}) == []
