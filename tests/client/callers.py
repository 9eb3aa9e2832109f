"""One way to call both clients, so that a story is told once."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from armillary.bots import find
from armillary.bots.deciding import Player
from armillary.client import AsyncClient, Client
from armillary.core.contract import AnyGame
from armillary.core.dice import FastDice
from armillary.core.options import Options


class Caller:
    """Somebody with a client: every method is called, awaited where it must be, and remembered."""

    def __init__(self, client: Any, runner: asyncio.Runner, called: set[str]) -> None:
        self._client = client
        self._runner = runner
        self._called = called

    def __getattr__(self, name: str) -> Any:
        def call(*args: Any, **kwargs: Any) -> Any:
            self._called.add(name)
            answer = getattr(self._client, name)(*args, **kwargs)
            if inspect.isawaitable(answer):
                return self._runner.run(_awaited(answer))
            if isinstance(answer, AsyncIterator):
                return self._runner.run(_collected(answer))
            return list(answer) if isinstance(answer, Iterator) else answer

        return call


async def _awaited(answer: Any) -> Any:
    return await answer


async def _collected(answer: AsyncIterator[Any]) -> list[Any]:
    return [each async for each in answer]


class Callers:
    """People with clients of one kind."""

    def __init__(self, address: str, kind: str, stack: ExitStack) -> None:
        self._address = address
        self._kind = kind
        self._stack = stack
        self._runner = stack.enter_context(asyncio.Runner())
        self.called: set[str] = set()

    def come(self, name: str, **settings: Any) -> Caller:
        """A new guest of this name."""
        if self._kind == "blocking":
            client: Any = self._stack.enter_context(Client(self._address, **settings))
        else:
            client = AsyncClient(self._address, **settings)
            self._stack.callback(lambda: self._runner.run(client.__aexit__()))
        caller = Caller(client, self._runner, self.called)
        caller.me()
        caller.rename(name)
        return caller


@contextmanager
def callers(address: str, kind: str) -> Iterator[Callers]:
    """People with clients that block, or that are awaited."""
    with ExitStack() as stack:
        yield Callers(address, kind, stack)


def any_order(game: AnyGame, view: Any, options: Options[Any]) -> Any:
    """What the random bot would order."""
    return Player(find(game, "random")).decide(view, options, FastDice(1))
