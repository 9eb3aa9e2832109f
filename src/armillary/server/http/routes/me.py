"""Who you are, and the tokens of your programs."""

from __future__ import annotations

from litestar import Response, delete, get, post, put
from litestar.params import FromPath, JSONBody

from armillary.api.people import Name, Player, Token
from armillary.server.http.door import AnyRequest, TheProcess, player_of, require_player
from armillary.server.people.guests import COOKIE

YEAR = 365 * 24 * 3600


@get("/api/me", operation_id="get_me")
async def get_me(request: AnyRequest, process: TheProcess) -> Response[Player]:
    """Who you are; a new visitor becomes a guest."""
    player = await player_of(request, process)
    if player is not None:
        return Response(player)
    player = await process.guests.welcome()
    answer = Response(player)
    answer.set_cookie(
        COOKIE,
        process.guests.cookie(player),
        max_age=YEAR,
        httponly=True,
        samesite="lax",
        secure=process.settings.secure_cookies,
    )
    return answer


@put("/api/me", operation_id="put_me")
async def put_me(request: AnyRequest, process: TheProcess, data: JSONBody[Name]) -> Player:
    """Change your display name."""
    return await process.guests.rename(await require_player(request, process), data.name)


@get("/api/tokens", operation_id="list_tokens")
async def list_tokens(request: AnyRequest, process: TheProcess) -> list[Token]:
    """The tokens of your programs, without their secrets."""
    return await process.tokens.all_of(await require_player(request, process))


@post("/api/tokens", operation_id="new_token")
async def new_token(request: AnyRequest, process: TheProcess, data: JSONBody[Name]) -> Token:
    """A token for a program of yours; its secret is shown this once."""
    return await process.tokens.new(await require_player(request, process), data.name)


@delete("/api/tokens/{token_id:str}", operation_id="drop_token")
async def drop_token(request: AnyRequest, process: TheProcess, token_id: FromPath[str]) -> None:
    """Delete a token: it is worthless from now on."""
    await process.tokens.delete(await require_player(request, process), token_id)


ROUTES = (get_me, put_me, list_tokens, new_token, drop_token)
