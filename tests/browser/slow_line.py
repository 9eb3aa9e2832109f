"""A line with a delay between a browser and a server: bytes arrive later, in order, and nothing else changes."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from threading import Thread

from tests.server.processes import HOST

ROUND_TRIP = 0.24
"""Seconds: a player on another continent."""

CHUNK = 65_536


@contextmanager
def slow_line(port: int, round_trip: float = ROUND_TRIP) -> Iterator[int]:
    """A port that leads to this one of our host; every byte takes half a round trip in either direction."""
    opened: Future[tuple[int, asyncio.AbstractEventLoop, asyncio.Event]] = Future()
    thread = Thread(target=lambda: asyncio.run(_carry(port, round_trip / 2, opened)))
    thread.start()
    own, loop, done = opened.result()
    try:
        yield own
    finally:
        loop.call_soon_threadsafe(done.set)
        thread.join()


async def _carry(port: int, delay: float, opened: Future[tuple[int, asyncio.AbstractEventLoop, asyncio.Event]]) -> None:
    done = asyncio.Event()
    pipes: set[asyncio.Task[None]] = set()

    async def connect(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            far_reader, far_writer = await asyncio.open_connection(HOST, port)
        except OSError:
            writer.close()
            return
        for source, sink in ((reader, far_writer), (far_reader, writer)):
            pipe = asyncio.create_task(_pipe(source, sink, delay))
            pipes.add(pipe)
            pipe.add_done_callback(pipes.discard)

    server = await asyncio.start_server(connect, HOST, 0)
    opened.set_result((server.sockets[0].getsockname()[1], asyncio.get_running_loop(), done))
    await done.wait()
    server.close()
    for pipe in pipes:
        pipe.cancel()
    await asyncio.gather(*pipes, return_exceptions=True)


async def _pipe(source: asyncio.StreamReader, sink: asyncio.StreamWriter, delay: float) -> None:
    """Pass everything on when its time has come; what is under way does not hold up what follows."""
    loop = asyncio.get_running_loop()
    under_way: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()

    async def deliver() -> None:
        while True:
            due, chunk = await under_way.get()
            await asyncio.sleep(due - loop.time())
            if not chunk:
                return
            sink.write(chunk)
            await sink.drain()

    delivering = asyncio.create_task(deliver())
    try:
        while chunk := await source.read(CHUNK):
            under_way.put_nowait((loop.time() + delay, chunk))
        under_way.put_nowait((loop.time() + delay, b""))
        await delivering
    except OSError:
        pass  # one of the two has hung up
    finally:
        delivering.cancel()
        sink.close()
