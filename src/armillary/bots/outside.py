"""A bot that is a program of its own, in any language: a line of JSON in, a line of JSON out. See docs/bots.md.

The program is started once and asked for every order. One that is too slow, ends or answers nonsense has failed in that
decision, and is started anew for the next. What it writes to standard error is passed on, and its last lines are kept
for when it fails.
"""

from __future__ import annotations

import queue
import shlex
import subprocess
import sys
import threading
import weakref
from collections import deque
from contextlib import suppress
from typing import IO, Any

import msgspec

from armillary.bots.failures import ProgramFailed
from armillary.core import codec
from armillary.core.contract import AnyGame
from armillary.core.dice import Dice
from armillary.core.errors import BadInput, BotFailed
from armillary.core.options import Options
from armillary.core.values import Seat

SECONDS = 20.0
"""How long a program may think: only a cut-off, since its budget is a count."""

LAST_LINES, LONGEST_LINE = 12, 200
"""What is kept of a program's standard error."""

GRACE = 2.0
"""Seconds in which a program that stopped talking may end by itself, so that its exit code and last lines are known."""

SEEDS = 1 << 32


class Asked(msgspec.Struct, frozen=True):
    """What a program is told: everything its seat may know."""

    game: str
    version: int
    seat: Seat
    view: Any
    options: Any
    budget: int
    seed: int
    """Where its chance comes from, if it wants a run to repeat."""


class Answered(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a program answers: an order as data, or in the game's notation."""

    order: Any = None
    notation: str | None = None


class Outside:
    """A program that plays."""

    def __init__(self, game: AnyGame, command: str, seconds: float = SECONDS) -> None:
        self._game = game
        self._command = command
        self._seconds = seconds
        self._talk: _Talk | None = None
        self._busy = threading.Lock()

    def decide(self, view: Any, options: Options[Any], dice: Dice, budget: int) -> Any:
        """The program's order; raises `BotFailed`. Several matches may ask: one waits for the other."""
        with self._busy:
            return self._decide(view, options, dice, budget)

    def _decide(self, view: Any, options: Options[Any], dice: Dice, budget: int) -> Any:
        game = self._game
        asked = Asked(game.slug, game.version, view.seat, view, options, budget, dice.below(SEEDS))
        if self._talk is None:
            self._talk = _Talk(self._command)
        try:
            answer = self._talk.exchange(codec.encode(asked), self._seconds)
            return self._order(codec.decode(answer, Answered, "the answer"), view)
        except (BotFailed, BadInput) as error:
            said = self._talk.said()
            self._talk.end()
            self._talk = None
            raise ProgramFailed(f"The program {self._command!r} failed: {error}", said) from error

    def _order(self, answered: Answered, view: Any) -> Any:
        if answered.notation is not None:
            return self._game.words.parse_order(answered.notation, view)
        return codec.convert(answered.order, self._game.order, "the order")


class _Talk:
    """A running program, and a thread that hears what it says: only so can it be waited for no longer than allowed."""

    def __init__(self, command: str) -> None:
        try:
            words, pipe = shlex.split(command), subprocess.PIPE
            self._process = subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=pipe)  # noqa: S603 (asked for)
        except (OSError, ValueError, IndexError) as error:
            raise BotFailed(f"The program {command!r} cannot be started: {error}") from error
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._heard: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._complaints: deque[str] = deque(maxlen=LAST_LINES)
        self._complaining = threading.Thread(
            target=_overhear, args=(self._process.stderr, self._complaints), daemon=True
        )
        threading.Thread(target=_listen, args=(self._process.stdout, self._heard), daemon=True).start()
        self._complaining.start()
        self.end = weakref.finalize(self, _end, self._process)
        """Ends the program, at the latest when this is forgotten or Python ends."""

    def exchange(self, line: bytes, seconds: float) -> bytes:
        """Say a line, and hear one; raises `BotFailed`."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line + b"\n")
            self._process.stdin.flush()
            heard = self._heard.get(timeout=seconds)
        except OSError as error:
            raise BotFailed(self._ending()) from error
        except queue.Empty as error:
            raise BotFailed(f"It gave no answer within {seconds:g} seconds.") from error
        if not heard:
            raise BotFailed(self._ending())
        if not heard.endswith(b"\n") and len(heard) >= codec.MAX_BYTES:
            raise BotFailed("Its answer is too long.")
        return heard

    def _ending(self) -> str:
        """How it ended, once everything it said has been heard."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(GRACE)
            self._complaining.join(GRACE)
        code = self._process.returncode
        return "It has closed its output." if code is None else f"It has ended with exit code {code}."

    def said(self) -> tuple[str, ...]:
        """The last lines of its standard error."""
        return tuple(self._complaints)


def _listen(speaking: IO[bytes], heard: queue.SimpleQueue[bytes]) -> None:
    """Line by line; an empty one says that the program has ended."""
    with speaking:
        while line := speaking.readline(codec.MAX_BYTES):
            heard.put(line)
    heard.put(b"")


def _overhear(complaining: IO[bytes], complaints: deque[str]) -> None:
    """Pass standard error on, and keep its last lines."""
    with complaining, suppress(OSError, ValueError):  # ours may be closed already
        while line := complaining.readline(codec.MAX_BYTES).decode("utf-8", "replace"):
            complaints.append(line.rstrip()[:LONGEST_LINE])
            print(line, end="", file=sys.stderr, flush=True)


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()
    assert process.stdin is not None
    with suppress(OSError):  # what it was told last may still wait to be read
        process.stdin.close()
