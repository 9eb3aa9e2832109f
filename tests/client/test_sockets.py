"""Sockets that are dropped, flooded and lied to: nothing is missed, nothing comes twice, nonsense is a clear error."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any, get_args, get_origin

import pytest
from msgspec.structs import replace
from websockets.asyncio.client import connect
from websockets.sync.server import ServerConnection

from armillary.api.messages import (
    Outgoing,
    PresenceMessage,
    SaidMessage,
    SeatsMessage,
    TableMessage,
    TakenMessage,
    WaitingMessage,
)
from armillary.api.tables import Accepted
from armillary.client import AnswerLost, AsyncClient, BadAnswer, Client, ServerAway, ServerSaid
from armillary.client.sockets import AsyncTableSocket
from armillary.client.talk import Answer, TableNews
from armillary.core import codec
from armillary.games.skirmish.model import Play
from tests.client.fakes import MATCH, OPENING, sockets, table_text
from tests.server.api import Meeting, Server, meet

FLOOD = 5_000
TAKEN = Accepted(3, 0, resolved=False)


def _text(message: Any) -> str:
    return codec.encode(message).decode()


def _taken(asked: str) -> str:
    return _text(TakenMessage(json.loads(asked)["id"], TAKEN))


def _answers(socket: ServerConnection) -> None:
    """A visit at which everything is as it should be."""
    socket.send(table_text())
    for asked in socket:
        socket.send(_taken(str(asked)))


def _says(*texts: str) -> Callable[[ServerConnection], None]:
    """A visit at which this is said, and then nothing."""

    def visit(socket: ServerConnection) -> None:
        for text in texts:
            socket.send(text)
        for _ in socket:
            pass

    return visit


def _client_of(match: Meeting, seat: int) -> Client:
    """A client that is the person on this seat."""
    person = match.people[seat - 1]
    token = person.program().headers["authorization"].removeprefix("Bearer ")
    return Client(person.server.address, token=token)


# -- lost answers ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["blocking", "awaited"])
async def test_an_order_whose_answer_was_lost_is_sent_again_with_the_same_id(kind: str) -> None:
    asked: list[str] = []

    def hang_up(socket: ServerConnection) -> None:
        socket.send(table_text())
        asked.append(str(socket.recv()))
        socket.socket.close()

    def answer(socket: ServerConnection) -> None:
        socket.send(table_text())
        asked.append(str(socket.recv()))
        socket.send(_taken(asked[-1]))

    async def awaited(address: str) -> Accepted:
        async with AsyncClient(address) as client, client.sit(MATCH) as seat:
            return await seat.order(Play(3), step=0)

    with sockets(hang_up, hang_up, answer) as (address, paths):
        if kind == "awaited":
            assert await awaited(address) == TAKEN
        else:
            with Client(address) as client, client.sit(MATCH) as seat:
                assert seat.order(Play(3), step=0) == TAKEN
    assert len(asked) == 3
    assert len(set(asked)) == 1
    assert json.loads(asked[0]).items() >= {"type": "order", "order": {"card": 3}, "step": 0}.items()
    assert paths == ["/api/matches/m1/live?since=0", *["/api/matches/m1/live?since=2"] * 2]


def test_what_may_do_harm_twice_is_not_sent_again() -> None:
    asked: list[str] = []

    def hang_up(socket: ServerConnection) -> None:
        asked.append(str(socket.recv()))
        socket.close()

    with sockets(hang_up, _answers) as (address, _), Client(address) as client, client.sit(MATCH) as seat:
        with pytest.raises(AnswerLost):
            seat.say("hello")
        assert len(asked) == 1
        seat.say("the next one goes through")


async def test_an_answer_that_does_not_come_is_asked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("armillary.client.sockets.ANSWER_SECONDS", 0.2)

    def forgetful(socket: ServerConnection) -> None:
        socket.send(table_text())
        socket.recv()
        for asked in socket:
            socket.send(_taken(str(asked)))

    async def awaited(address: str) -> Accepted:
        async with AsyncClient(address) as client, client.sit(MATCH) as seat:
            return await seat.order(Play(3))

    with sockets(forgetful) as (address, paths):
        with Client(address) as client, client.sit(MATCH) as seat:
            assert seat.order(Play(3)) == TAKEN
        assert await awaited(address) == TAKEN
        assert len(paths) == 2


# -- leaving ---------------------------------------------------------------------------------------------------


def _is_closed(socket: Any) -> bool:
    return bool(socket.transport.get_extra_info("socket").fileno() == -1)


def test_whoever_is_cancelled_again_while_leaving_leaves_nothing_open(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Any] = []

    async def noted(*args: Any, **kwargs: Any) -> Any:
        made.append(await connect(*args, **kwargs))
        return made[-1]

    monkeypatch.setattr("armillary.client.sockets.connect_awaiting", noted)

    async def listen(seat: AsyncTableSocket) -> None:
        async with seat:
            async for _ in seat:
                pass

    async def leave(address: str) -> None:
        async with AsyncClient(address) as client:
            seat = client.sit(MATCH)
            listening = asyncio.create_task(listen(seat))
            while seat.table is None:
                await asyncio.sleep(0.01)
            listening.cancel()
            await asyncio.sleep(0)  # it says goodbye now, and `asyncio.run` will cancel it once more

    with sockets(_answers) as (address, _):
        asyncio.run(leave(address))
    assert [_is_closed(each) for each in made] == [True]


async def test_a_connection_that_comes_after_leaving_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Any] = []
    connecting, left = asyncio.Event(), asyncio.Event()

    async def connect_late(*args: Any, **kwargs: Any) -> Any:
        if made:
            connecting.set()
            await left.wait()
        made.append(await connect(*args, **kwargs))
        return made[-1]

    monkeypatch.setattr("armillary.client.sockets.connect_awaiting", connect_late)
    with sockets(lambda socket: socket.close(), _answers) as (address, _):
        async with asyncio.timeout(30), AsyncClient(address) as client:
            async with client.sit(MATCH) as seat:
                ordering = asyncio.ensure_future(seat.order(Play(3)))
                await connecting.wait()
            left.set()
            with pytest.raises(RuntimeError, match="The socket is closed"):
                await ordering
    assert [_is_closed(socket) for socket in made] == [True, True]


# -- floods and nonsense ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["blocking", "awaited"])
async def test_an_answer_is_found_in_a_flood_and_nothing_of_the_flood_is_lost(kind: str) -> None:
    def flood(socket: ServerConnection) -> None:
        socket.send(table_text())
        asked = str(socket.recv())
        for number in range(FLOOD):
            socket.send(_text(PresenceMessage((), (), number)))
        socket.send(_taken(asked))
        socket.recv()

    async def awaited(address: str) -> list[Any]:
        async with AsyncClient(address) as client, client.sit(MATCH) as seat:
            assert await seat.order(Play(3)) == TAKEN
            return [await anext(seat) for _ in range(FLOOD + 1)]

    def blocking(address: str) -> list[Any]:
        with Client(address) as client, client.sit(MATCH) as seat:
            assert seat.order(Play(3)) == TAKEN
            return [next(seat) for _ in range(FLOOD + 1)]

    with sockets(flood) as (address, _):
        first, *heard = blocking(address) if kind == "blocking" else await awaited(address)
    assert isinstance(first, TableMessage)
    assert [message.watchers for message in heard] == list(range(FLOOD))


def test_every_message_that_a_server_sends_at_a_table_is_news_or_an_answer() -> None:
    def kinds(messages: object) -> set[object]:
        return {get_origin(each) or each for each in get_args(messages)}

    assert kinds(TableNews) | kinds(Answer) == kinds(Outgoing)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{nonsense", "malformed"),
        ('{"type": "surprise"}', "surprise"),
        ("[]", "message"),
        ('{"type": "table", "table": {"table": null}, "happened": [], "said": []}', "message"),
        (table_text(whole=False), "setup"),
        (_text(WaitingMessage(3, 0, None, (), None, None, (), MATCH.pause, [])), "came before the table"),
        ("x" * (codec.MAX_BYTES + 1), "longer than"),
    ],
)
def test_a_message_that_is_not_understood_is_a_clear_error(text: str, said: str) -> None:
    refused = pytest.raises(BadAnswer, match=said)
    with sockets(_says(text)) as (address, _), Client(address) as client, client.sit(MATCH) as seat, refused:
        next(seat)


def test_an_answer_to_another_question_is_a_clear_error() -> None:
    refused = pytest.raises(BadAnswer, match="does not fit")
    with sockets(_answers) as (address, _), Client(address) as client, client.sit(MATCH) as seat, refused:
        seat.draft()


def test_a_server_that_lets_nobody_in_is_given_up() -> None:
    with sockets(lambda socket: socket.close()) as (address, paths):
        seat = Client(address, patience=0.5).sit(MATCH)
        with pytest.raises(ServerAway, match="Gave up after"), seat:
            next(seat)
    assert 1 < len(paths) < 10


# -- what is known ---------------------------------------------------------------------------------------------


def test_the_newest_table_is_always_whole_and_nothing_known_comes_again() -> None:
    later = OPENING.submit(1, Play(1)).submit(2, Play(2))
    waiting: WaitingMessage[Play] = WaitingMessage(3, 5, 9, (2,), None, None, (2,), MATCH.pause, [])

    def drop(socket: ServerConnection) -> None:
        socket.send(table_text(seq=2))
        socket.send(_text(waiting))
        socket.close()

    then = _says(table_text(seq=3), table_text(later, 5, whole=False), _text(SaidMessage(6, [])))
    with sockets(drop, then) as (address, paths), Client(address) as client, client.sit(MATCH) as seat:
        assert isinstance(next(seat), TableMessage)
        assert isinstance(next(seat), WaitingMessage)
        assert seat.table is not None
        assert (seat.table.seq, seat.table.deadline, seat.table.offers) == (3, 9, (2,))
        assert seat.table.table.submitted == (2,)
        assert seat.owes_order
        message: Any = next(seat)
        assert message.table.table == later.table(1), "the table of seq 3 was known"
        assert isinstance(next(seat), SaidMessage)
        assert seat.table.seq == 6
    assert paths == ["/api/matches/m1/live?since=0", "/api/matches/m1/live?since=3"]


def test_no_second_order_is_owed_before_the_table_that_knows_of_the_first() -> None:
    def late(socket: ServerConnection) -> None:
        socket.send(table_text(seq=2))
        asked = str(socket.recv())
        socket.send(_text(PresenceMessage((1,), (2,), 0)))
        socket.send(_taken(asked))
        socket.send(table_text(OPENING.submit(1, Play(1)).submit(2, Play(2)), 4, whole=False))
        socket.recv()

    with sockets(late) as (address, _), Client(address) as client, client.sit(MATCH) as seat:
        owed = [(type(next(seat)), seat.owes_order)]
        seat.order(Play(1), step=0)
        owed += [(type(next(seat)), seat.owes_order) for _ in range(2)]
    assert owed == [(TableMessage, True), (PresenceMessage, False), (TableMessage, True)]


def test_before_the_start_a_table_that_is_as_it_was_is_not_told_again() -> None:
    is_open, fuller = replace(MATCH, status="open"), replace(MATCH, status="open", seq=4)

    def drop(socket: ServerConnection) -> None:
        socket.send(_text(SeatsMessage(is_open, [])))
        socket.close()

    then = _says(_text(SeatsMessage(is_open, [])), _text(SeatsMessage(fuller, [])))
    with sockets(drop, then) as (address, paths), Client(address) as client, client.sit(MATCH) as seat:
        assert [next(seat), next(seat)] == [SeatsMessage(is_open, []), SeatsMessage(fuller, [])]
        assert (seat.match, seat.table, seat.owes_order) == (fuller, None, False)
    assert paths[1] == "/api/matches/m1/live?since=2"


# -- a real server ---------------------------------------------------------------------------------------------


def test_everything_that_can_be_done_at_a_table(server: Server) -> None:
    match = meet(server)
    with _client_of(match, 1) as ada, _client_of(match, 2) as grace:
        info = ada.match(match.id)
        with ada.sit(info) as one, grace.sit(info) as two:
            assert one.draft(notation="play 3").order == Play(3)
            assert one.order(Play(3), step=0).step == 0
            assert not one.withdraw().resolved
            with pytest.raises(ServerSaid) as said:
                one.order(Play(99))
            assert said.value.violations[0].text
            one.say("hello")
            one.offer_draw()
            one.offer_draw(False)
            assert one.ping() == server.clock.now()
            lines = (line.text for message in two if isinstance(message, SaidMessage) for line in message.said)
            assert next(lines) == "hello"
            two.resign()
            while two.table is None or two.table.table.outcome is None:
                next(two)
            assert two.table.table.outcome.winners == (1,)


def test_a_socket_that_is_refused_says_why(server: Server) -> None:
    match = meet(server, spectators={"policy": "none"})
    with Client(server.address) as client:
        info = client.match(match.id)
        with client.sit(info) as seat, pytest.raises(ServerSaid, match="NotAllowed"):
            next(seat)
        with client.sit(replace(info, id="nonsense")) as seat, pytest.raises(ServerSaid, match="NotFound"):
            next(seat)
        with client.home() as home, pytest.raises(ServerSaid, match="NotSignedIn"):
            next(home)


def test_a_socket_whose_token_is_deleted_or_whose_identity_is_given_up_is_not_opened_again(server: Server) -> None:
    match = meet(server)
    with _client_of(match, 1) as ada, Client(server.address, token=(token := ada.new_token("bot")).secret) as program:
        info = ada.match(match.id)
        with program.sit(info) as seat, program.home() as home:
            next(seat), next(home)
            ada.drop_token(token.id)
            for each in (seat, home):
                with pytest.raises(ServerSaid, match="NotSignedIn: This token was deleted"):
                    _listen(each)
        with ada.sit(info) as seat:
            next(seat)
            ada.give_up()
            with pytest.raises(ServerSaid, match="NotSignedIn: This identity was deleted"):
                _listen(seat)


def _listen(socket: Any) -> None:
    for _ in socket:
        pass


def test_a_message_that_is_too_long_is_refused(server: Server) -> None:
    match = meet(server)
    with _client_of(match, 1) as client, client.sit(client.match(match.id)) as seat:
        with pytest.raises(ServerSaid, match="TooLarge"):
            seat.order(notation="x" * 300_000)
        assert seat.draft().step == 0


async def test_several_tasks_listen_and_ask_at_the_same_time(server: Server) -> None:
    match = meet(server)
    token = match.people[0].program().headers["authorization"].removeprefix("Bearer ")
    async with (
        asyncio.timeout(30),
        AsyncClient(server.address, token=token) as client,
        client.sit(await client.match(match.id)) as seat,
    ):
        listening = asyncio.create_task(_all_said(seat, 10))
        drafts = asyncio.gather(*(seat.draft(Play(card)) for card in range(1, 16)))
        await asyncio.gather(*(seat.say(str(number)) for number in range(10)))
        assert [draft.order for draft in await drafts] == [Play(card) for card in range(1, 16)]
        assert sorted(await listening) == sorted(str(number) for number in range(10))


async def _all_said(seat: Any, lines: int) -> list[str]:
    said: list[str] = []
    async for message in seat:
        said += [line.text for line in getattr(message, "said", [])]
        if len(said) >= lines:
            break
    return said


def test_whoever_is_at_home_hears_of_all_matches(server: Server) -> None:
    match = meet(server)
    with _client_of(match, 1) as client, client.home() as home:
        first: Any = next(home)
        assert first.your_move == 1
        match.order(1, Play(1))
        match.order(2, Play(2))
        assert home.ping() == server.clock.now()
        news: Any = next(home)
        assert news.match.id == match.id
