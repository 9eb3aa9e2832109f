"""Who you are, and the tokens of your programs."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated

from litestar import Response, delete, get, post, put
from litestar.datastructures import Cookie
from litestar.params import JSONBody, PathParameter

from armillary.api.people import Name, Player, Token
from armillary.server.door.identity import (
    ASKED_FOR_HEAD,
    TheProcess,
    address_of,
    is_same_origin,
    player_of,
    require_player,
)
from armillary.server.errors import NotSignedIn
from armillary.server.http.requests import MAX_ID_LENGTH, AnyRequest
from armillary.server.process import Process

YEAR = 365 * 24 * 3600

TokenId = Annotated[str, PathParameter(max_length=MAX_ID_LENGTH, description="The id of the token.")]


@get("/api/me", operation_id="get_me")
async def get_me(request: AnyRequest, process: TheProcess) -> Response[Player]:
    """Who you are; a new visitor becomes a guest."""
    player = await player_of(request, process)
    if player is not None:
        return Response(player)
    if request.state.get(ASKED_FOR_HEAD) or not is_same_origin(request.headers):
        raise NotSignedIn("You have no identity yet. Send GET /api/me from this site to become a guest.")
    process.limits.guests_by_address.take(address_of(request.scope))
    player = await process.guests.welcome()
    answer = Response(player)
    answer.set_cookie(_cookie(process, process.guests.cookie(player), YEAR))
    return answer


def _cookie(process: Process, value: str, max_age: int) -> Cookie:
    """The guest's cookie; one that is to be deleted must have the same attributes, or browsers may ignore it."""
    name, https = process.guests.cookie_name, process.settings.https
    return Cookie(name, value=value, max_age=max_age, httponly=True, samesite="lax", secure=https)


@put("/api/me", operation_id="put_me")
async def put_me(request: AnyRequest, process: TheProcess, data: JSONBody[Name]) -> Player:
    """Change your display name, also in your unfinished matches."""
    player = await require_player(request, process)
    process.limits.renames.take(player.id)
    return await process.names.rename(player, data.name)


@put("/api/me/program", operation_id="declare_program")
async def declare_program(request: AnyRequest, process: TheProcess) -> Player:
    """Say that a program plays as you: it is marked as a bot for everybody, at all its tables from now on.

    This cannot be undone. It is refused while you sit at matches that are not over.
    """
    return await process.guests.declare_program(await require_player(request, process))


@delete("/api/me", operation_id="give_up_me", status_code=HTTPStatus.NO_CONTENT)
async def give_up_me(request: AnyRequest, process: TheProcess) -> Response[None]:
    """Delete this identity: its cookie and all its tokens become invalid, and its sockets close.

    This cannot be undone. Your matches that have not begun are cancelled, and your seats in others' are free again.
    Your chat messages are removed. Your name and your orders stay at the tables where you played. In unfinished matches
    your seats stay yours, and no other player can act for them, so resign first where others wait for you.
    """
    player = await require_player(request, process)
    await process.leaving.forget_words(player.id)
    await process.guests.revoke(player)
    await process.leaving.leave_tables(player.id)
    answer = Response(None)
    answer.set_cookie(_cookie(process, "", 0))
    return answer


@get("/api/tokens", operation_id="list_tokens")
async def list_tokens(request: AnyRequest, process: TheProcess) -> list[Token]:
    """The tokens of your programs, without their secrets."""
    return await process.tokens.all_of(await require_player(request, process))


@post("/api/tokens", operation_id="new_token")
async def new_token(request: AnyRequest, process: TheProcess, data: JSONBody[Name]) -> Token:
    """Make a token for a program of yours. Its secret is shown only once."""
    return await process.tokens.new(await require_player(request, process), data.name)


@delete("/api/tokens/{token_id:str}", operation_id="drop_token")
async def drop_token(request: AnyRequest, process: TheProcess, token_id: TokenId) -> None:
    """Delete a token: it becomes invalid, and its sockets close."""
    await process.tokens.delete(await require_player(request, process), token_id)


ROUTES = (get_me, put_me, declare_program, give_up_me, list_tokens, new_token, drop_token)
