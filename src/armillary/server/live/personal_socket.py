"""The socket of a person: news of all their matches, so that no page needs a socket for each.

Nothing is repeated after a drop: list your matches again after connecting again.
"""

from __future__ import annotations

from litestar import websocket

from armillary.api.messages import HomeMessage, NewsMessage, PingMessage
from armillary.api.people import Player
from armillary.core.errors import ArmillaryError
from armillary.server.door.identity import TheProcess, require_player
from armillary.server.door.input import SWITCH, require_plain
from armillary.server.door.problems import problem
from armillary.server.live.wire import (
    AnySocket,
    Throttle,
    accepted,
    decode_ping,
    place_for,
    pong,
    problem_text,
    send,
    send_text,
    sign_in,
    stay,
)
from armillary.server.notify.personal import Listener
from armillary.server.process import Process
from armillary.server.storage import listings


@websocket("/api/me/live")
async def live_home(socket: AnySocket, process: TheProcess) -> None:
    """Hear of all your matches."""
    async with accepted(socket):
        require_plain(socket.scope["query_string"], {"marks": SWITCH})
        player = await require_player(socket, process)
        with place_for(process, player), sign_in(process, player) as signed_in:
            async with process.personal.enter(player.id) as (home, waiting):
                push, listen = _push(socket, process, player, home, waiting), _listen(socket, process, player)
                await stay(socket, process.limits.loop_time, push, listen, signed_in.until_signed_out())


async def _push(socket: AnySocket, process: Process, player: Player, home: Listener, waiting: int) -> None:
    """Send what is new whenever something is; a slow reader gets the newest line of each match."""
    marks = socket.query_params.get("marks") == "true"
    await send(socket, HomeMessage(process.clock.now(), waiting))
    while True:
        await home.changed.wait()
        news = home.take()
        waiting = await listings.count_moves(process.store, player.id)
        for why, row in news:
            await send(socket, NewsMessage(why, process.views.line(row, player, marks), waiting))


async def _listen(socket: AnySocket, process: Process, player: Player) -> None:
    """Answer pings; anything else is answered with a problem."""
    throttle = Throttle(socket, process, player)
    while True:
        text = await throttle.receive()
        asked: PingMessage | None = None
        try:
            asked = decode_ping(text)
            throttle.require_allowed()
            await pong(socket, process, asked)
        except ArmillaryError as error:
            await send_text(socket, problem_text(problem(error), asked.id if asked else None))
        throttle.require_calm()
