"""Routes that know no game: who you are, which matches there are, joining and leaving, history, records, chat."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from litestar import Response, delete, get, post, put
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from armillary import bots
from armillary.core import codec
from armillary.core.contract import AnyGame
from armillary.core.registry import games
from armillary.core.values import Outcome, Seat
from armillary.server.desk import Desk
from armillary.server.guard import AnyRequest, TheDesk, player_of, signed_in
from armillary.server.identity import COOKIE, Player, Token
from armillary.server.problems import NotFound
from armillary.server.room import Room, plan
from armillary.server.watching import MatchInfo, Said, Told

MOST_WORDS = 500
YEAR = 365 * 24 * 3600

MOST_SEQ = 2**31 - 1

Since = Annotated[int, QueryParameter(ge=0, le=MOST_SEQ)]
Page = Annotated[int, QueryParameter(ge=0, le=100_000)]


class GameInfo(msgspec.Struct, frozen=True):
    """A game in the catalogue."""

    slug: str
    title: str
    summary: str
    version: int
    seats: tuple[int, int]
    minutes: tuple[int, int]
    hidden: bool
    simultaneous: bool
    presets: tuple[str, ...]
    bots: tuple[str, ...]
    notation: str


class GameDetail(msgspec.Struct, frozen=True):
    """A game with the shape of its config, and its presets at the fewest seats."""

    game: GameInfo
    config_schema: dict[str, Any]
    presets: dict[str, msgspec.Raw]


class Name(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A display name."""

    name: Annotated[str, msgspec.Meta(max_length=200)]


class Join(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which seat to take: a number, an invitation, or nothing for the first open one."""

    seat: Annotated[int, msgspec.Meta(ge=1, le=1000)] | None = None
    invite: Annotated[str, msgspec.Meta(max_length=100)] | None = None


class Say(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of chat."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=MOST_WORDS)]


class DrawOffered(msgspec.Struct, frozen=True):
    """Which seats offer a draw now; the outcome, once all who still play did."""

    seq: int
    offers: tuple[Seat, ...]
    outcome: Outcome | None


# -- games -------------------------------------------------------------------------------------------------


def game_info(game: AnyGame) -> GameInfo:
    """What the catalogue says of a game."""
    return GameInfo(
        slug=game.slug,
        title=game.title,
        summary=game.summary,
        version=game.version,
        seats=game.seats,
        minutes=game.minutes,
        hidden=game.hidden,
        simultaneous=game.simultaneous,
        presets=tuple(game.presets),
        bots=bots.names(game),
        notation=game.words.notation(),
    )


@get("/api/games", operation_id="list_games", sync_to_thread=False)
def list_games() -> list[GameInfo]:
    """Every game there is."""
    return [game_info(game) for game in games()]


@get("/api/games/{slug:str}", operation_id="get_game", sync_to_thread=False)
def get_game(slug: FromPath[str]) -> GameDetail:
    """One game, with the shape of its config."""
    found = next((game for game in games() if game.slug == slug), None)
    if found is None:
        raise NotFound(f"there is no game {slug[:40]!r}")
    presets = {name: msgspec.Raw(codec.encode(make(found.seats[0]))) for name, make in found.presets.items()}
    return GameDetail(game_info(found), msgspec.json.schema(found.config), presets)


# -- who you are -------------------------------------------------------------------------------------------


@get("/api/me", operation_id="get_me")
async def get_me(request: AnyRequest, desk: TheDesk) -> Response[Player]:
    """Who you are; whoever comes for the first time becomes a guest."""
    player = await player_of(request, desk)
    if player is not None:
        return Response(player)
    player = await desk.identities.welcome()
    answer = Response(player)
    answer.set_cookie(
        COOKIE,
        desk.identities.cookie(player),
        max_age=YEAR,
        httponly=True,
        samesite="lax",
        secure=desk.settings.secure_cookies,
    )
    return answer


@put("/api/me", operation_id="put_me")
async def put_me(request: AnyRequest, desk: TheDesk, data: JSONBody[Name]) -> Player:
    """Take another display name."""
    return await desk.identities.rename(await signed_in(request, desk), data.name)


@get("/api/tokens", operation_id="list_tokens")
async def list_tokens(request: AnyRequest, desk: TheDesk) -> list[Token]:
    """The tokens of your programs, without their secrets."""
    return await desk.identities.tokens(await signed_in(request, desk))


@post("/api/tokens", operation_id="new_token")
async def new_token(request: AnyRequest, desk: TheDesk, data: JSONBody[Name]) -> Token:
    """A token for a program of yours; its secret is shown this once."""
    return await desk.identities.new_token(await signed_in(request, desk), data.name)


@delete("/api/tokens/{token_id:str}", operation_id="drop_token")
async def drop_token(request: AnyRequest, desk: TheDesk, token_id: FromPath[str]) -> None:
    """Make a token worthless."""
    await desk.identities.drop_token(await signed_in(request, desk), token_id)


# -- matches -----------------------------------------------------------------------------------------------


@get("/api/matches", operation_id="list_matches")
async def list_matches(
    request: AnyRequest, desk: TheDesk, which: FromQuery[Literal["open", "mine", "finished"]] = "open", page: Page = 0
) -> list[MatchInfo]:
    """Matches to join, matches of yours, matches that are over; fifty a page, newest first."""
    player = await player_of(request, desk)
    return [desk.watching.info(row, player) for row in await desk.lobby.listing(which, player, page)]


@get("/api/matches/{match_id:str}", operation_id="get_match")
async def get_match(request: AnyRequest, desk: TheDesk, match_id: FromPath[str]) -> MatchInfo:
    """A match from outside."""
    room = await desk.hall.room(match_id)
    return desk.watching.info(room.row, await player_of(request, desk))


@delete("/api/matches/{match_id:str}", operation_id="cancel_match", status_code=200)
async def cancel_match(request: AnyRequest, desk: TheDesk, match_id: FromPath[str]) -> MatchInfo:
    """Call a match off that you made and that has not begun."""
    player = await signed_in(request, desk)
    return desk.watching.info((await desk.lobby.cancel(match_id, player)).row, player)


@post("/api/matches/{match_id:str}/join", operation_id="join_match", status_code=200)
async def join_match(request: AnyRequest, desk: TheDesk, match_id: FromPath[str], data: JSONBody[Join]) -> MatchInfo:
    """Take a seat."""
    player = await signed_in(request, desk)
    room = await desk.lobby.join(match_id, player, data.seat, data.invite)
    return desk.watching.info(room.row, player)


@post("/api/matches/{match_id:str}/leave", operation_id="leave_match", status_code=200)
async def leave_match(request: AnyRequest, desk: TheDesk, match_id: FromPath[str]) -> MatchInfo:
    """Give your seat back before the start."""
    player = await signed_in(request, desk)
    return desk.watching.info((await desk.lobby.leave(match_id, player)).row, player)


@post("/api/matches/{match_id:str}/start", operation_id="start_match", status_code=200)
async def start_match(request: AnyRequest, desk: TheDesk, match_id: FromPath[str]) -> MatchInfo:
    """Begin a match you made, once all seats are taken."""
    player = await signed_in(request, desk)
    return desk.watching.info((await desk.lobby.start(match_id, player)).row, player)


@post("/api/matches/{match_id:str}/resign", operation_id="resign_match", status_code=200)
async def resign_match(request: AnyRequest, desk: TheDesk, match_id: FromPath[str]) -> MatchInfo:
    """Give up."""
    player = await signed_in(request, desk)
    seat: Seat = (await desk.hall.room(match_id)).known.own_seat(player.id)
    return desk.watching.info((await desk.hall.resign(match_id, seat)).row, player)


@post("/api/matches/{match_id:str}/draw", operation_id="offer_draw", status_code=200)
async def offer_draw(request: AnyRequest, desk: TheDesk, match_id: FromPath[str]) -> DrawOffered:
    """Offer a draw until the next step, or agree to one: once all who still play have, the match is drawn."""
    player = await signed_in(request, desk)
    seat: Seat = (await desk.hall.room(match_id)).known.own_seat(player.id)
    return _offered(await desk.hall.offer_draw(match_id, seat))


@delete("/api/matches/{match_id:str}/draw", operation_id="take_back_draw", status_code=200)
async def take_back_draw(request: AnyRequest, desk: TheDesk, match_id: FromPath[str]) -> DrawOffered:
    """Take your offer of a draw back."""
    player = await signed_in(request, desk)
    seat: Seat = (await desk.hall.room(match_id)).known.own_seat(player.id)
    return _offered(await desk.hall.take_back_draw(match_id, seat))


def _offered(room: Room) -> DrawOffered:
    return DrawOffered(room.seq, room.playing.offers, room.playing.outcome)


@get("/api/matches/{match_id:str}/history", operation_id="get_history")
async def get_history(request: AnyRequest, desk: TheDesk, match_id: FromPath[str], since: Since = 0) -> list[Told]:
    """What happened behind a seq, step by step, as you may see it."""
    room = await desk.hall.room(match_id)
    return await desk.watching.history(room, await desk.watching.shown(room, await player_of(request, desk)), since)


@get("/api/matches/{match_id:str}/record", operation_id="get_record")
async def get_record(request: AnyRequest, desk: TheDesk, match_id: FromPath[str]) -> Response[bytes]:
    """The record as a file; its seed is in it once the match is over."""
    room = await desk.hall.room(match_id)
    data = await desk.watching.record(room, await player_of(request, desk))
    as_file = {"content-disposition": f'attachment; filename="{room.row.game}-{room.row.id}.json"'}
    return Response(data, media_type="application/json", headers=as_file)


@get("/api/matches/{match_id:str}/chat", operation_id="get_chat")
async def get_chat(request: AnyRequest, desk: TheDesk, match_id: FromPath[str], since: Since = 0) -> list[Said]:
    """What was said behind a seq."""
    room = await desk.hall.room(match_id)
    player, seq = await player_of(request, desk), room.seq
    desk.watching.admit(room, player)
    if room.match is not None:
        seq = (await desk.watching.shown(room, player)).seq
    return await desk.watching.chat(room, seq, since)


@post("/api/matches/{match_id:str}/chat", operation_id="say")
async def say(request: AnyRequest, desk: TheDesk, match_id: FromPath[str], data: JSONBody[Say]) -> MatchInfo:
    """Say something at a table you sit at."""
    player = await signed_in(request, desk)
    return desk.watching.info((await spoken(desk, match_id, player, data.text)).row, player)


async def spoken(desk: Desk, match_id: str, player: Player, text: str) -> Any:
    """The room after a line of chat; text is stored as it is, and nobody renders it as markup."""
    body = codec.encode((player.name, text)).decode()
    return await desk.hall.change(
        match_id,
        lambda on: plan(on, desk.clock.now(), ("chat", on.own_seat(player.id), body, None)),
    )


# -- health ------------------------------------------------------------------------------------------------


@get("/healthz", operation_id="healthz", sync_to_thread=False)
def healthz() -> dict[str, str]:
    """The process is alive."""
    return {"status": "ok"}


@get("/readyz", operation_id="readyz")
async def readyz(desk: TheDesk) -> dict[str, str]:
    """The process can serve: its database answers."""
    await desk.store.ping()
    return {"status": "ready"}


ROUTES = [
    list_games,
    get_game,
    get_me,
    put_me,
    list_tokens,
    new_token,
    drop_token,
    list_matches,
    get_match,
    cancel_match,
    join_match,
    leave_match,
    start_match,
    resign_match,
    offer_draw,
    take_back_draw,
    get_history,
    get_record,
    get_chat,
    say,
    healthz,
    readyz,
]
