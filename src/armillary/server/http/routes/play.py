"""Routes that carry a game's own types: generated, one set per game. Tags of different games never meet in a union."""

# The annotations of these handlers are made at run time, from the game: they must not be postponed.

from typing import Annotated, Any, Generic, TypeVar

import msgspec
from litestar import Response, Router, delete, get, post
from litestar.params import FromPath, HeaderParameter, JSONBody
from litestar.types import ControllerRouterHandler

from armillary.core.contract import AnyGame
from armillary.core.errors import OrderRefused
from armillary.core.options import Options
from armillary.core.values import Seat, refusals
from armillary.server.http.answers import Answer
from armillary.server.http.bodies import Undecoded
from armillary.server.http.door import AnyRequest, TheProcess, player_of, require_player, room_of_game
from armillary.server.matches.journal import game_of
from armillary.server.matches.lobby import SeatPlan
from armillary.server.matches.moves import Accepted, Draft, Notation, expect_order
from armillary.server.matches.room import Room
from armillary.server.matches.views import MatchInfo, TableAnswer
from armillary.server.process import Process
from armillary.server.storage.rows import NoClock, Pace, Spectators

C = TypeVar("C")
O = TypeVar("O")

Key = Annotated[str | None, HeaderParameter(name="idempotency-key", max_length=60)]


class NewMatch(msgspec.Struct, Generic[C], frozen=True, forbid_unknown_fields=True):
    """A match to be made: its seats in order, a preset or a config, a pace, who may watch."""

    seats: Annotated[tuple[SeatPlan, ...], msgspec.Meta(min_length=1, max_length=100)]
    preset: str = "standard"
    config: C | None = None
    pace: Pace = NoClock()
    spectators: Spectators = Spectators()
    autostart: bool = True


class NewMatchMade(msgspec.Struct, frozen=True):
    """The new match, and the secret of every invitation, shown only now."""

    match: MatchInfo
    invites: dict[str, str]


class OrderBody(msgspec.Struct, Generic[O], frozen=True, forbid_unknown_fields=True):
    """An order, as data or in the game's notation; one with a `step` is taken for no other step."""

    order: O | None = None
    notation: Notation | None = None
    step: int | None = None


def routes_for(game: AnyGame) -> Router:  # noqa: C901 (six handlers, not six branches)
    """Everything of the API that has this game's types in it."""
    config: Any = game.config
    order: Any = game.order
    view: Any = game.view
    preview: Any = game.preview

    async def room_of(process: Process, match_id: str) -> Room:
        return await room_of_game(process, game, match_id)

    async def room_and_seat(request: AnyRequest, process: Process, match_id: str) -> tuple[Room, Seat]:
        player = await require_player(request, process)
        room = await room_of(process, match_id)
        return room, room.known.own_seat(player.id)

    @post("/matches", operation_id=f"{game.slug}_new_match")
    async def new_match(request: AnyRequest, process: TheProcess, data: JSONBody[NewMatch[config]]) -> NewMatchMade:
        """Make a match."""
        player = await require_player(request, process)
        made = await process.lobby.make(
            game, player, data.seats, data.config, data.preset, data.pace, data.spectators, data.autostart
        )
        return NewMatchMade(process.views.info(made.row, player), made.invites)

    @get("/matches/{match_id:str}/table", operation_id=f"{game.slug}_table")
    async def table(
        request: AnyRequest, process: TheProcess, match_id: FromPath[str]
    ) -> Response[TableAnswer[view, order]]:
        """What you may see now; with `If-None-Match` of the last answer's ETag, 304 when nothing is new."""
        room = await room_of(process, match_id)
        shown = await process.views.show(room, await player_of(request, process))
        etag = f'"{shown.seq}-{shown.seat or 0}"'
        headers = {"etag": etag, "cache-control": "private, no-cache", "vary": "cookie, authorization"}
        if etag in request.headers.get("if-none-match", ""):
            return Response(None, status_code=304, headers=headers)  # type: ignore[arg-type]
        return Answer(process.views.table_of(room, shown), headers=headers)

    @post("/matches/{match_id:str}/options", operation_id=f"{game.slug}_options", status_code=200)
    async def options(
        request: AnyRequest, process: TheProcess, match_id: FromPath[str], data: JSONBody[Undecoded[Draft[order]]]
    ) -> Options[order]:
        """What you may order, starting from this draft; an empty draft stands for the default order."""
        room, seat = await room_and_seat(request, process, match_id)
        match = room.playing
        expect_order(match, seat)
        given = data.decode(match.game.order)
        draft = None if given.is_empty else given.read(match, seat)
        if draft is not None and (refused := refusals(match.check(seat, draft))):
            raise OrderRefused(refused)
        found: Options[Any] = match.game.sight.options(match.state, seat, draft)
        return found

    @post("/matches/{match_id:str}/preview", operation_id=f"{game.slug}_preview", status_code=200)
    async def foresee(
        request: AnyRequest, process: TheProcess, match_id: FromPath[str], data: JSONBody[Undecoded[Draft[order]]]
    ) -> preview:
        """What an order would do, as far as you may know. Changes nothing."""
        room, seat = await room_and_seat(request, process, match_id)
        match = room.playing
        expect_order(match, seat)
        given = data.decode(match.game.order)
        return match.game.sight.preview(match.state, seat, given.read(match, seat))

    @post("/matches/{match_id:str}/orders", operation_id=f"{game.slug}_order", status_code=200)
    async def give(
        request: AnyRequest,
        process: TheProcess,
        match_id: FromPath[str],
        data: JSONBody[Undecoded[OrderBody[order]]],
        key: Key = None,
    ) -> Accepted:
        """Give your order, or change it until the reveal."""
        room = await room_of(process, match_id)
        player = await require_player(request, process)
        given = data.decode(game_of(room.row).order)
        return await process.moves.give_order(room, player, Draft(given.order, given.notation), given.step, key)

    @delete("/matches/{match_id:str}/orders", operation_id=f"{game.slug}_withdraw", status_code=200)
    async def withdraw(request: AnyRequest, process: TheProcess, match_id: FromPath[str]) -> Accepted:
        """Take your order back before the reveal."""
        _, seat = await room_and_seat(request, process, match_id)
        return await process.moves.withdraw(match_id, seat)

    handlers: list[ControllerRouterHandler] = [new_match, table, options, foresee, give, withdraw]
    return Router(f"/api/{game.slug}", route_handlers=handlers, tags=[game.title])
