"""`kill -9` under load: what was acknowledged is there, nothing is there twice, play goes on."""

from __future__ import annotations

import asyncio
import random
import signal
from pathlib import Path
from typing import Literal

from armillary.core import codec
from armillary.server.matches.rows import InputKind, JournalRow, SeatRow
from tests.server.crash import Deed, Found, Load, kill_at_random, look, missing_of, stop_for_a_moment, stuck_at
from tests.server.mixed import Mixed
from tests.server.processes import Server

KILLS = 3


def _assert_whole(found: Found) -> None:
    assert found.lost == []
    assert found.twice == []
    assert found.faults == []
    assert found.blocked == []
    assert found.ways > 100
    assert found.acknowledged > 100
    assert found.steps > 50


async def test_what_was_acknowledged_survives_a_killed_server(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/test.db"
    async with Server(database) as server:
        load = Load([server], pairs=6)
        for _ in range(KILLS):
            await kill_at_random(server, load, random.Random())
        await load.stop()
        _assert_whole(await look(database, load.acks))


async def test_everything_else_that_people_do_survives_a_killed_server_too(shared_database: str) -> None:
    async with Server(shared_database) as server:
        load, mixed = Load([server], pairs=1), Mixed([server], 5)
        for _ in range(2):
            while len(mixed.acks) < 60:
                mixed.check()
                await asyncio.sleep(0.01)
            server.kill()
            await server.start()
            await load.until(10)
        await load.stop()
        await mixed.stop()
        stuck = await stuck_at([server], [*load.matches, *mixed.matches])
        found = await look(shared_database, [*load.acks, *mixed.acks], mixed.deeds, mixed.names, stuck)
    assert (found.lost, found.undone, found.twice, found.faults) == ([], [], [], [])
    assert (found.blocked, found.misnamed, found.stuck) == ([], [], [])
    assert found.acknowledged > 60
    assert found.deeds > 5


async def test_with_two_processes_on_one_database_either_may_be_killed(shared_database: str) -> None:
    async with Server(shared_database) as stays, Server(shared_database) as falls:
        load = Load([stays, falls], pairs=6)
        await kill_at_random(falls, load, random.Random(), restart=False)
        await falls.start()
        await stop_for_a_moment(falls, load)
        assert await stuck_at([stays, falls], load.matches) == []
        await kill_at_random(stays, load, random.Random(), restart=False)
        await load.stop()
        _assert_whole(await look(shared_database, load.acks))


async def test_a_server_asked_to_stop_finishes_and_says_goodbye(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/test.db"
    async with Server(database) as server:
        load = Load([server], pairs=4)
        await load.until(150)
        ended = await asyncio.to_thread(server.stop)
        await load.stop()
        log = server.log()
        assert ended in (0, -signal.SIGTERM), log
        assert "Application shutdown complete" in log
        assert "Traceback" not in log
        _assert_whole(await look(database, load.acks))


def _rows(*told: tuple[int, InputKind, str]) -> list[JournalRow]:
    """A journal of these seats, kinds and bodies."""
    return [JournalRow(seq, 0, seat, kind, body, None, 0) for seq, (seat, kind, body) in enumerate(told, start=1)]


def _taken_by(kind: Literal["person", "bot"]) -> str:
    return codec.encode((SeatRow("open", "open"), SeatRow(kind, "somebody"))).decode()


def test_every_deed_has_a_row_of_its_own() -> None:
    resigned = _rows((1, "resign", "null"), (0, "step", '"x"'))
    deed = Deed("m", 1, "give_up")
    assert missing_of(resigned, [deed]) == []
    assert missing_of(resigned, [deed, deed]) == [deed], "one resignation is not two"
    other = Deed("m", 2, "give_up")
    assert missing_of(resigned, [other]) == [other], "that the match is over is not enough"
    joined = _rows((1, "vacate", "[]"), (1, "take_over", _taken_by("person")))
    assert missing_of(joined, [deed, Deed("m", 1, "join")]) == []
    assert missing_of(joined, [deed, deed]) == [deed], "to come is not to leave"
    assert missing_of(_rows((1, "take_over", _taken_by("bot"))), [deed]) == []
    assert missing_of(_rows((1, "draw", "null")), [Deed("m", 1, "draw")] * 2) == [], "the second changed nothing"


def test_whoever_is_the_last_one_there_need_not_resign() -> None:
    last = Deed("m", 1, "give_up")
    alone = _rows((2, "vacate", "[]"), (3, "resign", "null"), (1, "order", "1"), (2, "resign", "null"))
    assert missing_of(alone, [last]) == []
    went_on = [*alone, *_rows((1, "order", "2"))]
    assert missing_of(went_on, [last]) == [last]
    in_company = _rows((2, "vacate", "[]"), (3, "order", "1"), (2, "resign", "null"))
    assert missing_of(in_company, [last]) == [last]
