"""The clients: requests carried out over HTTP, by one that blocks and by one that is awaited."""

from __future__ import annotations

import asyncio
import time
from typing import Any, TypeVar

import httpx2

from armillary.api.matches import MatchInfo
from armillary.client import requests
from armillary.client.asking import Awaiting, Blocking, Verb, Walk
from armillary.client.errors import AnswerLost, BadAnswer, ClientError, ServerAway, ServerSaid
from armillary.client.patience import SECONDS, Tries
from armillary.client.request import Request
from armillary.client.sockets import AsyncHomeSocket, AsyncTableSocket, HomeSocket, Line, TableSocket
from armillary.client.talk import HomeTalk, TableTalk
from armillary.core.errors import BadInput
from armillary.core.values import Seat

T = TypeVar("T")

TIMEOUT = 30.0
"""Seconds without a sign of life after which a request counts as lost."""


class Api:
    """Everything that can be asked of a server."""

    me = Verb(requests.me)
    rename = Verb(requests.rename)
    declare_program = Verb(requests.declare_program)
    give_up = Verb(requests.give_up)
    tokens = Verb(requests.tokens)
    new_token = Verb(requests.new_token)
    drop_token = Verb(requests.drop_token)

    games = Verb(requests.games)
    game = Verb(requests.game)
    rules = Verb(requests.rules)
    rule = Verb(requests.rule)
    check = Verb(requests.check)

    new_match = Verb(requests.new_match)
    match = Verb(requests.match)
    join = Verb(requests.join)
    leave = Verb(requests.leave)
    start = Verb(requests.start)
    cancel = Verb(requests.cancel)
    share = Verb(requests.share)
    set_seat = Verb(requests.set_seat)
    swap_seats = Verb(requests.swap_seats)
    set_terms = Verb(requests.set_terms)
    invitation = Verb(requests.invitation)

    list_matches = Verb(requests.list_matches)
    each_match = Walk(requests.each_match)

    table = Verb(requests.table)
    draft = Verb(requests.draft)
    hint = Verb(requests.hint)
    order = Verb(requests.order)
    withdraw = Verb(requests.withdraw)
    chat = Verb(requests.chat)
    say = Verb(requests.say)
    resign = Verb(requests.resign)
    offer_draw = Verb(requests.offer_draw)
    take_back_draw = Verb(requests.take_back_draw)
    ask_for_pause = Verb(requests.ask_for_pause)
    take_back_pause = Verb(requests.take_back_pause)
    resume = Verb(requests.resume)

    history = Verb(requests.history)
    each_entry = Walk(requests.each_entry)
    step = Verb(requests.step)
    each_step = Walk(requests.each_step)
    describe = Verb(requests.describe)
    analysis = Verb(requests.analysis)

    record = Verb(requests.get_record)
    upload = Verb(requests.upload)
    fork = Verb(requests.fork)
    rematch = Verb(requests.rematch)


class Client(Api, Blocking):
    """A blocking client. Without a token, ask for `me` first: it makes you a guest from then on."""

    def __init__(self, address: str, *, token: str | None = None, patience: float = SECONDS) -> None:
        self.patience = patience
        """For how many seconds a request that may be repeated is tried again."""
        self._http = httpx2.Client(**_settings(address, token))

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self._http.close()

    def ask(self, request: Request[T]) -> T:
        """Carry a request out; what passes by itself is tried again where that does no harm."""
        tries = Tries(self.patience)
        while True:
            try:
                return _answer(request, self._http.send(self._http.build_request(**_sent(request))))
            except (httpx2.RequestError, ServerAway, ServerSaid) as error:
                time.sleep(tries.pause(_named(error), may_repeat=request.may_repeat))

    def sit(self, match: MatchInfo, *, seat: Seat | None = None, since: int = 0, marks: bool = False) -> TableSocket:
        """The socket of a match, for as long as the block lasts: `with client.sit(match) as seat`."""
        return TableSocket(_line(self._http), self.patience, TableTalk(match, seat, since, marks))

    def home(self) -> HomeSocket:
        """The socket of all your matches, for as long as the block lasts."""
        return HomeSocket(_line(self._http), self.patience, HomeTalk())


class AsyncClient(Api, Awaiting):
    """An async client. Without a token, ask for `me` first: it makes you a guest from then on."""

    def __init__(self, address: str, *, token: str | None = None, patience: float = SECONDS) -> None:
        self.patience = patience
        """For how many seconds a request that may be repeated is tried again."""
        self._http = httpx2.AsyncClient(**_settings(address, token))

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._http.aclose()

    async def ask(self, request: Request[T]) -> T:
        """Carry a request out; what passes by itself is tried again where that does no harm."""
        tries = Tries(self.patience)
        while True:
            try:
                return _answer(request, await self._http.send(self._http.build_request(**_sent(request))))
            except (httpx2.RequestError, ServerAway, ServerSaid) as error:
                await asyncio.sleep(tries.pause(_named(error), may_repeat=request.may_repeat))

    def sit(
        self, match: MatchInfo, *, seat: Seat | None = None, since: int = 0, marks: bool = False
    ) -> AsyncTableSocket:
        """The socket of a match, for as long as the block lasts: `async with client.sit(match) as seat`."""
        return AsyncTableSocket(_line(self._http), self.patience, TableTalk(match, seat, since, marks))

    def home(self) -> AsyncHomeSocket:
        """The socket of all your matches, for as long as the block lasts."""
        return AsyncHomeSocket(_line(self._http), self.patience, HomeTalk())


# -- what both do ----------------------------------------------------------------------------------------------


def _settings(address: str, token: str | None) -> dict[str, Any]:
    if not address.startswith(("http://", "https://")):
        raise BadInput(f"A server address begins with http:// or https://, not {address[:80]!r}.")
    headers = {} if token is None else {"authorization": f"Bearer {token}"}
    return {"base_url": address, "headers": headers, "timeout": TIMEOUT}


def _sent(request: Request[Any]) -> dict[str, Any]:
    return {"method": request.method, "url": request.url, "headers": request.headers, "content": request.content}


def _answer(request: Request[T], answer: httpx2.Response) -> T:
    asked = answer.headers.get("retry-after", "")
    return request.answer(answer.status_code, answer.content, float(asked) if asked.isdecimal() else 0)


def _named(error: Exception) -> ClientError:
    """An error of httpx2 as a `ClientError`."""
    what = str(error) or type(error).__name__
    match error:
        case ClientError():
            return error
        case httpx2.ConnectError() | httpx2.ConnectTimeout():
            return ServerAway(f"The server cannot be reached: {what}.")
        case httpx2.TransportError():
            return AnswerLost(f"The connection was lost: {what}.")
        case _:
            return BadAnswer(f"The server's answer is not understood: {what}.")


def _line(http: httpx2.Client | httpx2.AsyncClient) -> Line:
    """Where this client's sockets lead, and what they say of who is asking."""
    cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in http.cookies.jar)
    headers = {"cookie": cookies} if cookies else {}
    if "authorization" in http.headers:
        headers["authorization"] = http.headers["authorization"]
    return Line(str(http.base_url).replace("http", "ws", 1).rstrip("/"), headers)
