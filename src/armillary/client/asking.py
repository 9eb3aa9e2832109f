"""One description of every question, for clients that block and for clients that are awaited.

A question is a value. `ask` of a `Blocking` client gives its answer, `ask` of an `Awaiting` one gives something to
await. `Verb` makes a method of both from a function that makes a question, so no method is written twice.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import wraps
from typing import Any, Generic, ParamSpec, TypeVar, overload

P = ParamSpec("P")
T = TypeVar("T")
I = TypeVar("I")


class Question(Generic[T]):
    """Something to ask whose answer is a `T`."""


class Blocking(ABC):
    """Somebody who is asked and answers."""

    @abstractmethod
    def ask(self, question: Any) -> Any:
        """The answer."""


class Awaiting(ABC):
    """Somebody who is asked and will answer."""

    @abstractmethod
    async def ask(self, question: Any) -> Any:
        """The answer."""


class Verb(Generic[P, T]):
    """A method that asks one question."""

    def __init__(self, make: Callable[P, Question[T]]) -> None:
        self._make = make

    @overload
    def __get__(self, asked: Blocking, kind: type) -> Callable[P, T]: ...

    @overload
    def __get__(self, asked: Awaiting, kind: type) -> Callable[P, Awaitable[T]]: ...

    def __get__(self, asked: Any, kind: type) -> Any:
        @wraps(self._make)
        def method(*args: P.args, **kwargs: P.kwargs) -> Any:
            return asked.ask(self._make(*args, **kwargs))

        return self if asked is None else method


@dataclass(frozen=True)
class Parts(Generic[T, I]):
    """An answer that comes in parts: the question for the first, the one after each, and what is in a part."""

    first: Question[T]
    following: Callable[[T], Question[T] | None]
    items: Callable[[T], Iterable[I]]


class Walk(Generic[P, I]):
    """A method that walks through everything that comes in parts, and asks for a part once it gets there."""

    def __init__(self, make: Callable[P, Parts[Any, I]]) -> None:
        self._make = make

    @overload
    def __get__(self, asked: Blocking, kind: type) -> Callable[P, Iterator[I]]: ...

    @overload
    def __get__(self, asked: Awaiting, kind: type) -> Callable[P, AsyncIterator[I]]: ...

    def __get__(self, asked: Any, kind: type) -> Any:
        walk = _walk if isinstance(asked, Blocking) else _walk_awaiting

        @wraps(self._make)
        def method(*args: P.args, **kwargs: P.kwargs) -> Any:
            return walk(asked, self._make(*args, **kwargs))

        return self if asked is None else method


def _walk(asked: Blocking, parts: Parts[Any, I]) -> Iterator[I]:
    question: Question[Any] | None = parts.first
    while question is not None:
        part = asked.ask(question)
        yield from parts.items(part)
        question = parts.following(part)


async def _walk_awaiting(asked: Awaiting, parts: Parts[Any, I]) -> AsyncIterator[I]:
    question: Question[Any] | None = parts.first
    while question is not None:
        part = await asked.ask(question)
        for item in parts.items(part):
            yield item
        question = parts.following(part)
