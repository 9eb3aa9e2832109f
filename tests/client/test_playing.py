"""The runner: every match that waits for a program is played; mistakes of the program are its own."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from armillary.api.matches import MatchInfo
from armillary.api.problems import Problem
from armillary.api.terms import Absent, NewMatch, SeatPlan
from armillary.client import AnswerLost, AsyncClient, Client, ServerAway, ServerSaid, installed, play
from armillary.client.reading import game_of
from armillary.core.errors import BadInput, VersionNotInstalled
from armillary.games.skirmish.model import Play
from tests.bots.test_outside import NODE
from tests.project.tree import ROOT
from tests.server.api import PATIENCE, Server

ALONE: NewMatch[Any] = NewMatch((SeatPlan("me"), SeatPlan("local", name="Bob")), preset="lesson")
"""Everybody at the table is the program."""

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


async def _stop(playing: asyncio.Task[None]) -> None:
    playing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await playing


async def test_a_program_plays_all_its_seats_at_all_its_tables(server: Server) -> None:
    async with _guest(server) as client:
        matches = [(await client.new_match(slug, ALONE)).match for slug in ("skirmish", "orbit", "skirmish")]
        playing = asyncio.create_task(play(client, installed("random")))
        matches.append((await client.new_match("skirmish", AGAINST_BOT)).match)
        await _over(client, *matches)
        await _stop(playing)


async def test_a_seat_that_was_given_up_is_left_alone(server: Server) -> None:
    async with _guest(server) as client:
        seats = (SeatPlan("me"), SeatPlan("local", name="Bob"), SeatPlan("local", name="Eve"))
        match = (await client.new_match("skirmish", NewMatch(seats, preset="lesson"))).match
        await client.resign(match.id, seat=1)
        await play(client, installed("random"), only=match.id)
        over = await client.match(match.id)
        assert over.outcome is not None
        assert 1 not in over.outcome.winners


async def test_a_seat_that_is_lost_while_thinking_is_left_alone(server: Server) -> None:
    async with _guest(server) as client:
        seats = (SeatPlan("me"), SeatPlan("local", name="Bob"), SeatPlan("local", name="Eve"))
        match = (await client.new_match("skirmish", NewMatch(seats, absent=Absent("open")))).match
        token = (await client.new_token("other hand")).secret
        resigned: list[str] = []

        def give_up(game: Any, view: Any, options: Any) -> Any:
            if not resigned:
                with Client(server.address, token=token) as other:
                    resigned.append(other.resign(match.id, seat=view.seat).status)
            return options.templates[0].order

        await play(client, give_up, only=match.id)
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
            await play(client, installed("random"), only=match.id)
    assert refusals == []


async def test_an_error_of_the_program_ends_it(server: Server) -> None:
    def broken(*_: Any) -> Any:
        raise ZeroDivisionError

    async with _guest(server) as client:
        await client.new_match("skirmish", AGAINST_BOT)
        with pytest.raises(ZeroDivisionError):
            await play(client, broken)
        with pytest.raises(ServerSaid, match="OrderRefused"):
            await play(client, lambda *_: Play(99))
        with pytest.raises(BadInput, match="no bot called 'nobody'"):
            await play(client, installed("nobody"))


async def test_a_bot_that_fails_plays_its_default_orders(server: Server) -> None:
    async with _guest(server) as client:
        match = (await client.new_match("skirmish", AGAINST_BOT)).match
        await play(client, installed("tests.arena.bad_bots:Crashes"), only=match.id)
        assert (await client.match(match.id)).status == "over"


async def test_a_match_that_was_called_off_is_not_waited_for(server: Server) -> None:
    async with _guest(server) as client:
        match = (await client.new_match("skirmish", NewMatch((SeatPlan("me"), SeatPlan("open"))))).match
        playing = asyncio.create_task(play(client, installed("random"), only=match.id))
        await asyncio.sleep(0.2)
        await client.cancel(match.id)
        await playing
        await play(client, installed("random"), only=match.id)


async def test_only_one_match_is_played_when_told_so(server: Server) -> None:
    async with _guest(server) as client:
        one, other = [(await client.new_match("skirmish", AGAINST_BOT)).match for _ in range(2)]
        await play(client, installed("random"), only=one.id)
        assert (await client.table(other)).table.step == 0


async def test_a_seat_that_is_kept_is_taken_where_that_is_wanted(server: Server) -> None:
    async with _guest(server) as client:
        with Client(server.address) as grace:
            grace.me()
            match = (await client.new_match("skirmish", NewMatch((SeatPlan("me"), SeatPlan("open"))))).match
            grace.join(match.id)
            grace.resign(match.id)
            playing = asyncio.create_task(play(client, installed("random"), rematches=True))
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
        playing = asyncio.create_task(play(client, installed("random")))
        await _over(client, known)
        assert (await client.match(unknown.id)).status == "playing"
        await _stop(playing)
    assert "cannot be played here: Version 99 of orbit's rules is not installed" in caplog.text


def test_the_example_takes_challenges_until_it_is_interrupted(server: Server) -> None:
    with Client(server.address) as client:
        client.me()
        command = [sys.executable, str(ROOT / "examples" / "bot.py"), server.address, "--challenges", "--bot", "medium"]
        pipe = subprocess.PIPE
        with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True) as bot:
            match = client.new_match("skirmish", NewMatch((SeatPlan("me"), SeatPlan("open")), preset="lesson")).match
            decide = installed("random")
            with client.sit(match) as seat:
                while seat.table is None or seat.table.table.outcome is None:
                    next(seat)
                    if seat.owes_order:
                        assert seat.table is not None
                        now = seat.table.table
                        seat.order(decide(game_of(match), now.view, seat.draft().options), step=now.step)
            bot.send_signal(signal.SIGINT)
            said, complaints = bot.communicate(timeout=30)
        assert (bot.returncode, complaints) == (0, "")
        assert "takes open seats at skirmish" in said


@pytest.mark.parametrize("bot", ["medium", "armillary.bots.random:RandomBot", f"run:{NODE} {ROOT}/examples/bot.mjs"])
def test_any_bot_plays_at_a_server(server: Server, bot: str) -> None:
    command = [sys.executable, "-m", "armillary.terminal", "bot", "connect", server.address, "skirmish", "--bot", bot]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "over: " in done.stdout


async def test_a_program_that_fails_plays_the_default_order(server: Server, caplog: pytest.LogCaptureFixture) -> None:
    async with _guest(server) as client:
        match = (await client.new_match("skirmish", AGAINST_BOT)).match
        await play(client, installed("run:false"), only=match.id)
        assert (await client.match(match.id)).status == "over"
    assert "'false' failed: It has ended." in caplog.text


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (["--bot", "nobody"], "Stellar Skirmish has no bot called 'nobody'"),
        (["--game", "chess"], "NotFound: There is no game 'chess'."),
        (["--token", "wrong"], "NotSignedIn: This token is unknown."),
    ],
)
def test_the_example_says_in_one_line_what_is_wrong(server: Server, asked: list[str], said: str) -> None:
    command = [sys.executable, str(ROOT / "examples" / "bot.py"), server.address, *asked]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert ended.returncode == 1
    assert ended.stderr.startswith(said)
    assert ended.stderr.count("\n") == 1
