"""Routes that carry a game's own types: generated, one set per game. Tags of different games never meet in a union."""

# The annotations of these handlers are made at run time, from the game: they must not be postponed.

from typing import Annotated, Any
from zlib import crc32

from litestar import Response, Router, delete, get, post
from litestar.params import HeaderParameter, JSONBody
from litestar.types import ControllerRouterHandler

from armillary.api.matches import NewMatchMade
from armillary.api.tables import Accepted, Considered, Draft, Hint, OrderBody, TableAnswer
from armillary.api.terms import NewMatch, Trial, Verdict
from armillary.core import codec
from armillary.core.contract import AnyGame
from armillary.core.values import Seat
from armillary.server.door.identity import TheProcess, player_of, require_player, room_of_game
from armillary.server.door.input import UNDECODED, Undecoded
from armillary.server.http.requests import AnyRequest, AsSeat, Marks, MatchId
from armillary.server.http.responses import Answer
from armillary.server.matches.journal import MAX_KEY_LENGTH
from armillary.server.matches.seats import require_seat_count
from armillary.server.matches.telling import Voice
from armillary.server.matches.terms import preset_of
from armillary.server.matches.visibility import acting_seat
from armillary.server.play.room import Room
from armillary.server.process import Process

Key = Annotated[
    str | None,
    HeaderParameter(
        name="idempotency-key",
        max_length=MAX_KEY_LENGTH,
        description="An order repeated with the same key counts only once.",
    ),
]


async def _room_and_seat(
    request: AnyRequest, process: Process, game: AnyGame, match_id: str, named: Seat | None
) -> tuple[Room, Seat]:
    """The room of a match of this game, and the seat that whoever asks acts for there."""
    player = await require_player(request, process)
    room = await room_of_game(process, game, match_id)
    return room, acting_seat(room.row, player.id, named)


def routes_for(game: AnyGame) -> Router:
    """Everything of the API that has this game's types in it."""
    config: Any = game.config
    order: Any = game.order
    view: Any = game.view
    preview: Any = game.preview

    @post("/matches", operation_id=f"{game.slug}_new_match", opt={UNDECODED: True})
    async def new_match(
        request: AnyRequest, process: TheProcess, data: JSONBody[Undecoded[NewMatch[config]]], marks: Marks = False
    ) -> Response[NewMatchMade[view, order]]:
        """Make a match. If it begins at once and you have one seat, the answer has your first table in it."""
        player = await require_player(request, process)
        new = data.decode_as(config)
        made = await process.lobby.make(
            game,
            player,
            new.seats,
            new.config,
            new.preset,
            new.pace,
            new.spectators,
            new.autostart,
            new.absent,
            new.talk,
        )
        info, first = process.views.info(made.row, player), None
        if info.status == "playing" and len(info.yours) == 1:
            room = await process.hall.room(made.row.id)
            first = process.views.table_of(room, await process.views.show(room, player, None, marks))
        return Answer(NewMatchMade(info, made.invites, first), status_code=201)

    @post("/check", operation_id=f"{game.slug}_check", status_code=200, opt={UNDECODED: True})
    async def check(
        request: AnyRequest, process: TheProcess, data: JSONBody[Undecoded[Trial[config]]]
    ) -> Verdict[config]:
        """Check whether a match could begin with this config. Makes nothing."""
        await player_of(request, process)
        trial = data.decode_as(config)
        require_seat_count(game, trial.seats)
        asked = preset_of(game, trial.preset)(trial.seats) if trial.config is None else trial.config
        violations = await process.trials.faults(game, asked, trial.seats)
        return Verdict(asked, violations or process.limits.matches.size_faults(game, asked, trial.seats))

    @get("/matches/{match_id:str}/table", operation_id=f"{game.slug}_table", opt={"etag": True})
    async def table(
        request: AnyRequest, process: TheProcess, match_id: MatchId, seat: AsSeat = None, marks: Marks = False
    ) -> Response[TableAnswer[view, order]]:
        """What you see now. Send the last answer's ETag as `If-None-Match` to get 304 if nothing has changed."""
        room = await room_of_game(process, game, match_id)
        shown = await process.views.show(room, await player_of(request, process), seat, marks)
        own = (
            shown.match.pending.get(shown.seat or 0),
            process.views.kept(room, shown),
            process.views.hints(room, shown),
        )
        etag = f'"{shown.seq}-{shown.seat or 0}-{crc32(codec.encode(own)):x}"'
        headers = {"etag": etag, "cache-control": "private, no-cache", "vary": "cookie, authorization"}
        if etag in request.headers.get("if-none-match", ""):
            return Response(None, status_code=304, headers=headers)  # type: ignore[arg-type]
        return Answer(process.views.table_of(room, shown), headers=headers)

    @post("/matches/{match_id:str}/draft", operation_id=f"{game.slug}_draft", status_code=200, opt={UNDECODED: True})
    async def consider(
        request: AnyRequest,
        process: TheProcess,
        match_id: MatchId,
        data: JSONBody[Undecoded[Draft[order]]],
        seat: AsSeat = None,
        marks: Marks = False,
    ) -> Response[Considered[order, preview]]:
        """Everything about a draft order: what is wrong with it, what it would do, and how to continue.

        An empty draft stands for the default order. In games played in turn you may draft before your turn. Changes
        nothing.
        """
        room, own = await _room_and_seat(request, process, game, match_id, seat)
        given = data.decode(room.playing)
        found: Any = await process.trials.draft(room, own, given, Voice.of(room.row, marks))
        return Answer(found)

    @post("/matches/{match_id:str}/hint", operation_id=f"{game.slug}_hint", status_code=200)
    async def hint(
        request: AnyRequest, process: TheProcess, match_id: MatchId, seat: AsSeat = None, marks: Marks = False
    ) -> Response[Hint[order]]:
        """Be shown a good move, and why, on your turn in a match in which you play alone against bots.

        It counts once in a step: to ask again there gives the same move.
        """
        room, own = await _room_and_seat(request, process, game, match_id, seat)
        return Answer(await process.moves.hint(room, own, marks))

    @post("/matches/{match_id:str}/orders", operation_id=f"{game.slug}_order", status_code=200, opt={UNDECODED: True})
    async def give(
        request: AnyRequest,
        process: TheProcess,
        match_id: MatchId,
        data: JSONBody[Undecoded[OrderBody[order]]],
        key: Key = None,
        seat: AsSeat = None,
        marks: Marks = False,
    ) -> Accepted:
        """Give your order, or change it until the reveal. With `ready` false, keep it for when time runs out."""
        room, own = await _room_and_seat(request, process, game, match_id, seat)
        given = data.decode(room.playing)
        draft = Draft(given.order, given.notation)
        return await process.moves.give_order(room, own, draft, given.step, key, marks, given.ready)

    @delete("/matches/{match_id:str}/orders", operation_id=f"{game.slug}_withdraw", status_code=200)
    async def withdraw(request: AnyRequest, process: TheProcess, match_id: MatchId, seat: AsSeat = None) -> Accepted:
        """Withdraw your order before the reveal."""
        _, own = await _room_and_seat(request, process, game, match_id, seat)
        return await process.moves.withdraw(match_id, own)

    handlers: list[ControllerRouterHandler] = [new_match, check, table, consider, hint, give, withdraw]
    return Router(f"/api/{game.slug}", route_handlers=handlers, tags=[game.title])
