"""The runner: every match that waits for a program is played; mistakes of the program are its own."""

from __future__ import annotations

import asyncio
import re
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from armillary.api.matches import MatchInfo
from armillary.api.problems import Problem
from armillary.api.terms import Absent, NewMatch, SeatPlan
from armillary.client import AnswerLost, AsyncClient, Client, ServerAway, ServerSaid, command, play
from armillary.client.reading import game_of
from armillary.core.contract import AnyGame
from armillary.core.errors import BadInput, BotFailed, VersionNotInstalled
from armillary.terminal.exits import Exit
from tests.arena import bad_bots
from tests.bots.test_outside import NODE
from tests.client.callers import any_order
from tests.project.tree import ROOT
from tests.server.api import PATIENCE, Server

ALONE: NewMatch[Any] = NewMatch((SeatPlan("me"), SeatPlan("local", name="Bob")), preset="lesson")
"""Everybody at the table is the program."""


class First:
    """Orders what is offered first."""

    def __init__(self, game: AnyGame) -> None:
        pass

    def decide(self, view: Any, options: Any, dice: Any, budget: int) -> Any:
        return options.templates[0].order


AGAINST_BOT: NewMatch[Any] = NewMatch((SeatPlan("me"), SeatPlan("bot", "random")), preset="lesson")


@asynccontextmanager
async def _guest(server: Server) -> AsyncIterator[AsyncClient]:
    """The client of somebody new, for at most a minute."""
    async with AsyncClient(server.address) as client, asyncio.timeout(60):
        await client.me()
        yield client


async def _over(client: AsyncClient, *matches: MatchInfo) -> None:
    """Wait until they are over."""
    for match in matches:
        while (await client.match(match.id)).status != "over":
            await asyncio.sleep(0.05)


async def _stop(playing: asyncio.Task[int]) -> None:
    playing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await playing


async def test_a_program_plays_all_its_seats_at_all_its_tables(server: Server) -> None:
    async with _guest(server) as client:
        matches = [(await client.new_match(slug, ALONE)).match for slug in ("skirmish", "orbit", "skirmish")]
        playing = asyncio.create_task(play(client, "random"))
        matches.append((await client.new_match("skirmish", AGAINST_BOT)).match)
        await _over(client, *matches)
        await _stop(playing)


async def test_a_seat_that_was_given_up_is_left_alone(server: Server) -> None:
    async with _guest(server) as client:
        seats = (SeatPlan("me"), SeatPlan("local", name="Bob"), SeatPlan("local", name="Eve"))
        match = (await client.new_match("skirmish", NewMatch(seats, preset="lesson"))).match
        await client.resign(match.id, seat=1)
        await play(client, "random", only=match.id)
        over = await client.match(match.id)
        assert over.outcome is not None
        assert 1 not in over.outcome.winners


async def test_a_seat_that_is_lost_while_thinking_is_left_alone(server: Server) -> None:
    async with _guest(server) as client:
        seats = (SeatPlan("me"), SeatPlan("local", name="Bob"), SeatPlan("local", name="Eve"))
        match = (await client.new_match("skirmish", NewMatch(seats, absent=Absent("open")))).match
        token = (await client.new_token("other hand")).secret
        resigned: list[str] = []

        class GivesUp(First):
            def decide(self, view: Any, options: Any, dice: Any, budget: int) -> Any:
                if not resigned:
                    with Client(server.address, token=token) as other:
                        resigned.append(other.resign(match.id, seat=view.seat).status)
                return super().decide(view, options, dice, budget)

        await play(client, GivesUp, only=match.id)
        assert resigned == ["playing"]


async def test_a_server_that_is_busy_is_waited_for(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("armillary.client.playing.AWAY_SECONDS", 0.01)
    refusals = [ServerSaid(Problem(503, "NotReady", "Later.")), ServerAway("gone"), AnswerLost("gone")] * 2

    class Unlucky(AsyncClient):
        async def ask(self, request: Any) -> Any:
            if refusals and not request.path.endswith("me"):
                raise refusals.pop()
            return await super().ask(request)

    async with AsyncClient(server.address) as lucky, asyncio.timeout(60):
        await lucky.me()
        match = (await lucky.new_match("skirmish", AGAINST_BOT)).match
        token = (await lucky.new_token("program")).secret
        async with Unlucky(server.address, token=token) as client:
            await play(client, "random", only=match.id)
    assert refusals == []


async def test_a_bot_that_is_not_there_or_cannot_be_made_ends_the_program(server: Server) -> None:
    async with _guest(server) as client:
        await client.new_match("skirmish", AGAINST_BOT)
        with pytest.raises(BadInput, match="no bot called 'nobody'"):
            await play(client, "nobody")
        with pytest.raises(BotFailed, match=r"cannot be made. ValueError: not today \(.*:\d+, in __init__\)"):
            await play(client, "tests.arena.bad_bots:Unmakable")


CRASH = r"step 4\) and plays its default order. ValueError: I am lost \(.*bad_bots.py:\d+, in misbehave\)"


@pytest.mark.parametrize(
    ("bot", "said"),
    [
        (bad_bots.Crashes, CRASH),
        (bad_bots.Cheats, "It gave an order that is not allowed: You do not hold the card 99"),
        (bad_bots.Babbles, "order: "),
        ("tests.arena.bad_bots:Crashes", CRASH),
        ("run:false", "'false' failed: It has ended with exit code 1."),
    ],
)
async def test_a_bot_that_fails_plays_its_default_orders_and_says_why(
    server: Server, caplog: pytest.LogCaptureFixture, bot: Any, said: str
) -> None:
    async with _guest(server) as client:
        seats = (SeatPlan("me"), SeatPlan("bot", "random"))
        match = (await client.new_match("skirmish", NewMatch(seats, preset="quick"))).match
        assert await play(client, bot, only=match.id) > 0
        assert (await client.match(match.id)).status == "over"
    assert re.search(said, caplog.text)


async def test_it_is_told_when_matches_begin_and_end(server: Server) -> None:
    told: list[str] = []
    async with _guest(server) as client:
        match = (await client.new_match("skirmish", AGAINST_BOT)).match
        await play(client, "random", only=match.id, tell=told.append)
    begun, over = told
    assert begun == f"Match {match.id} of skirmish goes on, with Random."
    assert over.startswith(f"Match {match.id} of skirmish is over. ")


async def test_a_match_that_was_called_off_is_not_waited_for(server: Server) -> None:
    async with _guest(server) as client:
        match = (await client.new_match("skirmish", NewMatch((SeatPlan("me"), SeatPlan("open"))))).match
        playing = asyncio.create_task(play(client, "random", only=match.id))
        await asyncio.sleep(0.2)
        await client.cancel(match.id)
        await playing
        await play(client, "random", only=match.id)


async def test_only_one_match_is_played_when_told_so(server: Server) -> None:
    async with _guest(server) as client:
        one, other = [(await client.new_match("skirmish", AGAINST_BOT)).match for _ in range(2)]
        await play(client, "random", only=one.id)
        assert (await client.table(other)).table.step == 0


async def test_a_seat_that_is_kept_is_taken_where_that_is_wanted(server: Server) -> None:
    async with _guest(server) as client:
        with Client(server.address) as grace:
            grace.me()
            match = (await client.new_match("skirmish", NewMatch((SeatPlan("me"), SeatPlan("open"))))).match
            grace.join(match.id)
            grace.resign(match.id)
            playing = asyncio.create_task(play(client, "random", rematches=True))
            again = grace.rematch(match.id)
            while (await client.match(again.id)).status == "open":
                await asyncio.sleep(0.05)
            await _stop(playing)


async def test_a_match_of_rules_that_are_not_installed_is_left_alone(
    server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def without_orbit(match: MatchInfo) -> Any:
        if match.game == "orbit":
            raise VersionNotInstalled("orbit", 99, (1,))
        return game_of(match)

    monkeypatch.setattr("armillary.client.requests.game_of", without_orbit)

    async with _guest(server) as client:
        unknown = (await client.new_match("orbit", AGAINST_BOT)).match
        known = (await client.new_match("skirmish", AGAINST_BOT)).match
        playing = asyncio.create_task(play(client, "random"))
        await _over(client, known)
        assert (await client.match(unknown.id)).status == "playing"
        await _stop(playing)
    assert "cannot be played here: Version 99 of orbit's rules is not installed" in caplog.text


def test_the_example_takes_challenges_until_it_is_interrupted(server: Server) -> None:
    with Client(server.address) as client:
        client.me()
        arguments = [
            sys.executable,
            str(ROOT / "examples" / "bot.py"),
            server.address,
            "--challenges",
            "--bot",
            "medium",
        ]
        pipe = subprocess.PIPE
        with subprocess.Popen(arguments, stdout=pipe, stderr=pipe, text=True) as bot:
            match = client.new_match("skirmish", NewMatch((SeatPlan("me"), SeatPlan("open")), preset="lesson")).match
            with client.sit(match) as seat:
                while seat.table is None or seat.table.table.outcome is None:
                    next(seat)
                    if seat.owes_order:
                        assert seat.table is not None
                        now = seat.table.table
                        seat.order(any_order(game_of(match), now.view, seat.draft().options), step=now.step)
            bot.send_signal(signal.SIGINT)
            said, complaints = bot.communicate(timeout=30)
        assert (bot.returncode, complaints) == (0, "")
        assert "takes open seats at skirmish" in said


@pytest.mark.parametrize("bot", ["medium", "armillary.bots.random:RandomBot", f"run:{NODE} {ROOT}/examples/bot.mjs"])
def test_any_bot_plays_at_a_server(server: Server, bot: str) -> None:
    arguments = [sys.executable, "-m", "armillary.terminal", "bot", "connect", server.address, "skirmish", "--bot", bot]
    done = subprocess.run(arguments, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert " is over. " in done.stdout


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (["--bot", "nobody"], "Stellar Skirmish has no bot called 'nobody'"),
        (["--game", "chess"], "NotFound: There is no game 'chess'."),
        (["--token", "wrong"], "NotSignedIn: This token is unknown."),
    ],
)
def test_the_example_says_in_one_line_what_is_wrong(server: Server, asked: list[str], said: str) -> None:
    arguments = [sys.executable, str(ROOT / "examples" / "bot.py"), server.address, *asked]
    ended = subprocess.run(arguments, capture_output=True, text=True, timeout=60)
    assert ended.returncode == 1
    assert ended.stderr.startswith(said)
    assert ended.stderr.count("\n") == 1


def test_a_bot_is_called_and_marked_as_one_at_the_server(server: Server) -> None:
    with Client(server.address) as ada:
        ada.me()
        match = ada.new_match(
            "skirmish", NewMatch((SeatPlan("open"), SeatPlan("bot", "random")), preset="lesson")
        ).match
        arguments = [sys.executable, "-m", "armillary.terminal", "bot", "connect", server.address, "skirmish"]
        arguments += ["--bot", "medium", "--name", "Deep Thought", "--match", match.id]
        done = subprocess.run(arguments, capture_output=True, text=True, timeout=PATIENCE, check=False)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.startswith(f"Deep Thought plays skirmish, match {match.id}.\n")
        seat = ada.match(match.id).seats[0]
        assert (seat.name, seat.program) == ("Deep Thought", True)


async def test_it_is_soon_told_that_no_server_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    told: asyncio.Queue[str] = asyncio.Queue()
    monkeypatch.setattr(command, "tell", told.put_nowait)
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{closed.getsockname()[1]}"
        playing = asyncio.create_task(command.attending("medium", command.Visit(address)))
        async with asyncio.timeout(10):
            said = await told.get()
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
    assert said == f"No server answers at {address}. Trying for 60 seconds; Ctrl+C ends it."
    assert command.SILENCE < 2


def test_a_bot_that_fails_at_a_server_ends_with_its_own_exit_code(server: Server) -> None:
    arguments = [sys.executable, "-m", "armillary.terminal", "bot", "connect", server.address, "skirmish"]
    arguments += ["--bot", "tests.arena.bad_bots:Crashes"]
    done = subprocess.run(arguments, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == Exit.BOT_FAILED
    assert "armillary: The bot failed 11 times and played default orders instead.\n" in done.stderr
