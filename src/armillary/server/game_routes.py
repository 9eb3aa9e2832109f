"""Routes that carry a game's own types: generated, one set a game. Tags of different games never meet in a union."""

# The annotations of these handlers are made at run time, from the game: they must not be postponed.

from typing import Annotated, Any, Generic, TypeVar

import msgspec
from litestar import Response, Router, delete, get, post
from litestar.params import FromPath, HeaderParameter, JSONBody
from litestar.types import ControllerRouterHandler

from armillary.core.contract import AnyGame
from armillary.core.errors import BadInput, NotNow, OrderRefused, Refused
from armillary.core.match import AnyMatch, Table
from armillary.core.options import Options
from armillary.core.values import Violation, refusals
from armillary.server.answers import Answer
from armillary.server.desk import Desk
from armillary.server.guard import AnyRequest, TheDesk, player_of, signed_in
from armillary.server.identity import Player
from armillary.server.lobby import SeatPlan
from armillary.server.problems import NotFound
from armillary.server.records import NoClock, Pace, Spectators
from armillary.server.room import Room
from armillary.server.store import Duplicate
from armillary.server.watching import MatchInfo, TableAnswer

C = TypeVar("C")
O = TypeVar("O")

Key = Annotated[str | None, HeaderParameter(name="idempotency-key", max_length=60)]
Notation = Annotated[str, msgspec.Meta(max_length=100_000)]


class NewMatch(msgspec.Struct, Generic[C], frozen=True, forbid_unknown_fields=True):
    """A match to be made: its seats in order, a preset or a config, a pace, who may watch."""

    seats: Annotated[tuple[SeatPlan, ...], msgspec.Meta(min_length=1, max_length=100)]
    preset: str = "standard"
    config: C | None = None
    pace: Pace = NoClock()
    spectators: Spectators = Spectators()
    autostart: bool = True


class NewMatchMade(msgspec.Struct, frozen=True):
    """The new match, and the secret of every invitation, shown this once."""

    match: MatchInfo
    invites: dict[str, str]


class Draft(msgspec.Struct, Generic[O], frozen=True, forbid_unknown_fields=True):
    """An order to talk about: as data, or in the game's notation."""

    order: O | None = None
    notation: Notation | None = None


class OrderGiven(msgspec.Struct, Generic[O], frozen=True, forbid_unknown_fields=True):
    """An order: as data, or in the game's notation; with the step it is meant for, it is taken for no other."""

    order: O | None = None
    notation: Notation | None = None
    step: int | None = None


class OrderTaken(msgspec.Struct, frozen=True):
    """The order is durable; `resolved` when it was the last one in."""

    seq: int
    step: int
    resolved: bool
    violations: tuple[Violation, ...]


def read_order(given: Draft[Any] | OrderGiven[Any], room: Room, seat: int) -> Any:
    """The order meant; raises `BadNotation`."""
    game = room.playing.game
    if given.order is not None:
        return given.order
    return game.words.parse_order(given.notation or "", game.sight.view(room.playing.state, seat))


def expect_order(match: AnyMatch, seat: int) -> None:
    """Raise `NotNow` unless this seat owes an order: before anything is asked of the game about one."""
    if seat not in match.to_act or seat in match.resigned:
        match.check(seat, None)


async def give_order(desk: Desk, room: Room, player: Player, given: OrderGiven[Any], key: str | None) -> OrderTaken:
    """Submit or change an order: the same for HTTP and for sockets."""
    hall, match_id = desk.hall, room.row.id
    seat, order = room.known.own_seat(player.id), None
    step = room.playing.step if given.step is None else given.step
    try:
        order = read_order(given, room, seat)
        taken = await hall.submit(match_id, seat, order, key, step)
    except (BadInput, Refused, NotNow, Duplicate):
        before = await hall.given_before(match_id, seat, key, order)
        if before is None:
            raise
        taken = before
    return OrderTaken(taken.seq, taken.step, taken.resolved, taken.violations)


def routes_for(game: AnyGame) -> Router:  # noqa: C901 (seven handlers, not seven branches)
    """Everything of the API that has this game's types in it."""
    config: Any = game.config
    order: Any = game.order
    view: Any = game.view
    preview: Any = game.preview

    async def room_of(desk: Desk, match_id: str) -> Room:
        room = await desk.hall.room(match_id)
        if room.row.game != game.slug:
            raise NotFound(f"there is no match {match_id[:40]!r} of {game.slug}")
        return room

    @post("/matches", operation_id=f"{game.slug}_new_match")
    async def new_match(request: AnyRequest, desk: TheDesk, data: JSONBody[NewMatch[config]]) -> NewMatchMade:
        """Make a match."""
        player = await signed_in(request, desk)
        made = await desk.lobby.make(
            game, player, data.seats, data.config, data.preset, data.pace, data.spectators, data.autostart
        )
        return NewMatchMade(desk.watching.info(made.row, player), made.invites)

    @get("/matches/{match_id:str}/table", operation_id=f"{game.slug}_table")
    async def table(request: AnyRequest, desk: TheDesk, match_id: FromPath[str]) -> Response[TableAnswer[view, order]]:
        """What you may see now; with `If-None-Match` of the last answer's ETag, 304 when nothing is new."""
        room = await room_of(desk, match_id)
        shown = await desk.watching.shown(room, await player_of(request, desk))
        etag = f'"{shown.seq}-{shown.seat or 0}"'
        headers = {"etag": etag, "cache-control": "private, no-cache", "vary": "cookie, authorization"}
        if etag in request.headers.get("if-none-match", ""):
            return Response(None, status_code=304, headers=headers)  # type: ignore[arg-type]
        return Answer(desk.watching.table_of(room, shown), headers=headers)

    @get("/matches/{match_id:str}/steps/{step:int}", operation_id=f"{game.slug}_step")
    async def step(
        request: AnyRequest, desk: TheDesk, match_id: FromPath[str], step: FromPath[int]
    ) -> Table[view, order]:
        """The table as you saw it after so many steps."""
        room = await room_of(desk, match_id)
        shown = await desk.watching.shown(room, await player_of(request, desk))
        return await desk.watching.step_view(room, shown, step)

    @post("/matches/{match_id:str}/options", operation_id=f"{game.slug}_options", status_code=200)
    async def options(
        request: AnyRequest, desk: TheDesk, match_id: FromPath[str], data: JSONBody[Draft[order]]
    ) -> Options[order]:
        """What you may order, from this draft on; an empty body's worth means from the default order."""
        room, seat = await seated(request, desk, match_id)
        match = room.playing
        expect_order(match, seat)
        drafted = data.order is not None or data.notation is not None
        draft = read_order(data, room, seat) if drafted else None
        if draft is not None and (refused := refusals(match.check(seat, draft))):
            raise OrderRefused(refused)
        found: Options[Any] = game.sight.options(match.state, seat, draft)
        return found

    @post("/matches/{match_id:str}/preview", operation_id=f"{game.slug}_preview", status_code=200)
    async def foresee(
        request: AnyRequest, desk: TheDesk, match_id: FromPath[str], data: JSONBody[Draft[order]]
    ) -> preview:
        """What an order would do, as far as you may know. Changes nothing."""
        room, seat = await seated(request, desk, match_id)
        expect_order(room.playing, seat)
        given = read_order(data, room, seat)
        return game.sight.preview(room.playing.state, seat, given)

    @post("/matches/{match_id:str}/orders", operation_id=f"{game.slug}_order", status_code=200)
    async def give(
        request: AnyRequest, desk: TheDesk, match_id: FromPath[str], data: JSONBody[OrderGiven[order]], key: Key = None
    ) -> OrderTaken:
        """Give your order, or change it until the reveal."""
        room = await room_of(desk, match_id)
        return await give_order(desk, room, await signed_in(request, desk), data, key)

    @delete("/matches/{match_id:str}/orders", operation_id=f"{game.slug}_withdraw", status_code=200)
    async def withdraw(request: AnyRequest, desk: TheDesk, match_id: FromPath[str]) -> OrderTaken:
        """Take your order back before the reveal."""
        _, seat = await seated(request, desk, match_id)
        room = await desk.hall.withdraw(match_id, seat)
        return OrderTaken(room.seq, room.playing.step, False, ())

    async def seated(request: AnyRequest, desk: Desk, match_id: str) -> tuple[Room, int]:
        player = await signed_in(request, desk)
        room = await room_of(desk, match_id)
        return room, room.known.own_seat(player.id)

    handlers: list[ControllerRouterHandler] = [new_match, table, step, options, foresee, give, withdraw]
    return Router(f"/api/{game.slug}", route_handlers=handlers, tags=[game.title])
