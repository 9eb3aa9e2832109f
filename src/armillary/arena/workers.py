"""Games played in processes of their own, each limited in time and memory; one that hangs or dies is replaced.

Results come in the order the games were given, and do not depend on the number of processes:

- a game in which a bot fails counts only if its process had played no other game before; otherwise it is played again
  in a new one, since what went before may be the cause;
- a game whose process dies, or has to be ended, is played again once. When that happens twice, it was the bot that was
  deciding: its decision counts as a failure, and the game is played with that known.

This keeps accidents apart. It is no prison: a bot can read and write what its user can.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import time
from collections import deque
from collections.abc import Iterable, Iterator, MutableSequence
from contextlib import contextmanager, suppress
from functools import cache, partial
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkServerContext, SpawnContext
from typing import NamedTuple, NoReturn, Protocol

import msgspec

from armillary.arena.playing import Failure, Guard, Pairing, Result, TooSlow, play
from armillary.core import codec, record
from armillary.core.errors import ArmillaryError
from armillary.core.values import Seat

if sys.platform != "win32":
    import resource

SECONDS = 30.0
"""How long a decision may take: only a cut-off, since a budget is a count."""
MEMORY = 2 << 30
"""How many bytes a process may have. What it maps from a file, such as tables of solved positions, does not count."""
GRACE = 5.0
"""So many seconds after the time is up a process is ended whose bot does not stop."""
AHEAD = 32
"""For each process so many games may be over before the first of them is."""
MAX_DEATHS = 3
"""A process that dies so often while no bot decides will not play this game."""


class Limits(NamedTuple):
    """What a bot may take: seconds for a decision, bytes for its process."""

    seconds: float = SECONDS
    memory: int = MEMORY


LIMITS = Limits()


class Played(NamedTuple):
    """A game that is over, and its record if it was wanted."""

    result: Result
    record: bytes | None


def play_here(pairings: Iterable[Pairing]) -> Iterator[Played]:
    """Play in this process, without limits."""
    for pairing in pairings:
        result, match = play(pairing)
        yield Played(result, record.dump(record.export(match, reveal=True)) if pairing.recorded else None)


def play_apart(pairings: Iterable[Pairing], count: int, limits: Limits = LIMITS) -> Iterator[Played]:
    """Play in so many processes."""
    crew = Crew(count, limits)
    try:
        yield from in_order(pairings, crew)
    finally:
        crew.end()


class Hands(Protocol):
    """What plays several games at a time."""

    count: int
    """How many at a time."""

    def is_free(self) -> bool:
        """Can one more be given?"""
        ...

    def give(self, pairing: Pairing) -> None:
        """Let this one be played."""
        ...

    def hear(self) -> Iterable[Played]:
        """What is over, after a moment at most."""
        ...


def in_order(pairings: Iterable[Pairing], hands: Hands) -> Iterator[Played]:
    """All games, in the order they were given, whichever is ready first."""
    waiting = iter(pairings)
    open_games: deque[Pairing] = deque()
    over: dict[int, Played] = {}
    while True:
        while hands.is_free() and len(open_games) < AHEAD * hands.count and (pairing := next(waiting, None)):
            open_games.append(pairing)
            hands.give(pairing)
        if not open_games:
            return
        over |= {played.result.number: played for played in hands.hear()}
        while open_games and open_games[0].number in over:
            yield over.pop(open_games.popleft().number)


class Crew:
    """Processes of this machine."""

    def __init__(self, count: int, limits: Limits) -> None:
        self.count = count
        self._workers = [Worker(limits) for _ in range(count)]

    def is_free(self) -> bool:
        """Can one more be given?"""
        return not all(worker.busy for worker in self._workers)

    def give(self, pairing: Pairing) -> None:
        """Let this one be played."""
        next(worker for worker in self._workers if not worker.busy).give(pairing)

    def hear(self) -> Iterator[Played]:
        """What is over, after a moment at most."""
        busy = {worker.line: worker for worker in self._workers if worker.busy}
        heard = wait(busy, timeout=0.2)
        for line, worker in busy.items():
            if (line in heard or worker.is_stuck()) and (played := worker.take()):
                yield played

    def end(self) -> None:
        """End all processes."""
        for worker in self._workers:
            worker.end()


class Worker:
    """A process that plays one game at a time, and the one that follows it when it has to be replaced."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._process: multiprocessing.process.BaseProcess | None = None
        self._pairing: Pairing | None = None
        self._new = True
        self._deaths = 0

    @property
    def busy(self) -> bool:
        """Is it playing?"""
        return self._pairing is not None

    def give(self, pairing: Pairing) -> None:
        """Let it play this game."""
        self._pairing, self._deaths = pairing, 0
        self._play()

    def _play(self) -> None:
        if self._process is None:
            context = _context()
            self.line, theirs = context.Pipe()
            self._mark: MutableSequence[int] = context.RawArray("q", 3)
            self._process = context.Process(target=_serve, args=(theirs, self._mark, self._limits), daemon=True)
            self._process.start()
            theirs.close()
            self._new = True
        self._seen = (0, time.monotonic())
        with suppress(OSError):  # it has died: that is found when its answer is taken
            self.line.send_bytes(codec.encode(self._pairing))

    def is_stuck(self) -> bool:
        """Has the same decision been going on for too long?"""
        counter, seat, _ = self._mark
        if counter != self._seen[0] or not seat:
            self._seen = (counter, time.monotonic())
        return time.monotonic() - self._seen[1] > self._limits.seconds + GRACE

    def take(self) -> Played | None:
        """Its game, if that is over; otherwise it is played again."""
        assert self._pairing
        try:
            if not self.line.poll():
                raise TimeoutError(_too_slow(self._limits.seconds))
            result = msgspec.json.decode(self.line.recv_bytes(), type=Result)
            kept = self.line.recv_bytes() if self._pairing.recorded else None
        except (OSError, EOFError, msgspec.DecodeError) as error:
            self._bury(error)
            return None
        fresh, failed = self._new, set(result.failures) - set(self._pairing.failures)
        self._new = False
        if failed:
            self.end()
            if not fresh:
                self._play()
                return None
        self._pairing = None
        return Played(result, kept)

    def _bury(self, error: Exception) -> None:
        """Play again what its process has left; the second time without the decision that was its end."""
        assert self._pairing
        _, seat, step = self._mark
        why = str(error) if isinstance(error, TimeoutError) else "Its process died."
        self.end()
        self._deaths += 1
        if seat and self._deaths > 1:
            failures = (*self._pairing.failures, Failure(seat, step, why))
            self._pairing, self._deaths = msgspec.structs.replace(self._pairing, failures=failures), 0
        elif self._deaths >= MAX_DEATHS:
            raise ArmillaryError(
                f"Game {self._pairing.number} cannot be played: its process has died {MAX_DEATHS} times."
            )
        self._play()

    def end(self) -> None:
        """End its process, and all that this one has started, even if they hang."""
        process, self._process = self._process, None
        if process is None:
            return
        self.line.close()
        if sys.platform != "win32" and process.pid:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)
        process.kill()
        process.join()


@cache
def _context() -> ForkServerContext | SpawnContext:
    """New processes are copies of a small one where that is possible: they start in a moment."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["__main__", __name__])
    return context


# -- in the process ------------------------------------------------------------------------------------------


def _serve(line: Connection, mark: MutableSequence[int], limits: Limits) -> None:
    """Play the games that are asked for until the line closes. What bots print goes to standard error."""
    os.dup2(2, 1)
    if sys.platform != "win32":
        os.setsid()
        _, most = resource.getrlimit(resource.RLIMIT_DATA)
        memory = limits.memory if most == resource.RLIM_INFINITY else min(limits.memory, most)
        resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))
        signal.signal(signal.SIGALRM, partial(_stop, limits.seconds))
    guard = _guard(mark, limits.seconds)
    with suppress(EOFError, OSError):
        while True:
            pairing = msgspec.json.decode(line.recv_bytes(), type=Pairing)
            result, match = play(pairing, guard)
            line.send_bytes(codec.encode(result))
            if pairing.recorded:
                line.send_bytes(record.dump(record.export(match, reveal=True)))


def _guard(mark: MutableSequence[int], seconds: float) -> Guard:
    @contextmanager
    def guard(seat: Seat, step: int) -> Iterator[None]:
        """Mark who decides, for the process that watches; ring when the time is up, and every second after."""
        mark[:] = [mark[0] + 1, seat, step]
        if sys.platform != "win32":
            signal.setitimer(signal.ITIMER_REAL, seconds, 1)
        try:
            yield
        finally:
            if sys.platform != "win32":
                signal.setitimer(signal.ITIMER_REAL, 0)
            mark[1] = 0

    return guard


def _stop(seconds: float, *_: object) -> NoReturn:
    raise TooSlow(_too_slow(seconds))


def _too_slow(seconds: float) -> str:
    return f"It took longer than {seconds:g} second{'s' * (seconds != 1)} for a decision."
