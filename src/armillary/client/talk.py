"""A conversation over a socket, everything but the I/O: what is heard, what is asked, what is known by now.

A conversation outlives its connections. At a table it knows the `seq` of what it heard last, so that the next
connection goes on from there: nothing is missed, and nothing comes twice.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar
from urllib.parse import quote
from uuid import uuid4

from msgspec.structs import replace

from armillary.api.matches import MatchInfo
from armillary.api.messages import (
    AtHome,
    ConsideredMessage,
    DraftMessage,
    DrawMessage,
    HistoryMessage,
    HomeMessage,
    Incoming,
    NewsMessage,
    OrderMessage,
    Outgoing,
    PingMessage,
    PongMessage,
    PresenceMessage,
    ProblemMessage,
    ResignMessage,
    SaidMessage,
    SayMessage,
    SeatsMessage,
    TableMessage,
    TakenMessage,
    UnsaidMessage,
    WaitingMessage,
    WithdrawMessage,
)
from armillary.api.problems import Problem
from armillary.api.tables import Accepted, Considered, TableAnswer
from armillary.client.asking import Question
from armillary.client.errors import TEMPORARY, BadAnswer, ServerSaid
from armillary.client.reading import convert, game_of, read, setup_of, with_setup
from armillary.core import codec
from armillary.core.values import Seat

T = TypeVar("T")
M = TypeVar("M")

TOO_LONG = 1009
"""The close code after a message that was too long."""

CLOSE_CODES = 4000
"""A socket that is refused is closed with this plus the HTTP status."""

Answer: TypeAlias = ConsideredMessage[Any, Any] | TakenMessage | PongMessage | ProblemMessage
ANSWERS = (ConsideredMessage, TakenMessage, PongMessage, ProblemMessage)
TableNews: TypeAlias = (
    SeatsMessage
    | HistoryMessage[Any, Any]
    | TableMessage[Any, Any, Any]
    | WaitingMessage[Any]
    | SaidMessage
    | UnsaidMessage
    | PresenceMessage
)
HomeNews: TypeAlias = HomeMessage | NewsMessage


# -- what is asked ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Asked(Question[T]):
    """A message that is answered."""

    message: Incoming[Any]
    kind: type
    reads: Callable[[Any], T]
    may_repeat: bool = False
    """Is it safe to send it again when its fate is unknown?"""

    @property
    def id(self) -> str:
        """By which the answer is known."""
        assert self.message.id is not None
        return self.message.id

    @property
    def text(self) -> str:
        """The message as it is sent."""
        return codec.encode(self.message).decode()


def _new_id() -> str:
    return uuid4().hex


def _accepted(answer: TakenMessage) -> Accepted:
    if answer.result is None:
        raise BadAnswer("The server's answer does not say what became of the order.")
    return answer.result


def order(
    order: Any = None, *, notation: str | None = None, step: int | None = None, ready: bool = True
) -> Asked[Accepted]:
    """Give your order, or change it until the reveal; one with a `step` is taken for no other step.

    One that is not `ready` is only kept: it is what you play if time runs out.
    """
    return Asked(OrderMessage(order, notation, step, ready, _new_id()), TakenMessage, _accepted, may_repeat=True)


def draft(order: Any = None, *, notation: str | None = None) -> Asked[Considered[Any, Any]]:
    """Everything about an order you are thinking of, the default order unless given. Changes nothing."""
    return Asked(
        DraftMessage(order, notation, _new_id()), ConsideredMessage, lambda answer: answer.draft, may_repeat=True
    )


def withdraw() -> Asked[Accepted]:
    """Take your order back before the reveal."""
    return Asked(WithdrawMessage(_new_id()), TakenMessage, _accepted)


def say(text: str, *, to: Seat | None = None) -> Asked[None]:
    """Say something at the table: to all, or to one other seat in private."""
    return Asked(SayMessage(text, to, _new_id()), TakenMessage, lambda _: None)


def resign() -> Asked[None]:
    """Resign."""
    return Asked(ResignMessage(_new_id()), TakenMessage, lambda _: None)


def offer_draw(offer: bool = True) -> Asked[None]:
    """Offer a draw, or agree to one; or, with `offer` false, take the offer back."""
    return Asked(DrawMessage(offer, _new_id()), TakenMessage, lambda _: None)


def ping() -> Asked[int]:
    """The server's clock, in milliseconds since 1970."""
    return Asked(PingMessage(_new_id()), PongMessage, lambda answer: answer.now, may_repeat=True)


# -- what is heard ---------------------------------------------------------------------------------------------


class Talk(ABC, Generic[M]):
    """What every conversation does."""

    def __init__(self) -> None:
        self.heard: deque[M] = deque()
        """News that has not been read yet."""
        self._answers: dict[str, Answer | None] = {}
        """What is asked now by its id, with the answer once it is here."""
        self._refusal: Problem | None = None
        """Why the server closes the socket, if it does."""

    @property
    @abstractmethod
    def path(self) -> str:
        """Where the next connection leads."""

    @abstractmethod
    def _read(self, text: str | bytes) -> Any:
        """A message; raises `BadAnswer`."""

    @abstractmethod
    def _is_news(self, message: Any) -> bool:
        """Remember what a message says. Is there anything new in it?"""

    def hear(self, text: str | bytes) -> None:
        """Take a message; raises `BadAnswer`."""
        message = self._read(text)
        if isinstance(message, ProblemMessage) and message.id is None:  # it is about the socket, or was not understood
            self._refusal = _problem(message)
            self._answers = dict.fromkeys(self._answers, message)
        elif not isinstance(message, ANSWERS):
            if self._is_news(message):
                self.heard.append(message)
        elif message.id in self._answers:
            self._answers[message.id] = message

    def dropped(self, received: int | None, sent: int | None) -> None:
        """The connection was closed, with these codes; raises where another one would be of no use."""
        refusal, self._refusal = self._refusal, None
        if received == TOO_LONG:
            raise ServerSaid(Problem(413, "TooLarge", "The message is longer than the server accepts."))
        if sent == TOO_LONG:
            raise BadAnswer(f"A message from the server is longer than {codec.MAX_BYTES} bytes.")
        if refusal and received == CLOSE_CODES + refusal.status and refusal.status not in TEMPORARY:
            raise ServerSaid(refusal)

    @contextmanager
    def asking(self, asked: Asked[Any]) -> Iterator[None]:
        """Keep the answer to this, should it come."""
        self._answers[asked.id] = None
        try:
            yield
        finally:
            del self._answers[asked.id]

    def has_answer(self, asked: Asked[Any]) -> bool:
        """Is the answer to this here?"""
        return self._answers[asked.id] is not None

    def answer(self, asked: Asked[T]) -> T:
        """The answer; raises `ServerSaid`, or `BadAnswer` where it answers another question."""
        answer = self._answers[asked.id]
        if isinstance(answer, ProblemMessage):
            raise ServerSaid(_problem(answer))
        if not isinstance(answer, asked.kind):
            raise BadAnswer(f"The server's answer does not fit the request: {answer}.")
        return asked.reads(answer)


def _problem(message: ProblemMessage) -> Problem:
    return Problem(message.status, message.code, message.detail, message.violations)


class HomeTalk(Talk[HomeNews]):
    """News of all one's matches. Nothing is repeated after a drop: after every `home`, list your matches again."""

    @property
    def path(self) -> str:
        """Always the same."""
        return "/api/me/live"

    def _read(self, text: str | bytes) -> AtHome:
        message: AtHome = read(text, AtHome, "The server's message")
        return message

    def _is_news(self, message: HomeNews) -> bool:  # noqa: ARG002
        return True


class TableTalk(Talk[TableNews]):
    """What happens at a table."""

    def __init__(self, match: MatchInfo, seat: Seat | None = None, since: int = 0, marks: bool = False) -> None:
        super().__init__()
        game, kinds = game_of(match), Outgoing
        self._kind = kinds[game.view, game.order, game.event, game.preview]
        self._setup: Any = None
        self._named = seat
        self._marks = marks
        self.seq = since
        """Of what was heard last."""
        self._match = match
        self._told: MatchInfo | None = None
        """The match from outside, as the server told it last."""
        self.table: TableAnswer[Any, Any] | None = None
        """The newest table; None before the start."""
        self.presence: PresenceMessage | None = None
        """Who is at the table."""
        self._acted = 0
        """The `seq` of your own last order or withdrawal."""

    @property
    def match(self) -> MatchInfo:
        """The match from outside, as it was known last."""
        return self._told or self._match

    @property
    def path(self) -> str:
        """The socket, from what was heard last on."""
        seat = "" if self._named is None else f"&seat={self._named}"
        marks = "&marks=true" if self._marks else ""
        return f"/api/matches/{quote(self.match.id, safe='')}/live?since={self.seq}{seat}{marks}"

    @property
    def owes_order(self) -> bool:
        """Does the match wait for your order? Not while the table you know is from before your last one."""
        now = self.table
        if now is None or now.seq < self._acted:
            return False
        return now.you in now.table.to_act and now.you not in now.table.submitted

    def answer(self, asked: Asked[T]) -> T:
        """The answer; the answer to an order may be here before the table that knows of it."""
        found = super().answer(asked)
        if isinstance(found, Accepted):
            self._acted = max(self._acted, found.seq)
        return found

    def _read(self, text: str | bytes) -> Any:
        what = "The server's message"
        tree = read(text, Any, what)
        if isinstance(tree, dict) and tree.get("type") == "table" and isinstance(tree.get("table"), dict):
            table = with_setup(tree["table"].get("table"), self._setup)
            self._setup = setup_of(table)
            tree |= {"table": tree["table"] | {"table": table}}
        return convert(tree, self._kind, what)

    def _is_news(self, message: TableNews) -> bool:
        match message:
            case PresenceMessage():
                self.presence = message
            case SeatsMessage(match=match):
                told, self._told = self._told, match
                if self.table is None:  # later, this tells who sits where now, whatever else is still to come
                    self.seq = match.seq
                return bool(message.said) or match != told
            case HistoryMessage(seq=seq):
                self.seq = seq
            case TableMessage(table=table):
                known, self.table, self.seq = self.table, table, table.seq
                return known is None or (known.seq, known.you) != (table.seq, table.you)
            case WaitingMessage():
                self.seq = message.seq
                self._update(message)
            case SaidMessage(seq=seq):
                self.seq = seq
                if self.table is not None:
                    self.table = replace(self.table, seq=seq)
        return True

    def _update(self, message: WaitingMessage[Any]) -> None:
        """What has changed at the table, though nothing was resolved."""
        if self.table is None:
            raise BadAnswer("The server's message: A `waiting` message came before the table.")
        table = replace(self.table.table, submitted=message.submitted, pending=message.pending)
        self.table = replace(
            self.table,
            seq=message.seq,
            now=message.now,
            deadline=message.deadline,
            offers=message.offers,
            pause=message.pause,
            table=table,
        )
