"""Why a bot came to no order: what went wrong, where in its code, and what a program said last."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from traceback import walk_tb
from typing import Any, NamedTuple

from armillary.core.errors import ArmillaryError, BadData, BotFailed
from armillary.core.match import AnyMatch
from armillary.core.values import Seat, refusals

MAX_LENGTH = 300
"""Characters of a reason."""

PACKAGE = Path(__file__).parents[1]
CALLERS = frozenset(str(PACKAGE / "bots" / name) for name in ("deciding.py", "registry.py", "trying.py"))
"""What loads, makes and asks bots: whatever these call is the bot's own code."""


class ProgramFailed(BotFailed):
    """A program of its own failed; `said` is the end of what it wrote to standard error."""

    def __init__(self, message: str, said: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.said = said


class Cause(NamedTuple):
    """Why a bot failed."""

    why: str
    where: str = ""
    """The innermost line of its own code, such as `mybot.py:7, in decide`."""
    said: tuple[str, ...] = ()
    """The last lines that a program wrote to standard error."""

    def __str__(self) -> str:
        return f"{self.why} ({self.where})" if self.where else self.why


def cause_of(error: BaseException) -> Cause:
    """What its author needs to know of an error that came out of a bot."""
    return Cause(reason_of(error), _place(error), error.said if isinstance(error, ProgramFailed) else ())


def what_is_wrong(match: AnyMatch, seat: Seat, order: Any) -> Cause | None:
    """Why the match does not take this order of a bot, in the words of its rules; None for one that it takes."""
    try:
        refused = refusals(match.check(seat, order))
    except BadData as error:
        return Cause(f"It gave something that is not an order: {reason_of(error)}")
    view = match.game.sight.view(match.state, seat)
    sentences = " ".join(match.game.words.explain(violation, view) for violation in refused)
    return Cause(f"It gave an order that is not allowed: {sentences}"[:MAX_LENGTH]) if refused else None


def reason_of(error: BaseException) -> str:
    """What went wrong, on one line; an error may even fail to say what it is."""
    try:
        text = str(error)
    except Exception:  # noqa: BLE001
        text = ""
    text = text if isinstance(error, ArmillaryError) and text else f"{type(error).__name__}: {text}"
    line = " ".join(text.split()).removesuffix(":")
    return line.encode("utf-8", "replace").decode()[:MAX_LENGTH]


def _place(error: BaseException) -> str:
    """Where in the bot's own code it happened: everything in the folder of the file that was called first."""
    frames = list(_frames(error))
    called = next((at for at in reversed(range(len(frames))) if frames[at][0] in CALLERS), -1)
    own = [frame for frame in frames[called + 1 :] if not frame[0].startswith("<")]
    if not own or isinstance(error, ProgramFailed):
        return ""
    home = Path(own[0][0]).parent
    file, line, function = [frame for frame in own if _belongs(Path(frame[0]), home)][-1]
    path = Path(file)
    shown = path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path
    return f"{shown}:{line}" + ("" if function.startswith("<") else f", in {function}")


def _frames(error: BaseException) -> Iterator[tuple[str, int, str]]:
    """File, line and function of everything that was running, the innermost last; also of what the error came from."""
    for frame, line in walk_tb(error.__traceback__):
        yield frame.f_code.co_filename, line, frame.f_code.co_name
    if isinstance(error, ArmillaryError) and error.__cause__ is not None:
        yield from _frames(error.__cause__)


def _belongs(file: Path, home: Path) -> bool:
    """Is it the bot's own, and no library that happens to be installed below its folder?"""
    if not file.is_relative_to(home):
        return False
    libraries = file.is_relative_to(PACKAGE) and not home.is_relative_to(PACKAGE)
    return not libraries and "site-packages" not in file.relative_to(home).parts
