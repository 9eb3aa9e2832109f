"""A request of the API: everything about it but who sends it where."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar
from urllib.parse import urlencode

from armillary.client.asking import Question
from armillary.client.reading import raise_problem
from armillary.core import codec

T = TypeVar("T")


@dataclass(frozen=True)
class Request(Question[T]):
    """What is sent, and how the answer is read."""

    method: Literal["GET", "POST", "PUT", "PATCH", "DELETE"]
    path: str
    reads: Callable[[bytes], T]
    body: Any = None
    query: Mapping[str, Any] = field(default_factory=dict)
    key: str | None = None
    """The idempotency key: with one, the same request may be sent again and is carried out once."""
    changes_nothing: bool = False

    @property
    def may_repeat(self) -> bool:
        """Is it safe to send it again when its fate is unknown?"""
        return self.method == "GET" or self.changes_nothing or self.key is not None

    @property
    def url(self) -> str:
        """The path with its query; what is None is left out."""
        given = {
            name: str(value).lower() if isinstance(value, bool) else value
            for name, value in self.query.items()
            if value is not None
        }
        return f"{self.path}?{urlencode(given)}" if given else self.path

    @property
    def headers(self) -> dict[str, str]:
        """The headers that are its own."""
        kind = {} if self.body is None else {"content-type": "application/json"}
        return kind if self.key is None else {**kind, "idempotency-key": self.key}

    @property
    def content(self) -> bytes | None:
        """The body as it is sent."""
        return None if self.body is None else codec.encode(self.body)

    def answer(self, status: int, data: bytes, wait: float = 0) -> T:
        """What the answer says; raises `ServerSaid` or `BadAnswer`."""
        raise_problem(status, data, wait)
        return self.reads(data)
